"""What every page shares: health, security headers, language, signing in."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from django.test import Client
from django.utils.translation import override
from pytest_django import Settings

from portal.accounts.demo import (
    DEMO_ACCOUNTS,
    DemoAccount,
    DemoAccountsForbidden,
    demo_accounts_create,
)
from portal.accounts.models import User

pytestmark = pytest.mark.django_db


def headers_of(client: Client, path: str) -> Mapping[str, str]:
    reply = client.get(path)
    # A file stays open otherwise.
    reply.close()
    return reply.headers


def test_livez_answers_without_the_database(
    client: Client, django_assert_num_queries: object
) -> None:
    assert client.get("/livez").content == b"ok\n"


def test_pages_allow_no_foreign_content(client: Client) -> None:
    policy = client.get("/account/login/").headers["Content-Security-Policy"]

    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "object-src 'none'" in policy


@pytest.mark.parametrize("path", ["/static/portal/icons.svg", "/static/nothing", "/livez", "/"])
def test_every_reply_says_what_a_browser_may_do_with_it(client: Client, path: str) -> None:
    headers = headers_of(client, path)

    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/livez", "/sitemap.xml", "/static/portal/icons.svg", "/"])
def test_text_says_in_which_letters_it_is_written(client: Client, path: str) -> None:
    assert "charset=utf-8" in headers_of(client, path)["Content-Type"]


@pytest.mark.parametrize("path", ["/livez", "/", "/admin/login/", "/verify"])
def test_trace_is_refused(client: Client, path: str) -> None:
    assert client.trace(path).status_code == 405


def test_account_pages_are_not_kept_and_signing_out_leaves_nothing(client: Client) -> None:
    client.force_login(User.objects.create_user("student"))

    assert "no-store" in client.get("/account/2fa/").headers["Cache-Control"]
    assert "Clear-Site-Data" not in client.get("/account/logout/").headers
    assert client.post("/account/logout/").headers["Clear-Site-Data"] == '"storage"'


def test_a_log_line_names_the_address_that_is_believed(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    client.get("/nowhere/", headers={"X-Forwarded-For": "198.51.100.9", "X-Request-ID": "mine"})

    assert "127.0.0.1" in caplog.text
    assert "198.51.100.9" not in caplog.text
    assert "'mine'" not in caplog.text


@pytest.mark.parametrize(
    ("preferred", "language"),
    [
        ("", "ko"),
        ("*", "ko"),
        ("ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7", "ko"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh-hans"),
        ("zh-CN,zh;q=0.9,ko;q=0.8", "zh-hans"),
        ("vi-VN,vi;q=0.9", "vi"),
        ("en-US,en;q=0.9", "en"),
        ("mn-MN,mn;q=0.9,en-US;q=0.8", "en"),
        # As browsers come, on the machine of who reads Korean.
        ("en-US,en;q=0.9,ko-KR;q=0.8", "ko"),
        ("en;q=0", "ko"),
        ("mn", "ko"),
        ("\x00;;q=,", "ko"),
    ],
)
def test_a_page_is_in_the_language_that_the_browser_asks_for(
    client: Client, preferred: str, language: str
) -> None:
    reply = client.get("/account/login/", headers={"Accept-Language": preferred})

    assert reply.headers["Content-Language"] == language
    assert f'<html lang="{language}">' in reply.content.decode()
    assert {"Accept-Language", "Cookie"} <= set(reply.headers["Vary"].split(", "))


def test_what_the_visitor_has_chosen_counts_before_what_the_browser_asks_for(
    client: Client,
) -> None:
    client.post("/language/setlang/", {"language": "ko"})

    reply = client.get("/account/login/", headers={"Accept-Language": "vi-VN"})

    assert reply.headers["Content-Language"] == "ko"


@pytest.mark.parametrize("path", ["/api/schema/", "/feeds/amendments.atom", "/widget/"])
def test_what_programs_and_other_sites_read_is_the_same_whatever_a_browser_asks_for(
    client: Client, path: str
) -> None:
    reply = client.get(path, headers={"Accept-Language": "vi-VN"})

    assert reply.headers.get("Content-Language", "ko").startswith("ko")
    assert "Accept-Language" not in reply.headers.get("Vary", "")


def test_visitor_may_choose_english(client: Client) -> None:
    client.post("/language/setlang/", {"language": "en"})

    assert client.get("/account/login/").headers["Content-Language"] == "en"


@pytest.mark.parametrize("account", DEMO_ACCOUNTS, ids=lambda account: account.username)
def test_demo_account_can_sign_in(client: Client, account: DemoAccount) -> None:
    demo_accounts_create()

    reply = client.post(
        "/account/login/", {"login": account.username, "password": account.password}
    )

    assert reply.status_code == 302
    assert "_auth_user_id" in client.session


def test_wrong_password_does_not_sign_in(client: Client) -> None:
    demo_accounts_create()

    reply = client.post("/account/login/", {"login": "student", "password": "wrong"})

    assert reply.status_code == 200
    assert "_auth_user_id" not in client.session


def test_only_the_admin_enters_the_admin_pages(client: Client) -> None:
    demo_accounts_create()

    client.force_login(User.objects.get(username="staff"))
    assert client.get("/admin/").status_code == 302
    client.force_login(User.objects.get(username="admin"))
    assert client.get("/admin/").status_code == 200


def test_the_admin_begins_with_what_is_curated_and_names_rows_in_the_plural(
    admin_client: Client,
) -> None:
    shown = admin_client.get("/admin/").context["app_list"]

    first = ["regulations", "chat", "verification", "accounts", "controls"]
    assert [row["app_label"] for row in shown[:5]] == first
    assert len(shown) > len(first)
    with override("en"):
        models = [[str(row["name"]) for row in one["models"]] for one in shown]
    assert models[0][:3] == ["Regulations", "Versions of regulations", "Imported files"]
    assert models[1][:2] == ["Answers", "Conversations"]
    assert models[3] == ["LTI platforms", "Users"]


def test_changed_password_of_a_demo_account_is_kept() -> None:
    demo_accounts_create()
    admin = User.objects.get(username="admin")
    admin.set_password("another one")
    admin.save()

    demo_accounts_create()

    assert User.objects.get(username="admin").check_password("another one")


def test_demo_accounts_stay_out_of_production(settings: Settings) -> None:
    settings.PRODUCTION = True

    with pytest.raises(DemoAccountsForbidden):
        demo_accounts_create()

    assert not User.objects.exists()
