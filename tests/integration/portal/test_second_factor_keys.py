"""What second factors are made of is encrypted in the database where there is a key for it, and keys can be changed."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from cryptography.fernet import Fernet
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from portal.accounts.models import User

pytestmark = pytest.mark.django_db
OLD, NEW = Fernet.generate_key().decode(), Fernet.generate_key().decode()


@pytest.fixture
def person() -> User:
    return User.objects.create_user("reviewer")


def stored() -> str:
    """All that the database holds of second factors."""
    return str(list(Authenticator.objects.values_list("data", flat=True)))


def opens(secret: str) -> bool:
    # A code serves once.
    cache.clear()
    factor = Authenticator.objects.get(type=Authenticator.Type.TOTP)
    counter = next(iter(yield_hotp_counters_from_time()))
    return bool(TOTP(factor).validate_code(format_hotp_value(hotp_value(secret, counter))))


def test_neither_seed_nor_codes_stand_in_the_database_and_both_work(
    person: User, settings: Settings
) -> None:
    settings.SECOND_FACTOR_KEYS = [NEW]
    secret = generate_totp_secret()
    TOTP.activate(person, secret)
    codes = RecoveryCodes.activate(person)

    assert secret not in stored()
    assert stored().count("gAAAA") == 2
    assert opens(secret)
    [first, *_] = codes.get_unused_codes()
    assert codes.validate_code(first)
    assert not codes.validate_code(first)


def test_what_was_stored_in_clear_or_with_a_former_key_is_encrypted_anew(
    person: User, settings: Settings
) -> None:
    secret = generate_totp_secret()
    TOTP.activate(person, secret)
    assert secret in stored()

    for keys in ([OLD], [NEW, OLD], [NEW]):
        settings.SECOND_FACTOR_KEYS = keys
        assert opens(secret)
        call_command("encrypt_second_factors")
        assert secret not in stored()
        assert opens(secret)


def test_without_its_key_a_factor_opens_nothing(person: User, settings: Settings) -> None:
    settings.SECOND_FACTOR_KEYS = [OLD]
    secret = generate_totp_secret()
    TOTP.activate(person, secret)
    kept = stored()

    for keys in ([NEW], []):
        settings.SECOND_FACTOR_KEYS = keys
        with pytest.raises(ValidationError, match="운영 담당자"):
            opens(secret)
        with pytest.raises(CommandError, match="SECOND_FACTOR_KEYS"):
            call_command("encrypt_second_factors")
    assert stored() == kept


def test_who_signs_in_with_a_factor_that_no_key_opens_is_refused_and_it_is_logged(
    client: Client, person: User, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    password = "sounding-line-42"  # pragma: allowlist secret
    person.set_password(password)
    person.save()
    settings.SECOND_FACTOR_KEYS = [OLD]
    TOTP.activate(person, generate_totp_secret())
    settings.SECOND_FACTOR_KEYS = [NEW]

    client.post("/account/login/", {"login": "reviewer", "password": password})
    reply = client.post("/account/2fa/authenticate/", {"code": "000000"})

    assert reply.status_code == 200
    assert "2단계 인증을 지금 확인할 수 없습니다" in reply.content.decode()
    assert "_auth_user_id" not in client.session
    assert "'reason': 'seed_unreadable', 'event': 'sign_in_failed'" in caplog.text


def test_without_any_key_nothing_is_said_to_be_encrypted(person: User, settings: Settings) -> None:
    settings.SECOND_FACTOR_KEYS = []
    TOTP.activate(person, generate_totp_secret())

    with pytest.raises(CommandError, match="nothing was encrypted"):
        call_command("encrypt_second_factors")
