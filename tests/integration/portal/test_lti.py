"""LTI 1.3 launches, signed by a platform of our own: who comes in, as whom, and what is refused."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from cryptography.hazmat.primitives.asymmetric import rsa
from django.core.cache import cache
from django.test import Client
from jwt.algorithms import RSAAlgorithm

from portal.accounts.lti.launching import _keys, asker_of_launch
from portal.accounts.models import LtiPlatform, User
from portal.accounts.sessions import sessions_end

pytestmark = pytest.mark.django_db
ISSUER, CLIENT, DEPLOYMENT = "https://lms.example.ac.kr", "portal-1", "7"
CLAIM = "https://purl.imsglobal.org/spec/lti/claim/"
LEARNER = "http://purl.imsglobal.org/vocab/lis/v2/membership#Learner"
TEACHER = "http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor"
KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
OTHER_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
Claims = dict[str, Any]


@pytest.fixture(autouse=True)
def _platform(monkeypatch: pytest.MonkeyPatch, db: None) -> None:
    cache.clear()
    _keys.cache_clear()
    public = RSAAlgorithm.to_jwk(KEY.public_key(), as_dict=True) | {"kid": "one", "use": "sig"}
    monkeypatch.setattr(jwt.PyJWKClient, "fetch_data", lambda _client: {"keys": [public]})
    LtiPlatform.objects.create(
        name="강의실",
        issuer=ISSUER,
        client_id=CLIENT,
        deployment_ids=f"1\n{DEPLOYMENT}",
        login_url=f"{ISSUER}/auth?x=1",
        keys_url=f"{ISSUER}/keys",
    )


def begun(client: Client) -> dict[str, str]:
    """What the portal asks the platform."""
    asked = {"iss": ISSUER, "login_hint": "9", "target_link_uri": "http://testserver/regulations/"}
    sent = client.post("/account/lti/login", asked | {"lti_message_hint": "m"})
    assert sent["Location"].startswith(f"{ISSUER}/auth?x=1&")
    cookie = client.cookies["__Host-lti"]
    assert (cookie["samesite"], cookie["secure"], cookie["httponly"]) == ("None", True, True)
    return {name: value[0] for name, value in parse_qs(urlsplit(sent["Location"]).query).items()}


def claims_of(asked: dict[str, str]) -> Claims:
    now = int(time.time())
    return {
        "iss": ISSUER,
        "aud": CLIENT,
        "sub": "person-42",
        "exp": now + 300,
        "iat": now,
        "nonce": asked["nonce"],
        "name": "김가온",
        "email": "gaon@example.ac.kr",
        f"{CLAIM}message_type": "LtiResourceLinkRequest",
        f"{CLAIM}version": "1.3.0",
        f"{CLAIM}deployment_id": DEPLOYMENT,
        f"{CLAIM}target_link_uri": "http://testserver/regulations/",
        f"{CLAIM}resource_link": {"id": "r1"},
        f"{CLAIM}roles": [LEARNER],
        f"{CLAIM}context": {"id": "c1", "label": "대학원 세미나"},
        f"{CLAIM}custom": {"degree": "graduate", "entry_year": "2024", "other": "x"},
    }


def launched(client: Client, asked: dict[str, str], claims: Claims, **signed: Any) -> Any:
    values: dict[str, Any] = {"key": KEY, "algorithm": "RS256", "headers": {"kid": "one"}} | signed
    token = jwt.encode(claims, **values)
    return client.post("/account/lti/launch", {"state": asked["state"], "id_token": token})


def test_a_launch_signs_in_whom_the_platform_vouches_for_and_takes_no_name() -> None:
    client = Client(enforce_csrf_checks=True)
    asked = begun(client)
    assert asked["redirect_uri"] == "http://testserver/account/lti/launch"
    assert (asked["response_mode"], asked["prompt"], asked["scope"]) == (
        "form_post",
        "none",
        "openid",
    )

    sent = launched(client, asked, claims_of(asked))

    assert (sent.status_code, sent["Location"]) == (303, "http://testserver/regulations/")
    person = User.objects.get()
    assert person.username.startswith("lti-")
    assert (person.role, person.email, person.get_full_name()) == (User.Role.STUDENT, "", "")
    assert not person.has_usable_password()
    assert client.session["_auth_user_id"] == str(person.pk)
    assert client.session["asker"] == {"degree": "graduate", "entry_year": "2024"}
    # The same person from another course is the same account; the same launch is none twice.
    assert launched(client, asked, claims_of(asked)).status_code == 400
    again = begun(client)
    assert launched(client, again, claims_of(again)).status_code == 303
    assert User.objects.count() == 1


def _without(name: str) -> Callable[[Claims], Claims]:
    return lambda claims: {key: value for key, value in claims.items() if key != name}


def _with(**values: Any) -> Callable[[Claims], Claims]:
    return lambda claims: claims | values


@pytest.mark.parametrize(
    ("change", "signed"),
    [
        pytest.param(_with(), {"key": OTHER_KEY}, id="another key"),
        pytest.param(_with(), {"headers": {"kid": "two"}}, id="unknown key"),
        pytest.param(_with(), {"key": "x" * 40, "algorithm": "HS256"}, id="symmetric"),
        pytest.param(_with(), {"key": None, "algorithm": "none"}, id="unsigned"),
        pytest.param(_with(iss="https://elsewhere.example.com"), {}, id="issuer"),
        pytest.param(_with(aud="another"), {}, id="audience"),
        pytest.param(_with(aud=[CLIENT, "another"]), {}, id="audience of two"),
        pytest.param(_with(nonce="another"), {}, id="nonce"),
        pytest.param(_with(exp=1), {}, id="over"),
        pytest.param(_without("sub"), {}, id="nobody"),
        pytest.param(_with(**{f"{CLAIM}deployment_id": "9"}), {}, id="deployment"),
        pytest.param(_with(**{f"{CLAIM}version": "1.1"}), {}, id="version"),
        pytest.param(_with(**{f"{CLAIM}message_type": "LtiDeepLinkingRequest"}), {}, id="message"),
    ],
)
def test_what_is_not_the_platforms_word_signs_nobody_in(
    client: Client, change: Callable[[Claims], Claims], signed: dict[str, Any]
) -> None:
    asked = begun(client)

    refused = launched(client, asked, change(claims_of(asked)), **signed)

    assert refused.status_code == 400
    assert "확인하지 못했습니다" in refused.content.decode()
    assert not User.objects.exists()


def test_another_browser_a_foreign_state_and_a_closed_door_are_refused(client: Client) -> None:
    asked = begun(client)
    assert launched(Client(), asked, claims_of(asked)).status_code == 400
    assert launched(client, asked | {"state": "none"}, claims_of(asked)).status_code == 400
    LtiPlatform.objects.update(is_active=False)
    assert launched(client, asked, claims_of(asked)).status_code == 400
    assert client.get("/account/lti/login", {"iss": ISSUER, "login_hint": "9"}).status_code == 400
    assert client.get("/account/lti/login").status_code == 400
    LtiPlatform.objects.update(is_active=True)
    assert client.get("/account/lti/login", {"iss": ISSUER}).status_code == 400
    LtiPlatform.objects.create(
        name="다른", issuer=ISSUER, client_id="portal-2", login_url=f"{ISSUER}/auth"
    )
    both = {"iss": ISSUER, "login_hint": "9"}
    assert client.get("/account/lti/login", both).status_code == 400
    assert client.get("/account/lti/login", both | {"client_id": "portal-2"}).status_code == 302


def test_a_target_elsewhere_leads_to_the_first_page_and_a_closed_account_nowhere(
    client: Client,
) -> None:
    asked = begun(client)
    elsewhere = {f"{CLAIM}target_link_uri": "https://elsewhere.example.com/"}
    assert launched(client, asked, claims_of(asked) | elsewhere)["Location"] == "/"
    User.objects.update(is_active=False)
    asked = begun(client)
    assert launched(client, asked, claims_of(asked)).status_code == 400


def test_a_platform_vouches_for_no_staff_and_its_sign_ins_end_with_the_others(
    client: Client,
) -> None:
    asked = begun(client)
    launched(client, asked, claims_of(asked))
    person = User.objects.get()
    assert UserSession.objects.filter(user=person).count() == 1
    sessions_end(people=[person])
    assert "_auth_user_id" not in client.session

    person.role = User.Role.STAFF
    person.save()
    asked = begun(client)
    assert launched(client, asked, claims_of(asked)).status_code == 400
    hint = {"iss": ISSUER, "login_hint": "9\0"}
    assert client.post("/account/lti/login", hint).status_code == 400


def test_a_name_that_another_way_in_has_taken_signs_nobody_in(client: Client) -> None:
    asked = begun(client)
    launched(client, asked, claims_of(asked))
    SocialAccount.objects.create(user=User.objects.get(), provider="university", uid="9")

    asked = begun(client)
    assert launched(client, asked, claims_of(asked)).status_code == 400


def test_of_a_teacher_nothing_is_known() -> None:
    claims = {f"{CLAIM}roles": [TEACHER], f"{CLAIM}custom": {"degree": "graduate"}}
    assert asker_of_launch(claims) == {}
    assert asker_of_launch({f"{CLAIM}roles": [LEARNER], f"{CLAIM}custom": "x"}) == {}
    assert asker_of_launch({}) == {}
