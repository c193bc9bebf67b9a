"""What is a secret and what only looks like one: labelled texts in English and Chinese, and made ones."""

from __future__ import annotations

import hashlib
import string
import subprocess
import sys
import uuid
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdesk.sensitive import find_sensitive

CORE = str(Path(__file__).parents[3] / "core")


def joined(*parts: str) -> str:
    """A secret put together at run time, so that no scanner of secrets takes this file for one."""
    return "".join(parts)


SECRETS = [
    # By their form.
    joined("-----BEGIN ", "PGP PRIVATE KEY BLOCK-----"),
    joined("-----BEGIN ENCRYPTED ", "PRIVATE KEY-----\nMIIE"),
    joined("PuTTY-User-Key-File-", "3: ssh-ed25519"),
    joined("gh", "o_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"),
    joined("glp", "at-", "Ab12Cd34Ef56Gh78Ij90"),
    joined("AI", "za", "SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q"),
    joined("sk-", "ant-", "api03-AbCdEf0123456789AbCdEf"),
    joined("sk_", "live_", "4eC39HqLyjWDarjtT1zdp7dc"),
    joined("rk_", "live_", "4eC39HqLyjWDarjtT1zdp7dc"),
    joined("hf", "_", "AbCdEfGhIjKlMnOpQrStUvWxYz0123"),
    joined("SG.", "AbCdEfGhIjKlMnOpQrStUv", ".", "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfG"),
    joined("LT", "AI", "5tAbCdEfGhIjKlMnOpQr"),
    joined("AK", "ID", "z8krbsJ5yKBZQpn74WFkmLPx3gnPhESA"),
    joined("12345", "67890:", "AA", "HdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1"),
    joined("https://hooks.slack.com/services/", "T00000000/B00000000/", "XXXXXXXXXXXXXXXXXXXXXXXX"),
    joined("https://oapi.dingtalk.com/robot/send?access_", "token=", "a" * 20, "1" * 44),
    joined("0123456789abcdef0123456789abcdef", "-us", "12"),
    joined("sq0", "csp-", "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfG"),
    joined("AC", "0123456789abcdef0123456789abcdef"),
    joined("DefaultEndpointsProtocol=https;AccountName=a;AccountKey", "=", "Ab1+" * 21, "Ab=="),
    joined("mongodb+srv://svc:", "Gr33nTea", "@cluster0.example.net/app"),
    joined("redis://:", "p4ssw0rd", "@10.0.0.5:6379/0"),
    joined("Authorization: ", "Basic ", "YWRtaW46aHVudGVyMg=="),
    joined("curl -u admin:", "s3cretpw", " https://registry.internal"),
    joined("The seed phrase is ", "witch collapse practice feed shame open despair creek road again ice least"),
    # By the words before them.
    joined("my password is ", "letmein"),
    joined("The wifi password is ", "sunflower."),
    joined("password: ", "letmein"),
    joined("Login with admin and password ", "hunter22"),
    joined("I changed the database password to ", "Tr0ub4dor"),
    joined("the passphrase is ", "correct horse battery staple"),
    joined("passphrase: ", "correct-horse-battery-staple"),
    joined("export GITHUB_TOKEN=", "abcd1234efgh5678"),
    joined("PGPASSWORD=", "hunter2x", " psql"),
    joined('{"client_secret": "', "9f8e7d6c5b4a3b2c", '"}'),
    joined("our api key is ", "9f8e7d6c5b4a3b2c, keep it"),
    joined("https://api.example.net/v1?api_key=", "9f8e7d6c5b4a"),
    joined("deploy --token ", "Zx81Qw92Er"),
    joined("mysql -u root ", "-pS3cretPw"),
    joined("My PIN is ", "4821"),
    joined("密码是", "123456"),
    joined("密码是 ", "abc12345，别告诉别人"),
    joined("我的登录密码改成了 ", "Qwer!234"),
    joined("root 密码 ", "admin@2024"),
    joined("用户名 admin 密码 ", "admin123"),
    joined("Wi-Fi 密码：", "sunshine2024"),
    joined("取款密码是 ", "831204"),
    joined("服务器口令：", "Zx!81qw"),
    joined("接口密钥是 ", "9f8e7d6c5b4a3b2c"),
    joined("令牌：", "tk_9f8e7d6c5b4a"),
    # Below their name, before it, in tags and tables.
    joined("password:\n", "Zx81qwerty!"),
    joined("password = \\\n  ", "Zx81qwerty!"),
    joined("密码：\n", "Zx81qwerty!"),
    joined("**Password:** `", "Zx81qwerty!", "`"),
    joined("<db:password>", "Zx81qwerty!", "</db:password>"),
    joined("| user | password |\n|---|---|\n| admin | ", "Zx81qwerty!", " |"),
    joined("user,password\nadmin,", "Zx81qwerty"),
    joined('"{\\"password\\": \\"', "Zx81qwerty!", '\\"}"'),
    joined("Zx81qwerty!", " is my new password"),
    joined("Zx81qwerty!", " 是我的登录密码"),
    joined("log in with admin:", "Zx81qwerty!"),
    # In another dress.
    joined("ｐａｓｓｗｏｒｄ＝", "Zx81qwerty"),
    joined("pass\u200bword = ", "Zx81qwerty!"),
    joined("password\u00a0=\u00a0", "Zx81qwerty!"),
    joined("我的卡号是 ４１１１１１１１", "１１１１１１１１"),
    # In other languages.
    joined("la contraseña es ", "Zx81qwerty!"),
    joined("das Passwort ist ", "Zx81qwerty!"),
    joined("mot de passe : ", "Zx81qwerty!"),
    joined("パスワードは ", "Zx81qwerty! です"),
    joined("비밀번호는 ", "Zx81qwerty! 입니다"),
    # Of further forms.
    joined(
        "ey", "JhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..48V1_ALb6US04U3b", ".5eym8TW_c8SuK0lt", ".XFBoMYUZodetZdvTiFvSkQ"
    ),
    joined("mysql://root:", "p@ss:w0rd!", "@10.1.2.3/db"),
    joined("https://acct.blob.example.net/c?sv=2022&", "sig=", "AbCd1234%2BEfGh5678IjKl9012"),
    joined("Cookie: theme=dark; session", "id=8f14e45fceea167a5a36dedd4bea2543"),
    joined("admin:$", "apr1$zL4s8q1o$0cWq3yN8b5kq1oK8cJ5pD0"),
    joined("mnemonic: ", "abandon ability able about above absent absorb abstract absurd abuse access accident"),
    # By their check digits.
    joined("银行卡号 6222 0212 ", "3456 7890 128"),
    joined("my card is 5555 5555 ", "5555 4444, cvv 123"),
    joined("身份证号", "11010519491231002X"),
    joined("身份证 110105 ", "19491231 002X"),
    joined("SSN: ", "078-05-1120"),
    joined("验证码是 ", "482913"),
    joined("Your verification code is ", "482913"),
]
ORDINARY = [
    "The password is wrong.",
    "Password policy: twelve characters at least",
    "The password is 12 characters long.",
    "The secret key is 2048 bits.",
    "The password hash is sha256, later argon2id.",
    "Requests are limited to 4096 tokens.",
    "token: str",
    "def login(password: str) -> bool: ...",
    "A password reset takes 3 days.",
    "Set the password to expire after 90 days.",
    "The passphrase is stored in the vault",
    "password = getpass.getpass()",
    "secret = config.secret",
    "We decided that the API key lives in Vault.",
    "The access token is refreshed hourly.",
    "The token is invalid.",
    "api_key: required",
    "secret santa is on Friday",
    "My key takeaway is simple.",
    "postgres://localhost:5432/app",
    "git@github.com:org/repo.git",
    "uid=5f2b8a3e9c1d4e7f8a6b5c4d",
    "integrity sha512-" + "abcDEF0123456789" * 5 + "abcDEw==",
    "The order 4111-22 was sent on 2026-11-30 at 12:30:45.",
    "agent/kim/evidence/manual/2026-11-30/0276a73f-be50-4aac-97cc-a182142c614d",
    "memory://builtin/city/wiki/package-manager#L3-L9",
    "See https://example.org/a/b-c-d/e_f?page=2&sort=asc#top",
    "from memdesk.storage.record_writing import append_section",
    "test_the_same_transcript_again_changes_nothing_2",
    "ISBN 978-3-16-148410-0",
    "Bearer tokens are sent in a header.",
    "Basic authentication is off.",
    "密码长度是12位",
    "密码要求是8个字符以上",
    "密码是什么？",
    "请把密码放到保险库，不要写进记忆。",
    "验证码功能是用 Redis 做的",
    "令牌有效期是 3600 秒",
    "身份证字段要脱敏显示",
    "卡号由 16 位数字组成",
    "我们决定用 1Password 管理密码。",
    "订单号 2026113000012345",
    "电话 13800138000，分机 8021",
    "口令是运维同事口头告知的",
    "password:\n  type: string\n  minLength: 12\n",
    "Password:\nEverything about passwords is on the next page.",
    "<password>********</password>",
    "<input name=password></input>",
    "| field | password |\n|---|---|\n| type | string |\n| length | 12 |",
    "name,password,role\n,,\n",
    "That is the password policy.",
    "Hunter is my password manager.",
    "1Password is our password manager.",
    "这是我们的密码规范",
    "log in with admin/operator rights",
    "Log in with https://sso.example.org",
    "https://host.example.net:8443/a@b",
    "see https://example.org/?signature=none and ?sig=1",
    "Cookie: theme=dark; lang=en",
    "It costs $2a lot$ of time",
    "mnemonic: every good boy does fine",
    "全角数字１２３和字母ＡＢＣ",
    "passwords\u00a0are hashed",
    "el contraseña es obligatoria",
    "Das Passwort ist falsch.",
]


