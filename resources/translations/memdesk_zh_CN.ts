<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About Memdesk</source>
        <translation>关于 Memdesk</translation>
    </message>
    <message>
        <source>Version {version}</source>
        <translation>版本 {version}</translation>
    </message>
    <message>
        <source>Browse, search, correct and govern what your AI agents remember.</source>
        <translation>浏览、搜索、更正和管理你的 AI Agent 所记住的内容。</translation>
    </message>
    <message>
        <source>Free software under the MIT licence. It comes without any warranty.</source>
        <translation>以 MIT 许可证发布的自由软件，不提供任何担保。</translation>
    </message>
    <message>
        <source>Made with Qt {version}</source>
        <translation>使用 Qt {version} 构建</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>ActingAs</name>
    <message>
        <source>Acting as</source>
        <translation>操作身份</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>The workspace that goes with every action</source>
        <translation>每次操作所属的工作区</translation>
    </message>
    <message>
        <source>each agent</source>
        <translation>各个 Agent</translation>
    </message>
    <message>
        <source>Each agent’s memory is searched as that agent, Shared as {agent}.</source>
        <translation>每个 Agent 的记忆以该 Agent 的身份搜索，共享记忆以 {agent} 的身份搜索。</translation>
    </message>
    <message>
        <source>In the scope of {agent}, every action runs as {agent}.</source>
        <translation>在 {agent} 的范围内，所有操作都以 {agent} 身份执行。</translation>
    </message>
    <message>
        <source>{agent} is the only agent.</source>
        <translation>{agent} 是唯一的 Agent。</translation>
    </message>
    <message>
        <source>Every action in Shared runs as this agent.</source>
        <translation>共享中的所有操作都以此 Agent 的身份执行。</translation>
    </message>
    <message>
        <source>no workspace</source>
        <translation>无工作区</translation>
    </message>
    <message>
        <source>in {workspace}</source>
        <translation>于 {workspace}</translation>
    </message>
</context>
<context>
    <name>ActivityList</name>
    <message>
        <source>Changes</source>
        <translation>更改</translation>
    </message>
</context>
<context>
    <name>ActivityPictures</name>
    <message>
        <source>Pictures</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Memories by type</source>
        <translation>各类型记忆</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Memories</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Memories by month observed</source>
        <translation>按观察月份</translation>
    </message>
    <message>
        <source>Month</source>
        <translation>月份</translation>
    </message>
    <message>
        <source>Changes by agent</source>
        <translation>各 Agent 的更改</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Itself</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>You, as it</source>
        <translation>你以其身份</translation>
    </message>
    <message>
        <source>Filled: the agent itself. Hatched: you, acting as it.</source>
        <translation>实心：Agent 自身；斜线：你以其身份操作。</translation>
    </message>
    <message>
        <source>MMMM yyyy</source>
        <comment>date format of a month</comment>
        <translation>yyyy 年 M 月</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>更早</translation>
    </message>
</context>
<context>
    <name>ActivityTexts</name>
    <message>
        <source>Added</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Revised or restored</source>
        <translation>修订或恢复</translation>
    </message>
    <message>
        <source>Forgotten or brought back</source>
        <translation>忘记或找回</translation>
    </message>
    <message>
        <source>Moved or pinned</source>
        <translation>移动或固定</translation>
    </message>
    <message>
        <source>Added from a conversation</source>
        <translation>从对话添加</translation>
    </message>
    <message>
        <source>Added to the journal</source>
        <translation>写入日志</translation>
    </message>
    <message>
        <source>Imported</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Revised</source>
        <translation>修订</translation>
    </message>
    <message>
        <source>Rewrote FACT.md</source>
        <translation>重写 FACT.md</translation>
    </message>
    <message>
        <source>Restored</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Forgotten</source>
        <translation>忘记</translation>
    </message>
    <message>
        <source>Brought back</source>
        <translation>找回</translation>
    </message>
    <message>
        <source>Purged</source>
        <translation>彻底清除</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Unpinned</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Added an agent</source>
        <translation>添加 Agent</translation>
    </message>
    <message>
        <source>Removed an agent</source>
        <translation>移除 Agent</translation>
    </message>
    <message>
        <source>Added a workspace</source>
        <translation>添加工作区</translation>
    </message>
    <message>
        <source>Removed a workspace</source>
        <translation>移除工作区</translation>
    </message>
    <message>
        <source>Rewrote the persona</source>
        <translation>改写人设</translation>
    </message>
    <message>
        <source>Captured a turn</source>
        <translation>捕获一轮对话</translation>
    </message>
    <message>
        <source>Looked at a captured turn</source>
        <translation>处理捕获的对话</translation>
    </message>
    <message>
        <source>Approved what a turn proposed</source>
        <translation>批准对话中的建议</translation>
    </message>
    <message>
        <source>Dismissed a captured turn</source>
        <translation>忽略捕获的对话</translation>
    </message>
    <message>
        <source>Paused or resumed capture</source>
        <translation>暂停或恢复捕获</translation>
    </message>
    <message>
        <source>Connected a client</source>
        <translation>连接客户端</translation>
    </message>
    <message>
        <source>Changed when backups are made</source>
        <translation>更改备份设置</translation>
    </message>
    <message>
        <source>{action} by {actor}</source>
        <translation>{actor}：{action}</translation>
    </message>
</context>
<context>
    <name>ActivityView</name>
    <message>
        <source>Scope</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>操作者</translation>
    </message>
    <message>
        <source>What was done</source>
        <translation>所做的更改</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>动态</translation>
    </message>
    <message>
        <source>All scopes</source>
        <translation>全部范围</translation>
    </message>
    <message>
        <source>Everybody</source>
        <translation>所有人</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>All changes</source>
        <translation>全部更改</translation>
    </message>
    <message numerus="yes">
        <source>%Ln changes</source>
        <translation>
            <numerusform>%Ln 条更改</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing has been changed yet</source>
        <translation>还没有任何更改</translation>
    </message>
    <message>
        <source>No such change</source>
        <translation>没有这样的更改</translation>
    </message>
    <message>
        <source>Whatever you or an agent changes through Memdesk is listed here.</source>
        <translation>你或 Agent 通过 Memdesk 所做的更改都会列在这里。</translation>
    </message>
    <message>
        <source>Could not reach the memory provider.</source>
        <translation>无法连接记忆服务。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>It was erased for good.</source>
        <translation>它已被彻底清除。</translation>
    </message>
</context>
<context>
    <name>AgentAdding</name>
    <message>
        <source>such as assistant</source>
        <translation>例如 assistant</translation>
    </message>
    <message>
        <source>as you call it (optional)</source>
        <translation>你对它的称呼（可选）</translation>
    </message>
    <message>
        <source>Add agent</source>
        <translation>添加 Agent</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Made from</source>
        <translation>模板</translation>
    </message>
    <message>
        <source>Nothing: an empty memory</source>
        <translation>不用模板：空记忆</translation>
    </message>
    <message>
        <source>Its memory begins empty; SOUL.md and USER.md can be written later.</source>
        <translation>记忆从空白开始；SOUL.md 和 USER.md 可以以后再写。</translation>
    </message>
</context>
<context>
    <name>AgentLinks</name>
    <message>
        <source>This agent</source>
        <translation>此 Agent</translation>
    </message>
    <message>
        <source>What the agent sees</source>
        <translation>Agent 看到的内容</translation>
    </message>
</context>
<context>
    <name>AppMenu</name>
    <message>
        <source>Application menu</source>
        <translation>应用菜单</translation>
    </message>
    <message>
        <source>&amp;Scope</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Recent &amp;Cities</source>
        <translation>最近的 &amp;City</translation>
    </message>
</context>
<context>
    <name>ArticleBrowser</name>
    <message>
        <source>Text</source>
        <translation>正文</translation>
    </message>
</context>
<context>
    <name>ArticleSkeleton</name>
    <message>
        <source>Loading…</source>
        <translation>正在载入…</translation>
    </message>
</context>
<context>
    <name>BackupSection</name>
    <message>
        <source>Back up now</source>
        <translation>立即备份</translation>
    </message>
    <message>
        <source>Restore a backup</source>
        <translation>恢复备份</translation>
    </message>
    <message>
        <source>Backing up…</source>
        <translation>正在备份…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) left out; the first is {name}.</source>
        <comment>links, pipes, unreadable files</comment>
        <translation>
            <numerusform>有 %Ln 个文件未备份，第一个是 {name}。</numerusform>
        </translation>
    </message>
    <message>
        <source>The City is backed up.</source>
        <translation>City 已备份。</translation>
    </message>
    <message>
        <source>The last backup failed: {problem}</source>
        <translation>上次备份失败：{problem}</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Make backups</source>
        <translation>设置备份</translation>
    </message>
    <message>
        <source>No backup is made by itself. Choose a folder, best on another disk.</source>
        <translation>尚未设置自动备份。请选择一个文件夹，最好在另一块磁盘上。</translation>
    </message>
    <message>
        <source>{often}, to {folder}; the newest {count} stay.</source>
        <translation>{often}备份到 {folder}，保留最新的 {count} 份。</translation>
    </message>
    <message>
        <source>There is none yet.</source>
        <translation>还没有备份。</translation>
    </message>
    <message>
        <source>The last one: {time}, {size}.</source>
        <translation>最近一次：{time}，{size}。</translation>
    </message>
</context>
<context>
    <name>BackupTexts</name>
    <message numerus="yes">
        <source>Every %Ln week(s)</source>
        <translation>
            <numerusform>每 %Ln 周</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Every %Ln day(s)</source>
        <translation>
            <numerusform>每 %Ln 天</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Every %Ln hour(s)</source>
        <translation>
            <numerusform>每 %Ln 小时</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CaptureList</name>
    <message>
        <source>Captures</source>
        <translation>捕获</translation>
    </message>
</context>
<context>
    <name>ChartCard</name>
    <message>
        <source>Show the picture</source>
        <translation>显示图表</translation>
    </message>
    <message>
        <source>Show as a table</source>
        <translation>以表格显示</translation>
    </message>
</context>
<context>
    <name>ChoiceBar</name>
    <message>
        <source>Discard your changes?</source>
        <translation>放弃修改？</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation>继续编辑</translation>
    </message>
