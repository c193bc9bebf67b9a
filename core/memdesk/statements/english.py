"""The English rules: how people say that something is to be kept."""

from __future__ import annotations

import re

from memdesk.statements.model import Found

_FILL = (
    r"(?:(?:ok(?:ay)?|right|alright|all right|sure|yes|yeah|yep|no|nope|thanks|thank you|great|good|perfect|cool|nice|well|so|and|but|also|oh|hey|hi|hello|ah|hmm|um|actually|"
    r"btw|by the way|please|pls|just|one more thing|another thing|one thing|fyi|look|listen|quick note|again|anyway|sorry|oops|got it|understood|makes sense|sounds good|"
    r"in that case|first|second|finally|ps|p\.s\.|kindly|then|now)\b[ ]?[,.:;!—–-]*\s*)*"
)
_ASK = (
    r"(?:(?:can|could|would|will) you (?:please |kindly )?|(?:i(?:'d| would) (?:like|love|appreciate it if)|i (?:want|need|expect)|i'm asking) (?:you (?:would |could )?)(?:to )?|"
    r"make sure (?:that you |you |to )|be sure to |(?:it's |it is )?important to |you (?:should|must|need to|have to|can|may) |let's |do |try to |always )?(?:please |always )*"
)
_KEEP = (
    r"(?:remember|keep in mind|keep (?:this|that|it) in mind|bear in mind|memori[sz]e|don't (?:you )?(?:ever )?forget|do not forget|never forget|"
    r"(?:make|take) (?:a )?note(?: of(?: the fact)?)?|(?:note|write|jot|put)(?: (?:this|that|it))? down|note(?= that\b|:| for later)|note this|"
    r"(?:save|store|record|commit|add)(?: (?:this|that|it))? (?:to|in|into) (?:your |the |my |long-term )*(?:memory|notes|records?)|"
    r"(?:save|store|record|log)(?: (?:this|that|it))? for (?:later|future reference|next time|the future|me)|for your (?:memory|notes|records?))"
)
_REMEMBER = re.compile(
    rf"{_FILL}{_ASK}{_KEEP}(?: for (?:me|later|the future|future (?:reference|sessions|chats)|next time|our next session))?"
    r"(?: in (?:future|all future) (?:sessions|conversations|chats))?"
    r"(?P<sep>[ ]*[:,—–-]+[ ]*| the following[:,]?[ ]*| that[:,]?[ ]+| (?:this|it)(?=[ ]*[:,—–.!-]| for|$)[ ]*[:,—–-]*[ ]*|[ ]+|$)(?P<content>.*)",
    re.I | re.S,
)
_NOT_KEPT = re.compile(
    r"(?:when|how|what|why|who|where|if|the time|the days|me\b(?!:)|us\b|you\b|to (?:breathe|smile|laugh)|seeing|reading|having|being|back when|correctly|rightly)\b", re.I
)
_TRAILING_KEEP = re.compile(
    rf"(?P<content>.+?)[ ]*(?:[,;.—–-]+[ ]*|[ ]+)(?:(?:so|and|but) )?(?:please )?{_ASK}"
    r"(?:remember (?:that|this|it)|keep (?:that|this|it) in mind|bear (?:that|this|it) in mind|don't forget (?:that|this|it)|note (?:that|this|it)(?: down)?|(?:make|take) (?:a )?note(?: of (?:that|this|it))?"
    r"|write (?:that|this|it) down|for future reference|for the record|for your information|fyi|(?:save|store|record) (?:that|this|it)(?: (?:to|in) (?:your )?memory| for (?:later|next time))?)"
    r"(?: for (?:me|later|next time|the future|future reference))?(?:[ ,]+(?:please|thanks|thank you|ok(?:ay)?))*[ .!]*$",
    re.I | re.S,
)
_TOLD = re.compile(
    rf"{_FILL}(?:(?:fyi|for the record|for (?:your|future) (?:information|reference)|just so you know|so you know|note to self|for your notes|important|note|nb|n\.b\.|reminder|heads[ -]up|[^:,]{{0,40}}\bto (?:remember|note|keep in mind))\b[ ]*[:,—–-]+[ ]*)(?P<content>.+)",
    re.I | re.S,
)
_FROM_NOW = (
    r"(?:from (?:now|here) on(?:wards?| out| in)?|from (?:today|tomorrow|this point|this moment)(?: on(?:wards?)?)?|going forwards?|moving forwards?|henceforth|from (?:this|next) (?:week|month|sprint|quarter|release)(?: on(?:wards?)?)?|"
    r"(?:starting|beginning|effective|as of) (?:from )?(?:today|now|tomorrow|immediately|(?:this|next) (?:week|month|sprint|quarter|year)|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)|"
    r"in (?:the )?future(?! (?:we|i|it|they|there)\b)|in future|for (?:all )?future (?:answers|replies|responses|sessions|chats|messages|reports|work|commits|prs|code|releases)|next time|by default|hereafter|until further notice)"
)
_FROM_NOW_ON = re.compile(rf"{_FILL}(?:(?:so|and) )?{_FROM_NOW}\b[ ]*[:,—–-]*[ ]*(?P<content>\S.+)", re.I | re.S)
_TRAILING_FROM_NOW = re.compile(rf"{_FILL}(?P<content>.+?)[, ]+{_FROM_NOW}(?:[ ,]+(?:please|thanks|ok(?:ay)?))*[ .!]*$", re.I | re.S)
_WHENEVER = re.compile(
    rf"{_FILL}(?:whenever|when|every time|each time|any time|if)\b[^,]{{3,120}}, ?(?:please |you (?:should|must|need to) )?(?:always|never|please|don't|do not|make sure)\b.+", re.I | re.S
)
_WHO = r"(?:we|the (?:whole )?team|our team|everyone|the group|the board|management|the company|us)"
_DECIDED = re.compile(
    rf"{_FILL}(?:(?:after|following|in|at|during|as of|on|yesterday|today|last week|this morning)\b[^,]{{0,60}}?,? )?(?:{_WHO}|i)(?:'ve|'d| have| had)?(?: (?:all|both|have|has|finally|now|just|also|jointly|collectively|unanimously|today|yesterday|already|eventually))*"
    r" (?:decided|agreed|settled|chose|chosen|concluded|determined|resolved|opted|committed|voted|standardi[sz]ed|picked|selected)\b"
    r"(?! (?:yet|whether|if|to (?:talk|discuss|wait|postpone the decision)))(?: (?:today|yesterday|last week|this morning|in the meeting|together|that|to|on|upon|for|against|not to))?.+",
    re.I | re.S,
)
_DECISION = re.compile(
    rf"{_FILL}(?:(?:the |our |my )?(?:final |team )?decision(?: is| was|:| -)|it (?:is|was|has been) (?:decided|agreed|settled)(?: that| to)?|(?:it's|that's) (?:decided|settled|agreed)[:,]|decided:|agreed:|"
    rf"{_WHO}(?:'re| are) (?:going with|switching to|moving (?:to|off)|standardi[sz]ing on|sticking (?:with|to)|adopting|dropping|migrating to|phasing out|abandoning|retiring|settling on)|"
    rf"{_WHO}(?:'ll| will|'re going to| are going to) (?:use|go with|stick (?:with|to)|adopt|switch to|move to|standardi[sz]e on|drop|keep using|stop using|no longer use|migrate to)|"
    r"let's (?:go with|stick (?:with|to)|standardi[sz]e on|adopt|settle on|agree (?:on|to|that)|all use|always use|make it a rule)|"
    r"(?:the|this|our) (?:project|repo(?:sitory)?|team|codebase|company|monorepo|service|app|organi[sz]ation)s? (?:now |always |only )?(?:uses?|standardi[sz]es? on|has (?:adopted|standardi[sz]ed on)|runs on|sticks (?:to|with))\b[^.]*\b(?:throughout|everywhere|only|exclusively|consistently|across the board|for everything|from now on)|"
    r"we (?:now |always |only |all )*use\b[^.]*\b(?:throughout|everywhere|only|exclusively|consistently|across the board|for everything|across all)).*",
    re.I | re.S,
)
_UNDECIDED = re.compile(r"\b(?:haven't|have not|hasn't|has not|not yet|never|didn't|did not|don't|can't|couldn't|yet to|still (?:need|have) to|need to|should|must|might|may|could|would|until|before|once|unless|whether)\b[^.]{0,25}\b(?:decid|agree|settl|conclud|cho[os]s)", re.I)
_ADVERB = r"(?:(?:always|really|generally|usually|strongly|much|also|personally|still|definitely|absolutely|typically|honestly|truly|just|do|very much|normally|mostly|particularly|especially|tend to) )*"
_PREFER = re.compile(
    rf"{_FILL}(?:(?:personally|in general|generally|for (?:code|answers|replies|docs|reports|commits|me)|when [^,]{{3,60}}|as for [^,]{{3,60}}|to be (?:clear|honest)), )?(?:"
    rf"i {_ADVERB}(?:prefer(?! not to\b)|favou?r|dislike|hate|can't stand|cannot stand|detest|despise|am fond of|would prefer|would rather|appreciate (?!it|that|the help|your|you\b))(?! (?:it|that|this|them)(?: (?:when|if|that))?[.!,]?$)|"
    rf"i(?:'d| would) {_ADVERB}(?:prefer|rather)(?! not (?:to )?(?:say|talk|guess|answer|comment|discuss))|i(?:'m| am) (?:more of )?an? [^.]{{2,40}} (?:person|fan|guy|girl|user)|"
    rf"i {_ADVERB}(?:like|love|enjoy|adore)(?! (?:it|that|this|these|those|your|the (?:way|idea|look|sound|approach|result|new|direction)|how|where|what|him|her|them|to (?:know|see|ask|understand|book|order|have a look))\b)|"
    rf"i {_ADVERB}(?:do not|don't|never) {_ADVERB}(?:like|want|enjoy|care for|need|eat|drink|use|appreciate)(?! (?:it|that|this|to (?:know|talk about|be rude))\b)|"
    r"i (?:always|only|never|usually|exclusively) (?:use|want|write|eat|drink|take|work|read|need)\b|"
    r"i want (?:all|every|my|the|your|any) (?:\w+ ){0,3}(?:answers?|repl(?:y|ies)|responses?|code|commits?|summar(?:y|ies)|reports?|examples?|messages?|explanations?|output|docs?|documentation|comments?)\b|"
    r"my (?:\w+ ){0,2}(?:preference|favou?rite|preferred|go-to)\b|"
    r"(?:(?:please |kindly )(?:always |never |only )?|always |never |only )(?:answer|reply|respond|write|speak|talk|address|explain|use|give|format|keep|avoid|show|start|end|put|add|include|cite|be|send|translate|summari[sz]e)\b(?=.*\b(?:always|never|every|all|by default|answers?|replies|responses?|code|comments?|emoji|english|chinese|german|french|spanish|metric|units?|bullets?|tables?|dates?|tone|short|concise|brief|formal|informal)\b)"
    r").+",
    re.I | re.S,
)
_CALL = re.compile(
    rf"{_FILL}(?:(?:you (?:can|may|should)|everyone|everybody|people|friends|they|just|please|feel free to|i(?:'d| would) (?:like|prefer) (?:it if you|you to|if you)|i want you to) (?:all |just |usually |always |would )*)?"
    r"(?:call(?:ed)?|address|refer to|name) me (?:as |by |simply |just )?(?!(?:back|later|tomorrow|today|tonight|at|when|if|on|once|after|before|asap|now|again|in|crazy|old|maybe|stupid|a\b|an\b|the next|any ?time|out|up|to|for|and|or|sometime|this|next|first|instead|directly|by phone|soon)\b)"
    r"(?P<name>[^,.;!?]{1,60})",
    re.I,
)
_NAMED = re.compile(
    rf"{_FILL}(?:(?:my (?:first |last |full |nick|preferred |given )?name(?:'s| is)|i(?:'m| am) called|i go by|my pronouns are|(?:my )?friends call me|my nickname is|my surname is) (?P<name>.+))", re.I | re.S
)
_ALWAYS = re.compile(
    rf"{_FILL}(?:please |and |but |so |you (?:should|must|need to|have to) |we (?:should|must) |everyone (?:should|must) )*(?:always|never|do not ever|don't ever|under no circumstances)[, ]+"
    r"(?!(?:mind|wanted|been|was|were|is|had|has|have|seen|saw|knew|thought|heard|tried|used|worked|happen(?:s|ed)|got|get(?:s)?|did|liked|loved|a|an|the|my|in|again|fails?|shows?|returns?|crash(?:es)?|works|wonder(?:ed|ing)?|curious|said|says|on|one|there|forget(?: (?:this|that|it))?)\b)"
    r"(?P<content>\w.+)",
    re.I | re.S,
)
_RULE = re.compile(
    rf"{_FILL}(?:(?:as a rule|our rule is|the rule is|our (?:policy|convention|standard|practice|process|workflow) is|(?:new )?(?:rule|policy|convention)[:,])|"
    r"(?:all|every|each|any|no) (?:\w+ ){1,4}(?:must|should always|should never|have to|has to|needs? to|shall|are to be|is to be|must not|may not)\b|"
    r"(?:you|we|everyone) must (?:always|never|not)\b).+",
    re.I | re.S,
)
_STRONG = re.compile(
    rf"{_FILL}(?:correction|amendment|i (?:was|were) (?:wrong|mistaken)(?: about (?:that|it|this))?|i misspoke|i made a mistake|my mistake|my bad|scratch that|i stand corrected|erratum|strike that|"
    r"(?:that|this|it|your (?:memory|note|info(?:rmation)?))(?:'s| is| was)? (?:wrong|incorrect|outdated|not right|not correct|no longer (?:true|correct|valid|right)|out of date|stale|obsolete)|update your (?:memory|notes))\b[ ]*[:,.;—–-]*[ ]*(?P<content>.*)",
    re.I | re.S,
)
_VALUE = r"[\w./:@%+#-]*[\w/%+#]"
_INSTEAD = re.compile(
    rf"(?P<cut>[ ]*[,;(—–-]*[ ]*(?:(?:and |but )?not|instead of|rather than|as opposed to|no longer|and no longer|replacing|replaces|(?<=[,;(—–])[ ]?(?:previously|formerly|it used to be|used to be|it was|was|before that|before it was))[ ]+(?:at |on |in |the |to |via |with |(?:old )?port )?(?P<old>(?:[A-Z]\w*[ ])?{_VALUE})(?: (?:any ?more|any longer|as before|before|anymore))?[)]?)(?=[ ]*(?:[.,;!)]|$|since|and\b|because|as of|from\b))",
    re.I,
)
_FROM_TO = re.compile(rf"(?P<cut>\bfrom[ ]+(?:the )?(?P<old>(?:[A-Z]\w*[ ])?{_VALUE})[ ]+)(?=to\b)", re.I)
_STILL = re.compile(
    rf"(?P<cut>[ ]*[,;.(—–-]*[ ]*(?:and |but |even though |although |though )?(?:the |our |my |your )?(?:wiki|docs?|documentation|readme|handbook|page|config|notes?|memory|runbook|old (?:page|note|value|entry)|ticket|spec|site|website|manual|guide)s?[ ]+(?:still )?(?:says?|claims?|shows?|lists?|states?|has|have|reads?|mentions?|is wrong[,:]? it says)[ ]+(?:it's |it is |port )?(?P<old>{_VALUE})[)]?)",
    re.I,
)
_CHANGED = re.compile(
    r"\b(?:is|are|was|were|has been|have been|got|moved|changed|switched|renamed|migrated|bumped|raised|lowered|increased|reduced|updated|now|moves|changes|runs|listens)\b", re.I
)
_ACTUALLY = re.compile(rf"^{_FILL}", re.I)
_REPORTED = re.compile(
    r"^(?:\W*(?:and|but|so)\W+)?(?:(?:he|she|they|someone|somebody|people|my \w+|the (?:doc|docs|article|book|blog|email|manual|customer|client|boss|teacher|author|speaker|user|prompt|text|sign|ad|song|movie|poster|story|character)s?|(?!(?:We|Our|My|Please|The|This|It|Also|And|But|So|Team|Everyone|Management|Always|Never|Just|Today|Yesterday)\b)[A-Z][a-z]+) "
    r"(?:always |once |often |just |also |then |keeps? )*(?:says?|said|saying|told|tells|wrote|writes|asked|asks|claims?|claimed|thinks?|thought|suggests?|suggested|mentioned|argues?|announced|insists?|insisted|wants?|prefers?|likes?|loves?|hates?|reads?|goes|decided|agreed)\b)"
)
_HYPOTHETICAL = re.compile(r"^\W*(?:(?:and|but|so|ok|well)\W+)?(?:if|suppose|supposing|imagine|assuming|assume|what if|unless|let's say|say (?:that )?(?:we|i)|pretend|hypothetically|in case|whether|had (?:we|i)|should (?:we|i)|maybe|perhaps)\b", re.I)
_QUESTION = re.compile(
    r"^\W*(?:(?:and|but|so|ok|okay|hey|hi|well|sorry|wait|please)\W+)*(?:do|does|did|what|which|who|whom|whose|how|why|when(?! (?:you|i|we|writing|answering)\b)|where|is|are|was|were|am|has|have|had|should|shall|may|might|can (?:i|we|he|she|they|it)|could (?:i|we|he|she|they|it)|would (?:i|we|he|she|they|it)|will (?:i|we|he|she|they|it)|isn't|aren't|don't (?:you|we|i)\b|doesn't|didn't)\b",
    re.I,
)
_POLITE = re.compile(r"\b(?:can|could|would|will) you (?:please |kindly )?(?:always |never )?(?:remember|keep|note|make a note|call me|memori[sz]e|save|store|use|answer|reply|respond|write|bear|stop)\b", re.I)
_DECLINED = re.compile(
    r"\b(?:(?:please |and )?(?:don't|do not|never|no need to|you don't (?:need|have) to|you needn't)[ ]+(?:ever )?(?:remember|save|store|record|memori[sz]e|keep|log|note|write down)[ ]+(?:this|that|it|any of this|anything (?:from|in|about)|what i|our|the (?:conversation|chat))\b|off the record|forget (?:what i (?:just )?said|i said (?:that|anything))|(?:between (?:you and me|us))[,:]? (?:don't|do not))",
    re.I,
)
_FICTION = re.compile(r"\b(?:in the (?:story|novel|movie|film|game|song|play|book)|the (?:main )?character|the protagonist|lyrics|role-?play|write (?:me )?(?:a|an|the) (?:\w+ ){0,3}(?:story|poem|song|scene|dialogue|speech|essay|haiku|limerick|joke|email|letter|tweet|post|slogan|headline|sentence|test|regex|function|script))\b", re.I)


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
        return None if re.search(r"\b(?:might|may|could|would|will probably|maybe|crash)\b", match["content"]) else Found(plain, "from_now_on")
    if match := _TRAILING_KEEP.match(masked):
        return Found(_cut(sentence, match, "content"), "remember")
    if _RULE.match(masked) or _ALWAYS.match(masked) or _WHENEVER.match(masked):
        return Found(plain, "rule")
    if _CHANGED.search(masked) and any(_VALUE_LIKE.search(match["old"]) for match in olds(masked)):
        return Found(plain, "correction")
    return None


_VALUE_LIKE = re.compile(r"[\dA-Z./:@_]")


def _cut(sentence: str, match: re.Match[str], group: str) -> str | None:
    return sentence[match.start(group) : match.end(group)].strip(" ,:;—–-").lstrip(".!") or None


def olds(sentence: str) -> list[re.Match[str]]:
    """Where a sentence names the value that it says is wrong or was so before."""
    found = [*_INSTEAD.finditer(sentence), *_FROM_TO.finditer(sentence), *_STILL.finditer(sentence)]
    return [match for match in found if match["old"].lower() not in _NO_VALUE]


_NO_VALUE = frozenset(
    "a an the it that this there to be in on at by for of and or so sure only just very too yet even always ever all any because enough allowed needed required possible available true false "
    "working ready done going able supposed good bad well great fine the-other me you us them my your our us what when how why if as with from using use being having doing been".split()
)
