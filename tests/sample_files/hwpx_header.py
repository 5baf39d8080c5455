"""The head of a HWPX file: fonts, characters, lists and shapes of paragraphs. Written after OWPML (KS X 6101)."""

from __future__ import annotations

NAMESPACES = " ".join(
    f'xmlns:{name}="http://www.hancom.co.kr/hwpml/2011/{path}"'
    for name, path in (
        ("ha", "app"),
        ("hp", "paragraph"),
        ("hs", "section"),
        ("hc", "core"),
        ("hh", "head"),
    )
)
DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>'
LEVELS = ("article", "paragraph", "subparagraph", "item", "subitem")
MAIN_LIST, ADDENDA_LIST = 1, 2
# Shapes of paragraphs: 0 has no number, then the levels of each list.
SHAPES = {("", ""): 0} | {
    (name, level): 1 + number * len(LEVELS) + depth
    for number, name in enumerate(("main", "addenda"))
    for depth, level in enumerate(LEVELS)
}
_FORMS = (
    ("제^1조", "DIGIT"),
    ("^2", "CIRCLED_DIGIT"),
    ("^3.", "DIGIT"),
    ("^4.", "HANGUL_SYLLABLE"),
    ("^5)", "DIGIT"),
    ("(^6)", "DIGIT"),
    ("^7", "CIRCLED_DIGIT"),
)
_SCRIPTS = ("hangul", "latin", "hanja", "japanese", "other", "symbol", "user")


def header_xml() -> str:
    """The part Contents/header.xml."""
    return (
        f'{DECLARATION}<hh:head {NAMESPACES} version="1.2" secCnt="1">'
        '<hh:beginNum page="1" footnote="1" endnote="1" pic="1" tbl="1" equation="1"/><hh:refList>'
        f"{_fonts()}{_borders()}{_characters()}"
        '<hh:tabProperties itemCnt="1"><hh:tabPr id="0" autoTabLeft="0" autoTabRight="0"/></hh:tabProperties>'
        f"{_numberings()}{_paragraphs()}"
        '<hh:styles itemCnt="1"><hh:style id="0" type="PARA" name="바탕글" engName="Normal" paraPrIDRef="0"'
        ' charPrIDRef="0" nextStyleIDRef="0" langID="1042" lockForm="0"/></hh:styles>'
        '</hh:refList><hh:compatibleDocument targetProgram="HWP201X"><hh:layoutCompatibility/>'
        "</hh:compatibleDocument></hh:head>"
    )


def _fonts() -> str:
    faces = "".join(
        f'<hh:fontface lang="{script.upper()}" fontCnt="1">'
        '<hh:font id="0" face="함초롬바탕" type="TTF" isEmbedded="0"/></hh:fontface>'
        for script in _SCRIPTS
    )
    return f'<hh:fontfaces itemCnt="{len(_SCRIPTS)}">{faces}</hh:fontfaces>'


def _borders() -> str:
    def border(number: int, kind: str) -> str:
        sides = "".join(
            f'<hh:{side}Border type="{kind}" width="0.12 mm" color="#000000"/>'
            for side in ("left", "right", "top", "bottom")
        )
        return (
            f'<hh:borderFill id="{number}" threeD="0" shadow="0" centerLine="NONE"'
            ' breakCellSeparateLine="0"><hh:slash type="NONE" Crooked="0" isCounter="0"/>'
            f'<hh:backSlash type="NONE" Crooked="0" isCounter="0"/>{sides}</hh:borderFill>'
        )

    return f'<hh:borderFills itemCnt="2">{border(1, "NONE")}{border(2, "SOLID")}</hh:borderFills>'


def _characters() -> str:
    def per_script(name: str, value: int) -> str:
        return f"<hh:{name} " + " ".join(f'{script}="{value}"' for script in _SCRIPTS) + "/>"

    shapes = "".join(
        f'<hh:charPr id="{number}" height="{height}" textColor="#000000" shadeColor="none"'
        ' useFontSpace="0" useKerning="0" symMark="NONE" borderFillIDRef="1">'
        f"{per_script('fontRef', 0)}{per_script('ratio', 100)}{per_script('spacing', 0)}"
        f"{per_script('relSz', 100)}{per_script('offset', 0)}</hh:charPr>"
        for number, height in enumerate((1000, 1600))
    )
    return f'<hh:charProperties itemCnt="2">{shapes}</hh:charProperties>'


def _numberings() -> str:
    def numbering(number: int) -> str:
        heads = "".join(
            f'<hh:paraHead start="1" level="{level}" align="LEFT" useInstWidth="1" autoIndent="1"'
            ' widthAdjust="0" textOffsetType="PERCENT" textOffset="50"'
            f' numFormat="{form}" charPrIDRef="4294967295" checkable="0">{written}</hh:paraHead>'
            for level, (written, form) in enumerate(_FORMS, start=1)
        )
        return f'<hh:numbering id="{number}" start="1">{heads}</hh:numbering>'

    lists = numbering(MAIN_LIST) + numbering(ADDENDA_LIST)
    return f'<hh:numberings itemCnt="2">{lists}</hh:numberings>'


def _paragraphs() -> str:
    shapes = "".join(_paragraph(number, *key) for key, number in SHAPES.items())
    return f'<hh:paraProperties itemCnt="{len(SHAPES)}">{shapes}</hh:paraProperties>'


def _paragraph(number: int, name: str, level: str) -> str:
    kind = "NUMBER" if name else "NONE"
    list_id = {"": 0, "main": MAIN_LIST, "addenda": ADDENDA_LIST}[name]
    depth = LEVELS.index(level) if level else 0
    margins = "".join(
        f'<hc:{side} value="0" unit="HWPUNIT"/>'
        for side in ("intent", "left", "right", "prev", "next")
    )
    return (
        f'<hh:paraPr id="{number}" tabPrIDRef="0" condense="0" fontLineHeight="0" snapToGrid="1"'
        ' suppressLineNumbers="0" checked="0"><hh:align horizontal="JUSTIFY" vertical="BASELINE"/>'
        f'<hh:heading type="{kind}" idRef="{list_id}" level="{depth}"/>'
        '<hh:breakSetting breakLatinWord="KEEP_WORD" breakNonLatinWord="BREAK_WORD" widowOrphan="0"'
        ' keepWithNext="0" keepLines="0" pageBreakBefore="0" lineWrap="BREAK"/>'
        f'<hh:autoSpacing eAsianEng="0" eAsianNum="0"/><hh:margin>{margins}</hh:margin>'
        '<hh:lineSpacing type="PERCENT" value="160" unit="HWPUNIT"/>'
        '<hh:border borderFillIDRef="1" offsetLeft="0" offsetRight="0" offsetTop="0" offsetBottom="0"'
        ' connect="0" ignoreMargin="0"/></hh:paraPr>'
    )