</context>
<context>
    <name>CityView</name>
    <message>
        <source>City</source>
        <translation>City</translation>
    </message>
    <message>
        <source>Look at the demo</source>
        <translation>查看演示</translation>
    </message>
    <message>
        <source>Begin my own City</source>
        <translation>建立我自己的 City</translation>
    </message>
    <message>
        <source>Show in file manager</source>
        <translation>在文件管理器中显示</translation>
    </message>
    <message>
        <source>Add an agent</source>
        <translation>添加 Agent</translation>
    </message>
    <message>
        <source>Add a workspace</source>
        <translation>添加工作区</translation>
    </message>
    <message>
        <source>Removed, with their files still here:</source>
        <translation>已移除，文件仍在：</translation>
    </message>
    <message>
        <source>This City</source>
        <translation>当前 City</translation>
    </message>
    <message>
        <source>Agents</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Project folders. Memories that are shared in one carry its name.</source>
        <translation>项目文件夹。在某个工作区中共享的记忆会带有它的名称。</translation>
    </message>
    <message>
        <source>Workspaces</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>备份</translation>
    </message>
    <message>
        <source>Other Cities</source>
        <translation>其他 City</translation>
    </message>
    <message>
        <source>What agents remember lies in this folder, in plain files. Removing an agent or a workspace here never touches a file.</source>
        <translation>Agent 的记忆以普通文件保存在这个文件夹中。在这里移除 Agent 或工作区不会动任何文件。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Add again</source>
        <translation>重新添加</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>移除…</translation>
    </message>
    <message>
        <source>Remove the agent {name}? All its files stay where they are, and it can be added again. Until then nobody reads or writes its memory through Memdesk.</source>
        <translation>移除 Agent {name}？它的文件全部留在原处，以后可以重新添加。在此之前，无法通过 Memdesk 读写它的记忆。</translation>
    </message>
    <message>
        <source>Added the agent {name}.</source>
        <translation>已添加 Agent {name}。</translation>
    </message>
    <message>
        <source>{path} (not there now)</source>
        <translation>{path}（现在不存在）</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Remove the workspace {name}? Its folder and all memories that carry its name stay.</source>
        <translation>移除工作区 {name}？它的文件夹以及带有其名称的记忆都会保留。</translation>
    </message>
    <message>
        <source>Added the workspace {name}.</source>
        <translation>已添加工作区 {name}。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>New memory</source>
        <translation>新建记忆</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>New City…</source>
        <translation>新建 City…</translation>
    </message>
    <message>
        <source>Open another City…</source>
        <translation>打开其他 City…</translation>
    </message>
    <message>
        <source>Look at the demo City</source>
        <translation>查看演示 City</translation>
    </message>
    <message>
        <source>Undo last change</source>
        <translation>撤销上一步更改</translation>
    </message>
    <message>
        <source>Edit memory</source>
        <translation>编辑记忆</translation>
    </message>
    <message>
        <source>Move to…</source>
        <translation>移动到…</translation>
    </message>
    <message>
        <source>Tags…</source>
        <translation>标签…</translation>
    </message>
    <message>
        <source>Pin or unpin</source>
        <translation>固定或取消固定</translation>
    </message>
    <message>
        <source>Copy memory ID</source>
        <translation>复制记忆 ID</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Show file in file manager</source>
        <translation>在文件管理器中显示文件</translation>
    </message>
    <message>
        <source>Copy prompt</source>
        <translation>复制提示词</translation>
    </message>
    <message>
        <source>Restore from trash</source>
        <translation>从回收站恢复</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>忘记</translation>
    </message>
    <message>
        <source>Purge…</source>
        <translation>彻底清除…</translation>
    </message>
    <message>
        <source>Go to anything…</source>
        <translation>快速前往…</translation>
    </message>
    <message>
        <source>Search everything</source>
        <translation>搜索全部</translation>
    </message>
    <message>
        <source>Find here</source>
        <translation>在此查找</translation>
    </message>
    <message>
        <source>More filters</source>
        <translation>更多筛选</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Revisions of this memory</source>
        <translation>这条记忆的修订</translation>
    </message>
    <message>
        <source>Headings of this page</source>
        <translation>本页标题</translation>
    </message>
    <message>
        <source>Next change</source>
        <translation>下一处改动</translation>
    </message>
    <message>
        <source>Previous change</source>
        <translation>上一处改动</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>Review captures</source>
        <translation>审核捕获</translation>
    </message>
    <message>
        <source>Try a message</source>
        <translation>试一条消息</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>动态</translation>
    </message>
    <message>
        <source>Agents and workspaces</source>
        <translation>Agent 与工作区</translation>
    </message>
    <message>
        <source>Connect a program</source>
        <translation>连接程序</translation>
    </message>
    <message>
        <source>What the agent sees</source>
        <translation>Agent 看到的内容</translation>
    </message>
    <message>
        <source>Persona (SOUL.md, USER.md)</source>
        <translation>人设（SOUL.md、USER.md）</translation>
    </message>
    <message>
        <source>Memory settings</source>
        <translation>记忆设置</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Actual size</source>
        <translation>实际大小</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation>下一个窗格</translation>
    </message>
    <message>
        <source>Previous pane</source>
        <translation>上一个窗格</translation>
    </message>
    <message>
        <source>Application menu</source>
        <translation>应用菜单</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>偏好设置</translation>
    </message>
    <message>
        <source>Import from Cherry Studio…</source>
        <translation>从 Cherry Studio 导入…</translation>
    </message>
    <message>
        <source>Quit Memdesk</source>
        <translation>退出 Memdesk</translation>
    </message>
    <message>
        <source>About Memdesk</source>
        <translation>关于 Memdesk</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>前往</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助</translation>
    </message>
</context>
<context>
    <name>ConnectText</name>
    <message>
        <source>Any other</source>
        <translation>其他程序</translation>
    </message>
    <message>
        <source>{program}: {when}</source>
        <translation>{program}：{when}</translation>
    </message>
    <message>
        <source>{program} in {workspace}: {when}</source>
        <translation>{program}（{workspace}）：{when}</translation>
    </message>
</context>
<context>
    <name>ConnectView</name>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>Connect a program</source>
        <translation>连接程序</translation>
    </message>
    <message>
        <source>Last seen</source>
        <translation>最近使用</translation>
    </message>
    <message>
        <source>Copy what stands here into the program’s own settings and start it again. It then uses this agent’s memory, and no other agent’s. Nothing is written for you.</source>
        <translation>把这里的内容复制到该程序自己的设置中，然后重新启动它。此后它使用这个 Agent 的记忆，不会用到其他 Agent 的。这里不会替你写入任何文件。</translation>
    </message>
    <message>
        <source>No workspace</source>
        <translation>无工作区</translation>
    </message>
    <message>
        <source>For any other program</source>
        <translation>适用于其他任何程序</translation>
    </message>
    <message>
        <source>Not in there yet</source>
        <translation>尚未写入其中</translation>
    </message>
    <message>
        <source>Is in there already</source>
        <translation>已在其中</translation>
    </message>
    <message>
        <source>Copied. Paste it into the program’s settings.</source>
        <translation>已复制。请粘贴到该程序的设置中。</translation>
    </message>
    <message>
        <source>No program has used {agent}’s memory yet.</source>
        <translation>还没有程序使用过 {agent} 的记忆。</translation>
    </message>
</context>
<context>
    <name>DetailView</name>
    <message>
        <source>Image</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>This memory could not be opened.</source>
        <translation>无法打开这条记忆。</translation>
    </message>
    <message>
        <source>Could not reach the memory provider.</source>
        <translation>无法连接记忆服务。</translation>
    </message>
    <message>
        <source>Back to the list</source>
        <translation>返回列表</translation>
    </message>
    <message>
        <source>This memory is not here any more.</source>
        <translation>这条记忆已不在这里。</translation>
    </message>
    <message>
        <source>It was forgotten or moved while it was open here.</source>
        <translation>打开期间，它被忘记或移走了。</translation>
    </message>
    <message>
        <source>There is no such memory.</source>
        <translation>没有这条记忆。</translation>
    </message>
    <message>
        <source>Nothing has the name {memory_id}.</source>
        <translation>没有名为 {memory_id} 的内容。</translation>
    </message>
    <message>
        <source>Write FACT.md</source>
        <translation>撰写 FACT.md</translation>
    </message>
    <message>
        <source>This agent has no long-term knowledge yet.</source>
        <translation>此 Agent 还没有长期知识。</translation>
    </message>
    <message>
        <source>What stands in FACT.md, every session of this agent begins with.</source>
        <translation>FACT.md 中的内容会成为此 Agent 每次会话的开头。</translation>
    </message>
    <message>
        <source>Something about this file needs a look.</source>
        <translation>这个文件有需要留意的地方。</translation>
    </message>
    <message>
        <source>This memory has been replaced.</source>
        <translation>这条记忆已被取代。</translation>
    </message>
    <message>
        <source>Agents are no longer told it.</source>
        <translation>不会再提供给 Agent。</translation>
    </message>
    <message>
        <source>Open the newer one</source>
        <translation>打开新的记忆</translation>
    </message>
    <message>
        <source>This page is long.</source>
        <translation>这一页很长。</translation>
    </message>
    <message>
        <source>The first {shown} of {total} characters are shown.</source>
        <translation>显示前 {shown} 个字符，共 {total} 个。</translation>
    </message>
    <message>
        <source>Shown as source.</source>
        <translation>以源文本显示。</translation>
    </message>
    <message>
        <source>This text is too complex to be laid out as a page.</source>
        <translation>这段文本过于复杂，无法排版成页面。</translation>
    </message>
    <message>
        <source>Show all as source</source>
        <translation>以源文本显示全文</translation>
    </message>
    <message>
        <source>Add an agent first.</source>
        <translation>请先添加 Agent。</translation>
    </message>
    <message>
        <source>Copied 1 ID</source>
        <translation>已复制 1 个 ID</translation>
    </message>
    <message>
        <source>Restored revision {number}</source>
        <translation>已恢复修订 {number}</translation>
    </message>
    <message>
        <source>Copied as Markdown</source>
        <translation>已复制为 Markdown</translation>
    </message>
    <message>
        <source>Open this address? {address}</source>
        <translation>打开这个地址？{address}</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>DiffView</name>
    <message>
        <source>Changes</source>
        <translation>改动</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more lines are not shown</source>
        <translation>
            <numerusform>还有 %Ln 行未显示</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unchanged lines</source>
        <translation>
            <numerusform>%Ln 行未改动</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EditLayout</name>
    <message>
        <source>separated by commas</source>
        <translation>用逗号分隔</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>编写</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>Reason for this revision</source>
        <translation>修订原因</translation>
    </message>
</context>
<context>
    <name>EditView</name>
    <message>
        <source>Editing revision {number}</source>
        <translation>正在编辑修订 {number}</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Could not reach the memory provider.</source>
        <translation>无法连接记忆服务。</translation>
    </message>
    <message>
        <source>There is no such memory.</source>
        <translation>没有这条记忆。</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图片</translation>
    </message>
    <message numerus="yes">
        <source>%Ln words</source>
        <translation>
            <numerusform>%Ln 字</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln characters</source>
        <translation>
            <numerusform>%Ln 个字符</numerusform>
        </translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>有未保存的修改</translation>
    </message>
    <message>
        <source>Choose above what to keep first.</source>
        <translation>请先在上方选择要保留的内容。</translation>
    </message>
    <message>
        <source>Choose first what to keep where both sides changed the same lines.</source>
        <translation>请先为双方都改动的行选择要保留的内容。</translation>
    </message>
    <message>
        <source>Add an agent first.</source>
        <translation>请先添加 Agent。</translation>
    </message>
    <message>
        <source>Nothing has changed.</source>
        <translation>没有改动。</translation>
    </message>
    <message>
        <source>Not saved. Your text is still here.</source>
        <translation>未保存，你的内容仍在这里。</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>Store it anyway</source>
        <translation>仍要保存</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Your text is kept here until you choose.</source>
        <translation>你的内容会保留，直到你作出选择。</translation>
    </message>
    <message>
        <source>{actor} saved revision {number} at {time}. Your text is kept here until you choose.</source>
        <translation>{actor} 在 {time} 保存了修订 {number}。你的内容会保留，直到你作出选择。</translation>
    </message>
    <message>
        <source>This memory changed while you were editing.</source>
        <translation>编辑期间，这条记忆已被修改。</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>保留我的</translation>
    </message>
    <message>
        <source>Take theirs</source>
        <translation>采用对方的</translation>
    </message>
    <message>
        <source>This memory was forgotten while you were editing.</source>
        <translation>编辑期间，这条记忆已被忘记。</translation>
    </message>
    <message>
        <source>Saving does not bring it back. Your text is kept here until you choose.</source>
        <translation>保存不会让它恢复。你的内容会保留，直到你作出选择。</translation>
    </message>
    <message>
        <source>Save as new</source>
        <translation>存为新记忆</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>From theirs (−) to yours (+)</source>
        <translation>从对方的（−）到你的（+）</translation>
    </message>
    <message numerus="yes">
        <source>Both sides changed the same lines in %Ln places.</source>
        <translation>
            <numerusform>双方在 %Ln 处改动了相同的行。</numerusform>
        </translation>
    </message>
    <message>
        <source>Both versions stand in the text until you choose. Save comes after that.</source>
        <translation>选择之前，两个版本都留在正文中；选择之后即可保存。</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
</context>
<context>
    <name>EntryList</name>
    <message>
        <source>{action} {name}</source>
        <translation>{action} {name}</translation>
    </message>
