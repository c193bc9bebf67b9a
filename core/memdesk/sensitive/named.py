"""Secrets that are known by what is said before them: «password = …», «my PIN is …», «密码是…»."""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# All patterns are compiled when a text gives reason to. One of these stands in every text that names a secret; most
# texts need no more than looking for them.
_FOREIGN_NAMES = (
    "contraseña",
    "mot de passe",
    "senha",
    "wachtwoord",
    "hasło",
    "пароль",
    "パスワード",
    "비밀번호",
)
_HINTS = (
    "pass",
    "pwd",
    "pw",
    "psw",
    "secret",
    "token",
    "key",
    "credential",
    "pin",
    "密码",
    "密碼",
    "口令",
    "密钥",
    "密鑰",
    "秘钥",
    "私钥",
    "令牌",
    *_FOREIGN_NAMES,
)
# Read in lower case. Every alternative begins with a letter of its own, which makes looking for them fast.
_NAME = (
    r"pass(?:word|wd|phrase|code|wort)|pass(?=\s{0,3}(?:[=:：]|is\b|was\b))|pwd|pswd|psw|pw(?=\s{0,3}(?:[=:：]"
    r"|is\b))|pin(?:[ _-]?(?:code|number))?(?![a-z])"
    r"|secret(?:[ _-]?(?:access[ _-]?)?key)?|api[ _-]?(?:secret|token)|key|token|credentials?"
    r"|密码|密碼|口令|密钥|密鑰|秘钥|私钥|令牌|" + "|".join(_FOREIGN_NAMES)
)
_OPTION_HINTS = ("--", "sshpass", "mysql")
_NO_LETTER = r"(?:\A|[^a-z])\Z"
_LOWER = {ord(upper): upper.lower() for upper in string.ascii_uppercase}
_BEFORE_KEY = r"(?:secret|access|api|private|signing|encryption)[ _-]?\Z"
_BEFORE_TOKEN = r"(?:\A|[^a-z]|auth|access|bearer|refresh|session|deploy|bot)\Z"
_END = r"\s\"'`,;，。；、”」』)）】>"
_VALUE = rf"(?P<quote>[\"'`“「『]?)(?P<value>[^{_END}]{{4,200}})"
# Around the sign there may stand the marks of Markdown, and the backslashes of JSON in JSON.
_MARKED = r"(?:\\?[*_\"']{1,3}(?=[ \t`]))?[ \t]{0,4}(?:\\(?=[\"']))?"
_SIGNED = rf"(?i)(?:\\?[\"'”])?[ \t]{{0,4}}(?:=|:=|:|：|＝|=>|->){_MARKED}{_VALUE}"
_FOR = r"(?:[ \t]{1,3}(?:for|of|to|on|at)[ \t]{1,3}(?:[\w@./-]{1,40}[ \t]{1,3}){0,4}?[\w@./-]{1,40})?"
_SAID = (
    r"(?:[ \t]{0,3}(?:(?:was |has |is )?(?:changed|set|reset|updated)[ \t]{1,3}to|is[ \t]{1,3}(?:now|still)"
    r"|will be|should be"
    r"|to|is|was|ist|lautet|es|est)[ \t]{1,3}"
    r"|[ \t]{0,3}(?:改成了?|改为了?|换成了?|设成了?|设为了?|设置为|设置成|更新为|重置为"
    r"|还是|就是|应该是|现在是|是|为|は|는|은)[ \t]{0,3})"
)
_SPOKEN = rf"(?i){_FOR}{_SAID}{_VALUE}"
# Some words in quotation marks after «is» or «:», one of them a number: nobody quotes what a password is like.
_QUOTED_PHRASE = rf"(?i)(?:{_SAID}|[ \t]{{0,3}}[:=：][ \t]{{0,3}})[\"“「](?=[^\"”」\n]*\d)[^\"”」\n]{{6,80}}[\"”」]"
_MIXED_RUN = r"(?=[A-Za-z]*\d)(?=\d*[A-Za-z])(?!v\d)[A-Za-z0-9]{14,200}"
_BIRTHDAY = r"[\u4e00-\u9fff]{1,8}[A-Za-z0-9]{0,8}\d{4,}[A-Za-z0-9]{0,8}"
_BESIDE = rf"[ \t]{{1,3}}{_VALUE}"
_ATTACHED = r"(?P<quote>)(?P<value>[A-Za-z0-9!-/@#$%^&*_.]{6,60})"
_OPTION = (
    rf"--?(?:password|passwd|pwd|token|api-key|secret)(?:=|[ \t]{{1,3}}){_VALUE}"
    rf"|\bsshpass[ \t]{{1,3}}-p[ \t]{{0,3}}(?P<quote2>[\"']?)(?P<value2>[^{_END}]{{4,100}})"
    rf"|\bmysql\b[^\n]{{0,80}}[ \t]-p(?P<value3>[^{_END}]{{4,100}})"
)
_ACCOUNT = (
    r"(?:用户名|账号|帐号|登录名|账户)[是为：: ]{0,3}[\w@.-]{2,40}[，,；;/ ]{1,3}(?:初始|登录|默认|初始登录)?"
    r"(?:密码|口令)[是为：: ]{0,3}[\x21-\x7e]{3,60}"
)
_ACCOUNT_PAIR = (
    r"(?i)(?:账号|帐号|账户|用户名|\b(?:account|login|credentials?"
    r"|user(?:name)?))[ \t]{0,2}(?:is|are|是|为|[:：=])?[ \t]{0,2}"
    r"[\w.@-]{2,30}[ \t]?/[ \t]?(?=[^\s/]{0,30}\d)(?=[^\s/]{0,30}[A-Za-z@#$!])[^\s/]{5,40}(?:\s|$|[,.，。])"
)
_PLACEHOLDER = r"(?i)[<\[{(*$%]|x{3,}$|\.{2,}|…|example|changeme|placeholder|your[-_ ]?|redacted|xxx|\*+$|某|#{2,}"
# Single words that are said of a password, or stand where one would be; whatever else stands alone there is one.
_SAID_OF = frozenset(
    """
    about above actually after again also always another anything argument available base64 because before being
    below blank boolean broken bytes case changed changing column compromised confidential constant correct
    default different disabled easy either empty enabled encrypted environment everything expired expires false
    field fine forgotten friday generated given going gone good hashed here hidden important incorrect input
    integer invalid just keychain keyring known later leaked literally long lost managed mandatory masked mine
    missing monday necessary needed neither never none nothing null number object obsolete okay only option
    optional ours outdated parameter placeholder plaintext private prompt protected public random ready really
    recommended redacted removed required reset reused rotated safe salted same saturday saved secret secure
    sent shared short simple something somewhere soon stale stolen stored string strong sunday supported
    supposed text that theirs theirs. there this thursday today tomorrow true tuesday typed unchanged undefined
    unique unknown unless unset until unused updated useless valid value varchar variable vault visible weak
    wednesday what whatever when where which working wrong yesterday yours
    """.split()  # noqa: SIM905
)
_TECHNICAL = (
    r"(?i)(?:sha-?\d+|md5|bcrypt|argon2(?:id?|d)?|base\d+|oauth ?2?(?:\.\d)?|utf-?8|v?\d+(?:\.\d+)+|v\d+|\d?fa|totp"
    r"|pbkdf2|aes-?\d*(?:-\w+)?"
    r"|rsa-?\d*|ed25519|x509|p12|pkcs\d+|rfc\d+|http[12]|k8s|s3|ec2|\d{1,4}(?:st|nd|rd|th)|\d+[- ]?(?:bits?"
    r"|bytes?|days?|chars?|characters?)|q[1-4])\Z"
)
_UNIT = (
    r"(?i)[ \t]*(?:-|bits?\b|bytes?\b|characters?\b|chars\b|days?\b|hours?\b|minutes?\b|times?\b|months?\b|years?\b"
    r"|tokens?\b|attempts?\b|digits?\b|个|位|天|次|小时|分钟|字符|年|月|条|[.,]\d|:\d)"
)
_ELSEWHERE = (
    r"(?:https?://|~?/|\./|[A-Za-z]:\\|os\.|env[.:\[]|process\.|vault[:/]|secret[s:]|op://|keyring|config\."
    r"|settings\.|getenv|self\.|this\.|"
    r"[A-Za-z_]+\(|[A-Za-z_]+\[|(?:str|string|bytes|int|bool|Optional|SecretStr|None|null|nil)\b)"
)
_WORDY = r"[A-Z]?[a-z]+(?:'[a-z]+)?[.!?:]?\Z"

