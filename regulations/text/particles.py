"""Which form of a particle suits the word before it: 학칙은, 제25조는."""

from __future__ import annotations

# Behind a consonant, behind a vowel.
_PAIRS = (
    ("은", "는"),
    ("이", "가"),
    ("을", "를"),
    ("과", "와"),
    ("으로", "로"),
    ("이라", "라"),
    ("이란", "란"),
)
# How the digits end when they are read: 영, 일, 이, 삼, 사, 오, 육, 칠, 팔, 구.
_READ = "영일이삼사오육칠팔구"
_NONE, _RIEUL = 0, 8
PARTICLES_WITH_TWO_FORMS = tuple(form for pair in _PAIRS for form in pair)


def fitting_particle(noun: str, particle: str) -> str:
    """Return the form of a particle that suits a noun; one that has a single form (도, 에) comes back as it is."""
    for closed, opened in _PAIRS:
        if particle in (closed, opened):
            final = _final_sound(noun)
            is_open = final == _NONE or (final == _RIEUL and opened == "로")
            return opened if is_open else closed
    return particle


def _final_sound(text: str) -> int:
    """The final consonant of the last letter or digit, as Unicode counts them; none for other scripts."""
    last = next((letter for letter in reversed(text) if letter.isalnum()), "")
    if last.isdecimal() and last.isascii():
        last = _READ[int(last)]
    return (ord(last) - ord("가")) % 28 if "가" <= last <= "힣" else _NONE