</context>
<context>
    <name>ErrorTexts</name>
    <message>
        <source>This is not there, or not there any more.</source>
        <translation>没有找到，或已经不在。</translation>
    </message>
    <message>
        <source>The acting agent has no right to this.</source>
        <translation>当前操作身份没有此权限。</translation>
    </message>
    <message>
        <source>Something that was entered is not accepted.</source>
        <translation>输入的内容不符合要求。</translation>
    </message>
    <message>
        <source>This is not a memory ID.</source>
        <translation>这不是记忆 ID。</translation>
    </message>
    <message>
        <source>This changed meanwhile, or the name is taken.</source>
        <translation>内容已被改动，或名称已被占用。</translation>
    </message>
    <message>
        <source>A link or a special file stands in the way; Memdesk does not follow it.</source>
        <translation>路径中有链接或特殊文件，Memdesk 不会跟随。</translation>
    </message>
    <message>
        <source>The text seems to hold a password or a key, and was not stored.</source>
        <translation>内容中似乎含有密码或密钥，因此没有保存。</translation>
    </message>
    <message>
        <source>Memdesk does not understand this file, so it is left as it is.</source>
        <translation>Memdesk 无法理解这个文件，因此保持原样。</translation>
    </message>
    <message>
        <source>This is larger than a memory may be.</source>
        <translation>超出了一条记忆的大小上限。</translation>
    </message>
    <message>
        <source>Evidence and the journal are never changed.</source>
        <translation>证据和日志从不改动。</translation>
    </message>
    <message>
        <source>This cannot be done here.</source>
        <translation>这里不支持此操作。</translation>
    </message>
    <message>
        <source>The folder of the memories does not answer.</source>
        <translation>无法访问存放记忆的文件夹。</translation>
    </message>
    <message>
        <source>Another program is writing. Try again in a moment.</source>
        <translation>另一个程序正在写入，请稍后再试。</translation>
    </message>
    <message>
        <source>Something went wrong in Memdesk itself.</source>
        <translation>Memdesk 自身出现了问题。</translation>
    </message>
    <message>
        <source>Something in the front matter of this file is not understood.</source>
        <translation>无法理解此文件 front matter 中的部分内容。</translation>
    </message>
    <message>
        <source>This file is not UTF-8 text; it is shown as far as it goes.</source>
        <translation>此文件不是 UTF-8 文本，仅显示可读的部分。</translation>
    </message>
    <message>
        <source>This looks like a copy that a sync program made. Compare the two.</source>
        <translation>这像是同步程序产生的副本，请对比两者。</translation>
    </message>
    <message>
        <source>A cloud service keeps this memory, and only a placeholder is here.</source>
        <translation>此记忆保存在云端服务中，这里只有一个占位文件。</translation>
    </message>
    <message>
        <source>Its evidence was kept: a memory that cannot be read now may rest on it.</source>
        <translation>其证据已保留：有一条目前无法读取的记忆可能依据它。</translation>
    </message>
    <message>
        <source>Some lines of the journal are not understood.</source>
        <translation>日志中有几行无法理解。</translation>
    </message>
    <message>
        <source>This shared page changed after it was pinned. Pin it again to tell it to agents.</source>
        <translation>此共享页面在固定后有改动。重新固定后才会告诉 Agent。</translation>
    </message>
    <message>
        <source>Not understood, so the default holds: {field}</source>
        <translation>无法理解，已改用默认值：{field}</translation>
    </message>
    <message>
        <source>The change is stored, but not in the audit log.</source>
        <translation>改动已保存，但未写入审计日志。</translation>
    </message>
    <message>
        <source>The change is stored; the index will catch up.</source>
        <translation>改动已保存，索引稍后更新。</translation>
    </message>
    <message>
        <source>Semantic search is on, but does not work. Words alone are searched for.</source>
        <translation>语义搜索已开启，但无法使用，目前仅按字词搜索。</translation>
    </message>
    <message>
        <source>The disk is full. Nothing was written.</source>
        <translation>磁盘已满，没有写入任何内容。</translation>
    </message>
    <message>
        <source>The disk is read-only. Nothing was written.</source>
        <translation>磁盘是只读的，没有写入任何内容。</translation>
    </message>
    <message>
        <source>The system does not permit access to this file or folder.</source>
        <translation>系统不允许访问这个文件或文件夹。</translation>
    </message>
    <message>
        <source>The disk reports an error.</source>
        <translation>磁盘报告了错误。</translation>
    </message>
    <message>
        <source>Too many files are open.</source>
        <translation>打开的文件过多。</translation>
    </message>
    <message>
        <source>Another program holds this file.</source>
        <translation>文件正被另一个程序占用。</translation>
    </message>
    <message>
        <source>A cloud service keeps this memory elsewhere. Let it bring the file first.</source>
        <translation>此记忆由云端服务保存在别处。请先让它取回文件。</translation>
    </message>
    <message>
        <source>The folder of this memory is a file, or lies in one.</source>
        <translation>这条记忆的文件夹是一个文件，或位于文件之中。</translation>
    </message>
    <message>
        <source>There is no such revision any more.</source>
        <translation>这个修订已不存在。</translation>
    </message>
    <message>
        <source>It is not in the trash any more.</source>
        <translation>它已不在回收站中。</translation>
    </message>
    <message>
        <source>This memory does not exist any more.</source>
        <translation>这条记忆已不存在。</translation>
    </message>
    <message>
        <source>There is an agent {agent_id} already.</source>
        <translation>已有名为 {agent_id} 的 Agent。</translation>
    </message>
    <message>
        <source>There is a workspace {workspace_id} already.</source>
        <translation>已有名为 {workspace_id} 的工作区。</translation>
    </message>
    <message>
        <source>This memory changed meanwhile.</source>
        <translation>这条记忆刚刚被改动。</translation>
    </message>
    <message>
        <source>There is a memory with that name already.</source>
        <translation>已有同名的记忆。</translation>
    </message>
    <message>
        <source>There is a file with that name already.</source>
        <translation>已有同名的文件。</translation>
    </message>
    <message>
        <source>This was written by a newer Memdesk. Update it first.</source>
        <translation>它由更新版本的 Memdesk 写入，请先更新 Memdesk。</translation>
    </message>
    <message>
        <source>No such agent is registered. Add an agent first.</source>
        <translation>没有登记这个 Agent。请先添加 Agent。</translation>
    </message>
    <message>
        <source>No such workspace is registered.</source>
        <translation>没有登记这个工作区。</translation>
    </message>
    <message>
        <source>An id has 1 to 64 characters of a-z, 0-9, - and _, and begins with a letter or a digit.</source>
        <translation>ID 由 1 到 64 个字符组成，只能使用 a-z、0-9、- 和 _，并以字母或数字开头。</translation>
    </message>
    <message>
        <source>That is not a workspace’s id.</source>
        <translation>这不是有效的工作区 ID。</translation>
    </message>
    <message>
        <source>The search words are not accepted.</source>
        <translation>无法使用这些搜索词。</translation>
    </message>
    <message>
        <source>This topic is not accepted.</source>
        <translation>主题不符合要求。</translation>
    </message>
    <message>
        <source>This text is not accepted.</source>
        <translation>内容不符合要求。</translation>
    </message>
    <message>
        <source>These tags are not accepted.</source>
        <translation>标签不符合要求。</translation>
    </message>
    <message>
        <source>There is no such folder.</source>
        <translation>没有这个文件夹。</translation>
    </message>
</context>
<context>
    <name>EvidenceItem</name>
    <message>
        <source>Evidence</source>
        <translation>证据</translation>
    </message>
    <message>
        <source>{label}, {time}</source>
        <translation>{label}，{time}</translation>
    </message>
    <message>
        <source>This evidence is not there any more.</source>
        <translation>这条证据已不存在。</translation>
    </message>
</context>
<context>
    <name>FactGuide</name>
    <message>
        <source>Will it still matter in six months? Then it belongs here; what happened once goes to the journal.</source>
        <translation>六个月后还重要吗？重要就写在这里；一次性的事件请记入日志。</translation>
    </message>
    <message>
        <source>Every session of this agent begins with this text.</source>
        <translation>此 Agent 的每次会话都以这段文字开始。</translation>
    </message>
    <message>
        <source>Tokens are estimated. The room is what SOUL.md and USER.md leave of the prompt’s Core Memory.</source>
        <translation>Token 数为估算值。可用空间是提示词的核心记忆中 SOUL.md 与 USER.md 之外的部分。</translation>
    </message>
    <message>
        <source>{characters} characters, about {tokens} tokens.</source>
        <translation>{characters} 个字符，约 {tokens} 个 Token。</translation>
    </message>
    <message>
        <source>{characters} of {most} characters, about {tokens} of {room} tokens.</source>
        <translation>{characters} / {most} 个字符，约 {tokens} / {room} 个 Token。</translation>
    </message>
    <message>
        <source>The end does not fit and is left out of the prompt.</source>
        <translation>末尾放不下，不会收录到提示词中。</translation>
    </message>
</context>
<context>
    <name>FactInvite</name>
    <message>
        <source>Write long-term knowledge</source>
        <translation>撰写长期知识</translation>
    </message>
    <message>
        <source>FACT.md is not there yet. What stands in it, every session of this agent begins with.</source>
        <translation>还没有 FACT.md。其中的内容会成为此 Agent 每次会话的开头。</translation>
    </message>
</context>
<context>
    <name>FailureNotice</name>
    <message>
        <source>What could not be done</source>
        <translation>未能完成的项目</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>知道了</translation>
    </message>
</context>
<context>
    <name>FailureNoticeText</name>
    <message>
        <source>“{title}”: {reason}</source>
        <translation>“{title}”：{reason}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>还有 %Ln 条</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FilterChips</name>
    <message>
        <source>Filters that are set</source>
        <translation>已设置的筛选</translation>
    </message>
    <message>
        <source>Clear all</source>
        <translation>全部清除</translation>
    </message>
    <message>
        <source>Remove the filter {name}</source>
        <translation>移除筛选“{name}”</translation>
    </message>
</context>
<context>
    <name>FilterPopover</name>
    <message>
        <source>Filters</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Find a tag</source>
        <translation>查找标签</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>Observed</source>
        <translation>观察时间</translation>
    </message>
    <message>
        <source>First day</source>
        <translation>起始日期</translation>
    </message>
    <message>
        <source>Last day</source>
        <translation>结束日期</translation>
    </message>
    <message>
        <source>Clear all</source>
        <translation>全部清除</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Any workspace</source>
        <translation>全部工作区</translation>
    </message>
    <message>
        <source>No tag is called so.</source>
        <translation>没有这样的标签。</translation>
    </message>
    <message>
        <source>There are no tags.</source>
        <translation>还没有标签。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln rarer tags are not listed.</source>
        <translation>
            <numerusform>另有 %Ln 个较少使用的标签未列出。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FilterTexts</name>
    <message>
        <source>Any time</source>
        <translation>不限时间</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>最近 7 天</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>最近 30 天</translation>
    </message>
    <message>
        <source>This year</source>
        <translation>今年</translation>
    </message>
    <message>
        <source>Between…</source>
        <translation>指定日期…</translation>
    </message>
    <message>
        <source>{first} to {last}</source>
        <comment>dates</comment>
        <translation>{first} 至 {last}</translation>
    </message>
    <message>
        <source>since {first}</source>
        <translation>{first} 起</translation>
    </message>
    <message>
        <source>until {last}</source>
        <translation>截至 {last}</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in page</source>
        <translation>在页面中查找</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上一个</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一个</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>{at} of {total}</source>
        <translation>第 {at} 个，共 {total} 个</translation>
    </message>