_PHRASE = (
    r"(?i)\b(?:passphrase|password)(?:[ \t]+is|[ \t]*[:=])[ \t]*[\"“'`]?"
    r"(?P<phrase>[a-z]{3,12}(?:[ -][a-z]{3,12}){2,7}(?:[ -]?\d{1,4})?)[\"”'`]?[.!]?[ \t]*(?:\n|\Z)"
)
_GRAMMAR = (
    r"(?i)\b(?:the|and|not|for|with|that|this|must|should|can|will|from|are|was|has|have|you|your|too|very|never"
    r"|always|only|each|every|stored|kept|see"
    r"|ask|use|used|using|our|their|its|all|any|when|needs?|long|required|wrong|sure|been|into|per|via|contains?"
    r"|least|after|before|safe|shared|now)\b"
)


def named_secrets(text: str) -> Iterator[str]:
    """``password`` where a text names a secret and gives what looks like one."""
    lowered = text.lower()
    if len(lowered) != len(text):  # a few letters have a longer lower case, and places must stay the same
        lowered = text.translate(_LOWER)
    if (
        (any(hint in lowered for hint in _HINTS) and any(_gives_value(name, text) for name in _names(lowered)))
        or (any(hint in lowered for hint in _OPTION_HINTS) and any(map(_is_option, re.compile(_OPTION).finditer(text))))
        or ("pass" in lowered and _is_passphrase(text))
        or (("密码" in text or "口令" in text) and re.search(_ACCOUNT, text))
        or ("/" in text and re.search(_ACCOUNT_PAIR, text))
    ):
        yield "password"


