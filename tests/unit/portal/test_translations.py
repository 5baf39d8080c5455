"""The interface is whole in English, for students in Chinese and Vietnamese too, and compiled: `manage.py translations`."""

from __future__ import annotations

import gettext
import re
from pathlib import Path

import polib
import pytest
from django.utils.translation import gettext as gettext_of_django
from django.utils.translation import override

from portal.management.commands.translations import APPLICATIONS, CATALOGS, updated
from portal.translations import (
    TranslatableText,
    is_for_staff,
    module_texts,
    project_texts,
    template_texts,
)

PROJECT = Path(__file__).resolve().parents[3]
LANGUAGES = [language for language, _plurals, _for_students in CATALOGS]
# With what packages say in Korean, in the words of the portal.
EVERY = pytest.mark.parametrize("language", [*LANGUAGES, "ko"])
INCLUDED = re.compile(r'{% (?:include|extends) "([^"]+)"')
HANGUL = re.compile(r"[가-힣]")
# Names of the rules' own, which a reader looks for as they are.
KOREAN_WORDS = re.compile(r"장학금 지급 규정|휴학 기간|학칙 25|다만 …|[가-하]목|학칙")
PLACEHOLDER = re.compile(r"%\(\w+\)s|%s|\{\w+\}")


def path_of(language: str) -> Path:
    return PROJECT / "locale" / language / "LC_MESSAGES" / "django.po"


@pytest.mark.parametrize(("language", "for_students"), [(one, only) for one, _, only in CATALOGS])
def test_every_text_that_is_seen_is_translated(language: str, for_students: bool) -> None:
    texts = project_texts(PROJECT, APPLICATIONS, for_students=for_students)
    wanted = {text.singular for text in texts}
    entries = polib.pofile(str(path_of(language))).translated_entries()
    translated = {entry.msgid for entry in entries if HANGUL.search(entry.msgid)}

    assert wanted - translated == set(), "run `manage.py translations`, then translate these"
    assert translated - wanted == set(), "run `manage.py translations`: these are used no more"


def test_what_students_see_is_told_from_what_the_staff_sees() -> None:
    texts = {one.singular for one in project_texts(PROJECT, APPLICATIONS, for_students=True)}

    assert {"무엇이 궁금하십니까?", "확인됨", "찾을 수 없습니다", "비밀번호를 정했습니다"} <= texts
    assert not {"원본에 없는 번호", "검토 큐", "운영 설정"} & texts


def test_no_page_of_students_is_made_of_parts_for_the_staff() -> None:
    """A part that a student's page includes is a student's: else its texts would stay Korean there."""
    folder = PROJECT / "templates"
    wrong = {
        f"{place} includes {part}"
        for path in folder.rglob("*.html")
        if not is_for_staff(place := f"templates/{path.relative_to(folder).as_posix()}")
        for part in INCLUDED.findall(path.read_text(encoding="utf-8"))
        if is_for_staff(f"templates/{part}")
    }

    assert wrong == set()


@pytest.mark.parametrize("language", ["zh_Hans", "vi"])
def test_no_korean_is_left_in_a_translation(language: str) -> None:
    left = [
        entry.msgid
        for entry in polib.pofile(str(path_of(language)))
        for said in (entry.msgstr, *entry.msgstr_plural.values())
        if HANGUL.search(KOREAN_WORDS.sub("", said))
    ]

    assert left == []


def test_packages_say_the_same_in_both_languages_of_students() -> None:
    chinese, vietnamese = (
        {entry.msgid for entry in polib.pofile(str(path_of(language)))}
        for language in ("zh_Hans", "vi")
    )

    assert chinese == vietnamese


@EVERY
def test_translations_keep_the_placeholders(language: str) -> None:
    catalog = polib.pofile(str(path_of(language)))

    def differs(entry: polib.POEntry) -> bool:
        wanted = sorted(PLACEHOLDER.findall(entry.msgid))
        said = [entry.msgstr] if not entry.msgid_plural else list(entry.msgstr_plural.values())
        return any(sorted(PLACEHOLDER.findall(text)) != wanted for text in said)

    assert [entry.msgid for entry in catalog if differs(entry)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_states_of_a_check_never_share_a_translation(language: str) -> None:
    said = {entry.msgid: entry.msgstr for entry in polib.pofile(str(path_of(language)))}
    states = [
        "확인됨",
        "확인 안 됨",
        "확인 중",
        "내용 불일치",
        "없는 조문",
        "여러 규정에 해당",
    ]

    assert len({said[state] for state in states}) == len(states)
    if language == "en":
        assert (said["확인됨"], said["확인 안 됨"]) == ("Verified", "Not checked")


@EVERY
def test_compiled_catalog_is_that_of_the_texts(language: str) -> None:
    path = path_of(language)
    catalog = polib.pofile(str(path))
    with path.with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)

    assert [
        entry.msgid
        for entry in catalog
        if not entry.msgid_plural and compiled.gettext(entry.msgid) != entry.msgstr
    ] == [], "run `manage.py translations`"


def test_packages_speak_the_words_of_the_portal() -> None:
    with override("ko"):
        assert gettext_of_django("Select %s to view") % "답변" == "답변"
        assert gettext_of_django("Password Reset") == "비밀번호 다시 정하기"


def test_texts_are_read_from_templates_and_modules() -> None:
    template = (
        '{% translate "하나" %} {% blocktranslate with day=x %}{{ day }} 기준{% endblocktranslate %}'
        '{% blocktranslate count n=x %}한 개{% plural %}여러 개{% endblocktranslate %} {{ y|default:_("둘") }}'
    )
    module = 'a = _("셋")\nb = gettext_lazy("넷" "다섯")\nc = other("여섯")\nd = _(name)'

    assert set(template_texts(template)) == {
        TranslatableText("하나"),
        TranslatableText("%(day)s 기준"),
        TranslatableText("한 개", "여러 개"),
        TranslatableText("둘"),
    }
    assert list(module_texts(module)) == [TranslatableText("셋"), TranslatableText("넷다섯")]


def test_update_keeps_translations_and_drops_what_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "django.po"
    forms = {"language": "vi", "plurals": "nplurals=1; plural=0;"}
    first = updated(path, {TranslatableText("하나"), TranslatableText("둘")}, **forms)
    for entry in first:
        entry.msgstr = entry.msgid.upper() + "!"
    first.append(polib.POEntry(msgid="Password", msgstr="Mật khẩu"))
    first.save(str(path))

    texts = {TranslatableText("하나"), TranslatableText("셋"), TranslatableText("한 개", "여러 개")}
    second = updated(path, texts, **forms)

    assert {entry.msgid: entry.msgstr_plural or entry.msgstr for entry in second} == {
        "Password": "Mật khẩu",  # pragma: allowlist secret
        "하나": "하나!",
        "셋": "",
        "한 개": {0: ""},
    }