</context>
<context>
    <name>FolderOpening</name>
    <message>
        <source>Path of a folder</source>
        <translation>文件夹路径</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>This City is open already.</source>
        <translation>这个 City 已经打开。</translation>
    </message>
    <message>
        <source>Open this City</source>
        <translation>打开这个 City</translation>
    </message>
    <message>
        <source>Begin a City here</source>
        <translation>在这里建立 City</translation>
    </message>
    <message>
        <source>Opening adds the folder .memdesk for index and history; no other file changes until you change something.</source>
        <translation>打开时会加入 .memdesk 文件夹，存放索引与历史；在你改动之前，其他文件都不变。</translation>
    </message>
    <message>
        <source>Its files are written once you add its first agent.</source>
        <translation>添加第一个 Agent 之后才会写入文件。</translation>
    </message>
    <message>
        <source>This is a City.</source>
        <translation>这是一个 City。</translation>
    </message>
    <message>
        <source>This is a City that downcity made. It opens as it is, and downcity can go on reading it.</source>
        <translation>这是 downcity 建立的 City。它会原样打开，downcity 也能继续读取。</translation>
    </message>
    <message>
        <source>This folder holds other files and no City. A City here would lie among them.</source>
        <translation>这个文件夹里有其他文件，没有 City。在这里建立的 City 会与它们放在一起。</translation>
    </message>
    <message>
        <source>This folder is empty. A new City can begin here.</source>
        <translation>这个文件夹是空的，可以在这里建立新的 City。</translation>
    </message>
    <message>
        <source>There is no such folder yet. A new City can begin here.</source>
        <translation>还没有这个文件夹，可以在这里建立新的 City。</translation>
    </message>
    <message>
        <source>No agent is registered in it.</source>
        <translation>其中没有登记 Agent。</translation>
    </message>
    <message>
        <source>{names} and {count} more</source>
        <translation>{names} 和另外 {count} 个</translation>
    </message>
    <message>
        <source>Its agents: {names}.</source>
        <translation>其中的 Agent：{names}。</translation>
    </message>
    <message>
        <source>Here Cherry Studio keeps agents. Their memory can be copied into the City that is open.</source>
        <translation>这里是 Cherry Studio 的 Agent。它们的记忆可以复制到当前打开的 City。</translation>
    </message>
    <message>
        <source>It goes to {root}; this folder is only read.</source>
        <translation>会复制到 {root}；这个文件夹只读取、不改动。</translation>
    </message>
    <message>
        <source>All of it is here already.</source>
        <translation>全部内容都已在这里。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln files and journals would come.</source>
        <translation>
            <numerusform>将复制 %Ln 个文件和日志。</numerusform>
        </translation>
    </message>
    <message>
        <source>Import into this City</source>
        <translation>导入到当前 City</translation>
    </message>
    <message numerus="yes">
        <source>%Ln files and journals came.</source>
        <translation>
            <numerusform>已复制 %Ln 个文件和日志。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Imported %Ln agents.</source>
        <translation>
            <numerusform>已导入 %Ln 个 Agent。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GoverningBars</name>
    <message numerus="yes">
        <source>%Ln memories could not be moved.</source>
        <translation>
            <numerusform>%Ln 条记忆未能移动。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln memories could not be forgotten.</source>
        <translation>
            <numerusform>%Ln 条记忆未能忘记。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The tags of %Ln memories could not be changed.</source>
        <translation>
            <numerusform>%Ln 条记忆的标签未能更改。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportTexts</name>
    <message numerus="yes">
        <source>adds %Ln lines</source>
        <translation>
            <numerusform>将新增 %Ln 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lines added</source>
        <translation>
            <numerusform>已新增 %Ln 行</numerusform>
        </translation>
    </message>
    <message>
        <source>will be copied</source>
        <translation>将复制</translation>
    </message>
    <message>
        <source>will be brought up to date</source>
        <translation>将更新</translation>
    </message>
    <message>
        <source>is empty; will be filled from the template</source>
        <translation>为空，将由模板填充</translation>
    </message>
    <message>
        <source>copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>brought up to date</source>
        <translation>已更新</translation>
    </message>
    <message>
        <source>filled from the template</source>
        <translation>已由模板填充</translation>
    </message>
    <message>
        <source>here already</source>
        <translation>已在此处</translation>
    </message>
    <message>
        <source>stays: another text is here</source>
        <translation>保留：此处已有不同的内容</translation>
    </message>
    <message>
        <source>cannot be taken over</source>
        <translation>无法导入</translation>
    </message>
</context>
<context>
    <name>ImportView</name>
    <message>
        <source>Cherry Studio’s folder</source>
        <translation>Cherry Studio 的文件夹</translation>
    </message>
    <message>
        <source>Its data folder, or the folder of one agent</source>
        <translation>数据文件夹，或单个 Agent 的文件夹</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>What would come</source>
        <translation>将导入的内容</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Agents come with their persona, FACT.md and journal. The folder is only read; nothing of yours is overwritten, and importing again brings only what is new.</source>
        <translation>导入 Agent 及其人设、FACT.md 和日志。该文件夹只会被读取；不会覆盖现有内容，再次导入只带入新增部分。</translation>
    </message>
    <message>
        <source>Import from Cherry Studio</source>
        <translation>从 Cherry Studio 导入</translation>
    </message>
    <message numerus="yes">
        <source>Imported: %Ln changes</source>
        <translation>
            <numerusform>已导入：%Ln 处更改</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was imported.</source>
        <translation>未导入任何内容。</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查看…</translation>
    </message>
    <message>
        <source>Importing…</source>
        <translation>正在导入…</translation>
    </message>
    <message>
        <source>Preview first what would come.</source>
        <translation>请先预览将导入的内容。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln agents</source>
        <translation>
            <numerusform>%Ln 个 Agent</numerusform>
        </translation>
    </message>
    <message>
        <source>Imported from {agents}.</source>
        <translation>已导入 {agents}。</translation>
    </message>
    <message>
        <source>Everything is here already. Nothing would change.</source>
        <translation>所有内容都已在此处，不会有任何更改。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln files</source>
        <translation>
            <numerusform>%Ln 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>{files} of {agents} would come. Nothing has been written yet.</source>
        <translation>将导入 {agents} 的 {files}。尚未写入任何内容。</translation>
    </message>
    <message>
        <source>a new agent</source>
        <translation>新的 Agent</translation>
    </message>
    <message>
        <source>an agent that is here</source>
        <translation>已有的 Agent</translation>
    </message>
    <message numerus="yes">
        <source>%Ln other files have no place here</source>
        <translation>
            <numerusform>另有 %Ln 个文件不会导入</numerusform>
        </translation>
    </message>
    <message>
        <source>{number} bytes</source>
        <translation>{number} 字节</translation>
    </message>
</context>
<context>
    <name>JournalPane</name>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Journal</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>What happened?</source>
        <translation>发生了什么？</translation>
    </message>
    <message>
        <source>New journal entry</source>
        <translation>新的日志条目</translation>
    </message>
    <message>
        <source>Tags, separated by commas</source>
        <translation>标签，以逗号分隔</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>The journal could not be read.</source>
        <translation>无法读取日志。</translation>
    </message>
    <message>
        <source>There is no journal yet.</source>
        <translation>还没有日志。</translation>
    </message>
    <message>
        <source>No entry fits.</source>
        <translation>没有符合的条目。</translation>
    </message>
    <message>
        <source>The journal is empty.</source>
        <translation>日志为空。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries</source>
        <translation>
            <numerusform>%Ln 条</numerusform>
        </translation>
    </message>
    <message>
        <source>All tags</source>
        <translation>全部标签</translation>
    </message>
    <message>
        <source>{tag} ({number})</source>
        <translation>{tag}（{number}）</translation>
    </message>
    <message>
        <source>Not added. Your text is still here.</source>
        <translation>未添加，你的内容仍在这里。</translation>
    </message>
    <message>
        <source>Store it anyway</source>
        <translation>仍然存储</translation>
    </message>
    <message>
        <source>Added to the journal</source>
        <translation>已添加到日志</translation>
    </message>
</context>
<context>
    <name>JournalTexts</name>
    <message>
        <source>Without a time</source>
        <translation>无时间</translation>
    </message>
</context>
<context>
    <name>KeptEditView</name>
    <message>
        <source>Your unsaved text of {time} is back.</source>
        <translation>已恢复你在 {time} 未保存的内容。</translation>
    </message>
    <message>
        <source>Use the stored text</source>
        <translation>改用已保存的内容</translation>
    </message>
    <message>
        <source>Keep writing</source>
        <translation>继续编写</translation>
    </message>
</context>
<context>
    <name>KeptJournalPane</name>
    <message>
        <source>Your unsaved text of {time} is back.</source>
        <translation>已恢复你在 {time} 未保存的内容。</translation>
    </message>
    <message>
        <source>Start anew</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>Keep writing</source>
        <translation>继续编写</translation>
    </message>
</context>
<context>
    <name>KeptNewView</name>
    <message>
        <source>Your unsaved text of {time} is back.</source>
        <translation>已恢复你在 {time} 未保存的内容。</translation>
    </message>
    <message>
        <source>Start anew</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>Keep writing</source>
        <translation>继续编写</translation>
    </message>
</context>
<context>
    <name>LeftAloneNotice</name>
    <message>
        <source>What Memdesk leaves alone</source>
        <translation>Memdesk 未改动的内容</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>忽略</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lines of JOURNAL.jsonl could not be read. They are kept as they are.</source>
        <translation>
            <numerusform>JOURNAL.jsonl 中有 %Ln 行无法读取，已原样保留。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln links or special files are left alone and not read.</source>
        <translation>
            <numerusform>有 %Ln 个链接或特殊文件未被读取，保持原样。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files or folders could not be read.</source>
        <translation>
            <numerusform>有 %Ln 个文件或文件夹无法读取。</numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>收起</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more lines</source>
        <translation>
            <numerusform>另有 %Ln 行</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ListTexts</name>
    <message>
        <source>, evidence included</source>
        <translation>，已包含证据</translation>
    </message>
    <message numerus="yes">
        <source>%Ln memories</source>
        <translation>
            <numerusform>%Ln 条记忆</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The best %Ln results for “{query}” in {scope}</source>
        <translation>
            <numerusform>在“{scope}”中搜索“{query}”：最相关的 %Ln 条结果</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln results for “{query}” in {scope}</source>
        <translation>
            <numerusform>在“{scope}”中搜索“{query}”：%Ln 条结果</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing found for “{query}”</source>
        <translation>没有找到“{query}”</translation>
    </message>
    <message>
        <source>Searched titles and text of {types} in {scope}.</source>
        <translation>已在 {scope} 的{types}标题与正文中搜索，已包含证据。</translation>
    </message>
    <message>
        <source>Searched titles and text of {types} in {scope}.
Evidence was not included.</source>
        <translation>已在 {scope} 的{types}标题与正文中搜索，未包含证据。</translation>
    </message>
    <message>
        <source>Searched titles and text in {scope}.</source>
        <translation>已在 {scope} 的标题与正文中搜索，已包含证据。</translation>
    </message>
    <message>
        <source>Searched titles and text in {scope}.
Evidence was not included.</source>
        <translation>已在 {scope} 的标题与正文中搜索，未包含证据。</translation>
    </message>
    <message>
        <source>No {types} in {scope}</source>
        <translation>{scope} 中没有{types}</translation>
    </message>
    <message>
        <source>Nothing in {scope} fits these filters</source>
        <translation>{scope} 中没有符合筛选条件的记忆</translation>
    </message>
    <message>
        <source>Filters: {filters}.</source>
        <translation>筛选条件：{filters}。</translation>
    </message>
    <message>
        <source>Nothing is shared yet</source>
        <translation>还没有共享的记忆</translation>
    </message>
    <message>
        <source>Memories appear here when an agent learns something worth sharing, or when you write one.</source>
        <translation>Agent 学到值得共享的内容，或你手动新建后，会显示在这里。</translation>
    </message>
    <message>
        <source>{agent} remembers nothing yet</source>
        <translation>{agent} 还没有记忆</translation>
    </message>
    <message>
        <source>Memories appear here when {agent} learns something worth keeping, or when you write one.</source>
        <translation>{agent} 学到值得保留的内容，或你手动新建后，会显示在这里。</translation>
    </message>
</context>
<context>
    <name>ListToolbar</name>
    <message>
        <source>Include evidence</source>
        <translation>包含证据</translation>
    </message>
    <message>
        <source>More filters</source>
        <translation>更多筛选</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>What was forgotten and can come back</source>
        <translation>已忘记、可以恢复的内容</translation>
    </message>
    <message>
        <source>Show what changed last first</source>
        <translation>把最近修改的排在最前</translation>
    </message>
    <message>
        <source>Search {scope}</source>
        <translation>搜索 {scope}</translation>
    </message>
    <message>
        <source>Sort order: {order}</source>
        <translation>排序：{order}</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>按时间从新到旧</translation>
    </message>
    <message>
        <source>Oldest first</source>
        <translation>按时间从旧到新</translation>
    </message>
    <message>
        <source>Last changed first</source>
        <translation>按最近修改</translation>
    </message>
    <message>
        <source>By title</source>
        <translation>按标题</translation>
    </message>
    <message>
        <source>Best match first</source>
        <translation>按相关度排序</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Scope {number}</source>
        <translation>范围 {number}</translation>
    </message>
    <message>
        <source>{scope} (demo)</source>
        <translation>{scope}（演示）</translation>
    </message>
    <message>
        <source>{place} - Memdesk</source>
        <translation>{place} - Memdesk</translation>
    </message>
    <message>
        <source>Memdesk ended unexpectedly on {time}. A report was written; it holds no memory text.</source>
        <translation>Memdesk 于 {time} 意外退出。已写入报告，其中不含记忆内容。</translation>
    </message>
    <message>
        <source>Show the report</source>
        <translation>查看报告</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>忽略</translation>
    </message>
