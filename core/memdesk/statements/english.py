"""The English rules: how people say that something is to be kept."""

from __future__ import annotations

import re

from memdesk.statements.model import Found

_FILL = (
    r"(?:(?:ok(?:ay)?|right|alright|all right|sure|yes|yeah|yep|no|nope|thanks|thank you|great"
    r"|good|perfect|cool|nice|well|so|and|but|also|oh|hey|hi|hello|ah|hmm|um|actually|"
    r"btw|by the way|please|pls|just|one more thing|another thing|one thing|fyi|look|listen"
    r"|quick note|again|anyway|sorry|oops|got it|understood|makes sense|sounds good|"
    r"in that case|first|second|finally|ps|p\.s\.|kindly|then|now)\b[ ]?[,.:;!—–-]*\s*)*"
)
_ASK = (
    r"(?:(?:can|could|would|will) you (?:please |kindly )?|(?:i(?:'d| would) (?:like|love"
    r"|appreciate it if)|i (?:want|need|expect)|i'm asking) (?:you (?:would |could )?)(?:to )?"
    r"|"
    r"make sure (?:that you |you |to )|be sure to |(?:it's |it is )?important to "
    r"|you (?:should|must|need to|have to|can|may) |let's |do |try to |always )?(?:please "
    r"|always )*"
)
_KEEP = (
    r"(?:remember|keep in mind|keep (?:this|that|it) in mind|bear in mind|memori[sz]e"
    r"|don't (?:you )?(?:ever )?forget|do not forget|never forget|"
    r"(?:make|take) (?:a )?note(?: of(?: the fact)?)?|(?:note|write|jot|put)(?: (?:this|that"
    r"|it))? down|note(?= that\b|:| for later)|note this|"
    r"(?:save|store|record|commit|add)(?: (?:this|that|it))? (?:to|in|into) (?:your |the |my "
    r"|long-term )*(?:memory|notes|records?)|"
    r"(?:save|store|record|log)(?: (?:this|that|it))? for (?:later|future reference|next time"
    r"|the future|me)|for your (?:memory|notes|records?))"
)
_REMEMBER = re.compile(
    rf"{_FILL}{_ASK}{_KEEP}(?: for (?:me|later|the future|future (?:reference|sessions|chats)"
    rf"|next time|our next session))?"
    r"(?: in (?:future|all future) (?:sessions|conversations|chats))?"
    r"(?P<sep>[ ]*[:,—–-]+[ ]*| the following[:,]?[ ]*| that[:,]?[ ]+| (?:this"
    r"|it)(?=[ ]*[:,—–.!-]| for|$)[ ]*[:,—–-]*[ ]*|[ ]+|(?=[.!]*$))(?P<content>.*)",
    re.I | re.S,
)
_NOT_KEPT = re.compile(
    r"(?:when|how|what|why|who|where|if|the time|the days|me\b(?!:)|us\b|you\b|to (?:breathe"
    r"|smile|laugh)|seeing|reading|having|being|back when|correctly|rightly)\b",
    re.I,
)
_TRAILING_KEEP = re.compile(
    rf"(?P<content>.+?)[ ]*(?:[,;.—–-]+[ ]*|[ ]+)(?:(?:so|and|but) )?(?:please )?{_ASK}"
    r"(?:remember (?:that|this|it)|keep (?:that|this|it) in mind|bear (?:that|this|it) in mind"
    r"|don't forget (?:that|this|it)|note (?:that|this|it)(?: down)?|(?:make"
    r"|take) (?:a )?note(?: of (?:that|this|it))?"
    r"|write (?:that|this|it) down|for future reference|for the record|for your information"
    r"|fyi|(?:save|store|record) (?:that|this|it)(?: (?:to|in) (?:your )?memory| for (?:later"
    r"|next time))?)"
    r"(?: for (?:me|later|next time|the future|future reference))?(?:[ ,]+(?:please|thanks"
    r"|thank you|ok(?:ay)?))*[ .!]*$",
    re.I | re.S,
)
_TOLD = re.compile(
    rf"{_FILL}(?:(?:fyi|for the record|for (?:your|future) (?:information|reference)"
    rf"|(?:just )?so (?:that )?you know|note to self|for your notes|important|note|nb|n\.b\."
    rf"|reminder|heads[ -]up|[^:,]{{0,40}}\bto (?:remember|note"
    rf"|keep in mind))\b[ ]*[:,—–-]+[ ]*|(?:(?:just )?fyi|for the record"
    rf"|for your information|note to self)[ ]+(?=(?:our|my|we|i|the|this|all|there|it)\b"
    rf"|[\w.-]+(?: [\w.-]+){{0,4}} (?:is|are|was|has|runs?|lives?|uses?|moved)\b))(?P<content>.+)",
    re.I | re.S,
)
_FROM_NOW = (
    r"(?:from (?:now|here) on(?:wards?| out| in)?|from (?:today|tomorrow|this point"
    r"|this moment)(?: on(?:wards?)?)?|going forwards?|moving forwards?|henceforth"
    r"|from (?:this|next) (?:week|month|sprint|quarter|release)(?: on(?:wards?)?)?|"
    r"(?:starting|beginning|effective|as of) (?:from )?(?:today|now|tomorrow|immediately"
    r"|(?:this|next) (?:week|month|sprint|quarter|year)|(?:on )?(?:mon|tues|wednes|thurs|fri"
    r"|satur|sun)day)|"
    r"in (?:the )?future(?! (?:we|i|it|they|there)\b)|in future|for (?:all )?future (?:answers"
    r"|replies|responses|sessions|chats|messages|reports|work|commits|prs|code|releases)"
    r"|next time|by default|hereafter|until further notice)"
)
_FROM_NOW_ON = re.compile(rf"{_FILL}(?:(?:so|and) )?{_FROM_NOW}\b[ ]*[:,—–-]*[ ]*(?P<content>\S.+)", re.I | re.S)
_TRAILING_FROM_NOW = re.compile(
    rf"{_FILL}(?P<content>.+?)[, ]+{_FROM_NOW}(?:[ ,]+(?:please|thanks|ok(?:ay)?))*[ .!]*$", re.I | re.S
)
_WHENEVER = re.compile(
    rf"{_FILL}(?:whenever|when|every time|each time|any time|if)\b[^,]{{3,120}}, ?(?:please "
    rf"|you (?:should|must|need to) )?(?:always|never|please|don't|do not|make sure)\b.+",
    re.I | re.S,
)
_WHO = r"(?:we|the (?:whole )?team|our team|everyone|the group|the board|management|the company|us)"
_OCCASION = (
    r"(?:(?:after|following|in|at|during|as of|on|yesterday|today|last week"
    r"|this morning|per|long story short|in the end|outcome of)\b[^,:?]{0,60}?[,:—–-]* )?"
)
_DECIDED = re.compile(
    rf"{_FILL}{_OCCASION}(?:{_WHO}|i)(?:'ve|'d| have| had)?(?: (?:all|both|have"
    rf"|has|finally|now|just|also|jointly|collectively|unanimously|today|yesterday|already"
    rf"|eventually))*"
    r" (?:decided|agreed|settled|chose|chosen|concluded|determined|resolved|opted|committed"
    r"|voted|standardi[sz]ed|picked|selected)\b"
    r"(?! (?:yet|whether|if|to (?:talk|discuss|wait|postpone the decision)))(?: (?:today"
    r"|yesterday|last week|this morning|in the meeting|together|that|to|on|upon|for|against"
    r"|not to))?.+",
    re.I | re.S,
)
_DECISION = re.compile(
    rf"{_FILL}{_OCCASION}(?:(?:the |our |my )?(?:final |team )?decision(?: is| was|:| -)|it (?:is|was"
    rf"|has been) (?:decided|agreed|settled)(?: that| to)?|(?:it's|that's) (?:decided|settled"
    rf"|agreed)[:,]|decided:|agreed:|"
    rf"{_WHO}(?:'re| are) (?:going with|switching to|moving (?:to|off)|standardi[sz]ing on"
    rf"|sticking (?:with|to)|adopting|dropping|migrating to|phasing out|abandoning|retiring"
    rf"|settling on)|"
    rf"{_WHO}(?:'ll| will|'re going to| are going to) (?:use|go with|stick (?:with|to)|adopt"
    rf"|switch to|move to|standardi[sz]e on|drop|keep using|stop using|no longer use"
    rf"|migrate to)|"
    r"let's (?:go with|stick (?:with|to)|standardi[sz]e on|adopt|settle on|agree (?:on|to"
    r"|that)|all use|always use|make it a rule)|"
    r"(?:the|this|our) (?:project|repo(?:sitory)?|team|codebase|company|monorepo|service|app"
    r"|organi[sz]ation)s? (?:now |always |only )?(?:uses?|standardi[sz]es? on|has (?:adopted"
    r"|standardi[sz]ed on)|runs on|sticks (?:to|with))\b[^.]*\b(?:throughout|everywhere|only"
    r"|exclusively|consistently|across the board|for everything|from now on)|"
    r"we (?:now |always |only |all )*use\b[^.]*\b(?:throughout|everywhere|only|exclusively"
    r"|consistently|across the board|for everything|across all)).*",
    re.I | re.S,
)
_UNDECIDED = re.compile(
    r"\b(?:haven't|have not|hasn't|has not|not yet|never|didn't|did not|don't|can't|couldn't"
    r"|yet to|still (?:need|have) to|need to|should|must|might|may|could|would|until|before"
    r"|once|unless|whether)\b[^.]{0,25}\b(?:decid|agree|settl|conclud|cho[os]s)",
    re.I,
)
_ADVERB = (
    r"(?:(?:always|really|generally|usually|strongly|much|also|personally|still|definitely"
    r"|absolutely|typically|honestly|truly|just|do|very much|normally|mostly|particularly"
    r"|especially|tend to) )*"
)
_PREFER = re.compile(
    rf"{_FILL}(?:(?:personally|in general|generally|for (?:code|answers|replies|docs|reports"
    rf"|commits|me)|when [^,]{{3,60}}|as for [^,]{{3,60}}|to be (?:clear|honest)), "
    rf"|(?:i'm|i am|i|my|our) [^.?,]{{3,80}}?,? (?:and|so|but) (?=i\b|i'd))?(?:"
    rf"i {_ADVERB}(?:prefer(?! not to\b)|favou?r|dislike|hate|can't stand|cannot stand|detest"
    rf"|despise|am fond of|would prefer|would rather|appreciate (?!it|that|the help|your"
    rf"|you\b))(?! (?:it|that|this|them)(?: (?:when|if|that))?[.!,]?$)|"
    rf"i(?:'d| would) {_ADVERB}(?:prefer|rather)(?! not (?:to )?(?:say|talk|guess|answer"
    rf"|comment|discuss))|i(?:'m| am) (?:more of )?an? [^.]{{2,40}} (?:person|fan|guy|girl"
    rf"|user)|"
    rf"i {_ADVERB}(?:like|love|enjoy|adore)(?! (?:it|that|this|these|those|your|the (?:way|idea"
    rf"|look|sound|approach|result|new|direction)|how|where|what|him|her|them|to (?:know|see"
    rf"|ask|understand|book|order|have a look))\b)|"
    rf"i {_ADVERB}(?:do not|don't|never) {_ADVERB}(?:like|want|enjoy|care for|need|eat|drink"
    rf"|use|appreciate)(?! (?:it|that|this|to (?:know|talk about|be rude))\b)|"
    r"i (?:always|only|never|usually|exclusively) (?:use|want|write|eat|drink|take|work|read|need)\b|"
    r"i(?:'d| would) like you to (?:please )?(?:always|never|only|not)\b|i want you to (?:always|never|only|not)\b|"
    r"i want (?:all|every|my|the|your|any) (?:\w+ ){0,3}(?:answers?|repl(?:y|ies)|responses?"
    r"|code|commits?|summar(?:y|ies)|reports?|examples?|messages?|explanations?|output|docs?"
    r"|documentation|comments?)\b|"
    r"my (?:\w+ ){0,2}(?:preference|favou?rite|preferred|go-to)\b|"
    r"(?:(?:please |kindly )(?:always |never |only )?|always |never |only )(?:answer|reply"
    r"|respond|write|speak|talk|address|explain|use|give|format|keep|avoid|show|start|end|put"
    r"|add|include|cite|be|send|translate|summari[sz]e)\b(?=.*\b(?:always|never|every|all"
    r"|by default|answers?|replies|responses?|code|comments?|emoji|english|chinese|german"
    r"|french|spanish|metric|units?|bullets?|tables?|dates?|tone|short|concise|brief|formal"
    r"|informal)\b)"
    r").+",
    re.I | re.S,
)
_CALL = re.compile(
    rf"{_FILL}(?:(?:you (?:can|may|should)|everyone|everybody|people|friends|they|just|please"
    rf"|feel free to|i(?:'d| would) (?:like|prefer) (?:it if you|you to|if you)"
    rf"|i want you to) (?:all |just |usually |always |would )*)?"
    r"(?:call(?:ed|s)?|address|refer to|name) me (?:as |by |simply |just )?(?!(?:back|later"
    r"|tomorrow|today|tonight|at|when|if|on|once|after|before|asap|now|again|in|crazy|old"
    r"|maybe|stupid|a\b|an\b|the next|any ?time|out|up|to|for|and|or|sometime|this|next|first"
    r"|instead|directly|by phone|soon)\b)"
    r"(?P<name>[^,.;!?]{1,60})",
    re.I,
)
_NAMED = re.compile(
    rf"{_FILL}(?:(?:my (?:first |last |full |nick|preferred |given )?name(?:'s| is)|i(?:'m"
    rf"| am) called|i go by|my pronouns are|(?:my )?friends call me|my nickname is"
    rf"|my surname is) (?P<name>.+))",
    re.I | re.S,
)
_ALWAYS = re.compile(
    rf"{_FILL}(?:please |and |but |so |you (?:should|must|need to|have to) |we (?:should|must) "
    rf"|everyone (?:should|must) )*(?:always|never|do not ever|don't ever"
    rf"|under no circumstances)[, ]+"
    r"(?!(?:mind|wanted|been|was|were|is|had|has|have|seen|saw|knew|thought|heard|tried|used"
    r"|worked|happen(?:s|ed)|got|get(?:s)?|did|liked|loved|a|an|the|my|in|again|fails?|shows?"
    r"|returns?|crash(?:es)?|works|wonder(?:ed|ing)?|curious|said|says|on|one|there"
    r"|forget(?: (?:this|that|it))?)\b)"
    r"(?P<content>\w.+)",
    re.I | re.S,
)
_RULE = re.compile(
    rf"{_FILL}(?:(?:as a rule|our rule is|the rule is|our (?:policy|convention|standard"
    rf"|practice|process|workflow) is|(?:new )?(?:rule|policy|convention)[:,])|"
    r"(?:all|every|each|any|no) (?:\w+ ){1,4}(?:must|should always|should never|have to|has to"
    r"|needs? to|shall|are to be|is to be|must not|may not)\b|"
    r"(?:you|we|everyone) must (?:always|never|not)\b).+",
    re.I | re.S,
)
_STRONG = re.compile(
    rf"{_FILL}(?:correction|amendment|i (?:was|were) (?:wrong|mistaken)(?: about (?:that|it"
    rf"|this))?|i misspoke|i made a mistake|my mistake|my bad|scratch that|i stand corrected"
    rf"|erratum|strike that|"
    r"(?:that|this|it|your (?:memory|note|info(?:rmation)?))(?:'s| is| was)? (?:wrong"
    r"|incorrect|outdated|not right|not correct|no longer (?:true|correct|valid|right)"
    r"|out of date|stale|obsolete)|update your (?:memory"
    r"|notes))\b[ ]*[:,.;—–-]*[ ]*(?P<content>.*)",
    re.I | re.S,
)
_VALUE = r"[\w./:@%+#-]*[\w/%+#]"
_INSTEAD = re.compile(
    rf"(?P<cut>[ ]*[,;(—–-]*[ ]*(?:(?:and |but )?not|instead of|rather than|as opposed to"
    rf"|no longer|and no longer|replacing|replaces|(?<=[,;(—–])[ ]?(?:previously|formerly"
    rf"|it used to be|used to be|it was|was|before that|before it was))[ ]+(?:at |on |in |the "
    rf"|to |via |with |(?:old )?port )?(?P<old>(?:[A-Z]\w*[ ])?{_VALUE})(?: (?:any ?more"
    rf"|any longer|as before|before|anymore))?[)]?)(?=[ ]*(?:[.,;!)]|$|since|and\b|because"
    rf"|as of|from\b))",
    re.I,
)
_FROM_TO = re.compile(rf"(?P<cut>\bfrom[ ]+(?:the )?(?P<old>(?:[A-Z]\w*[ ])?{_VALUE})[ ]+)(?=to\b)", re.I)
_STILL = re.compile(
    rf"(?P<cut>[ ]*[,;.(—–-]*[ ]*(?:and |but |even though |although |though )?(?:the |our |my "
    rf"|your )?(?:wiki|docs?|documentation|readme|handbook|page|config|notes?|memory|runbook"
    rf"|old (?:page|note|value|entry)|ticket|spec|site|website|manual"
    rf"|guide)s?[ ]+(?:still )?(?:says?|claims?|shows?|lists?|states?|has|have|reads?|mentions?"
    rf"|is wrong[,:]? it says)[ ]+(?:it's |it is |port )?(?P<old>{_VALUE})[)]?)",
    re.I,
)
_CHANGED = re.compile(
    r"\b(?:is|are|was|were|has been|have been|got|moved|changed|switched|renamed|migrated"
    r"|bumped|raised|lowered|increased|reduced|updated|now|moves|changes|runs|listens)\b",
    re.I,
)
_ACTUALLY = re.compile(rf"^{_FILL}", re.I)
_REPORTED = re.compile(
    r"^(?:\W*(?:and|but|so)\W+)?(?:(?:he|she|they|someone|somebody|people|my \w+|the (?:doc"
    r"|docs|article|book|blog|email|manual|customer|client|boss|teacher|author|speaker|user"
    r"|prompt|text|sign|ad|song|movie|poster|story|character)s?|(?!(?:We|Our|My|Please|The"
    r"|This|It|Also|And|But|So|Team|Everyone|Management|Always|Never|Just|Today"
    r"|Yesterday)\b)[A-Z][a-z]+) "
    r"(?:always |once |often |just |also |then |keeps? )*(?:says?|said|saying|told|tells|wrote"
    r"|writes|asked|asks|claims?|claimed|thinks?|thought|suggests?|suggested|mentioned|argues?"
    r"|announced|insists?|insisted|wants?|prefers?|likes?|loves?|hates?|reads?|goes|decided"
    r"|agreed)\b)"
)
_HYPOTHETICAL = re.compile(
    r"^\W*(?:(?:and|but|so|ok|well)\W+)?(?:if|suppose|supposing|imagine|assuming|assume"
    r"|what if|unless|let's say|say (?:that )?(?:we|i)|pretend|hypothetically|in case|whether"
    r"|had (?:we|i)|should (?:we|i)|maybe|perhaps)\b",
    re.I,
)
_QUESTION = re.compile(
    r"^\W*(?:(?:and|but|so|ok|okay|hey|hi|well|sorry|wait|please)\W+)*(?:do|does|did|what"
    r"|which|who|whom|whose|how|why|when(?! (?:you|i|we|writing|answering)\b)|where|is|are|was"
    r"|were|am|has|have|had|should|shall|may|might|can (?:i|we|he|she|they|it)|could (?:i|we"
    r"|he|she|they|it)|would (?:i|we|he|she|they|it)|will (?:i|we|he|she|they|it)|isn't|aren't"
    r"|don't (?:you|we|i)\b|doesn't|didn't)\b",
    re.I,
)
_POLITE = re.compile(
    r"\b(?:can|could|would|will) you (?:please |kindly )?(?:always |never )?(?:remember|keep"
    r"|note|make a note|call me|memori[sz]e|save|store|use|answer|reply|respond|write|bear"
    r"|stop)\b",
    re.I,
)
_DECLINED = re.compile(
    r"\b(?:(?:please |and )?(?:don't|do not|never|no need to|you don't (?:need|have) to"
    r"|you needn't)[ ]+(?:ever )?(?:remember|save|store|record|memori[sz]e|keep|log|note"
    r"|write down)[ ]+(?:this|that|it|any of this|anything (?:from|in|about)|what i|our"
    r"|the (?:conversation|chat))\b|off the record|forget (?:what i (?:just )?said"
    r"|i said (?:that|anything))|(?:between (?:you and me|us))[,:]? (?:don't|do not))",
    re.I,
)
_FICTION = re.compile(
    r"\b(?:in the (?:story|novel|movie|film|game|song|play|book)|the (?:main )?character|the protagonist|lyrics"
    r"|role-?play)\b"
    r"|^\W*(?:please |now |can you |could you )*write (?:me )?(?:a|an|the) (?:\w+ ){0,3}(?:story|poem|song|scene"
    r"|dialogue|speech|essay|haiku|limerick|joke|email|letter|tweet|post|slogan|headline|sentence|test|regex"
    r"|function|script)\b",
    re.I,
)


