"""The operator's switches and limits as visitors meet them."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, OperationalError, transaction
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from chat.models import Answer, Message
from chat.pages import views
from portal.accounts.models import User
from portal.controls.models import ApiKey, SiteControls
from portal.controls.selectors import controls_get
from portal.http.limits import _limiter
from regulations.models import ImportRun
from tests.controls import controls_set

pytestmark = pytest.mark.django_db
CLOSED_FOR_OTHERS = "포털이 닫혀 있습니다. 담당자와 관리자만 들어옵니다."


@pytest.fixture(autouse=True)
def _fresh(db: None) -> None:
    cache.clear()


def turn(**changes: object) -> None:
    controls_set(**changes)
    cache.clear()


def test_a_change_is_seen_at_once_and_kept_with_its_history(
    admin_client: Client, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    page = "/admin/controls/sitecontrols/1/change/"
    assert admin_client.get("/admin/controls/sitecontrols/").headers["Location"] == page
    form = admin_client.get(page).context["adminform"].form
    values = {name: form[name].value() or "" for name in form.fields}
    assert controls_get().banner == ""

    with django_capture_on_commit_callbacks(execute=True):
        admin_client.post(page, values | {"banner": "시험 기간에는 답변이 늦습니다."})

    assert "시험 기간에는 답변이 늦습니다." in admin_client.get("/").content.decode()
    assert SiteControls.history.count() == 1


def test_there_is_one_row(db: None) -> None:
    controls_set(banner="하나")

    with pytest.raises(IntegrityError), transaction.atomic():
        SiteControls.objects.bulk_create([SiteControls(pk=2)])


def test_a_limit_below_nothing_is_refused() -> None:
    with pytest.raises(ValidationError):
        controls_set(questions_a_minute=-1)


def test_a_closed_portal_says_so_and_lets_staff_work(client: Client) -> None:
    turn(is_open=False, closed_message="서버를 옮기고 있습니다.")

    reply = client.get("/")

    assert reply.status_code == 503
    assert reply.headers["Retry-After"]
    assert "서버를 옮기고 있습니다." in reply.content.decode()
    assert client.get("/livez").status_code == 200
    assert client.get("/account/login/").status_code == 200
    client.force_login(User.objects.create_user("reviewer", role=User.Role.STAFF))
    page = client.get("/")
    assert page.status_code == 200
    assert CLOSED_FOR_OTHERS in page.content.decode()
    client.force_login(User.objects.create_user("student"))
    page = client.get("/")
    assert page.status_code == 503
    assert CLOSED_FOR_OTHERS not in page.content.decode()


def test_a_limit_of_nothing_lets_nobody_ask_and_says_so(client: Client) -> None:
    turn(questions_a_minute=0)

    reply = client.post("/", {"question": "휴학은 몇 년까지 됩니까?"})

    assert "질문이 잠시 몰렸습니다." in reply.content.decode()
    assert not Answer.objects.exists()


def test_who_asked_too_often_is_told_so_and_who_asks_with_many_is_told_that(
    client: Client,
) -> None:
    question = {"question": "휴학은 몇 년까지 됩니까?"}
    turn(questions_a_minute=1)
    client.post("/", question)

    own = client.post("/", question, headers={"HX-Request": "true"})

    assert own.status_code == 429
    assert "짧은 시간에 많이 보냈습니다." in own.content.decode()
    # The form alone comes back, to stand where it stood.
    assert "data-ai-notice" not in own.content.decode()
    turn(site_questions_a_minute=1)
    Client().post("/", question)
    assert "질문이 잠시 몰렸습니다." in Client().post("/", question).content.decode()


def test_the_history_of_the_switches_says_who_changed_what(admin_client: Client) -> None:
    turn(banner="앞의 띠")
    turn(banner="다음 띠")

    page = admin_client.get("/admin/controls/sitecontrols/1/history/").content.decode()

    assert "앞의 띠 → 다음 띠" in page
    assert "Choose a date" not in page


def test_asking_without_signing_in_can_be_forbidden(client: Client) -> None:
    turn(allows_anonymous=False)

    assert client.get("/").headers["Location"] == "/account/login/?next=/"
    sent_from_a_page = client.post("/", {"question": "휴학?"}, headers={"HX-Request": "true"})
    assert sent_from_a_page.headers["HX-Redirect"] == "/account/login/?next=/"
    assert client.post(
        "/query/verified", {"question": "휴학?"}, "application/json"
    ).status_code in (
        401,
        403,
    )
    client.force_login(User.objects.create_user("student"))
    assert client.get("/").status_code == 200


def test_the_question_that_comes_too_soon_stays_in_the_form(client: Client) -> None:
    turn(questions_a_minute=2)
    client.force_login(User.objects.create_user("student"))
    for _ in range(2):
        assert client.post("/", {"question": "휴학은 몇 년까지 됩니까?"}).status_code == 303

    reply = client.post("/", {"question": "복학은 언제 합니까?"})

    assert reply.status_code == 429
    assert "복학은 언제 합니까?" in reply.content.decode()
    assert "뒤에 다시 보내 주십시오" in reply.content.decode()
    assert Message.objects.filter(role=Message.Role.USER).count() == 2


def test_uploads_of_an_hour_are_counted_by_the_form_and_not_by_the_file(
    admin_client: Client,
) -> None:
    turn(uploads_an_hour=1)
    page = "/admin/regulations/importrun/upload/"

    def bring() -> tuple[int, str]:
        files = [SimpleUploadedFile(f"{name}.xyz", b"x") for name in "ab"]
        reply = admin_client.post(page, {"file": files})
        return reply.status_code, reply.content.decode()

    assert bring()[0] == 302
    assert "60분 뒤에 다시 올려 주십시오" in bring()[1]
    assert ImportRun.objects.count() == 2


def test_one_person_does_not_use_up_the_limit_of_another() -> None:
    turn(questions_a_minute=1)
    first, second = Client(), Client()
    first.force_login(User.objects.create_user("first"))
    second.force_login(User.objects.create_user("second"))

    statuses = [
        person.post("/", {"question": "휴학은 몇 년까지 됩니까?"}).status_code
        for person in (first, first, second)
    ]

    assert statuses == [303, 429, 303]


def test_new_browsers_behind_one_address_do_not_use_up_each_others_limit() -> None:
    turn(questions_a_minute=1)

    statuses = [
        Client().post("/", {"question": "휴학은 몇 년까지 됩니까?"}).status_code for _ in range(2)
    ]

    assert statuses == [303, 303]


def test_the_site_has_a_limit_for_everybody_together() -> None:
    turn(site_questions_a_minute=1)

    statuses = [
        Client().post("/", {"question": "휴학은 몇 년까지 됩니까?"}).status_code for _ in range(2)
    ]

    assert statuses == [303, 429]


def test_an_invalid_question_is_not_counted(client: Client) -> None:
    turn(questions_a_minute=1)

    statuses = [
        client.post("/", {"question": text}).status_code for text in ("", " ", "휴학은 언제?")
    ]

    assert statuses == [422, 422, 303]


def test_the_api_says_when_to_come_back(client: Client) -> None:
    turn(api_calls_a_minute=1)
    body = {"text": "「학칙」 제25조에 따릅니다."}
    assert client.post("/verify", body, "application/json").status_code == 200

    reply = client.post("/verify", body, "application/json")

    assert reply.status_code == 429
    assert 0 < int(reply.headers["Retry-After"]) <= 60


def call(client: Client, **sent: object) -> int:
    return client.post("/verify", {"text": "학칙"}, "application/json", **sent).status_code  # type: ignore[arg-type]


def test_new_sessions_of_one_address_have_no_calls_of_their_own() -> None:
    turn(api_calls_a_minute=2, address_api_calls_a_minute=5)
    visitors = [Client() for _ in range(3)]
    for visitor in visitors:
        visitor.get("/")
        visitor.post("/", {"question": "휴학은 언제?"})

    statuses = [call(visitor) for visitor in visitors for _ in range(3)]

    assert statuses == [200, 200, 429, 200, 200, 429, 200, 429, 429]
    assert call(Client(), REMOTE_ADDR="192.0.2.7") == 200


def test_who_signed_in_or_has_a_key_is_not_counted_by_address(client: Client) -> None:
    turn(address_api_calls_a_minute=0)
    _row, secret = ApiKey.objects.create_key(name="학사", may_verify=True)

    assert call(client) == 429
    assert call(client, HTTP_AUTHORIZATION=f"Api-Key {secret}") == 200
    client.force_login(User.objects.create_user("student"))
    assert call(client) == 200


def test_the_address_that_a_visitor_claims_is_not_believed(
    client: Client, settings: Settings
) -> None:
    turn(api_calls_a_minute=1)
    body = {"text": "「학칙」 제25조에 따릅니다."}

    statuses = [
        client.post(
            "/verify", body, "application/json", headers={"X-Forwarded-For": f"10.0.0.{number}"}
        ).status_code
        for number in range(2)
    ]

    assert statuses == [200, 429]


def test_without_valkey_nothing_is_limited(client: Client, settings: Settings) -> None:
    turn(questions_a_minute=1)
    broken = settings.CACHES["default"] | {"LOCATION": "unix:///nowhere/valkey.sock"}
    settings.CACHES = {"default": broken}
    settings.REDIS_URL = "unix:///nowhere/valkey.sock"
    _limiter.cache_clear()
    try:
        statuses = [
            client.post("/verify", {"text": "제25조"}, "application/json").status_code
            for _ in range(2)
        ]
    finally:
        _limiter.cache_clear()

    assert statuses == [200, 200]


def test_asking_is_closed_by_page_and_by_api_apart_and_rules_stay_open(client: Client) -> None:
    asked = {"question": "휴학?"}
    turn(takes_questions=False)
    page = client.get("/").content.decode()
    assert ("지금은 새 질문을 받지 않습니다." in page, 'name="question"' in page) == (True, False)
    assert client.post("/", asked).status_code == 503
    assert client.post("/widget/", asked).status_code == 503
    assert "지금은 새 질문을 받지 않습니다." in client.get("/widget/").content.decode()
    assert client.post("/query/verified", asked, "application/json").status_code == 200
    assert Answer.objects.count() == 1

    turn(takes_questions=True, takes_api_questions=False)
    reply = client.post("/query/verified", asked, "application/json")
    assert (reply.status_code, "Retry-After" in reply.headers) == (503, True)
    assert client.post("/", asked).status_code == 303

    turn(is_open=False)
    assert client.get("/").status_code == 503
    assert client.get("/regulations/").status_code == 200
    assert client.get("/api/regulations/").status_code == 200
    assert client.get("/llms.txt").status_code == 200
    assert client.get("/feeds/notices.atom").status_code == 200
    assert client.get("/r/none/제1조").status_code == 404
    assert client.get("/certificate/").status_code == 200
    assert client.get("/subscriptions/").status_code == 200


def test_looking_at_the_switches_writes_nothing(admin_client: Client) -> None:
    page = "/admin/controls/sitecontrols/1/change/"
    office = Client()
    office.force_login(User.objects.create_user("office", role=User.Role.STAFF, is_staff=True))

    assert office.get(page).status_code == 403
    assert admin_client.get(page).status_code == 200

    assert (SiteControls.objects.count(), SiteControls.history.count()) == (0, 0)


def test_thresholds_are_shown_with_value_source_and_effect(admin_client: Client) -> None:
    page = admin_client.get(reverse("admin:controls_values")).content.decode()

    assert "CONTEXT_RELEVANCE_THRESHOLD" in page
    assert "<td>0.5</td><td>기본값</td><td>가장 높은 관련도가 이보다 낮으면" in page
    assert "SECRET_KEY" not in page
    office = Client()
    office.force_login(User.objects.create_user("office", role=User.Role.STAFF, is_staff=True))
    assert office.get(reverse("admin:controls_values")).status_code == 403


@pytest.mark.parametrize(
    ("error", "status"), [(RuntimeError("fault"), 500), (OperationalError("away"), 503)]
)
def test_a_page_of_failure_does_not_say_that_asking_is_closed(
    error: Exception, status: int
) -> None:
    client = Client(raise_request_exception=False)
    with patch.object(views, "conversation_start", side_effect=error):
        reply = client.post("/", {"question": "휴학은 몇 년까지 되나요?"})
    assert (reply.status_code, "site-banner" in reply.content.decode()) == (status, False)