</context>
<context>
    <name>MarkdownEditor</name>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
</context>
<context>
    <name>MemoryListDelegate</name>
    <message>
        <source>In evidence:</source>
        <translation>证据中：</translation>
    </message>
    <message>
        <source>replaced</source>
        <translation>已被取代</translation>
    </message>
</context>
<context>
    <name>MemoryListModel</name>
    <message>
        <source>Loading memories…</source>
        <translation>正在载入记忆…</translation>
    </message>
</context>
<context>
    <name>MemoryListView</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>New memory</source>
        <translation>新建记忆</translation>
    </message>
    <message>
        <source>Add an agent first.</source>
        <translation>请先添加 Agent。</translation>
    </message>
    <message>
        <source>Loading memories…</source>
        <translation>正在载入记忆…</translation>
    </message>
    <message>
        <source>Clear all filters</source>
        <translation>清除全部筛选</translation>
    </message>
    <message>
        <source>Show all types</source>
        <translation>显示全部类型</translation>
    </message>
    <message>
        <source>Include evidence</source>
        <translation>包含证据</translation>
    </message>
    <message>
        <source>Search all types</source>
        <translation>搜索全部类型</translation>
    </message>
    <message>
        <source>Search Shared</source>
        <translation>搜索共享</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>This could not be searched.</source>
        <translation>无法按此搜索。</translation>
    </message>
    <message>
        <source>Could not reach the memory provider.</source>
        <translation>无法连接记忆服务。</translation>
    </message>
    <message>
        <source>Showing the list from {time}.</source>
        <translation>显示的是 {time} 的列表。</translation>
    </message>
    <message>
        <source>Long-term knowledge is never forgotten. Open it and empty it instead.</source>
        <translation>长期知识不能被忘记。可以打开它并清空内容。</translation>
    </message>
    <message numerus="yes">
        <source>Copied %Ln IDs</source>
        <translation>
            <numerusform>已复制 %Ln 个 ID</numerusform>
        </translation>
    </message>
    <message>
        <source>Only pages can be moved.</source>
        <translation>只有页面可以移动。</translation>
    </message>
    <message>
        <source>Only pages have tags.</source>
        <translation>只有页面才有标签。</translation>
    </message>
</context>
<context>
    <name>MemoryPanel</name>
    <message>
        <source>About this memory</source>
        <translation>关于这条记忆</translation>
    </message>
    <message>
        <source>On this page</source>
        <translation>本页标题</translation>
    </message>
    <message>
        <source>Citations</source>
        <translation>引用</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>证据</translation>
    </message>
    <message>
        <source>Revisions</source>
        <translation>修订</translation>
    </message>
    <message>
        <source>Shared</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>Memory ID</source>
        <translation>记忆 ID</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>主体</translation>
    </message>
    <message>
        <source>Observed</source>
        <translation>观察时间</translation>
    </message>
    <message>
        <source>Updated</source>
        <translation>更新时间</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Copy memory ID</source>
        <translation>复制记忆 ID</translation>
    </message>
    <message>
        <source>Memory ID copied</source>
        <translation>已复制记忆 ID</translation>
    </message>
    <message>
        <source>Copy citation</source>
        <translation>复制引用</translation>
    </message>
    <message>
        <source>Citation copied</source>
        <translation>已复制引用</translation>
    </message>
    <message>
        <source>Evidence never changes.</source>
        <translation>证据从不改动。</translation>
    </message>
    <message>
        <source>No evidence is kept.</source>
        <translation>没有保存证据。</translation>
    </message>
    <message numerus="yes">
        <source>Show %Ln more</source>
        <translation>
            <numerusform>再显示 %Ln 条</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MemoryReference</name>
    <message>
        <source>whole page</source>
        <translation>整页</translation>
    </message>
    <message>
        <source>line {first}</source>
        <translation>第 {first} 行</translation>
    </message>
    <message>
        <source>lines {first}–{last}</source>
        <translation>第 {first}–{last} 行</translation>
    </message>
    <message>
        <source>another program</source>
        <translation>其他程序</translation>
    </message>
    <message>
        <source>an agent</source>
        <translation>某个 Agent</translation>
    </message>
    <message>
        <source>you, as {agent}</source>
        <translation>你（以 {agent} 身份）</translation>
    </message>
    <message>
        <source>you</source>
        <translation>你</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>Added text</source>
        <translation>追加内容</translation>
    </message>
    <message>
        <source>Revised</source>
        <translation>修改</translation>
    </message>
    <message>
        <source>Added from a conversation</source>
        <translation>从对话中追加</translation>
    </message>
    <message>
        <source>Restored an earlier revision</source>
        <translation>恢复了较早的修订</translation>
    </message>
    <message>
        <source>Brought back</source>
        <translation>撤销忘记</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Forgotten</source>
        <translation>忘记</translation>
    </message>
    <message>
        <source>Changed outside Memdesk</source>
        <translation>在 Memdesk 之外修改</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>改动</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Tool output</source>
        <translation>工具输出</translation>
    </message>
    <message>
        <source>Journal</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Reason for a revision</source>
        <translation>修订原因</translation>
    </message>
</context>
<context>
    <name>MemoryTable</name>
    <message>
        <source>Memories</source>
        <translation>记忆</translation>
    </message>
</context>
<context>
    <name>MemoryType</name>
    <message>
        <source>Fact</source>
        <translation>事实</translation>
    </message>
    <message>
        <source>Preference</source>
        <translation>偏好</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>决策</translation>
    </message>
    <message>
        <source>Episode</source>
        <translation>经历</translation>
    </message>
    <message>
        <source>Procedure</source>
        <translation>流程</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>facts</source>
        <translation>事实</translation>
    </message>
    <message>
        <source>preferences</source>
        <translation>偏好</translation>
    </message>
    <message>
        <source>decisions</source>
        <translation>决策</translation>
    </message>
    <message>
        <source>episodes</source>
        <translation>经历</translation>
    </message>
    <message>
        <source>procedures</source>
        <translation>流程</translation>
    </message>
    <message>
        <source>documents</source>
        <translation>文档</translation>
    </message>
</context>
<context>
    <name>MergePane</name>
    <message>
        <source>Previous change</source>
        <translation>上一处改动</translation>
    </message>
    <message>
        <source>Next change</source>
        <translation>下一处改动</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Change {number} of {total}</source>
        <translation>第 {number} 处改动，共 {total} 处</translation>
    </message>
    <message>
        <source>Both sides changed these lines. Choose what the text keeps.</source>
        <translation>双方都改动了这些行，请选择正文保留哪一方。</translation>
    </message>
    <message>
        <source>Both sides changed something here.</source>
        <translation>双方都改动了这里。</translation>
    </message>
    <message>
        <source>Only they changed something here.</source>
        <translation>这里只有对方的改动。</translation>
    </message>
    <message>
        <source>Only you changed something here.</source>
        <translation>这里只有你的改动。</translation>
    </message>
</context>
<context>
    <name>MoveBar</name>
    <message>
        <source>Move to…</source>
        <translation>移动到…</translation>
    </message>
    <message>
        <source>Move to</source>
        <translation>移动到</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Topic</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel (Esc)</source>
        <translation>取消（Esc）</translation>
    </message>
    <message>
        <source>Choose another scope or topic.</source>
        <translation>请选择其他范围或主题。</translation>
    </message>
</context>
<context>
    <name>NewView</name>
    <message>
        <source>separated by commas</source>
        <translation>用逗号分隔</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save memory</source>
        <translation>保存记忆</translation>
    </message>
    <message>
        <source>New memory</source>
        <translation>新建记忆</translation>
    </message>
    <message>
        <source>Markdown. The first line becomes the title when it is a heading.</source>
        <translation>支持 Markdown。首行若为标题，将用作记忆标题。</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Topic</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>no workspace</source>
        <translation>无工作区</translation>
    </message>
    <message>
        <source>Add an agent first.</source>
        <translation>请先添加 Agent。</translation>
    </message>
    <message>
        <source>Write a text and a topic first.</source>
        <translation>请先填写内容和主题。</translation>
    </message>
    <message>
        <source>Will be stored in {scope}, readable by this agent only.</source>
        <translation>将存入 {scope}，仅该 Agent 可读。</translation>
    </message>
    <message>
        <source>Will be stored in {scope}, by agent {agent}, tagged with workspace {workspace}.</source>
        <translation>将由 {agent} 存入{scope}，并标记工作区 {workspace}。</translation>
    </message>
    <message>
        <source>Shared</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>Will be stored in {scope}, by agent {agent}.</source>
        <translation>将由 {agent} 存入{scope}。</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>Not saved. Your text is still here.</source>
        <translation>未保存，你的内容仍在这里。</translation>
    </message>
    <message>
        <source>Store it anyway</source>
        <translation>仍要保存</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>A memory with this topic exists.</source>
        <translation>已有这个主题的记忆。</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>打开它</translation>
    </message>
    <message>
        <source>Add to it</source>
        <translation>追加到其中</translation>
    </message>
</context>
<context>
    <name>OutsideNotice</name>
    <message>
        <source>another program</source>
        <translation>其他程序</translation>
    </message>
    <message>
        <source>{name} and others</source>
        <translation>{name} 等</translation>
    </message>
    <message numerus="yes">
        <source>%Ln memories changed by {who} just now</source>
        <translation>
            <numerusform>{who} 刚刚修改了 %Ln 条记忆</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PageHeader</name>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Back (Esc)</source>
        <translation>返回（Esc）</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Go to a scope, a memory or a command</source>
        <translation>前往范围、记忆或命令</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>查找结果</translation>
    </message>
</context>
<context>
    <name>PaletteModel</name>
    <message>
        <source>Scope</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
</context>
<context>
    <name>PaletteSource</name>
    <message>
        <source>Memories could not be searched.</source>
        <translation>无法搜索记忆。</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Scopes</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Memories</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Nothing found for “{query}”</source>
        <translation>没有找到“{query}”</translation>
    </message>
</context>
<context>
    <name>PersonaView</name>
    <message>
        <source>Revisions</source>
        <translation>修订</translation>
    </message>
    <message>
        <source>Who the agent is: its manner and tone. Every session begins with it.</source>
        <translation>Agent 是谁：它的举止与语气。每次会话都以此开始。</translation>
    </message>
    <message>
        <source>Who the user is. Every session begins with it.</source>
        <translation>用户是谁。每次会话都以此开始。</translation>
    </message>
    <message>
        <source>Persona of {agent}</source>
        <translation>{agent} 的人设</translation>
    </message>
    <message>
        <source>Could not reach the memory provider.</source>
        <translation>无法连接记忆服务。</translation>
    </message>
    <message>
        <source>This file cannot be read.</source>
        <translation>无法读取此文件。</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>Your text is kept here until you choose.</source>
        <translation>你的内容会保留，直到你作出选择。</translation>
    </message>
    <message>
        <source>Revision {number}</source>
        <translation>修订 {number}</translation>
    </message>
    <message>
        <source>Restored revision {number}</source>
        <translation>已恢复修订 {number}</translation>
    </message>
</context>
<context>
    <name>Phrases</name>
    <message>
        <source>, </source>
        <comment>between the words of a list</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>{first} {second}</source>
        <comment>two sentences</comment>
        <translation>{first}{second}</translation>
    </message>
    <message>
        <source>{words}.</source>
        <comment>a sentence</comment>
        <translation>{words}。</translation>
    </message>
</context>
<context>
    <name>PinBanner</name>
    <message>
        <source>This page changed after it was pinned.</source>
        <translation>此页面在固定后有改动。</translation>
    </message>
    <message>
        <source>Agents are not told it until somebody approves what it says now.</source>
        <translation>在有人批准其现有内容之前，不会告诉 Agent。</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>查看改动</translation>
    </message>
    <message>
        <source>Approve again</source>
        <translation>重新批准</translation>
    </message>
