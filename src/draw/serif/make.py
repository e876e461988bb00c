#!/usr/bin/env python3
"""Makes the typeface of books: make.py LIBERTINE.otf DEJAVU_SANS.ttf >serif.css

A subset of Linux Libertine in which the letter of a piece, before a square or after the = of a promotion, is drawn as
a figurine from DejaVu Sans. The characters of the text do not change, so it can be searched and copied. Needs fontTools
and Brotli (Debian: python3-fonttools, python3-brotli, fonts-linuxlibertine, fonts-dejavu-core).
"""

import base64
import io
import sys

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FAMILY = "Octomate Serif"  # the name of the original is reserved by its licence
COPYRIGHT = "Copyright 2003-2012 Philipp H. Poll; figurines in the public domain"
TEXT = [*range(0x20, 0x7F), *range(0xA0, 0x100), 0x2013, 0x2014, *range(0x2018, 0x201E), 0x2026, 0x2190, 0x2192, 0x2212]
SIDE = 45  # blank beside a figurine, in thousandths of the font size; DejaVu's, up to 210, would look like a space
PIECES = {"K": 0x2654, "Q": 0x2655, "R": 0x2656, "B": 0x2657, "N": 0x2658}
FEATURES = """
@piece = [K Q R B N];
@figure = [K.figure Q.figure R.figure B.figure N.figure];
@file = [a b c d e f g h i j k l m n o p];
@rank = [one two three four five six seven eight];
@letter = [a b c d e f g h i j k l m n o p q r s t u v w x y z A B C D E F G H I J K L M N O P Q R S T U V W X Y Z];
feature calt {
  ignore sub @letter @piece' @file @rank;
  sub @piece' @file @rank by @figure;
  ignore sub equal @piece' @letter;
  sub equal @piece' by @figure;
} calt;
"""


def make_font(text_font, figures):
    font = TTFont(text_font)
    options = Options()
    options.layout_features = ["kern"]
    options.name_IDs = []
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=TEXT)
    subsetter.subset(font)
    outlines, names = figures.getGlyphSet(), figures.getBestCmap()
    scale = font["head"].unitsPerEm / figures["head"].unitsPerEm
    top = font["CFF "].cff.topDictIndex[0]
    for letter, sign in PIECES.items():
        glyph, name = outlines[names[sign]], letter + ".figure"
        bounds = BoundsPen(outlines)
        glyph.draw(bounds)
        left, _, right, _ = bounds.bounds
        width = round((right - left) * scale) + 2 * SIDE
        pen = T2CharStringPen(width, outlines)
        glyph.draw(TransformPen(pen, (scale, 0, 0, scale, SIDE - left * scale, 0)))
        charstring = pen.getCharString(private=top.Private, globalSubrs=top.GlobalSubrs)
        top.CharStrings.charStringsIndex.append(charstring)
        top.CharStrings.charStrings[name] = len(top.CharStrings.charStringsIndex) - 1
        top.charset.append(name)
        font["hmtx"][name] = (width, SIDE)
    font.setGlyphOrder(top.charset)
    addOpenTypeFeaturesFromString(font, FEATURES, tables=["GSUB"])
    font["name"].names = []
    for number, text in ((0, COPYRIGHT), (1, FAMILY), (2, "Regular"), (4, FAMILY), (6, FAMILY.replace(" ", "")),
                         (13, "SIL Open Font License 1.1"), (14, "https://openfontlicense.org")):
        font["name"].setName(text, number, 3, 1, 0x409)
    top.FamilyName, top.FullName = FAMILY, FAMILY
    font.flavor = "woff2"
    return font


figures = TTFont(sys.argv[2])
for file, weight in ((sys.argv[1], 400), (sys.argv[1].replace("_R.", "_RB."), 700)):
    bytes_out = io.BytesIO()
    make_font(file, figures).save(bytes_out)
    print(f"@font-face{{font-family:'{FAMILY}';font-weight:{weight};"
          f"src:url(data:font/woff2;base64,{base64.b64encode(bytes_out.getvalue()).decode()}) format('woff2')}}")
