"""How the lines of provisions begin, for readers of formats that break lines: such a line goes on with none above it."""

from __future__ import annotations

import re

_ARTICLE = r"제\s*\d{1,4}\s*조(?:\s*의\s*\d{1,3})?\s*(?:[(<\[【〈①]|삭\s*제|$)"
_HEADING = r"제\s*\d{1,3}\s*[편장절관](?:\s*의\s*\d{1,2})?(?:\s|$|[(<\[])"
_ADDENDA = r"부\s*칙\s*(?:$|[<(\[〈【①]|제?\s*\d)"
_ATTACHMENT = (
    r"[■□]?\s*[\[<【〔〈(]?\s*(?:별\s*표|별\s*지|별\s*첨|서\s*식)\s*(?:제?\s*\d|[\]>】〕〉)])"
)
PROVISION = re.compile(rf"(?:{_ARTICLE}|{_HEADING}|{_ADDENDA}|{_ATTACHMENT}|[①-⑳㉑-㉟㊱-㊿])")
SIGN = re.compile(
    r"\[\s*(?:본조|전문|종전|제\d+조|시행일|제목)|[※○●◎□■▪◦▶❍]|\(\d{1,2}\)\s|\d{1,2}\)\s|[가-하]\)\s"
)
SUBPARAGRAPH = re.compile(r"(\d{1,2})\s*(?:의\s*\d{1,2})?\s*\.(?!\s?\d{1,2}\s*\.(?:\s|$))(?!\d)")
ITEM = re.compile(r"([가나다라마바사아자차카타파하])\s*\.(?!\d)")