</context>
<context>
    <name>PreferencesView</name>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>减少动态效果</translation>
    </message>
    <message>
        <source>Start with the City that was open last</source>
        <translation>启动时打开上次的 City</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>偏好设置</translation>
    </message>
    <message>
        <source>Each choice takes effect at once.</source>
        <translation>每项选择立即生效。</translation>
    </message>
    <message>
        <source>The window comes up again at once; what you are writing is kept.</source>
        <translation>窗口会立即重新打开；正在写的内容会保留。</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>动态效果</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Otherwise your own City opens, or the demo while there is none.</source>
        <translation>否则打开你自己的 City；还没有时打开演示。</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>{percent} %</source>
        <translation>{percent}%</translation>
    </message>
</context>
<context>
    <name>PromptParts</name>
    <message>
        <source>Parts of the prompt</source>
        <translation>提示词的组成部分</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>组成部分</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>未收录</translation>
    </message>
    <message>
        <source>Replaced</source>
        <translation>已被替代</translation>
    </message>
    <message>
        <source>To be approved again</source>
        <translation>待重新批准</translation>
    </message>
    <message>
        <source>It changed after it was pinned.</source>
        <translation>它在固定后有改动。</translation>
    </message>
    <message>
        <source>Nothing: everything fits.</source>
        <translation>没有，全部都放得下。</translation>
    </message>
    <message>
        <source>{title}, replaced</source>
        <translation>{title}，已被替代</translation>
    </message>
    <message>
        <source>Agents are no longer told it.</source>
        <translation>不会再提供给 Agent。</translation>
    </message>
    <message>
        <source>Replaced by</source>
        <translation>替代者</translation>
    </message>
</context>
<context>
    <name>PromptTexts</name>
    <message>
        <source>Base</source>
        <translation>基础</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>How to remember</source>
        <translation>如何记忆</translation>
    </message>
    <message>
        <source>Core Memory begins</source>
        <translation>核心记忆开始</translation>
    </message>
    <message>
        <source>First steps</source>
        <translation>初次引导</translation>
    </message>
    <message>
        <source>Who the agent is</source>
        <translation>Agent 是谁</translation>
    </message>
    <message>
        <source>Who the user is</source>
        <translation>用户是谁</translation>
    </message>
    <message>
        <source>Long-term knowledge</source>
        <translation>长期知识</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Note of what is left out</source>
        <translation>未收录内容的说明</translation>
    </message>
    <message>
        <source>Core Memory ends</source>
        <translation>核心记忆结束</translation>
    </message>
    <message>
        <source>Memdesk’s own words</source>
        <translation>Memdesk 自带的文字</translation>
    </message>
    <message>
        <source>It cannot be read.</source>
        <translation>无法读取。</translation>
    </message>
    <message>
        <source>There are more files and pages than may be told.</source>
        <translation>文件和页面的数量超过了上限。</translation>
    </message>
    <message>
        <source>Another page says the same, word for word.</source>
        <translation>另一页的内容与它一字不差。</translation>
    </message>
    <message>
        <source>The last {number} characters, from line {line} on, are more than there is room for.</source>
        <translation>从第 {line} 行起的最后 {number} 个字符放不下。</translation>
    </message>
    <message>
        <source>All {number} characters: more than there is room for.</source>
        <translation>全部 {number} 个字符都放不下。</translation>
    </message>
    <message>
        <source>≈ {number} tokens</source>
        <translation>≈ {number} 个 Token</translation>
    </message>
</context>
<context>
    <name>PromptView</name>
    <message>
        <source>The prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Copy prompt</source>
        <translation>复制提示词</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>组成部分</translation>
    </message>
    <message>
        <source>What {agent} sees</source>
        <translation>{agent} 看到的内容</translation>
    </message>
    <message>
        <source>Prompt copied</source>
        <translation>已复制提示词</translation>
    </message>
    <message>
        <source>The prompt could not be built.</source>
        <translation>无法生成提示词。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Not all of it could be told.</source>
        <translation>有些内容未能收录。</translation>
    </message>
    <message>
        <source>Core Memory: about {used} of {allowed} tokens, {characters} of {most} characters</source>
        <translation>核心记忆：约 {used} / {allowed} 个 Token，{characters} / {most} 个字符</translation>
    </message>
    <message>
        <source>The whole prompt: about {tokens} tokens, {characters} characters. Tokens are estimated.</source>
        <translation>整个提示词：约 {tokens} 个 Token，{characters} 个字符。Token 数为估算值。</translation>
    </message>
</context>
<context>
    <name>ProposalCard</name>
    <message>
        <source>Proposed text</source>
        <translation>建议的内容</translation>
    </message>
    <message>
        <source>Proposed by the language model</source>
        <translation>由语言模型建议</translation>
    </message>
    <message>
        <source>Corrects what is remembered</source>
        <translation>更正已有的记忆</translation>
    </message>
    <message>
        <source>Corrects: {old}</source>
        <translation>更正：{old}</translation>
    </message>
</context>
<context>
    <name>ProposalForm</name>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Topic</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Text to keep</source>
        <translation>要保留的内容</translation>
    </message>
    <message>
        <source>Leave this one out</source>
        <translation>不保留这一条</translation>
    </message>
</context>
<context>
    <name>PurgeBar</name>
    <message>
        <source>Purge for good</source>
        <translation>彻底清除</translation>
    </message>
    <message>
        <source>Purge “{title}” for good?</source>
        <translation>彻底清除“{title}”？</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Its text is erased with all its revisions, its copies in the trash, its pins and index entries, and the evidence that nothing else cites. This cannot be undone.</source>
        <translation>将抹去它的正文和全部修订、回收站中的副本、固定标记与索引条目，以及没有其他记忆引用的证据。此操作无法撤销。</translation>
    </message>
    <message>
        <source>Out of reach are: backups and copies outside this City, earlier versions that a cloud folder keeps, what agents and model services were already told, and deleted blocks that the disk has not written over yet.</source>
        <translation>无法触及：此 City 之外的备份与副本、云同步文件夹保留的旧版本、已告知 Agent 与模型服务的内容，以及磁盘上尚未被覆写的已删除数据块。</translation>
    </message>
    <message>
        <source>Purged: “{title}”</source>
        <translation>已彻底清除“{title}”</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Its text and its history are gone.</source>
        <translation>它的正文与历史已抹去。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln pieces of evidence were erased with it.</source>
        <translation>
            <numerusform>一并抹去了 %Ln 条证据。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pieces are kept, since other memories rest on them.</source>
        <translation>
            <numerusform>另有 %Ln 条证据保留，因为其他记忆仍以它们为依据。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A line of it still stands in %Ln other memories:</source>
        <translation>
            <numerusform>它的文字仍出现在另外 %Ln 条记忆中：</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Rail</name>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>审核</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>动态</translation>
    </message>
    <message>
        <source>Application menu (F10)</source>
        <translation>应用菜单（F10）</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>偏好设置</translation>
    </message>
</context>
<context>
    <name>RailButton</name>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <translation>
            <numerusform>%Ln 条待审核</numerusform>
        </translation>
    </message>
    <message>
        <source>{room} ({waiting})</source>
        <translation>{room}（{waiting}）</translation>
    </message>
</context>
<context>
    <name>RecordActions</name>
    <message numerus="yes">
        <source>%Ln memories are as they were before</source>
        <translation>
            <numerusform>已将 %Ln 条记忆恢复原样</numerusform>
        </translation>
    </message>
    <message>
        <source>As it was before: “{title}”</source>
        <translation>已恢复原样：“{title}”</translation>
    </message>
    <message>
        <source>“{title}” was not taken back: {reason}</source>
        <translation>未能撤销“{title}”：{reason}</translation>
    </message>
    <message>
        <source>The tags were like that already.</source>
        <translation>标签本来就是这样。</translation>
    </message>
    <message numerus="yes">
        <source>Changed the tags of %Ln memories</source>
        <translation>
            <numerusform>已更改 %Ln 条记忆的标签</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{done}. %Ln were not reached.</source>
        <translation>
            <numerusform>{done}，另有 %Ln 条尚未处理。</numerusform>
        </translation>
    </message>
    <message>
        <source>Forgotten: “{title}”</source>
        <translation>已忘记“{title}”</translation>
    </message>
    <message numerus="yes">
        <source>Forgotten %Ln memories</source>
        <translation>
            <numerusform>已忘记 %Ln 条记忆</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{done}. %Ln could not be forgotten: {reason}</source>
        <translation>
            <numerusform>{done}。有 %Ln 条无法忘记：{reason}</numerusform>
        </translation>
    </message>
    <message>
        <source>Restored to {scope}</source>
        <translation>已恢复到 {scope}</translation>
    </message>
    <message numerus="yes">
        <source>Moved %Ln memories to {scope}</source>
        <translation>
            <numerusform>已将 %Ln 条记忆移动到 {scope}</numerusform>
        </translation>
    </message>
    <message>
        <source>Moved to another topic: “{title}”</source>
        <translation>已移动到其他主题：“{title}”</translation>
    </message>
    <message>
        <source>Moved to {scope}: “{title}”</source>
        <translation>已移动到 {scope}：“{title}”</translation>
    </message>
    <message numerus="yes">
        <source>{done}. %Ln could not be moved: {reason}</source>
        <translation>
            <numerusform>{done}。有 %Ln 条无法移动：{reason}</numerusform>
        </translation>
    </message>
    <message>
        <source>Approved: agents are told it again</source>
        <translation>已批准：会再次告诉 Agent</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>Pin taken away</source>
        <translation>已取消固定</translation>
    </message>
</context>
<context>
    <name>RecoveryBar</name>
    <message>
        <source>Open it</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>稍后</translation>
    </message>
    <message>
        <source>An entry for the journal of {scope} was not added on {time}: “{title}”.</source>
        <translation>{time} 写给 {scope} 日志的一条记录尚未添加：“{title}”。</translation>
    </message>
    <message>
        <source>A new memory in {scope} was not saved on {time}: “{title}”.</source>
        <translation>{time} 在 {scope} 新建的记忆尚未保存：“{title}”。</translation>
    </message>
    <message>
        <source>Your changes to “{title}” in {scope} were not saved on {time}.</source>
        <translation>{time} 对 {scope} 中“{title}”的修改尚未保存。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more wait.</source>
        <translation>
            <numerusform>还有 %Ln 份待处理。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReportDialog</name>
    <message>
        <source>Report of a crash</source>
        <translation>崩溃报告</translation>
    </message>
    <message>
        <source>It tells where in the program the fault was, and nothing that anyone wrote. It stays here.</source>
        <translation>报告只说明程序中出错的位置，不含任何人写下的内容，也不会被发送。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>Revealing</name>
    <message>
        <source>No file manager answered. Copied instead: {path}</source>
        <translation>没有文件管理器响应，已改为复制：{path}</translation>
    </message>
</context>
<context>
    <name>ReviewPanel</name>
    <message>
        <source>Keep in</source>
        <translation>保存到</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>Always skip things like this</source>
        <translation>以后跳过类似内容</translation>
    </message>
    <message>
        <source>Keep this text</source>
        <translation>保留此内容</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Proposed memory</source>
        <translation>建议的记忆</translation>
    </message>
    <message>
        <source>What was said</source>
        <translation>对话原文</translation>
    </message>
    <message>
        <source>Nobody has looked at this turn yet. Run it, and what the user said outright is kept, the rest is proposed here. Or write yourself what to keep.</source>
        <translation>这一轮对话尚未处理。运行后，用户明确说出的内容会直接保留，其余内容会在这里给出建议。你也可以自己写下要保留的内容。</translation>
    </message>
    <message>
        <source>Nothing is proposed. Write yourself what to keep, or dismiss it.</source>
        <translation>没有建议。可以自己写下要保留的内容，或忽略它。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln captures are chosen</source>
        <translation>
            <numerusform>已选 %Ln 条捕获</numerusform>
        </translation>
    </message>
    <message>
        <source>in {workspace}</source>
        <translation>于 {workspace}</translation>
    </message>
    <message>
        <source>session {session}</source>
        <translation>会话 {session}</translation>
    </message>
    <message>
        <source>From a turn of {agent}</source>
        <translation>来自 {agent} 的一轮对话</translation>
    </message>
    <message>
        <source>This capture could not be kept.</source>
        <translation>这条捕获未能保留。</translation>
    </message>
    <message>
        <source>Each agent</source>
        <translation>各 Agent</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>批准</translation>
    </message>
    <message numerus="yes">
        <source>Approve %Ln</source>
        <translation>
            <numerusform>批准 %Ln 条</numerusform>
        </translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Run now</source>
        <translation>立即运行</translation>
    </message>
