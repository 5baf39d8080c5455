"""Words that nobody's password may hold, because whoever guesses for this portal tries them first."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from portal.accounts.models import User

# What the portal is, and who comes here; docs/security.md lists them.
WORDS = ("portal", "regulation", "university", "student", "staff", "admin", "규정", "학칙", "포털")
# Of a host's name; shorter parts are those of every host.
_SHORTEST_PART = 4


class OwnWordsValidator:
    """Refuses a password with such a word in it, also in capitals: of the list, of PASSWORD_WORDS, or of the portal's hosts."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Raise ValidationError."""
        folded = password.casefold()
        for word in (*WORDS, *settings.PASSWORD_WORDS, *_parts_of_hosts()):
            if word.casefold() in folded:
                raise ValidationError(
                    _("이곳과 관계있는 말(%(word)s)은 비밀번호에 쓸 수 없습니다."),
                    code="password_own_word",
                    params={"word": word},
                )

    def get_help_text(self) -> str:
        """What the form says beforehand."""
        return _("포털이나 대학의 이름처럼 이곳과 관계있는 말은 비밀번호에 쓸 수 없습니다.")


def _parts_of_hosts() -> list[str]:
    parts = [part for host in settings.ALLOWED_HOSTS for part in host.split(".")]
    return [part for part in parts if len(part) >= _SHORTEST_PART and part.isalpha()]
