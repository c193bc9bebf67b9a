"""What kind of memory a statement is, and what it is about."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdesk.statements.model import StatedType

_TALK = re.compile(
    r"\b(?:answer|reply|replies|respond|responses?|explain|explanations?|tone|concise"
    r"|brief(?:ly)?|short(?:er)?|verbose|formal|informal|bullets?|bullet points|tables?"
    r"|emojis?|"
    r"in (?:english|chinese|german|french|spanish|japanese|mandarin|simplified chinese)|speak"
    r"|talk to me|address me|call me|greet|summari[sz]e|jargon|examples? first"
    r"|conclusion first|metric|celsius|24-hour|temperature|date format|"
    r"(?:dark|light) (?:mode|theme)|apologi[sz]e|sugar-?coat|ask me|tell me|show me|give me"
    r"|send me|remind me|for me|to me)\b"
    r"|回答|回复|答复|解释|语气|简短|简洁|简明|详细|啰嗦|废话|表格|列表|要点|表情|用(?:中文"
    r"|英文|英语|日语|繁体|简体)|称呼|叫我|结论|总结|举例|跟我|给我|和我说|对我|提醒我|问我"
    r"|告诉我|敬语|摄氏|公制",
    re.I,
)
_LIKES = re.compile(
    r"\b(?:i|my)\b[^.]{0,30}\b(?:prefer(?:s|red|ence)?|like|love|hate|dislike|enjoy|favou?rite"
    r"|rather|can't stand|don't (?:like|eat|drink|want)|only (?:eat|drink|use))\b"
    r"|\bthe user (?:prefers|likes|hates)\b"
    r"|我[^，。]{0,14}(?:喜欢|偏好|偏爱|讨厌|不吃|不喝|爱吃|爱喝|习惯|倾向|更愿意|受不了)"
    r"|我的(?:偏好|喜好|口味|最爱|首选)",
    re.I,
)
_DECIDES = re.compile(
    r"\b(?:we|the team|our team|everyone|i)(?:'ve|'re|'ll| have| has| had| are"
    r"| will)?(?: \w+){0,2} (?:decided|agreed|chose|chosen|settled|standardi[sz]ed?"
    r"|switch(?:ed|ing)|mov(?:ed|ing)|migrat(?:ed|ing)|adopt(?:ed|ing)?|going with"
    r"|sticking with|use|using|drop(?:ped|ping)?)\b|\bdecision\b|\b(?:project|repo|team"
    r"|codebase|company|monorepo)\b[^.]{0,30}\b(?:uses?|adopts?|standardi[sz]es?)\b"
    r"|决定|统一|一律|商定|约定|敲定|拍板|定了|改用|采用|弃用|选定|(?:项目|团队|我们|仓库"
    r"|公司)[^，。]{0,12}(?:都用|使用|全用|只用|不再用)",
    re.I,
)
_PROCEEDS = re.compile(
    r"\b(?:before (?:you |we |every |each |any |a |the )?\w+(?:ing)?\b.*\b(?:run|check|ask|do"
    r"|make|take|test|stop|back|tag|update|notify|verify|build|drain|pause|get)|(?:run|check"
    r"|ask|test|back up|tag|update|notify|verify|build|drain|pause|rebase|lint|format|squash"
    r"|review|deploy|commit|push|merge|restart|release|rotate|bump|write|add|create|open|pull"
    r"|clear|confirm)\b.{0,60}\b(?:before|after|first|then|when|every time|each time)\b|"
    r"(?:to|when) (?:deploy|release|roll ?back|restart|build|test|publish|migrate|reset|start"
    r"|stop|install|restore|set up|run|log in|connect|debug|rotate)\w*\b[^.]{0,60}[,:]"
    r"|first\b.{2,80}\bthen\b|step (?:1|one)|steps?:|the (?:process|procedure|workflow|way"
    r"|steps) (?:to|for|is|are)|"
    r"(?:never|always|don't|do not|must|must not|should always|should never|have to"
    r"|has to) (?:ever )?(?:\w+ )?(?:deploy|commit|push|merge|restart|release|run|check|test"
    r"|tag|rebase|squash|review|back up|delete|drop|force|skip|edit|touch|change|modify|lint"
    r"|build|rotate|ask|update|create|open|write|log|close|start|stop|ship|approve"
    r"|be (?:reviewed|tested|approved|signed|tagged|rebased|squashed|run)))\b"
    r"|先.{1,30}(?:再|然后|后)|(?:提交|发布|部署|上线|合并|推送|重启|回滚|备份|删除|改动|发版"
    r"|迁移|升级)[^，。]{0,16}(?:前|之前|后|之后|时)|[^，。]{2,16}(?:之前|之后"
    r"|前)[，,]?(?:都要|必须|务必|一定要)?先|步骤|流程|(?:必须|务必|一定要|不要|禁止"
    r"|不得|不准|绝不|别|不能|都要|记得)[^，。]{0,16}(?:提交|发布|部署|上线|合并|推送|重启|跑"
    r"|运行|执行|检查|测试|备份|删|改动|评审|审核|通知|确认|审批|更新|打标签|回滚)"
    r"|每次.{1,20}(?:都要|必须|先)",
    re.I,
)
_HAPPENED = re.compile(
    r"\b(?:yesterday|last (?:night|week|month|year|monday|tuesday|wednesday|thursday|friday"
    r"|saturday|sunday|sprint|quarter)|this morning|earlier today|(?:two|three|four|five"
    r"|\d+) (?:days|weeks|months|hours) ago|on (?:\d{4}-\d\d-\d\d|(?:january|february|march"
    r"|april|may|june|july|august|september|october|november"
    r"|december) \d{1,2}))\b[^.]{0,80}\b(?:\w{2,}ed|was|were|had|went|broke|fell|took|met|saw"
    r"|found|lost|made|left|sent|got|came|did|ran|shut|built|gave)\b"
    r"|\b(?:\w{3,}ed|was|were|had|went|broke|fell|took|met|saw|found|lost|made|left|sent|got"
    r"|came|ran)\b[^.]{0,80}\b(?:yesterday|last (?:night|week|month|year|monday|tuesday"
    r"|wednesday|thursday|friday|saturday|sunday)|this morning|earlier today|(?:two|three"
    r"|\d+) (?:days|weeks|months|hours) ago)\b"
    r"|(?:昨天|昨晚|前天|上周|上个月|去年|今早|今天早上|刚才|\d+月\d+日|\d{4}年)[^。]{0,40}(?:了|过)(?!以后)",
    re.I,
)
_TEAM = re.compile(
    r"\b(?:we|our|the team|everyone|all (?:prs?|pull requests|commits|services|repos|projects"
    r"|new|code)|the project|this project|this repo)\b|我们|团队|大家|项目(?!符号)|所有(?:人|项目|服务"
    r"|仓库)|全组|公司",
    re.I,
)
_SUBJECT = re.compile(
    r"^(?:(?:that|the|our|my|this|a|an|your|all"
    r"|its) )*(?P<subject>[\w][\w'’/ .+#-]{1,60}?) (?:is|are|was|were|will be"
    r"|has (?:been )?(?:moved|changed)?|have|moved|changed|uses?|runs?|lives?|listens|starts?"
    r"|ends?|takes?|expires?|renews?|falls|happens?|sits|needs?|has|means|stands for|goes"
    r"|belongs|=)\b",
    re.I,
)
_SUBJECT_HAN = re.compile(
    r"^(?:这个|那个|我们的?|咱们的?|我的?|你们的?|该"
    r"|本)?(?P<subject>[\w\u4e00-\u9fff][\w\u4e00-\u9fff /.+#-]{0,24}?)(?:现在|已经|目前|都"
    r"|仍然|应该)*(?:是|为|在|使用|采用|(?<!使)(?<!采)用|改成|改为|改到|叫|有|位于|从|由|需要"
    r"|定在|搬到|换成|变成|：|:)"
)
_NO_SUBJECT = frozenset(
    """
    always from he here i it never please she that there they this we what when which who you 一律 不 今后 从 他
    他们 以后 你 你们 决定 她 如果 它 就 我 我们 统一 请 这 那 都
    """.split()  # noqa: SIM905
)
_DANGLING = re.compile(r"^(?:(?:and|but|so|then|ok|okay|right|also|that|because)\b[ ,]+)+|^[，,、。：: ]+", re.I)


def type_of(content: str, said: str) -> StatedType:
    """The type of a statement from what it says and how it was said."""
    if said == "name":
        return "preference"
    if said == "preference":
        return "preference"
    if said == "decision":
        return "decision"
    if _LIKES.search(content):
        return "preference"
    if said in ("from_now_on", "rule"):
        return _type_of_rule(content, said)
    if _HAPPENED.search(content) and said == "remember" and not _DECIDES.search(content):
        return "episode"
    if said == "remember" and _TALK.search(content) and _IMPERATIVE.search(content):
        return "preference"
    if _PROCEEDS.search(content) and not re.search(r"\b(?:we|i)(?:'ve)? decided\b|决定", content, re.I):
        return "procedure"
    if _DECIDES.search(content) and said == "remember":
        return "decision"
    return "fact"


_IMPERATIVE = re.compile(
    r"^(?:to |please |always |never |don't |do not |i (?:want|need|like) )|^(?:要|请|不要|别"
    r"|都|总是|始终|用|先|回答|回复)|(?:都|要|请|不要|别)(?:用|先|给|叫|回|简)",
    re.I,
)


_TO_ME = re.compile(
    r"\b(?:to|for|with|call|address|give|show|tell|send) me\b|(?:回答|回复|答复|告诉|给|跟|对"
    r"|和|叫|称呼)我(?!们)",
    re.I,
)


def _type_of_rule(content: str, said: str) -> StatedType:
    """«From now on» and «always»: how to talk to the user, what the team does, or how work is done."""
    talk, steps, team = _TALK.search(content), _PROCEEDS.search(content), _TEAM.search(content)
    if (
        steps
        and re.search(r"\b(?:before|after|first)\b|[前后]", content, re.I)
        and not re.search("先给|以后|今后", content)
    ):
        return "procedure"
    if talk and (not team or _TO_ME.search(content)):
        return "preference"
    if steps:
        return "procedure"
    if team or _DECIDES.search(content):
        return "decision"
    if talk or said == "from_now_on":
        return "preference"
    return "procedure"


def clean(content: str, olds: Callable[[str], list[re.Match[str]]]) -> str:
    """A statement without the value that it says is wrong, in one line, as a sentence."""
    text = " ".join(content.split())
    for _ in range(4):
        match = next(iter(olds(text)), None)
        if match is None:
            break
        rest = text[: match.start("cut")] + " " + text[match.end("cut") :]
        rest = re.sub(r"[ ]+([.,;!)。，；！])", r"\1", " ".join(rest.split())).strip(" ,;，；")
        if len(rest) < 4 or rest == text:
            break
        text = rest
    text = _DANGLING.sub("", text).strip()
    return text[:1].upper() + text[1:] if text[:1].isascii() and not re.match(r"[a-z]+[A-Z_./-]", text) else text


def subject_of(content: str) -> str | None:
    """What a plain sentence is about: what stands before «is» or «是»; None where it is no such sentence."""
    match = _SUBJECT.match(content) or _SUBJECT_HAN.match(content)
    if match is None:
        return None
    subject = match["subject"].strip(" ,，的")
    if re.search(
        r"决定|统一|一律|以后|decided|prefer|^(?:from|as of|going forward|in (?:the )?future|starting)\b", subject, re.I
    ):
        return None
    if not subject or subject.casefold() in _NO_SUBJECT or len(subject.split()) > 6:
        return None
    return subject