</context>
<context>
    <name>ReviewTexts</name>
    <message>
        <source>A turn without words</source>
        <translation>没有文字的一轮对话</translation>
    </message>
    <message>
        <source>Not looked at yet</source>
        <translation>尚未处理</translation>
    </message>
    <message>
        <source>Nothing is proposed</source>
        <translation>没有建议</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>另有 %Ln 条</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReviewView</name>
    <message>
        <source>Whose captures</source>
        <translation>谁的捕获</translation>
    </message>
    <message>
        <source>Run all now</source>
        <translation>全部立即运行</translation>
    </message>
    <message>
        <source>Pause capture</source>
        <translation>暂停捕获</translation>
    </message>
    <message>
        <source>Try a message</source>
        <translation>试一条消息</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>审核</translation>
    </message>
    <message>
        <source>All agents</source>
        <translation>全部 Agent</translation>
    </message>
    <message>
        <source>What you were writing about was decided elsewhere.</source>
        <translation>你正在编辑的捕获已在别处处理。</translation>
    </message>
    <message>
        <source>Your text was not kept.</source>
        <translation>你写的内容没有保留。</translation>
    </message>
    <message>
        <source>Copy your text</source>
        <translation>复制你的内容</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>the oldest {shown} of {total}</source>
        <translation>共 {total} 条，显示最早的 {shown} 条</translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <translation>
            <numerusform>%Ln 条待审核</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing waits for you</source>
        <translation>没有待审核的内容</translation>
    </message>
    <message>
        <source>When an agent finishes a turn, what may be worth remembering waits here until you have looked at it.</source>
        <translation>Agent 完成一轮对话后，可能值得记住的内容会在这里等你查看。</translation>
    </message>
    <message>
        <source>Undo  U</source>
        <translation>撤销  U</translation>
    </message>
    <message>
        <source>Dismissed: “{name}”</source>
        <translation>已忽略“{name}”</translation>
    </message>
    <message numerus="yes">
        <source>Dismissed %Ln captures</source>
        <translation>
            <numerusform>已忽略 %Ln 条捕获</numerusform>
        </translation>
    </message>
    <message>
        <source>Things like this will be skipped.</source>
        <translation>以后会跳过类似内容。</translation>
    </message>
    <message>
        <source>Kept in “{topic}”</source>
        <translation>已保留到“{topic}”</translation>
    </message>
    <message numerus="yes">
        <source>%Ln captures were kept</source>
        <translation>
            <numerusform>已保留 %Ln 条捕获</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln kept</source>
        <comment>captures that the worker ran</comment>
        <translation>
            <numerusform>已保留 %Ln 条</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln to review</source>
        <translation>
            <numerusform>待审核 %Ln 条</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed</source>
        <translation>
            <numerusform>失败 %Ln 条</numerusform>
        </translation>
    </message>
    <message>
        <source>There was nothing to run</source>
        <translation>没有可运行的捕获</translation>
    </message>
    <message>
        <source>Not kept: “{name}”</source>
        <translation>未保留“{name}”</translation>
    </message>
    <message>
        <source>Store it anyway</source>
        <translation>仍然保存</translation>
    </message>
    <message>
        <source>That did not work.</source>
        <translation>操作未成功。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Capture is paused: turns that agents finish now are not remembered.</source>
        <translation>捕获已暂停：Agent 现在完成的对话不会被记住。</translation>
    </message>
    <message>
        <source>Capture is paused for {agents}: their turns are not remembered.</source>
        <translation>{agents} 的捕获已暂停：其对话不会被记住。</translation>
    </message>
    <message>
        <source>Resume capture</source>
        <translation>恢复捕获</translation>
    </message>
    <message>
        <source>Capture is paused for all agents. Choose “All agents” to resume it.</source>
        <translation>全部 Agent 的捕获都已暂停。选择“全部 Agent”即可恢复。</translation>
    </message>
</context>
<context>
    <name>RevisionCompare</name>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Back to text</source>
        <translation>返回正文</translation>
    </message>
    <message>
        <source>Previous change</source>
        <translation>上一处改动</translation>
    </message>
    <message>
        <source>Next change</source>
        <translation>下一处改动</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>to</source>
        <comment>from one revision to another</comment>
        <translation>到</translation>
    </message>
    <message>
        <source>Compare from revision</source>
        <translation>对比的起始修订</translation>
    </message>
    <message>
        <source>Compare to revision</source>
        <translation>对比的目标修订</translation>
    </message>
    <message>
        <source>the revision before</source>
        <translation>前一个修订</translation>
    </message>
    <message>
        <source>Revision {number}, {time}</source>
        <translation>修订 {number}，{time}</translation>
    </message>
    <message>
        <source>Changes in revision {number}</source>
        <translation>修订 {number} 的改动</translation>
    </message>
    <message>
        <source>From revision {first} to revision {second}</source>
        <translation>从修订 {first} 到修订 {second}</translation>
    </message>
    <message>
        <source>the text stayed the same</source>
        <translation>正文没有变化</translation>
    </message>
    <message>
        <source>{added} added, {removed} removed</source>
        <translation>新增 {added} 行，删除 {removed} 行</translation>
    </message>
    <message>
        <source>Restore revision {number}</source>
        <translation>恢复修订 {number}</translation>
    </message>
</context>
<context>
    <name>RevisionRow</name>
    <message>
        <source>Revision {number}, {actor}, {time}</source>
        <translation>修订 {number}，{actor}，{time}</translation>
    </message>
</context>
<context>
    <name>RowMenu</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Move to…</source>
        <translation>移动到…</translation>
    </message>
    <message>
        <source>Tags…</source>
        <translation>标签…</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Copy memory ID</source>
        <translation>复制记忆 ID</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Show file in file manager</source>
        <translation>在文件管理器中显示文件</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>忘记</translation>
    </message>
    <message>
        <source>Purge…</source>
        <translation>彻底清除…</translation>
    </message>
</context>
<context>
    <name>RowText</name>
    <message>
        <source>Long-term knowledge</source>
        <translation>长期知识</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>证据</translation>
    </message>
    <message>
        <source>Scope {scope}</source>
        <translation>范围 {scope}</translation>
    </message>
    <message>
        <source>Tags {tags}</source>
        <translation>标签 {tags}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln evidence</source>
        <translation>
            <numerusform>%Ln 条证据</numerusform>
        </translation>
    </message>
    <message>
        <source>Workspace {workspace}</source>
        <translation>工作区 {workspace}</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已置顶</translation>
    </message>
    <message>
        <source>replaced</source>
        <translation>已被取代</translation>
    </message>
    <message>
        <source>Observed {time}</source>
        <translation>观察于 {time}</translation>
    </message>
    <message>
        <source>Updated {time}</source>
        <translation>更新于 {time}</translation>
    </message>
</context>
<context>
    <name>Scope</name>
    <message>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Shared</source>
        <translation>共享</translation>
    </message>
</context>
<context>
    <name>ScopeMenu</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>New memory</source>
        <translation>新建记忆</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>What the agent sees</source>
        <translation>Agent 看到的内容</translation>
    </message>
    <message>
        <source>Add an agent…</source>
        <translation>添加 Agent…</translation>
    </message>
    <message>
        <source>Remove the agent…</source>
        <translation>移除 Agent…</translation>
    </message>
</context>
<context>
    <name>ScopeModel</name>
    <message numerus="yes">
        <source>{name}, %Ln memories</source>
        <translation>
            <numerusform>{name}，%Ln 条记忆</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SearchEverythingView</name>
    <message>
        <source>Search everything</source>
        <translation>搜索全部</translation>
    </message>
    <message>
        <source>Shared and every agent’s memory are searched as you type.</source>
        <translation>输入时即搜索共享记忆和每个 Agent 的记忆。</translation>
    </message>
    <message>
        <source>Not everything could be searched.</source>
        <translation>有些范围无法搜索。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>all scopes</source>
        <translation>全部范围</translation>
    </message>
    <message>
        <source>each agent</source>
        <translation>各个 Agent</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Clear the search</source>
        <translation>清除搜索</translation>
    </message>
</context>
<context>
    <name>SelectionBar</name>
    <message>
        <source>Copy IDs</source>
        <translation>复制 ID</translation>
    </message>
    <message>
        <source>Move to…</source>
        <translation>移动到…</translation>
    </message>
    <message>
        <source>Tags…</source>
        <translation>标签…</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Clear the selection (Esc)</source>
        <translation>清除选择（Esc）</translation>
    </message>
    <message numerus="yes">
        <source>%Ln selected</source>
        <translation>
            <numerusform>已选 %Ln 条</numerusform>
        </translation>
    </message>
    <message>
        <source>Runs as {agent}</source>
        <translation>以 {agent} 身份执行</translation>
    </message>
    <message numerus="yes">
        <source>Forget %Ln</source>
        <translation>
            <numerusform>忘记 %Ln 条</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SettingsView</name>
    <message>
        <source>Memory settings</source>
        <translation>记忆设置</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Reported by the memory provider. To change a value, edit the provider’s configuration and restart it.</source>
        <translation>由记忆服务提供。如需更改，请修改服务的配置并重新启动。</translation>
    </message>
    <message>
        <source>Could not reach the memory provider.</source>
        <translation>无法连接记忆服务。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Something in settings.json is not understood.</source>
        <translation>settings.json 中有无法理解的设置。</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>记忆服务</translation>
    </message>
    <message>
        <source>Capabilities</source>
        <translation>能力</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>Storage roots</source>
        <translation>存储位置</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>Local files</source>
        <translation>本地文件</translation>
    </message>
    <message>
        <source>answered in {ms} ms, checked just now</source>
        <translation>响应用时 {ms} 毫秒，刚刚检查</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Degraded</source>
        <translation>部分可用</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Search with highlights</source>
        <translation>搜索并高亮</translation>
    </message>
    <message>
        <source>Search inside evidence</source>
        <translation>在证据中搜索</translation>
    </message>
    <message>
        <source>Revise, with history</source>
        <translation>修订并保留历史</translation>
    </message>
    <message>
        <source>Forget and undo</source>
        <translation>忘记与撤销</translation>
    </message>
    <message>
        <source>Workspace tags</source>
        <translation>工作区标记</translation>
    </message>
    <message>
        <source>Watch for outside changes</source>
        <translation>监视外部改动</translation>
    </message>
    <message>
        <source>Semantic search</source>
        <translation>语义搜索</translation>
    </message>
    <message>
        <source>Import and export</source>
        <translation>导入与导出</translation>
    </message>
    <message>
        <source>not supported</source>
        <translation>不支持</translation>
    </message>
    <message>
        <source>{name}, not supported</source>
        <translation>{name}，不支持</translation>
    </message>
    <message numerus="yes">
        <source>%Ln records</source>
        <translation>
            <numerusform>%Ln 条记录</numerusform>
        </translation>
    </message>
    <message>
        <source>{records}, updated {time}</source>
        <translation>{records}，更新于 {time}</translation>
    </message>
    <message>
        <source>Up to date</source>
        <translation>已是最新</translation>
    </message>
    <message>
        <source>Rebuilt</source>
        <translation>已重建</translation>
    </message>
    <message>
        <source>Being built</source>
        <translation>正在建立</translation>
    </message>
    <message>
        <source>Unavailable</source>
        <translation>不可用</translation>
    </message>
    <message>
        <source>Memories</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>证据</translation>
    </message>
    <message>
        <source>Capture jobs</source>
        <translation>采集任务</translation>
    </message>
    <message>
        <source>On disk</source>
        <translation>磁盘占用</translation>
    </message>
    <message>
        <source>Index</source>
        <translation>索引</translation>
    </message>
    <message>
        <source>Off. Search goes by words. To switch it on, set semantic_search to true in settings.json.</source>
        <translation>已关闭，只按字词搜索。要开启，请在 settings.json 中将 semantic_search 设为 true。</translation>
    </message>
    <message>
        <source>On</source>
        <translation>已开启</translation>
    </message>
    <message>
        <source>On, being built</source>
        <translation>已开启，正在构建</translation>
    </message>
    <message>
        <source>Does not work: results are found by words alone</source>
        <translation>无法使用：结果仅按字词查找</translation>
    </message>
    <message>
        <source>{done} of {total} passages</source>
        <translation>已完成 {done} / {total} 个段落</translation>
    </message>
    <message numerus="yes">
        <source>%Ln passages</source>
        <translation>
            <numerusform>%Ln 个段落</numerusform>
        </translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Its packages are not installed. Install them with: pip install &apos;memdesk[semantic]&apos;</source>
        <translation>所需的软件包尚未安装。安装命令：pip install &apos;memdesk[semantic]&apos;</translation>
    </message>
    <message>
        <source>Its model cannot be loaded: {reason}</source>
        <translation>模型无法加载：{reason}</translation>
    </message>
    <message>
        <source>Texts in other than Latin letters are found by words alone.</source>
        <translation>非拉丁字母的文本仅按字词查找。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln pending</source>
        <translation>
            <numerusform>%Ln 项待处理</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln done</source>
        <translation>
            <numerusform>%Ln 项已完成</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed</source>
        <translation>
            <numerusform>%Ln 项失败</numerusform>
        </translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Shared</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>Core Memory</source>
        <translation>核心记忆</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>召回</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>{size} per memory</source>
        <translation>每条记忆 {size}</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>{size} characters</source>
        <translation>{size} 个字符</translation>
    </message>
    <message>
        <source>List</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>{size} memories per page</source>
        <translation>每页 {size} 条记忆</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>{size} results per page</source>
        <translation>每页 {size} 条结果</translation>
    </message>
    <message numerus="yes">
        <source>%Ln files and pages</source>
        <translation>
            <numerusform>%Ln 个文件和页面</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passages for a message</source>
        <translation>
            <numerusform>每条消息 %Ln 个段落</numerusform>
        </translation>
    </message>
    <message>
        <source>{characters} characters, {tokens} tokens</source>
        <translation>{characters} 个字符，{tokens} 个 Token</translation>
    </message>
    <message>
        <source>{items}, {size}</source>
        <comment>both with their units</comment>
        <translation>{items}，{size}</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Scopes</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Shared</source>
        <translation>共享</translation>
    </message>
