<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>ActivityView</name>
    <message numerus="yes">
        <source>%Ln changes</source>
        <translation>
            <numerusform>%Ln change</numerusform>
            <numerusform>%Ln changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BackupSection</name>
    <message numerus="yes">
        <source>%Ln file(s) left out; the first is {name}.</source>
        <comment>links, pipes, unreadable files</comment>
        <translation>
            <numerusform>%Ln file left out; the first is {name}.</numerusform>
            <numerusform>%Ln files left out; the first is {name}.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BackupTexts</name>
    <message numerus="yes">
        <source>Every %Ln week(s)</source>
        <translation>
            <numerusform>Every week</numerusform>
            <numerusform>Every %Ln weeks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Every %Ln day(s)</source>
        <translation>
            <numerusform>Every day</numerusform>
            <numerusform>Every %Ln days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Every %Ln hour(s)</source>
        <translation>
            <numerusform>Every hour</numerusform>
            <numerusform>Every %Ln hours</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DiffView</name>
    <message numerus="yes">
        <source>%Ln more lines are not shown</source>
        <translation>
            <numerusform>%Ln more line is not shown</numerusform>
            <numerusform>%Ln more lines are not shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unchanged lines</source>
        <translation>
            <numerusform>%Ln unchanged line</numerusform>
            <numerusform>%Ln unchanged lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EditView</name>
    <message numerus="yes">
        <source>%Ln words</source>
        <translation>
            <numerusform>%Ln word</numerusform>
            <numerusform>%Ln words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln characters</source>
        <translation>
            <numerusform>%Ln character</numerusform>
            <numerusform>%Ln characters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Both sides changed the same lines in %Ln places.</source>
        <translation>
            <numerusform>Both sides changed the same lines in %Ln place.</numerusform>
            <numerusform>Both sides changed the same lines in %Ln places.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FailureNoticeText</name>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>%Ln more</numerusform>
            <numerusform>%Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FilterPopover</name>
    <message numerus="yes">
        <source>%Ln rarer tags are not listed.</source>
        <translation>
            <numerusform>%Ln rarer tag is not listed.</numerusform>
            <numerusform>%Ln rarer tags are not listed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FolderOpening</name>
    <message numerus="yes">
        <source>%Ln files and journals would come.</source>
        <translation>
            <numerusform>One file or journal would come.</numerusform>
            <numerusform>%Ln files and journals would come.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files and journals came.</source>
        <translation>
            <numerusform>One file or journal came.</numerusform>
            <numerusform>%Ln files and journals came.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Imported %Ln agents.</source>
        <translation>
            <numerusform>Imported one agent.</numerusform>
            <numerusform>Imported %Ln agents.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GoverningBars</name>
    <message numerus="yes">
        <source>%Ln memories could not be moved.</source>
        <translation>
            <numerusform>%Ln memory could not be moved.</numerusform>
            <numerusform>%Ln memories could not be moved.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln memories could not be forgotten.</source>
        <translation>
            <numerusform>%Ln memory could not be forgotten.</numerusform>
            <numerusform>%Ln memories could not be forgotten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The tags of %Ln memories could not be changed.</source>
        <translation>
            <numerusform>The tags of %Ln memory could not be changed.</numerusform>
            <numerusform>The tags of %Ln memories could not be changed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportTexts</name>
    <message numerus="yes">
        <source>adds %Ln lines</source>
        <translation>
            <numerusform>adds %Ln line</numerusform>
            <numerusform>adds %Ln lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lines added</source>
        <translation>
            <numerusform>%Ln line added</numerusform>
            <numerusform>%Ln lines added</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportView</name>
    <message numerus="yes">
        <source>Imported: %Ln changes</source>
        <translation>
            <numerusform>Imported: %Ln change</numerusform>
            <numerusform>Imported: %Ln changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln agents</source>
        <translation>
            <numerusform>%Ln agent</numerusform>
            <numerusform>%Ln agents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files</source>
        <translation>
            <numerusform>%Ln file</numerusform>
            <numerusform>%Ln files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln other files have no place here</source>
        <translation>
            <numerusform>%Ln other file has no place here</numerusform>
            <numerusform>%Ln other files have no place here</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>JournalPane</name>
    <message numerus="yes">
        <source>%Ln entries</source>
        <translation>
            <numerusform>%Ln entry</numerusform>
            <numerusform>%Ln entries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LeftAloneNotice</name>
    <message numerus="yes">
        <source>%Ln lines of JOURNAL.jsonl could not be read. They are kept as they are.</source>
        <translation>
            <numerusform>%Ln line of JOURNAL.jsonl could not be read. It is kept as it is.</numerusform>
            <numerusform>%Ln lines of JOURNAL.jsonl could not be read. They are kept as they are.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln links or special files are left alone and not read.</source>
        <translation>
            <numerusform>%Ln link or special file is left alone and not read.</numerusform>
            <numerusform>%Ln links or special files are left alone and not read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files or folders could not be read.</source>
        <translation>
            <numerusform>%Ln file or folder could not be read.</numerusform>
            <numerusform>%Ln files or folders could not be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more lines</source>
        <translation>
            <numerusform>%Ln more line</numerusform>
            <numerusform>%Ln more lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ListTexts</name>
    <message numerus="yes">
        <source>%Ln memories</source>
        <translation>
            <numerusform>%Ln memory</numerusform>
            <numerusform>%Ln memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The best %Ln results for “{query}” in {scope}</source>
        <translation>
            <numerusform>The best result for “{query}” in {scope}</numerusform>
            <numerusform>The best %Ln results for “{query}” in {scope}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln results for “{query}” in {scope}</source>
        <translation>
            <numerusform>%Ln result for “{query}” in {scope}</numerusform>
            <numerusform>%Ln results for “{query}” in {scope}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MemoryListView</name>
    <message numerus="yes">
        <source>Copied %Ln IDs</source>
        <translation>
            <numerusform>Copied %Ln ID</numerusform>
            <numerusform>Copied %Ln IDs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MemoryPanel</name>
    <message numerus="yes">
        <source>Show %Ln more</source>
        <translation>
            <numerusform>Show %Ln more</numerusform>
            <numerusform>Show %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OutsideNotice</name>
    <message numerus="yes">
        <source>%Ln memories changed by {who} just now</source>
        <translation>
            <numerusform>%Ln memory changed by {who} just now</numerusform>
            <numerusform>%Ln memories changed by {who} just now</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PurgeBar</name>
    <message numerus="yes">
        <source>%Ln pieces of evidence were erased with it.</source>
        <translation>
            <numerusform>%Ln piece of evidence was erased with it.</numerusform>
            <numerusform>%Ln pieces of evidence were erased with it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pieces are kept, since other memories rest on them.</source>
        <translation>
            <numerusform>%Ln piece is kept, since other memories rest on it.</numerusform>
            <numerusform>%Ln pieces are kept, since other memories rest on them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A line of it still stands in %Ln other memories:</source>
        <translation>
            <numerusform>A line of it still stands in %Ln other memory:</numerusform>
            <numerusform>A line of it still stands in %Ln other memories:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RailButton</name>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <translation>
            <numerusform>%Ln waiting</numerusform>
            <numerusform>%Ln waiting</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RecordActions</name>
    <message numerus="yes">
        <source>%Ln memories are as they were before</source>
        <translation>
            <numerusform>%Ln memory is as it was before</numerusform>
            <numerusform>%Ln memories are as they were before</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Changed the tags of %Ln memories</source>
        <translation>
            <numerusform>Changed the tags of %Ln memory</numerusform>
            <numerusform>Changed the tags of %Ln memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{done}. %Ln were not reached.</source>
        <translation>
            <numerusform>{done}. %Ln was not reached.</numerusform>
            <numerusform>{done}. %Ln were not reached.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Forgotten %Ln memories</source>
        <translation>
            <numerusform>Forgotten %Ln memory</numerusform>
            <numerusform>Forgotten %Ln memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{done}. %Ln could not be forgotten: {reason}</source>
        <translation>
            <numerusform>{done}. %Ln could not be forgotten: {reason}</numerusform>
            <numerusform>{done}. %Ln could not be forgotten: {reason}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Moved %Ln memories to {scope}</source>
        <translation>
            <numerusform>Moved %Ln memory to {scope}</numerusform>
            <numerusform>Moved %Ln memories to {scope}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{done}. %Ln could not be moved: {reason}</source>
        <translation>
            <numerusform>{done}. %Ln could not be moved: {reason}</numerusform>
            <numerusform>{done}. %Ln could not be moved: {reason}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RecoveryBar</name>
    <message numerus="yes">
        <source>%Ln more wait.</source>
        <translation>
            <numerusform>%Ln more waits.</numerusform>
            <numerusform>%Ln more wait.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReviewPanel</name>
    <message numerus="yes">
        <source>%Ln captures are chosen</source>
        <translation>
            <numerusform>%Ln capture is chosen</numerusform>
            <numerusform>%Ln captures are chosen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Approve %Ln</source>
        <translation>
            <numerusform>Approve %Ln</numerusform>
            <numerusform>Approve %Ln</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReviewTexts</name>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReviewView</name>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <translation>
            <numerusform>%Ln waiting</numerusform>
            <numerusform>%Ln waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Dismissed %Ln captures</source>
        <translation>
            <numerusform>Dismissed %Ln capture</numerusform>
            <numerusform>Dismissed %Ln captures</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln captures were kept</source>
        <translation>
            <numerusform>%Ln capture was kept</numerusform>
            <numerusform>%Ln captures were kept</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln kept</source>
        <comment>captures that the worker ran</comment>
        <translation>
            <numerusform>%Ln kept</numerusform>
            <numerusform>%Ln kept</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln to review</source>
        <translation>
            <numerusform>%Ln to review</numerusform>
            <numerusform>%Ln to review</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed</source>
        <translation>
            <numerusform>%Ln failed</numerusform>
            <numerusform>%Ln failed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RowText</name>
    <message numerus="yes">
        <source>%Ln evidence</source>
        <translation>
            <numerusform>%Ln evidence</numerusform>
            <numerusform>%Ln evidence</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ScopeModel</name>
    <message numerus="yes">
        <source>{name}, %Ln memories</source>
        <translation>
            <numerusform>{name}, %Ln memory</numerusform>
            <numerusform>{name}, %Ln memories</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SelectionBar</name>
    <message numerus="yes">
        <source>%Ln selected</source>
        <translation>
            <numerusform>%Ln selected</numerusform>
            <numerusform>%Ln selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Forget %Ln</source>
        <translation>
            <numerusform>Forget %Ln</numerusform>
            <numerusform>Forget %Ln</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SettingsView</name>
    <message numerus="yes">
        <source>%Ln records</source>
        <translation>
            <numerusform>%Ln record</numerusform>
            <numerusform>%Ln records</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passages</source>
        <translation>
            <numerusform>%Ln passage</numerusform>
            <numerusform>%Ln passages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pending</source>
        <translation>
            <numerusform>%Ln pending</numerusform>
            <numerusform>%Ln pending</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln done</source>
        <translation>
            <numerusform>%Ln done</numerusform>
            <numerusform>%Ln done</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed</source>
        <translation>
            <numerusform>%Ln failed</numerusform>
            <numerusform>%Ln failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files and pages</source>
        <translation>
            <numerusform>%Ln file or page</numerusform>
            <numerusform>%Ln files and pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passages for a message</source>
        <translation>
            <numerusform>%Ln passage for a message</numerusform>
            <numerusform>%Ln passages for a message</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TagBar</name>
    <message numerus="yes">
        <source>Tags of %Ln memories</source>
        <translation>
            <numerusform>Tags of %Ln memory</numerusform>
            <numerusform>Tags of %Ln memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %Ln tags</source>
        <translation>
            <numerusform>Remove %Ln tag</numerusform>
            <numerusform>Remove %Ln tags</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TimeText</name>
    <message numerus="yes">
        <source>%Ln min ago</source>
        <translation>
            <numerusform>%Ln min ago</numerusform>
            <numerusform>%Ln min ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln h ago</source>
        <translation>
            <numerusform>%Ln h ago</numerusform>
            <numerusform>%Ln h ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln days ago</source>
        <translation>
            <numerusform>%Ln day ago</numerusform>
            <numerusform>%Ln days ago</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrashView</name>
    <message numerus="yes">
        <source>%Ln forgotten memories of {scope}. They come back with their evidence.</source>
        <translation>
            <numerusform>%Ln forgotten memory of {scope}. It comes back with its evidence.</numerusform>
            <numerusform>%Ln forgotten memories of {scope}. They come back with their evidence.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TurnText</name>
    <message numerus="yes">
        <source>… and %Ln more characters</source>
        <translation>
            <numerusform>… and %Ln more character</numerusform>
            <numerusform>… and %Ln more characters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TypeFilter</name>
    <message numerus="yes">
        <source>%Ln types</source>
        <translation>
            <numerusform>%Ln type</numerusform>
            <numerusform>%Ln types</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_MergeOption</name>
    <message numerus="yes">
        <source>… and %Ln more lines</source>
        <translation>
            <numerusform>… and %Ln more line</numerusform>
            <numerusform>… and %Ln more lines</numerusform>
        </translation>
    </message>
</context>
</TS>
