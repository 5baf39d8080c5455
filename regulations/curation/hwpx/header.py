"""The head of a HWPX file: fonts, kinds of letters, shapes of paragraphs."""

from __future__ import annotations

NAMESPACES = " ".join(
    f'xmlns:{name}="http://www.hancom.co.kr/hwpml/2011/{path}"'
    for name, path in (("hp", "paragraph"), ("hs", "section"), ("hc", "core"), ("hh", "head"))
)
DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>'
_SCRIPTS = ("hangul", "latin", "hanja", "japanese", "other", "symbol", "user")
_BOLD = "<hh:bold/>"
_UNDERLINE = '<hh:underline type="BOTTOM" shape="SOLID" color="#000000"/>'
# Plain, bold, changed, title: heights in hundredths of a point.
_LETTERS = ((1000, ""), (1000, _BOLD), (1000, _BOLD + _UNDERLINE), (1500, _BOLD))
_INDENT = 1134  # 4 mm
# Of tables, centered, then by depth.
_SHAPES = (("JUSTIFY", 0), ("CENTER", 0), *(("JUSTIFY", _INDENT * depth) for depth in range(5)))


def header_xml() -> str:
    """The part Contents/header.xml."""
    return (
        f'{DECLARATION}<hh:head {NAMESPACES} version="1.2" secCnt="1">'
        '<hh:beginNum page="1" footnote="1" endnote="1" pic="1" tbl="1" equation="1"/><hh:refList>'
        f"{_fonts()}{_borders()}{_characters()}"
        '<hh:tabProperties itemCnt="1"><hh:tabPr id="0" autoTabLeft="0" autoTabRight="0"/></hh:tabProperties>'
        f"{_paragraphs()}"
        '<hh:styles itemCnt="1"><hh:style id="0" type="PARA" name="바탕글" engName="Normal" paraPrIDRef="0"'
        ' charPrIDRef="0" nextStyleIDRef="0" langID="1042" lockForm="0"/></hh:styles>'
        '</hh:refList><hh:compatibleDocument targetProgram="HWP201X"><hh:layoutCompatibility/>'
        "</hh:compatibleDocument></hh:head>"
    )


def _fonts() -> str:
    faces = "".join(
        f'<hh:fontface lang="{script.upper()}" fontCnt="1">'
        '<hh:font id="0" face="맑은 고딕" type="TTF" isEmbedded="0"/></hh:fontface>'
        for script in _SCRIPTS
    )
    return f'<hh:fontfaces itemCnt="{len(_SCRIPTS)}">{faces}</hh:fontfaces>'


def _borders() -> str:
    fills = ""
    for number, kind in ((1, "NONE"), (2, "SOLID")):
        sides = "".join(
            f'<hh:{side}Border type="{kind}" width="0.12 mm" color="#000000"/>'
            for side in ("left", "right", "top", "bottom")
        )
        fills += (
            f'<hh:borderFill id="{number}" threeD="0" shadow="0" centerLine="NONE" breakCellSeparateLine="0">'
            '<hh:slash type="NONE" Crooked="0" isCounter="0"/>'
            f'<hh:backSlash type="NONE" Crooked="0" isCounter="0"/>{sides}</hh:borderFill>'
        )
    return f'<hh:borderFills itemCnt="2">{fills}</hh:borderFills>'


def _characters() -> str:
    per_script = "".join(
        f"<hh:{name} " + " ".join(f'{script}="{value}"' for script in _SCRIPTS) + "/>"
        for name, value in (
            ("fontRef", 0),
            ("ratio", 100),
            ("spacing", 0),
            ("relSz", 100),
            ("offset", 0),
        )
    )
    shapes = "".join(
        f'<hh:charPr id="{number}" height="{height}" textColor="#000000" shadeColor="none" useFontSpace="0"'
        f' useKerning="0" symMark="NONE" borderFillIDRef="1">{per_script}{emphasis}</hh:charPr>'
        for number, (height, emphasis) in enumerate(_LETTERS)
    )
    return f'<hh:charProperties itemCnt="{len(_LETTERS)}">{shapes}</hh:charProperties>'


def _paragraphs() -> str:
    shapes = "".join(_paragraph(number, *shape) for number, shape in enumerate(_SHAPES))
    return f'<hh:paraProperties itemCnt="{len(_SHAPES)}">{shapes}</hh:paraProperties>'


def _paragraph(number: int, align: str, left: int) -> str:
    margins = "".join(
        f'<hc:{side} value="{left if side == "left" else 0}" unit="HWPUNIT"/>'
        for side in ("intent", "left", "right", "prev", "next")
    )
    return (
        f'<hh:paraPr id="{number}" tabPrIDRef="0" condense="0" fontLineHeight="0" snapToGrid="1"'
        f' suppressLineNumbers="0" checked="0"><hh:align horizontal="{align}" vertical="BASELINE"/>'
        '<hh:heading type="NONE" idRef="0" level="0"/>'
        '<hh:breakSetting breakLatinWord="KEEP_WORD" breakNonLatinWord="BREAK_WORD" widowOrphan="0"'
        ' keepWithNext="0" keepLines="0" pageBreakBefore="0" lineWrap="BREAK"/>'
        f'<hh:autoSpacing eAsianEng="0" eAsianNum="0"/><hh:margin>{margins}</hh:margin>'
        '<hh:lineSpacing type="PERCENT" value="150" unit="HWPUNIT"/>'
        '<hh:border borderFillIDRef="1" offsetLeft="0" offsetRight="0" offsetTop="0" offsetBottom="0"'
        ' connect="0" ignoreMargin="0"/></hh:paraPr>'
    )