@pytest.mark.parametrize("text", SECRETS)
def test_secrets_are_found(text: str) -> None:
    assert find_sensitive(text)
    assert find_sensitive(f"Hello.\n\nSome words before: {text}\nand after.")


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_text_passes(text: str) -> None:
    assert find_sensitive(text) == []


@settings(deadline=None)
@given(st.uuids())
def test_a_uuid_is_no_secret(value: uuid.UUID) -> None:
    for text in (str(value), value.hex, str(value).upper(), f"id: {value}", f"memory_id: city/evidence/manual/{value}"):
        assert find_sensitive(text) == []


@settings(deadline=None)
@given(st.binary(max_size=64))
def test_a_hash_is_no_secret(data: bytes) -> None:
    for name in ("sha1", "sha256", "sha512", "md5"):
        digest = hashlib.new(name, data).hexdigest()
        for text in (
            digest,
            digest.upper(),
            f"revision {digest}",
            f"commit {digest[:12]} fixes it",
            f"{name}:{digest}",
        ):
            assert find_sensitive(text) == []


@settings(deadline=None)
@given(st.lists(st.text(string.ascii_letters, min_size=1, max_size=14), min_size=1, max_size=60))
def test_words_are_no_secret(words: list[str]) -> None:
    text = " ".join(word for word in words if word.lower() not in ("password", "pin", "secret", "token"))
    assert find_sensitive(text) == []


