"""What provisions most often say that it is not done, and how a sentence in another language says that it is."""

from __future__ import annotations

import re

from regulations.text.languages import CHINESE, ENGLISH, VIETNAMESE

# Counted over the regulations of samples/ and lab/universities: …하지 아니한다.
_ACTIONS: tuple[tuple[str, dict[str, str]], ...] = (
    ("허가|허용|승인", {ENGLISH: r"allow|permit|approv|\bmay\b|\bcan\b", CHINESE: r"允许|准许|许可|批准|可以?", VIETNAMESE: r"được|cho phép|chấp thuận|có thể"}),
    ("산입|포함|합산|계산|반영", {ENGLISH: r"\bcount|\binclud|\badded", CHINESE: r"计入|包括|包含|算入|计算", VIETNAMESE: r"tính|bao gồm"}),
    ("적용|준용", {ENGLISH: r"\bappl(?:y|ies|ied)\b", CHINESE: r"适用", VIETNAMESE: r"áp dụng"}),
    ("지급", {ENGLISH: r"\bpaid\b|\bpays?\b|\bgiven\b|\bgranted\b", CHINESE: r"支付|发放|给予", VIETNAMESE: r"chi trả|cấp"}),
    ("반환|환불|반납", {ENGLISH: r"\brefund|\breturn|\breimburs", CHINESE: r"退还|返还|退费|归还", VIETNAMESE: r"hoàn|trả lại"}),
    ("인정", {ENGLISH: r"\brecogni|\baccept|\bcredited\b", CHINESE: r"认可|承认|认定", VIETNAMESE: r"công nhận"}),
    ("이월", {ENGLISH: r"\bcarr(?:y|ied) (?:over|forward)", CHINESE: r"结转", VIETNAMESE: r"chuyển sang"}),
    ("선발", {ENGLISH: r"\bselect", CHINESE: r"选拔|录取|选", VIETNAMESE: r"tuyển|chọn"}),
    ("징수|부과", {ENGLISH: r"\bcharge|\blevied\b|\bimpos", CHINESE: r"收取|征收", VIETNAMESE: r"\bthu\b|áp"}),
    ("납부", {ENGLISH: r"\bpa(?:y|id)\b", CHINESE: r"缴|交", VIETNAMESE: r"đóng|nộp"}),
    ("등록", {ENGLISH: r"\bregister|\benrol", CHINESE: r"注册|登记", VIETNAMESE: r"đăng ký"}),
    ("대출", {ENGLISH: r"\bborrow|\blend|\blent\b|\bloan", CHINESE: r"借", VIETNAMESE: r"mượn"}),
    ("공개", {ENGLISH: r"\bpublic|\bdisclos|\bpublish|\bopen\b", CHINESE: r"公开", VIETNAMESE: r"công khai"}),
    ("참여", {ENGLISH: r"\bparticipat|\btake part|\battend", CHINESE: r"参加|参与", VIETNAMESE: r"tham gia"}),
    ("연장", {ENGLISH: r"\bextend", CHINESE: r"延长|延期", VIETNAMESE: r"gia hạn|kéo dài"}),
)  # fmt: skip
_DENIED = re.compile(
    r"(?P<action>[가-힣]{2})(?:을|를)?\s*(?:하|되)지\s*(?:아니한다|않는다|못한다)[.\s]*$"
)


def does_what_is_denied(claim: str, language: str, words: str) -> bool:
    """Whether Korean words end in denying an action that the claim, which denies nothing, names."""
    denied = _DENIED.search(words)
    return denied is not None and any(
        re.fullmatch(korean, denied["action"]) and re.search(named[language], claim, re.IGNORECASE)
        for korean, named in _ACTIONS
    )
