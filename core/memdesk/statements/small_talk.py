"""Tells small talk: greetings, thanks and the like, in English and Chinese, with nothing else beside."""

from __future__ import annotations

import re
from functools import cache

_MAX_LENGTH = 160
_ENGLISH = """
hi|hello|hey|heya|hiya|yo|howdy|greetings|hi there|hello there|hey there
good (?:morning|afternoon|evening|night|day)|morning|evening|gm|gn
how are (?:you|things|ya)(?: doing)?
how(?:'s| is) (?:it going|everything|life|your (?:day|week|weekend|morning|evening)(?: going)?)|how do you do
how have you been|how was your (?:day|weekend|week|night|holiday)
how(?:'s| is) it hanging|what'?s (?:up|new|going on)|wassup|sup|nice to (?:meet|see) you|pleased to meet you
good to (?:see|hear from) you|long time no see|welcome back
thanks|thank you|thx|ty|tysm|thanks a (?:lot|bunch|million|ton)|many thanks|cheers|much appreciated
(?:i |really )*appreciate (?:it|that|this|you|your (?:help|time|effort))|grateful
bye|goodbye|bye bye|see (?:you|ya)(?: (?:later|tomorrow|soon|around|then|next week|on monday))?|later|laters
take care|talk (?:to you )?(?:later|soon|tomorrow)|ttyl|cya|so long|farewell|until (?:next time|tomorrow)
have a (?:nice|good|great|lovely|wonderful) (?:day|weekend|one|evening|night|week|rest of your day|trip|time)
you too|same to you|same here|and you|likewise|sleep well|sweet dreams|good luck
ok|okay|k|kk|okey|okie|alright|all right|sure|sure thing|yes|yep|yeah|yup|yes please|no|nope|nah|no thanks
no thank you|right|exactly|correct|indeed|absolutely|definitely|of course|certainly|agreed|true|fair enough|fair
cool|nice|neat|sweet|great|awesome|perfect|excellent|wonderful|fantastic|amazing|brilliant|lovely|superb|good|fine
wow|whoa|yay|hooray|nice one|good one|well done|good (?:job|work|stuff|point)
(?:great|awesome|amazing|excellent|fantastic) (?:job|work|stuff)
nice (?:job|work)
sounds (?:good|great|fine|perfect|fair)|looks (?:good|great|fine|perfect)|lgtm|got it|gotcha|understood
i (?:see|understand|get it|know)|noted|roger|copy that|makes sense|that makes (?:perfect |total )?sense|will do
i will|i'?ll try
no (?:problem|worries|prob|rush|biggie)|np|you'?re welcome|my pleasure|anytime|any time|don'?t mention it
never ?mind|nvm|forget it|all good|it'?s (?:ok|okay|fine|all good|alright)|that'?s (?:ok|okay|fine|alright)
lol|lmao|rofl|ha(?:ha)+|he(?:he)+|hmm+|um+|uh+|oh|ah+|aha|aw+|ooh|huh|phew|oops|yikes|meh
(?:that|it|this) (?:works|worked|helps|helped|did it|did the trick)|works(?: like a charm| great| fine| perfectly)?
it'?s working
(?:that|it|this)(?:'s| is| was) (?:great|perfect|awesome|amazing|helpful|brilliant|wonderful|nice|cool|all|it)
(?:that|it|this)(?:'s| is| was) (?:fantastic|excellent|everything|lovely|(?:very |really )helpful)
(?:that|it|this)(?:'s| is| was) (?:exactly )?what i needed
that'?s all(?: i needed| for (?:now|today))?|nothing else|nothing more|that'?ll be all|that will be all
i'?m (?:good|fine|ok|okay|well|great|done|back|here|all set|doing (?:well|good|great|fine))|all set|all done|done
finished|we'?re done
you'?re (?:the best|great|amazing|awesome|a lifesaver|a star|so helpful|very helpful|funny|sweet|right)
you (?:rock|are (?:great|amazing|awesome|the best|so helpful|right))|love (?:it|that|this)
i (?:love|like) (?:it|that|this)|i like your style|very helpful|helpful|impressive|good bot|good to know|interesting
glad to hear (?:it|that)
go ahead|go on|go for it|continue|please continue|carry on|keep going|proceed|next|more|do it|please do|please
are you (?:there|ok|okay|awake|still there|ready|busy)|anyone there|anybody (?:home|there)|you there|can you hear me
ping|pong|test|testing|one (?:moment|sec|second)|just a (?:sec|second|moment|minute)|brb|back|hold on|hang on|wait
let me (?:think|check|see)
who are you|what are you|what'?s your name|what can you do|are you (?:a )?(?:human|bot|robot|real|an ai)
tell me a joke|tell me something funny|another one|i'?m bored|how old are you
happy (?:new year|birthday|holidays|friday|monday|weekend)|merry christmas|congrat(?:s|ulations)|cheer up|enjoy
enjoy your (?:day|weekend|meal|trip)|tgif
sorry|my bad|excuse me|pardon|apologies|no offen[sc]e|nice weather(?: today)?|what a (?:day|week|lovely day)
lovely weather(?: today)?|it'?s (?:friday|monday|raining|sunny)(?: again| today)?|long day|take your time|no hurry
no need to hurry|that'?s (?:so |very |really )?(?:funny|hilarious|sweet|kind)|good to go|here we go|let'?s go
i'?m back|time for (?:coffee|lunch|bed)|off to (?:lunch|bed)
"""
_ENGLISH_FILLER = """
there|everyone|everybody|all|team|folks|guys|buddy|mate|pal|friend|dear|man|bro|dude|sir|again|so|very|really|just
too|then|now|and|but|a|an|the|my|your|today|tonight|that|this|it|for|much|lot|lots|to|with|help|helping
quick|super|pretty|quite|always|as|ever|well|me|us|of|is|was|be|i|you|we|am|are|on|time|support|effort|assistant
claude|chatgpt|gpt|bot|robot|ai|x|xx|xo|xoxo|explanation|answer|info|explaining|answering|information|clarifying
clarification|tip|advice|reply|response|quick|fast|detailed
"""
_CHINESE = """
你好[啊呀吗]?|您好|你们好|大家好|嗨|哈喽|哈啰|喂|hello|hi|早上好|上午好|中午好|下午好|晚上好|早安|午安|晚安|早啊?
好久不见|幸会|欢迎回来|我回来了|我来了
在吗|在不在|还在吗|在么|有人吗|有人在吗|忙吗|方便吗|你在干嘛|你在干什么|你在做什么|吃了吗|吃饭了吗|睡了吗|你吃了没
谢谢[你您啦了哦哈]?|谢啦|谢了|多谢[你您了啦]?|感谢[你您]?|非常感谢|十分感谢|太感谢[你您]?了?|感激不尽
辛苦[了啦你您]*|麻烦[你您]?了|费心了|谢谢(?:你|您)?的(?:帮助|帮忙|解答|回答|解释|耐心|支持)
不客气|不用谢|别客气|没事[了的儿]?|没关系|不要紧|小事|应该的
好[的吧呀啊嘞哒滴嗯咧呢]?|好好|好的好的|行[吧的啊]?|可以[的啊]?|中|成|嗯+[好]?|哦+|噢+|喔+|啊+|呃+|额+|嗷+
明白[了啦]?|了解[了啦]?|知道[了啦]?|我知道了|我明白了|收到|懂了|原来如此|原来是这样|没问题|对[的啊呀]?|对对+
是[的啊呀]?|是这样|不是|不用了?|不|没有?|没了|没有了|当然|必须的|同意|有道理|说得对|确实
再见|拜拜|拜|回见|回头见|明天见|下次见|下周见|回聊|下次聊|下次再聊|先这样[吧啦]?|就这样[吧啦]?|先到这[里儿]?吧?
今天就到这[里儿]?[吧了]?|先撤了|先走了|下班了|我下班了|我先下了|撤了|溜了|睡了|去吃饭了|去睡了|我去忙了
哈哈+|呵呵+|嘿嘿+|嘻嘻+|哇+|哇塞|哎+|唉+|厉害[了啊呀]?|太厉害了|牛[啊逼]?|赞|点赞|棒|真棒|很棒|太棒了|太好了|太赞了
完美|漂亮|不错[啊哦]?|很好|真好|真不错|挺好[的]?|非常好|很有(?:帮助|用)|有帮助|帮大忙了|帮了大忙|优秀|给力|绝了|可爱
有意思|有趣
今天天气(?:真|很)?(?:不错|好|热|冷)|天气(?:真|很)?(?:不错|好)|今天好(?:热|冷|累|困)|好(?:累|困|无聊)
最近(?:怎么样|好吗|如何|还好吗)|你(?:今天|最近)?(?:怎么样|好吗|还好吗)|过得(?:怎么样|好吗)
周末(?:愉快|快乐|过得怎么样)|(?:节日|新年|元旦|生日|中秋|国庆|春节|端午)快乐|新年好|恭喜[发财]*
祝(?:你|您)?(?:好运|顺利|开心|周末愉快|一切顺利)|加油|辛苦一天了|周五了|终于周五了
继续|请继续|接着说|接着来|继续吧|开始吧|来吧|下一个|然后呢|还有吗|再来一个|等等|等一下|稍等|等会儿|让我想想|我想想
测试|测试一下|试试
你是谁|你叫什么(?:名字)?|你是(?:机器人|人类|真人|ai)吗|你会(?:什么|做什么)|你能做什么|讲个笑话[吧]?|说个笑话|唱首歌
陪我聊(?:聊)?天?|随便聊聊|聊聊天|无聊
抱歉|对不起|不好意思|打扰[了一下]*|冒昧了|搞定[了啦]?|好了|可以了|成功了|解决了|没别的事了?|没其他(?:的|事)了?
暂时没有了?|随便|算了|当我没说|无所谓|都行|都可以
"""
_CHINESE_FILLER = (
    "啊呀呢吧啦了哦噢哈嘛么的得你您我们大家非常真太很都也就先今天一下这次就是那么还有来哟呦嗯诶老师同学朋友亲帮忙助手小"
)
_DECORATION = re.compile(r"(?:[^\w']|_)+")
_DRAWN_OUT = re.compile(r"([a-z])\1{2,}")
_BETWEEN = r"[\n,.!?;:…，。！？；：~～、—()（）\"“”]+|\s-\s"
_LINK_OR_CODE = re.compile(r"https?://|[`{}=<>/\\@#$%^*|~]|\d")


