"""A certificate as a PDF: the statement in words, its signature as text, its number, and a QR code of the page that checks it."""

from __future__ import annotations

from datetime import date

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import override
from qrcode.main import QRCode

from chat.conversations.certificates.reading import CheckedCertificate, provenance_line
from chat.presenters.paper import INK, SOFT, Paper

_QR = 30.0


def certificate_pdf(certificate: CheckedCertificate, *, address: str, made_on: date) -> bytes:
    """Draw a certificate in the language in which it was issued; `address` is where it is checked."""
    with override(certificate.said["language"]):
        page = _CertificatePaper(_("규정 확인서"), made_on)
        page.add_page()
        page.head(certificate, address)
        page.answer(certificate)
        page.provisions(certificate)
        page.foot(certificate, address)
        return bytes(page.output())


class _CertificatePaper(Paper):
    """The parts of a certificate."""

    def head(self, certificate: CheckedCertificate, address: str) -> None:
        """What it is, its number, and where it is checked."""
        said, top = certificate.said, self.get_y()
        self._qr(address, self.w - self.r_margin - _QR, top)
        self.set_right_margin(self.r_margin + _QR + 6)
        self.heading(_("규정 확인서"), size=20)
        self.paragraph(f"{_('번호')} {certificate.code}")
        self.paragraph(
            _("%(day)s에 시행 중인 규정과 대조한 답변입니다.") % {"day": _day(said["as_of"])}
        )
        issued = localtime(certificate.issued_at)
        self.paragraph(_("%s에 발급") % date_format(issued, "DATETIME_FORMAT"), soft=True)
        self.paragraph(address, soft=True)
        self.set_right_margin(self.l_margin)
        self.set_y(max(self.get_y(), top + _QR) + 4)
        if not certificate.holds:
            self.heading(_("효력이 끝난 확인서입니다. %s") % certificate.ended_label, size=12)

    def answer(self, certificate: CheckedCertificate) -> None:
        """The question where it may stand here, and each sentence with its state."""
        said = certificate.said
        if said["question"]:
            self._part(_("질문"))
            self.paragraph(said["question"])
        self._part(f"{_('답변')} · {said['status_label']}")
        for number, row in enumerate(said["sentences"], start=1):
            self.paragraph(f"{number}. {row['text']}")
            cited = ", ".join(f"[{one}]" for one in row["cites"])
            self.paragraph(" ".join(filter(None, [row["state_label"], cited])), soft=True)
            self.ln(1)
        lines = [said["state_line"], f"{_('두 번째 확인')}: {said['second_reading_label'] or '–'}"]
        self.paragraph(" · ".join(filter(None, lines)), soft=True)
        self.paragraph(provenance_line(said), soft=True)

    def provisions(self, certificate: CheckedCertificate) -> None:
        """Each provision with its version, its state, its words and their hash."""
        self._part(_("근거 조문"))
        for row in certificate.said["provisions"]:
            self.paragraph(f"[{row['number']}] {row['label']} · {row['state_label']}")
            day = row["enforcement_date"]
            version = _("제%s판") % row["version"]
            since = _("%(day)s 시행") % {"day": _day(day)} if day else ""
            self.paragraph(" · ".join(filter(None, [version, since])), soft=True)
            self.paragraph(row["text"])
            self.paragraph(f"SHA-256 {row['text_sha256']}", soft=True)
            self.ln(1.5)

    def foot(self, certificate: CheckedCertificate, address: str) -> None:
        """The signature, and what the paper is not."""
        self._part(_("서명"))
        self.paragraph(f"Ed25519 · {_('키')} {certificate.key}", soft=True)
        self.paragraph(certificate.signature, soft=True)
        self.paragraph(
            _(
                "이 종이는 복사할 수 있습니다. 진짜인지, 지금도 유효한지, 그 뒤에 개정되었는지는 %s에서 확인하십시오. "
                "확인서는 안내이며 최종 판단은 규정 원문과 소관부서의 확인에 따릅니다."
            )
            % address,
            soft=True,
        )

    def _part(self, title: str) -> None:
        if self.will_page_break(24):
            self.add_page()
        self.ln(3)
        self.heading(title, size=12.5)

    def _qr(self, address: str, left: float, top: float) -> None:
        code = QRCode(border=0)
        code.add_data(address)
        rows = code.get_matrix()
        side = _QR / len(rows)
        self.set_fill_color(*INK)
        for y, row in enumerate(rows):
            for x, is_dark in enumerate(row):
                if is_dark:
                    self.rect(left + x * side, top + y * side, side, side, style="F")
        self.ink(SOFT)


def _day(text: str) -> str:
    return date_format(date.fromisoformat(text))