def is_declined(text: str) -> bool:
    """Whether somebody asks that this is not kept."""
    return bool(_DECLINED.search(text))


def find(sentence: str, masked: str) -> Found | None:
    """What the rules make of a sentence; ``masked`` is the same with quotations blanked, place by place."""
    question = masked.rstrip().endswith("?")
    if question and not _POLITE.search(masked):
        return None
    if _DECLINED.search(masked) or _FICTION.search(masked):
        return None
    if match := _REMEMBER.match(masked):
        if match["content"] and _NOT_KEPT.match(match["content"]) and not match["sep"].strip(" ,-"):
            return None
        return Found(_cut(sentence, match, "content"), "remember")
    if _HYPOTHETICAL.match(masked) and not _WHENEVER.match(masked):
        return None
    if not question and _QUESTION.match(masked):
        return None
    if _REPORTED.match(masked):
        return None
    return _others(sentence, masked)


def _others(sentence: str, masked: str) -> Found | None:
    whole = _ACTUALLY.sub("", masked)
    plain = sentence[len(sentence) - len(whole) :] if len(whole) < len(masked) else sentence
    if match := _STRONG.match(masked):
        return Found(_cut(sentence, match, "content"), "correction")
    if match := _CALL.match(masked) or _NAMED.match(masked):
        return Found(plain, "name")
    if (_DECIDED.match(masked) or _DECISION.match(masked)) and not _UNDECIDED.search(masked):
        return Found(plain, "decision")
    if _PREFER.match(masked):
        return Found(plain, "preference")
    if match := _TOLD.match(masked):
        return Found(_cut(sentence, match, "content"), "remember")
    if (match := _FROM_NOW_ON.match(masked)) or (match := _TRAILING_FROM_NOW.match(masked)):
        return (
            None
            if re.search(r"\b(?:might|may|could|would|will probably|maybe|crash)\b", match["content"])
            else Found(plain, "from_now_on")
        )
    if match := _TRAILING_KEEP.match(masked):
        return Found(_cut(sentence, match, "content"), "remember")
    if _RULE.match(masked) or _ALWAYS.match(masked) or _WHENEVER.match(masked):
        return Found(plain, "rule")
    if _FROM_TO.search(masked) and _RENAMED.search(masked):
        return Found(plain, "correction")
    if _NOW.match(masked):
        return Found(plain, "correction")
    if _CHANGED.search(masked) and any(_VALUE_LIKE.search(match["old"]) for match in olds(masked)):
        return Found(plain, "correction")
    return None