def is_small_talk(text: str) -> bool:
    """Whether a message is greetings, thanks, assent or the like, and nothing more; emoji alone count too."""
    text = text.strip()
    if not text or len(text) > _MAX_LENGTH or _LINK_OR_CODE.search(text):
        return False
    plain = text.casefold().replace("’", "'")
    return all(_is_chat(part) or _is_drawn_out(part) for part in _clauses(plain))


def _is_drawn_out(clause: str) -> bool:
    """Whether a clause is small talk with letters drawn out: «goood morning», «thaaanks», «soooo good»."""
    if not _DRAWN_OUT.search(clause):
        return False
    return any(_is_chat(_DRAWN_OUT.sub(as_said, clause)) for as_said in (r"\1", r"\1\1"))


def _clauses(text: str) -> list[str]:
    return [
        part for part in re.split(r"[\n,.!?;:…，。！？；：~～、—()（）\"“”]+|\s-\s", text) if _DECORATION.sub("", part)
    ]


def _is_chat(clause: str) -> bool:
    """Whether a clause is made of phrases of small talk and of words between them, with one phrase at least."""
    words, fillers = _patterns()
    rest = _DECORATION.sub(" ", clause).strip(" '")
    phrases = 0
    while rest:
        if match := words.match(rest):
            phrases += 1
        else:
            match = fillers.match(rest)
            if match is None:
                return False
        rest = rest[match.end() :].lstrip(" '")
    return phrases > 0


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    # The longest phrase first: «thank you» before «thank», «good morning» before «good».
    english = sorted(_alternatives(_ENGLISH), key=len, reverse=True)
    chinese = sorted(_alternatives(_CHINESE), key=len, reverse=True)
    phrase = rf"(?:(?:{'|'.join(english)})(?![a-z'])|(?:{'|'.join(chinese)}))"
    filler = rf"(?:(?:{'|'.join(_alternatives(_ENGLISH_FILLER))})(?![a-z'])|[{_CHINESE_FILLER}])"
    return re.compile(phrase), re.compile(filler)


def _alternatives(text: str) -> list[str]:
    """The alternatives at the top level of each line: bars inside of parentheses part nothing."""
    found: list[str] = []
    for line in text.split("\n"):
        depth, start = 0, 0
        for place, char in enumerate(line):
            depth += (char in "([") - (char in ")]")
            if char == "|" and depth == 0:
                found.append(line[start:place])
                start = place + 1
        found.append(line[start:])
    return [phrase for phrase in found if phrase.strip()]
