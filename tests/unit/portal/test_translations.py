"""The English of the interface is whole, fits its texts, and is compiled. `manage.py translations` brings it up to date."""

from __future__ import annotations

import gettext
import re
from pathlib import Path

import polib
import pytest
from django.utils.translation import gettext as gettext_of_django
from django.utils.translation import override

from portal.management.commands.translations import APPLICATIONS, updated
from portal.translations import TranslatableText, module_texts, project_texts, template_texts

PROJECT = Path(__file__).resolve().parents[3]
CATALOG = PROJECT / "locale" / "en" / "LC_MESSAGES" / "django.po"
# What packages say in Korean, in the words of the portal.
KOREAN = PROJECT / "locale" / "ko" / "LC_MESSAGES" / "django.po"
PLACEHOLDER = re.compile(r"%\(\w+\)s|%s|\{\w+\}")


@pytest.fixture(scope="module")
def catalog() -> polib.POFile:
    return polib.pofile(str(CATALOG))


def test_every_text_of_the_project_is_translated(catalog: polib.POFile) -> None:
    wanted = {text.singular for text in project_texts(PROJECT, APPLICATIONS)}
    translated = {entry.msgid for entry in catalog.translated_entries()}

    assert wanted - translated == set(), "run `manage.py translations`, then translate these"
    assert translated - wanted == set(), "run `manage.py translations`: these are used no more"


@pytest.mark.parametrize("path", [CATALOG, KOREAN], ids=["en", "ko"])
def test_translations_keep_the_placeholders(path: Path) -> None:
    catalog = polib.pofile(str(path))

    def differs(entry: polib.POEntry) -> bool:
        wanted = sorted(PLACEHOLDER.findall(entry.msgid))
        said = [entry.msgstr] if not entry.msgid_plural else list(entry.msgstr_plural.values())
        return any(sorted(PLACEHOLDER.findall(text)) != wanted for text in said)

    assert [entry.msgid for entry in catalog if differs(entry)] == []


def test_states_of_a_check_never_share_a_translation(catalog: polib.POFile) -> None:
    english = {entry.msgid: entry.msgstr for entry in catalog}
    states = [
        "확인됨",
        "확인 안 됨",
        "확인 필요",
        "확인 중",
        "내용 불일치",
        "없는 조문",
        "여러 규정에 해당",
    ]

    assert english["확인됨"] == "Verified"
    assert english["확인 안 됨"] == "Not checked"
    assert len({english[state] for state in states}) == len(states)


@pytest.mark.parametrize("path", [CATALOG, KOREAN], ids=["en", "ko"])
def test_compiled_catalog_is_that_of_the_texts(path: Path) -> None:
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
    first = updated(path, {TranslatableText("하나"), TranslatableText("둘")})
    for entry in first:
        entry.msgstr = entry.msgid.upper() + "!"
    first.save(str(path))

    second = updated(path, {TranslatableText("하나"), TranslatableText("셋")})

    assert {entry.msgid: entry.msgstr for entry in second} == {"하나": "하나!", "셋": ""}