</context>
<context>
    <name>Skeleton</name>
    <message>
        <source>Loading memories…</source>
        <translation>正在载入记忆…</translation>
    </message>
</context>
<context>
    <name>Snackbar</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>Snippet</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Text for the program’s settings</source>
        <translation>供该程序设置使用的文本</translation>
    </message>
    <message>
        <source>Copy for {file}</source>
        <translation>复制，用于 {file}</translation>
    </message>
</context>
<context>
    <name>TagBar</name>
    <message>
        <source>Tags of the selected memories</source>
        <translation>所选记忆的标签</translation>
    </message>
    <message>
        <source>Add tags, separated by commas</source>
        <translation>添加标签，用逗号分隔</translation>
    </message>
    <message>
        <source>Tags to add</source>
        <translation>要添加的标签</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message numerus="yes">
        <source>Tags of %Ln memories</source>
        <translation>
            <numerusform>%Ln 条记忆的标签</numerusform>
        </translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} / {total}</translation>
    </message>
    <message numerus="yes">
        <source>Remove %Ln tags</source>
        <translation>
            <numerusform>移除 %Ln 个标签</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove tags</source>
        <translation>移除标签</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
</context>
<context>
    <name>TimeText</name>
    <message>
        <source>just now</source>
        <translation>刚刚</translation>
    </message>
    <message numerus="yes">
        <source>%Ln min ago</source>
        <translation>
            <numerusform>%Ln 分钟前</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln h ago</source>
        <translation>
            <numerusform>%Ln 小时前</numerusform>
        </translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>昨天</translation>
    </message>
    <message numerus="yes">
        <source>%Ln days ago</source>
        <translation>
            <numerusform>%Ln 天前</numerusform>
        </translation>
    </message>
    <message>
        <source>{date}, {time}</source>
        <translation>{date} {time}</translation>
    </message>
    <message>
        <source>d MMMM yyyy</source>
        <comment>date format with the month in full</comment>
        <translation>yyyy年M月d日</translation>
    </message>
    <message>
        <source>HH:mm</source>
        <comment>time of day</comment>
        <translation>HH:mm</translation>
    </message>
    <message>
        <source>d MMM</source>
        <comment>date format within this year</comment>
        <translation>M月d日</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <comment>date format with the year</comment>
        <translation>yyyy年M月d日</translation>
    </message>
</context>
<context>
    <name>TimelineList</name>
    <message>
        <source>Journal</source>
        <translation>日志</translation>
    </message>
</context>
<context>
    <name>TrashDelegate</name>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Forgotten {time} by {actor}</source>
        <translation>{time} 由 {actor} 忘记</translation>
    </message>
</context>
<context>
    <name>TrashList</name>
    <message>
        <source>Forgotten memories</source>
        <translation>已忘记的记忆</translation>
    </message>
</context>
<context>
    <name>TrashModel</name>
    <message>
        <source>Forgotten {time}</source>
        <translation>忘记于 {time}</translation>
    </message>
    <message>
        <source>Forgotten {time} by {actor}</source>
        <translation>{time} 由 {actor} 忘记</translation>
    </message>
</context>
<context>
    <name>TrashView</name>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>Purge…</source>
        <translation>彻底清除…</translation>
    </message>
    <message>
        <source>Erase the chosen memory for good (Shift+Del)</source>
        <translation>彻底清除所选记忆（Shift+Del）</translation>
    </message>
    <message>
        <source>Nothing is in the trash</source>
        <translation>回收站是空的</translation>
    </message>
    <message>
        <source>What you forget stays here and can come back.</source>
        <translation>忘记的内容会留在这里，可以恢复。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln forgotten memories of {scope}. They come back with their evidence.</source>
        <translation>
            <numerusform>{scope} 有 %Ln 条已忘记的记忆，恢复时会带回证据。</numerusform>
        </translation>
    </message>
    <message>
        <source>Could not reach the memory provider.</source>
        <translation>无法连接记忆服务。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>TryView</name>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Write what a user would ask this agent</source>
        <translation>写一句用户会对这个 Agent 说的话</translation>
    </message>
    <message>
        <source>What the model is given</source>
        <translation>模型收到的内容</translation>
    </message>
    <message>
        <source>As a user of</source>
        <translation>作为以下 Agent 的用户</translation>
    </message>
    <message>
        <source>What was looked at</source>
        <translation>查看过的记忆</translation>
    </message>
    <message>
        <source>Try a message</source>
        <translation>试一条消息</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>审核</translation>
    </message>
    <message>
        <source>Nothing is recalled: this is small talk.</source>
        <translation>不会召回：这是闲聊。</translation>
    </message>
    <message>
        <source>Nothing is recalled: this is a command.</source>
        <translation>不会召回：这是命令。</translation>
    </message>
    <message>
        <source>Nothing is recalled: no memory fits well enough.</source>
        <translation>不会召回：没有足够相关的记忆。</translation>
    </message>
    <message>
        <source>{items} of {most} memories, {tokens} of {limit} tokens</source>
        <translation>{items}/{most} 条记忆，{tokens}/{limit} 个 token</translation>
    </message>
    <message>
        <source>Told</source>
        <translation>已告知</translation>
    </message>
    <message>
        <source>Left out: it does not fit any more</source>
        <translation>未告知：超出预算</translation>
    </message>
    <message>
        <source>Left out: another memory replaced it</source>
        <translation>未告知：已被其他记忆取代</translation>
    </message>
    <message>
        <source>Left out: Core Memory says it already</source>
        <translation>未告知：核心记忆中已有</translation>
    </message>
    <message>
        <source>found by: {words}</source>
        <translation>匹配词：{words}</translation>
    </message>
    <message>
        <source>score {score}</source>
        <translation>得分 {score}</translation>
    </message>
</context>
<context>
    <name>TurnText</name>
    <message>
        <source>What was said</source>
        <translation>对话原文</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message numerus="yes">
        <source>… and %Ln more characters</source>
        <translation>
            <numerusform>……还有 %Ln 个字符</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TypeFilter</name>
    <message>
        <source>Memory types</source>
        <translation>记忆类型</translation>
    </message>
    <message>
        <source>All types</source>
        <translation>全部类型</translation>
    </message>
    <message numerus="yes">
        <source>%Ln types</source>
        <translation>
            <numerusform>%Ln 种类型</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>Welcome to Memdesk</source>
        <translation>欢迎使用 Memdesk</translation>
    </message>
    <message>
        <source>Look at the demo</source>
        <translation>查看演示</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Look around</source>
        <translation>先看看</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Here you see what your AI agents remember, and put it right. What they remember lies in a folder of plain files, called a City. This one has no agent yet.</source>
        <translation>在这里查看并改正你的 AI Agent 记住的内容。这些内容以普通文件保存在一个文件夹中，称为 City。当前 City 还没有 Agent。</translation>
    </message>
    <message>
        <source>Add the first agent. Memory is read and written on its behalf.</source>
        <translation>添加第一个 Agent，读写记忆都以它的身份进行。</translation>
    </message>
    <message>
        <source>A copy of a small City with a few agents. Try whatever you like; it is yours alone.</source>
        <translation>一个小型 City 的副本，有几个 Agent。可以随意尝试，只属于你。</translation>
    </message>
    <message>
        <source>A City that exists, or the agents of Cherry Studio. Memdesk first says what it found there.</source>
        <translation>已有的 City，或 Cherry Studio 的 Agent。Memdesk 会先说明找到了什么。</translation>
    </message>
    <message>
        <source>Its files will lie in {root}.</source>
        <translation>文件将保存在 {root}。</translation>
    </message>
</context>
<context>
    <name>WorkspaceAdding</name>
    <message>
        <source>Folder of the project</source>
        <translation>项目文件夹</translation>
    </message>
    <message>
        <source>Its id, such as web-app</source>
        <translation>ID，例如 web-app</translation>
    </message>
    <message>
        <source>Workspace id</source>
        <translation>工作区 ID</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Add workspace</source>
        <translation>添加工作区</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
</context>
<context>
    <name>_HeaderActions</name>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>忘记</translation>
    </message>
</context>
<context>
    <name>_MergeOption</name>
    <message>
        <source>Mine</source>
        <comment>the lines that I wrote</comment>
        <translation>我的</translation>
    </message>
    <message>
        <source>Theirs</source>
        <comment>the lines that somebody else wrote</comment>
        <translation>对方的</translation>
    </message>
    <message>
        <source>Both, theirs first</source>
        <translation>都保留，对方的在前</translation>
    </message>
    <message>
        <source>Nothing stands here.</source>
        <translation>此处没有内容。</translation>
    </message>
    <message numerus="yes">
        <source>… and %Ln more lines</source>
        <translation>
            <numerusform>……还有 %Ln 行</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_PathField</name>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
</context>
<context>
    <name>_PlanForm</name>
    <message>
        <source>Folder for backups</source>
        <translation>备份文件夹</translation>
    </message>
    <message>
        <source>How often</source>
        <translation>备份频率</translation>
    </message>
    <message>
        <source>How many stay</source>
        <translation>保留份数</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Make none</source>
        <translation>停止备份</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Keep {count}</source>
        <translation>保留 {count} 份</translation>
    </message>
</context>
<context>
    <name>_RestoreForm</name>
    <message>
        <source>File of the backup</source>
        <translation>备份文件</translation>
    </message>
    <message>
        <source>A new or empty folder</source>
        <translation>新的或空的文件夹</translation>
    </message>
    <message>
        <source>This City stays as it is; the restored one opens beside it.</source>
        <translation>当前 City 保持不变，恢复的 City 会另行打开。</translation>
    </message>
    <message>
        <source>Restore and open</source>
        <translation>恢复并打开</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
</TS>