@settings(deadline=None)
@given(st.integers(0, 10**7), st.integers(0, 10**6), st.datetimes())
def test_numbers_of_every_day_are_no_secret(order: int, amount: int, moment: object) -> None:
    text = f"Order {order} costs {amount}.{order % 100:02d} at {moment} in room {order % 1000}, port {amount % 65536}"
    assert find_sensitive(text) == []


@settings(deadline=None)
@given(st.text(string.ascii_letters + string.digits + "!@#%^&+", min_size=8, max_size=40))
def test_whatever_mixes_letters_and_digits_after_password_is_one(value: str) -> None:
    value = f"q{value}7Z"
    for text in (f"password = {value}", f"my password is {value}", f"密码：{value}", f"密码是 {value}"):
        assert "password" in find_sensitive(text)


def test_prose_does_not_pay_for_what_looks_at_tokens() -> None:
    """detect-secrets takes a tenth of a second to load; only what may be a token asks for it."""
    program = (
        "import sys; from memdesk.sensitive import find_sensitive\n"
        "assert find_sensitive('We decided to use pnpm. commit 9fceb02d0ae598e95dc970b74767f19372d61af8') == []\n"
        "assert 'detect_secrets' not in sys.modules\n"
        "find_sensitive('see AC' + '0123456789abcdef' * 2)\n"
        "assert 'detect_secrets' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, env={"PYTHONPATH": CORE}, timeout=60)
