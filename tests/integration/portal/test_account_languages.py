"""The pages and mails of one's own account in the languages of students, whatever package they come from."""

from __future__ import annotations

import html
import re
import time

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext, trans_real
from pytest_django import Settings

from portal.accounts.models import User

pytestmark = pytest.mark.django_db

WRONG = "weather-vane"  # pragma: allowlist secret
PASSWORD = "sounding-line-42"  # pragma: allowlist secret
NEW = "another-line-43"  # pragma: allowlist secret
HANGUL = re.compile(r"[가-힣]+(?: [가-힣]+)*")
TAG = re.compile(r"<(?:script|style)\b.*?</(?:script|style)>|<[^>]+>", re.DOTALL)
SAID = re.compile(r'(?:placeholder|title|aria-label|alt|content)="([^"]*)"')


@pytest.fixture(autouse=True)
def _mail(settings: Settings) -> None:
    cache.clear()
    settings.PASSWORD_WORDS = ["rules"]
    settings.EMAIL_URL = "smtp+tls://mail.example.org:587"


class Walk:
    """A student who goes through every page of the account and keeps what it said."""

    def __init__(self, client: Client, language: str) -> None:
        self.client = client
        self.said: dict[str, str] = {}
        client.post("/language/setlang/", {"language": language})

    def get(self, path: str, **sent: str) -> str:
        """Look at a page, or send its form; returns the page that comes of it."""
        name = f"{path} {len(self.said)}"
        reply = (
            self.client.post(path, sent, follow=True)
            if sent
            else self.client.get(path, follow=True)
        )
        page = reply.content.decode()
        self.said[name] = html.unescape(" ".join((TAG.sub(" ", page), *SAID.findall(page))))
        return page

    def through(self) -> None:
        """Every page: lost password, sign-in, password, second factor, sessions, sign-out."""
        for sent in ({}, {"email": "nobody"}, {"email": "gaon@example.org"}):
            self.get("/account/password/reset/", **sent)
        link = re.search(r"http://testserver(/account/\S+)", str(mail.outbox[-1].body))
        assert link is not None
        self.get(link[1])
        keyed = "/account/password/reset/key/{}-set-password/".format(
            link[1].split("/")[5].split("-")[0]
        )
        for first, second in (
            ("abc", "abc"),
            ("12345678", "12345678"),
            ("password1", "password1"),
            ("gaon@example.org", "gaon@example.org"),
            ("Rules-sounding-7", "Rules-sounding-7"),
            (PASSWORD, NEW),
            (PASSWORD, PASSWORD),
        ):
            self.get(keyed, password1=first, password2=second)
        self.get(link[1])
        self.get("/account/login/")
        self.get("/account/login/", login="gaon", password="")
        self.get("/account/login/", login="gaon", password=WRONG)
        self.get("/account/login/", login="gaon", password=PASSWORD)
        self.get("/account/password/change/")
        self.get("/account/password/change/", oldpassword=WRONG, password1="abc", password2="abcd")
        self.get("/account/password/change/", oldpassword=PASSWORD, password1=NEW, password2=NEW)
        self._second_factor()
        for path in (
            "/account/sessions/",
            "/account/email/",
            "/account/inactive/",
            "/account/signup/",
        ):
            self.get(path)
        self.get("/account/sessions/end", all="1")
        self.get("/account/logout/")
        self.get("/account/logout/", go="1")

    def _code(self) -> str:
        secret = self.client.session["mfa.totp.secret"]
        return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))

    def _second_factor(self) -> None:
        self.get("/account/reauthenticate/")
        self.get("/account/reauthenticate/", password=WRONG)
        self.get("/account/reauthenticate/", password=NEW)
        self.get("/account/2fa/")
        self.get("/account/2fa/totp/activate/")
        EmailAddress.objects.update_or_create(
            user=User.objects.get(), email="gaon@example.org", defaults={"verified": True}
        )
        self.get("/account/2fa/totp/activate/")
        self.get("/account/2fa/totp/activate/", code="000000")
        self.get("/account/2fa/totp/activate/", code=self._code())
        for path in (
            "",
            "recovery-codes/",
            "recovery-codes/generate/",
            "totp/deactivate/",
            "reauthenticate/",
        ):
            self.get(f"/account/2fa/{path}")
        self.get("/account/2fa/recovery-codes/generate/", go="1")
        other = Client()
        other.cookies.update(self.client.cookies)
        other.cookies.pop("sessionid", None)
        mine, self.client = self.client, other
        self.get("/account/login/", login="gaon", password=NEW)
        self.get("/account/2fa/authenticate/", code="000000")
        self.client = mine
        self.get("/account/2fa/totp/deactivate/", go="1")


@pytest.mark.parametrize("language", ["en", "zh-hans", "vi"])
def test_what_the_account_says_is_translated_and_falls_back_to_no_other_language(
    client: Client, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    User.objects.create_user("gaon", email="gaon@example.org", password=PASSWORD)
    english = trans_real.translation("en")
    known, lacking = english.gettext, set()

    def behind(text: str) -> str:
        lacking.add(text)
        return known(text)

    if language != "en":
        monkeypatch.setattr(english, "gettext", behind)
    walk = Walk(client, language)
    walk.through()
    walk.said |= {f"mail {n}": f"{m.subject} {m.body}" for n, m in enumerate(mail.outbox)}

    left = {place: set(HANGUL.findall(text)) - {"한국어"} for place, text in walk.said.items()}
    assert {place: words for place, words in left.items() if words} == {}
    # The switch asks for the translation of names that are translated.
    assert {text for text in lacking if text.isascii()} == set()


@pytest.mark.parametrize("language", ["en", "zh-hans", "vi"])
def test_what_has_no_translation_stands_in_english_where_nobody_reads_korean(
    language: str,
) -> None:
    """What only the staff sees is translated into English alone."""
    with translation.override(language):
        assert gettext("운영 설정") == "Switches and limits"
    with translation.override("ko"):
        assert gettext("운영 설정") == "운영 설정"
