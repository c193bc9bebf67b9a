"""Secrets that are known by their form alone: keys and tokens as their issuers make them."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from detect_secrets.plugins.base import BasePlugin

# What detect-secrets lacks, or finds only where it fills a line: the kind, what every such secret holds in lower case,
# and its form. Looking for the former first keeps ordinary text fast, and most forms from being compiled at all.
_FORMS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    (
        "private_key",
        ("private key", "putty-user-key"),
        r"-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----|\bPuTTY-User-Key-File-\d:",
    ),
    ("private_key", ("age-secret-key-",), r"\bAGE-SECRET-KEY-1[A-Z0-9]{40,70}"),
    ("jwt", ("eyj",), r"\beyJ[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]{8,1000}"),
    ("jwt", ("eyj",), r"\beyJ[\w-]{8,2000}\.[\w-]{0,2000}\.[\w-]{8,200}\.[\w-]{8,8000}\.[\w-]{8,200}"),
    ("aws_key", ("akia", "asia", "abia", "acca"), r"\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b"),
    ("cloud_key", ("ltai", "akid"), r"\b(?:LTAI[A-Za-z0-9]{12,30}|AKID[A-Za-z0-9]{30,40})\b"),
    (
        "github_token",
        ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
        r"\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})\b",
    ),
    (
        "gitlab_token",
        ("glpat-", "gldt-", "glrt-", "glft-", "glsoat-", "glcbt-", "glptt-"),
        r"\bgl(?:pat|dt|rt|ft|soat|cbt|ptt)-[\w-]{20,64}",
    ),
    ("slack_token", ("xox", "xapp-"), r"\bxox[abeoprs]-[A-Za-z0-9-]{10,250}|\bxapp-\d-[A-Za-z0-9-]{10,250}"),
    (
        "google_key",
        ("aiza", "ya29.", "gocspx-"),
        r"\bAIza[\w-]{35}(?![\w-])|\bya29\.[\w-]{20,500}|\bGOCSPX-[\w-]{20,60}",
    ),
    (
        "api_key",
        ("sk-", "sk_", "rk-", "rk_", "pk-", "pk_"),
        r"\b(?:sk|rk|pk)[-_](?:live|test|proj|ant|or|svcacct|lf)[-_][\w-]{16,250}",
    ),
    ("api_key", ("sk-",), r"\bsk-[A-Za-z0-9]{24,250}\b"),
    (
        "api_key",
        (
            "hf_",
            "gsk_",
            "r8_",
            "whsec_",
            "shpat_",
            "figd_",
            "ntn_",
            "dop_v1_",
            "lin_api_",
            "pplx-",
            "nvapi-",
            "tvly-",
            "fly_",
        ),
        r"\b(?:hf|gsk|r8|whsec|shpat|figd|ntn|dop_v1|lin_api|pplx|nvapi|tvly|fly)[_-][A-Za-z0-9]{20,250}\b",
    ),
    ("api_key", ("dapi", "key-", "sg."), r"\bdapi[0-9a-f]{32}\b|\bkey-[0-9a-f]{32}\b|\bSG\.[\w-]{16,32}\.[\w-]{16,64}"),
    (
        "package_token",
        ("npm_", "pypi-age", "dckr_pat_", "rubygems_"),
        r"\b(?:npm_[A-Za-z0-9]{36}|pypi-AgE[\w-]{50,250}|dckr_pat_[\w-]{20,80}|rubygems_[0-9a-f]{48})",
    ),
    ("bot_token", (":aa",), r"(?<![\w:])\d{8,10}:AA[\w-]{33}(?![\w-])"),
    ("webhook", ("hooks.slack.com",), r"(?i)https://hooks\.slack\.com/services/T\w{6,20}/B\w{6,20}/\w{16,40}"),
    ("webhook", ("api/webhooks/",), r"https://(?:\w+\.)?discord(?:app)?\.com/api/webhooks/\d{15,22}/[\w-]{40,90}"),
    (
        "webhook",
        ("qyapi.weixin", "oapi.dingtalk", "open.feishu"),
        r"https://(?:qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=[\w-]{30,40}"
        r"|oapi\.dingtalk\.com/robot/send\?access_token=\w{40,80}"
        r"|open\.feishu\.cn/open-apis/bot/v2/hook/[\w-]{30,40})",
    ),
    (
        "connection_string",
        ("://",),
        r"(?i)\b[a-z][a-z0-9+.-]{1,20}://[^\s:/@]{0,100}:(?P<value>[^\s@/]{3,200})@[\w.\[-]",
    ),
    # A password may hold the very sign that ends it.
    (
        "connection_string",
        ("://",),
        r"(?i)\b[a-z][a-z0-9+.-]{1,20}://[^\s:/@]{1,100}:(?P<value>[^\s@/,;<>\"']{1,100}@[^\s/,;<>\"']{1,100})@[\w.\[-]",
    ),
    ("signed_address", ("sig", "signature="), r"(?i)[?&](?:sig|x-amz-signature|signature)=[\w%+/=-]{20,200}"),
    (
        "session_cookie",
        ("cookie",),
        r"(?i)\b(?:set-)?cookie[\"']?[ ]{0,3}:[^\n]{0,200}?(?:sess|sid|auth|token|jwt)\w{0,20}=[\w%.+/=-]{12,4000}",
    ),
    (
        "password_hash",
        ("$apr1$", "$2a$", "$2b$", "$2y$", "$5$", "$6$", "$y$", "$argon2"),
        r"\$(?:apr1|2[aby]|5|6|y|argon2(?:id|i|d))\$[./\w=,$+-]{16,300}",
    ),
    ("connection_string", ("accountkey=",), r"\bAccountKey=[A-Za-z0-9+/]{40,100}={0,2}"),
    (
        "authorization",
        ("authorization",),
        r"(?i)\b(?:authorization|proxy-authorization)[\"']?\s{0,4}[:=]\s{0,4}[\"']?(?:basic|bearer"
        r"|token)\s{1,4}(?P<value>[\w.+/=~-]{8,2000})",
    ),
    ("authorization", ("bearer ",), r"(?i)\bbearer[ ]{1,4}(?P<value>(?=[\w.+/=~-]{0,40}\d)[\w.+/=~-]{20,2000})"),
    (
        "authorization",
        ("curl ",),
        r"\bcurl\b[^\n]{0,200}?\s(?:-u|--user)[ =]?[\"']?[\w.@-]{1,60}:(?P<value>[^\s\"'<$]{4,100})",
    ),
    (
        "seed_phrase",
        ("phrase", "mnemonic"),
        r"(?i)(?:(?:seed|recovery|mnemonic|backup)[ -]?phrase|\bmnemonic)[^\n]{0,30}?[:：is ]\s{0,3}[\"“']?"
        r"(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}\b",
    ),
    (
        "seed_phrase",
        ("助记词",),
        r"助记词[^\n]{0,12}?[:：是为]?\s{0,3}[\"“']?(?:[a-z]{3,8}[ ,，]{1,2}){11,23}[a-z]{3,8}\b",
    ),
)
_PLACEHOLDER = re.compile(
    r"[<\[{(*$%]|x{3,}|\.{3}|…|example|changeme|placeholder|your[-_]?|redacted|password\b|passwd\b|secret\b"
    r"|\bpass\b|\btoken\b",
    re.I,
)
# What a plugin of detect-secrets looks for is a long run of letters and digits; prose has none, and what is plainly
# a hash, a UUID, a slug or a name in code is none either.
_RUN = re.compile(r"[\w=+-]{20,}")
_KNOWN = re.compile(
    r"[0-9a-f]+|[0-9A-F]+|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[a-z0-9]{1,24}(?:-[a-z0-9]{1,24})+"
    r"|[A-Za-z]+|\d[\d-]*|[A-Za-z0-9]{1,20}(?:_[A-Za-z0-9]{1,20})+"
)
_PLUGINS = {
    "aws": "AWSKeyDetector",
    "azure_storage_key": "AzureStorageKeyDetector",
    "cloudant": "CloudantDetector",
    "discord": "DiscordBotTokenDetector",
    "github_token": "GitHubTokenDetector",
    "gitlab_token": "GitLabTokenDetector",
    "ibm_cos_hmac": "IbmCosHmacDetector",
    "mailchimp": "MailchimpDetector",
    "npm": "NpmDetector",
    "openai": "OpenAIDetector",
    "pypi_token": "PypiTokenDetector",
    "sendgrid": "SendGridDetector",
    "slack": "SlackDetector",
    "softlayer": "SoftlayerDetector",
    "square_oauth": "SquareOAuthDetector",
    "stripe": "StripeDetector",
    "twilio": "TwilioKeyDetector",
}
_MAX_LINE = 4_000


def secret_forms(text: str) -> Iterator[str]:
    """The kinds of the keys and tokens in a text."""
    lowered = text.lower()
    for kind, needles, form in _FORMS:
        if not any(needle in lowered for needle in needles):
            continue
        for match in re.finditer(form, text):
            value = match.groupdict().get("value")
            if value is None or not _PLACEHOLDER.match(value):
                yield kind
                break
    yield from _known_to_detect_secrets(text)


def _known_to_detect_secrets(text: str) -> Iterator[str]:
    """What the plugins of detect-secrets find; it is loaded where a line holds what may be a token at all."""
    for line in text.splitlines():
        if not any(_may_be_token(run[0]) for run in _RUN.finditer(line)):
            continue
        for start in range(0, len(line), _MAX_LINE):
            part = line[max(0, start - 200) : start + _MAX_LINE]
            for plugin in _plugins():
                if any(_is_whole(part, found) for found in plugin.analyze_string(part)):
                    yield "api_key"
                    return


def _may_be_token(run: str) -> bool:
    """Whether a run mixes letters and digits in a way that words, hashes and names do not."""
    return run.isascii() and not _KNOWN.fullmatch(run) and bool(re.search(r"\d", run) and re.search(r"[A-Za-z]", run))


def _is_whole(line: str, found: str) -> bool:
    """Whether a find stands alone: the middle of a longer hash or of a name is none."""
    if _KNOWN.fullmatch(found):
        return False
    at = line.find(found)
    around = line[max(0, at - 1) : at] + line[at + len(found) : at + len(found) + 1]
    return not any(char.isalnum() or char in "+/_" for char in around)


@cache
def _plugins() -> tuple[BasePlugin, ...]:
    from importlib import import_module

    return tuple(
        getattr(import_module(f"detect_secrets.plugins.{module}"), name)() for module, name in _PLUGINS.items()
    )