def _names(lowered: str) -> Iterator[re.Match[str]]:
    """The names of secrets, also in the middle of a variable's name."""
    for match in re.compile(_NAME).finditer(lowered):
        before = lowered[max(0, match.start() - 12) : match.start()]
        if match[0] == "key":
            fits = re.compile(_BEFORE_KEY).search(before)
        elif match[0] == "token" or (match[0].startswith(("pin", "pw", "ps")) or match[0] == "pass"):
            fits = re.search(_BEFORE_TOKEN if match[0] == "token" else _NO_LETTER, before)
        else:
            fits = match
        if fits:
            yield match


def _kind(name: re.Match[str]) -> str:
    if name[0].startswith(("passw", "passp", "passc", "pwd", "psw", "pswd", "pw")) or name[0] in (
        "密码",
        "密碼",
        "口令",
        *_FOREIGN_NAMES,
    ):
        return "password"
    return "pin" if name[0].startswith("pin") else "key"


def _gives_value(name: re.Match[str], text: str) -> bool:
    """Whether what follows the name of a secret is one."""
    if _kind(name) == "password" and (match := re.compile(_QUOTED_PHRASE).match(text, name.end())):
        return True
    if match := re.compile(_SIGNED).match(text, name.end()):
        return _is_given(name, match, text, spoken=False)
    if (match := re.compile(_SPOKEN).match(text, name.end())) and _is_given(name, match, text, spoken=True):
        return True
    if match := re.compile(_BESIDE).match(text, name.end()):
        if _kind(name) != "key":
            return _is_beside(match, text)
        return bool(re.fullmatch(_MIXED_RUN, match["value"].rstrip(".!?"))) and _is_beside(match, text)
    if not name[0].isascii() and (match := re.compile(_ATTACHED).match(text, name.end())):
        return _is_beside(match, text)
    return False


def _is_given(name: re.Match[str], match: re.Match[str], text: str, *, spoken: bool) -> bool:
    """Whether the value after «=», «:» or «is» is a secret, and no word that is said of one."""
    value, quoted = match["value"].rstrip(".!?:…"), bool(match["quote"])
    if _stands_elsewhere(value):
        return False
    if _is_digits(value):
        return _kind(name) != "key" and not re.compile(_UNIT).match(text, match.start("value") + len(value))
    if _looks_random(value, quoted=quoted):
        return True
    if _kind(name) == "password" and re.fullmatch(_BIRTHDAY, value):
        return True
    if _kind(name) != "password" or (spoken and not quoted and not _is_mine(name, text)):
        return False
    return _stands_alone(match, text, value)