_RENAMED = re.compile(
    r"\b(?:was|were|is|are|got|has been|have been|been|we|it|they) ?(?:\w+ )?(?:renamed|moved"
    r"|changed|switched|migrated)\b",
    re.I,
)
_NOW = re.compile(
    rf"(?=\W*(?:\w+\W+){{0,3}}?(?:actually|update|correction|by the way|btw|heads[ -]up|no|wait|sorry)\b){_FILL}"
    r"(?:update[ ]*[:,—–-]+[ ]*)?(?:my|our|the) (?!(?:problem|issue|error|question|bug|test|build|page|code)s?\b)"
    r"(?:[\w'’-]+ ){1,4}?(?:is|are|lives|runs|sits) "
    r"(?!(?:working|fine|ok|okay|good|broken|failing|gone|down|done|not)\b)"
    r"[^,;?]{2,60} now\b(?=[ ]*(?:[,;.!—–-]|$))",
    re.I,
)
_VALUE_LIKE = re.compile(r"[\dA-Z./:@_]")


def _cut(sentence: str, match: re.Match[str], group: str) -> str | None:
    return sentence[match.start(group) : match.end(group)].strip(" ,:;—–-").lstrip(".!") or None


def olds(sentence: str) -> list[re.Match[str]]:
    """Where a sentence names the value that it says is wrong or was so before."""
    found = [*_INSTEAD.finditer(sentence), *_FROM_TO.finditer(sentence), *_STILL.finditer(sentence)]
    return [match for match in found if match["old"].lower() not in _NO_VALUE]


_NO_VALUE = frozenset(
    """
    a able all allowed always an and any as at available bad be because been being by doing done enough even ever
    false fine for from going good great having how if in it just me my needed of on only or our possible ready
    required so supposed sure that the the-other them there this to too true us use using very well what when why
    with working yet you your
    """.split()  # noqa: SIM905
)