def _is_beside(match: re.Match[str], text: str) -> bool:
    """«user admin, password hunter2»: nothing between, so only what no word of prose looks like."""
    value = match["value"].rstrip(".!?:…")
    if _stands_elsewhere(value) or not value.isascii():
        return False
    if _is_digits(value):
        return not re.compile(_UNIT).match(text, match.start("value") + len(value))
    mixed = bool(re.search(r"[A-Za-z]", value)) and bool(re.search(r"\d", value))
    return len(value) >= 6 and mixed and not re.fullmatch(r"[a-z]+(?:[-_/][a-z0-9]+)+", value)


def _is_option(match: re.Match[str]) -> bool:
    """Whether the option of a command gives a secret."""
    value = match["value"] or match["value2"] or match["value3"] or ""
    quoted = bool(match["quote"] or match["quote2"])
    if _stands_elsewhere(value) or value.startswith("-") or re.compile(_WORDY).match(value):
        return False
    return quoted or len(value) >= 6


def _stands_elsewhere(value: str) -> bool:
    """Whether a value is a placeholder, a variable, a path or the name of a method: what stands for a secret."""
    return bool(
        not value
        or re.compile(_PLACEHOLDER).match(value)
        or re.compile(_ELSEWHERE).match(value)
        or re.compile(_TECHNICAL).match(value)
        or re.fullmatch(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+", value)
        or re.search(r"\w\(.*\)\Z", value)
    )


def _is_digits(value: str) -> bool:
    return value.isdecimal() and value.isascii() and len(value) >= 4


def _looks_random(value: str, *, quoted: bool) -> bool:
    """Whether a value mixes kinds of characters, as words of prose do not."""
    ascii_part = value if value.isascii() else max(re.findall(r"[\x21-\x7e]+", value) or [""], key=len)
    if len(ascii_part) < 6 or (not value.isascii() and len(value) - len(ascii_part) > 4):
        return False
    kinds = sum(bool(re.search(pattern, ascii_part)) for pattern in (r"[a-z]", r"[A-Z]", r"\d", r"[^\w\s.:/()-]"))
    if re.compile(_WORDY).match(ascii_part) or re.fullmatch(r"[a-z]+(?:[-_/.][a-z]+)*", ascii_part):
        return quoted and ascii_part.lower() not in _SAID_OF and "/" not in ascii_part and "-" in ascii_part
    if re.fullmatch(r"[A-Z]?[a-z]+(?:[A-Z][a-z]+)+|[A-Z][a-z]+(?:-[A-Z]?[a-z]+)+", ascii_part):
        return quoted
    return kinds >= (1 if quoted else 2)


def _is_mine(match: re.Match[str], text: str) -> bool:
    """Whether somebody's own password is spoken of: «my», «the admin», «root's»; not a rule about passwords."""
    before = text[max(0, match.start() - 40) : match.start()]
    return bool(
        re.search(
            r"\b(?:my|our|his|her|their|the|new|old|\w+'s|wifi|wi-fi|root|admin|login|database|db|server"
            r"|sudo)\s(?:[\w-]{1,20}\s){0,3}\Z",
            before,
            re.I,
        )
    )


def _stands_alone(match: re.Match[str], text: str, value: str) -> bool:
    """Whether one plain word ends the clause, and is none that is said of passwords: then it is the password."""
    end = match.start("value") + len(value)
    after = re.match(r"[\"'`”」』.!)]*[ \t]*(?:\Z|[\n,;，。；)]|(?:and|but|for|by the way)\b)", text[end : end + 20])
    word = value.lower()
    return bool(
        after
        and value.isascii()
        and len(value) >= 5
        and re.fullmatch(r"[A-Za-z]+(?:[-_][A-Za-z]+)*", value)
        and word not in _SAID_OF
        and not re.search(r"(?:ed|ing|able|ible|ly|ized|ised|ent|ous|ful|less)\Z", word)
    )


def _is_passphrase(text: str) -> bool:
    """«passphrase: correct horse battery staple»: bare words in a row, without the grammar of a sentence."""
    return any(not re.compile(_GRAMMAR).search(match["phrase"]) for match in re.compile(_PHRASE).finditer(text))


def looks_like_a_secret(value: str) -> bool:
    """Whether a value alone mixes letters with digits or signs as secrets do, and is nothing that stands for one."""
    value = value.rstrip(".,;:!?…")
    mixed = bool(re.search(r"[A-Za-z]", value)) and bool(re.search(r"\d", value))
    return mixed and not _stands_elsewhere(value) and _looks_random(value, quoted=False)
