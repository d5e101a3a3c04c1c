//! The order of elements in the transitional schema, and a walk that holds every part to it.

use quick_xml::Reader;
use quick_xml::events::Event;

/// Order of the children of elements in the transitional schema (ECMA-376 part 4, annex A; the
/// complex types of part 1, clauses 17 and 20, in wml.xsd and dml-*.xsd). Children of a choice that
/// may repeat stand in one pair of brackets.
#[rustfmt::skip]
const ORDER: &[(&str, &[&[&str]])] = &[
    ("w:document", &[&["w:background"], &["w:body"]]),
    ("w:body", &[&["w:p", "w:tbl", "w:sdt", "w:bookmarkStart", "w:bookmarkEnd"], &["w:sectPr"]]),
    ("w:p", &[&["w:pPr"], INLINES]),
    ("w:hyperlink", &[INLINES]),
    ("w:ins", &[CHANGED]),
    ("w:del", &[CHANGED]),
    ("w:sdt", &[&["w:sdtPr"], &["w:sdtEndPr"], &["w:sdtContent"]]),
    ("w:sdtContent", &[INLINES]),
    ("w:sdtPr", &[&["w:rPr"], &["w:alias"], &["w:tag"], &["w:id"], &["w:lock"], &["w:placeholder"], &["w:temporary"],
        &["w:showingPlcHdr"], &["w:dataBinding"], &["w:label"], &["w:tabIndex"],
        &["w:richText", "w:comboBox", "w:dropDownList", "w:date", "w14:checkbox"]]),
    ("w:comboBox", &[&["w:listItem"]]),
    ("w:dropDownList", &[&["w:listItem"]]),
    ("w:date", &[&["w:dateFormat"], &["w:lid"], &["w:storeMappedDataAs"], &["w:calendar"]]),
    ("w14:checkbox", &[&["w14:checked"], &["w14:checkedState"], &["w14:uncheckedState"]]),
    ("w:hdr", &[&["w:p", "w:tbl"]]),
    ("w:ftr", &[&["w:p", "w:tbl"]]),
    ("w:footnotes", &[&["w:footnote"]]),
    ("w:footnote", &[&["w:p", "w:tbl"]]),
    ("w:endnotes", &[&["w:endnote"]]),
    ("w:endnote", &[&["w:p", "w:tbl"]]),
    ("w:comments", &[&["w:comment"]]),
    ("w:comment", &[&["w:p", "w:tbl"]]),
    ("w:r", &[&["w:rPr"], &["w:br", "w:t", "w:delText", "w:tab", "w:softHyphen", "w:noBreakHyphen", "w:drawing", "w:pict", "mc:AlternateContent",
        "w:fldChar", "w:instrText", "w:footnoteReference", "w:endnoteReference", "w:footnoteRef", "w:endnoteRef", "w:separator",
        "w:continuationSeparator", "w:annotationRef", "w:commentReference", "w:ruby"]]),
    ("w:ruby", &[&["w:rubyPr"], &["w:rt"], &["w:rubyBase"]]),
    ("w:rubyPr", &[&["w:rubyAlign"], &["w:hps"], &["w:hpsRaise"], &["w:hpsBaseText"], &["w:lid"], &["w:dirty"]]),
    ("w:rt", &[&["w:r"]]),
    ("w:rubyBase", &[&["w:r"]]),
    ("w:pPr", &[&["w:pStyle"], &["w:keepNext"], &["w:keepLines"], &["w:pageBreakBefore"], &["w:framePr"], &["w:widowControl"],
        &["w:numPr"], &["w:suppressLineNumbers"], &["w:pBdr"], &["w:shd"], &["w:tabs"], &["w:suppressAutoHyphens"], &["w:kinsoku"],
        &["w:wordWrap"], &["w:overflowPunct"], &["w:topLinePunct"], &["w:autoSpaceDE"], &["w:autoSpaceDN"], &["w:bidi"],
        &["w:adjustRightInd"], &["w:snapToGrid"], &["w:spacing"], &["w:ind"], &["w:contextualSpacing"], &["w:mirrorIndents"],
        &["w:suppressOverlap"], &["w:jc"], &["w:textDirection"], &["w:textAlignment"], &["w:textboxTightWrap"], &["w:outlineLvl"],
        &["w:divId"], &["w:cnfStyle"], &["w:rPr"], &["w:sectPr"], &["w:pPrChange"]]),
    ("w:numPr", &[&["w:ilvl"], &["w:numId"]]),
    ("w:pBdr", &[&["w:top"], &["w:left"], &["w:bottom"], &["w:right"], &["w:between"], &["w:bar"]]),
    ("w:tabs", &[&["w:tab"]]),
    ("w:rPr", &[&["w:rStyle"], &["w:rFonts"], &["w:b"], &["w:bCs"], &["w:i"], &["w:iCs"], &["w:caps"], &["w:smallCaps"],
        &["w:strike"], &["w:dstrike"], &["w:outline"], &["w:shadow"], &["w:emboss"], &["w:imprint"], &["w:noProof"],
        &["w:snapToGrid"], &["w:vanish"], &["w:webHidden"], &["w:color"], &["w:spacing"], &["w:w"], &["w:kern"], &["w:position"],
        &["w:sz"], &["w:szCs"], &["w:highlight"], &["w:u"], &["w:effect"], &["w:bdr"], &["w:shd"], &["w:fitText"],
        &["w:vertAlign"], &["w:rtl"], &["w:cs"], &["w:em"], &["w:lang"], &["w:eastAsianLayout"], &["w:specVanish"], &["w:oMath"]]),
    ("w:tbl", &[&["w:bookmarkStart", "w:bookmarkEnd"], &["w:tblPr"], &["w:tblGrid"], &["w:tr"]]),
    ("w:tblPr", &[&["w:tblStyle"], &["w:tblpPr"], &["w:tblOverlap"], &["w:bidiVisual"], &["w:tblStyleRowBandSize"],
        &["w:tblStyleColBandSize"], &["w:tblW"], &["w:jc"], &["w:tblCellSpacing"], &["w:tblInd"], &["w:tblBorders"], &["w:shd"],
        &["w:tblLayout"], &["w:tblCellMar"], &["w:tblLook"], &["w:tblCaption"], &["w:tblDescription"]]),
    ("w:tblBorders", &[&["w:top"], &["w:left"], &["w:bottom"], &["w:right"], &["w:insideH"], &["w:insideV"]]),
    ("w:tblCellMar", &[&["w:top"], &["w:left"], &["w:bottom"], &["w:right"]]),
    ("w:tblGrid", &[&["w:gridCol"]]),
    ("w:tr", &[&["w:tblPrEx"], &["w:trPr"], &["w:tc"]]),
    ("w:trPr", &[&["w:cantSplit", "w:trHeight", "w:tblHeader", "w:gridBefore", "w:gridAfter", "w:jc"]]),
    ("w:tc", &[&["w:tcPr"], &["w:p", "w:tbl", "w:bookmarkStart", "w:bookmarkEnd"]]),
    ("w:tcPr", &[&["w:cnfStyle"], &["w:tcW"], &["w:gridSpan"], &["w:hMerge"], &["w:vMerge"], &["w:tcBorders"], &["w:shd"],
        &["w:noWrap"], &["w:tcMar"], &["w:textDirection"], &["w:tcFitText"], &["w:vAlign"], &["w:hideMark"]]),
    ("w:tcBorders", &[&["w:top"], &["w:left"], &["w:bottom"], &["w:right"], &["w:insideH"], &["w:insideV"], &["w:tl2br"], &["w:tr2bl"]]),
    ("w:sectPr", &[&["w:headerReference", "w:footerReference"], &["w:footnotePr"], &["w:endnotePr"], &["w:type"], &["w:pgSz"],
        &["w:pgMar"], &["w:paperSrc"], &["w:pgBorders"], &["w:lnNumType"], &["w:pgNumType"], &["w:cols"], &["w:formProt"],
        &["w:vAlign"], &["w:noEndnote"], &["w:titlePg"], &["w:textDirection"], &["w:bidi"], &["w:rtlGutter"], &["w:docGrid"]]),
    ("w:cols", &[&["w:col"]]),
    ("w:numbering", &[&["w:numPicBullet"], &["w:abstractNum"], &["w:num"], &["w:numIdMacAtCleanup"]]),
    ("w:abstractNum", &[&["w:nsid"], &["w:multiLevelType"], &["w:tmpl"], &["w:name"], &["w:styleLink"], &["w:numStyleLink"], &["w:lvl"]]),
    ("w:lvl", &[&["w:start"], &["w:numFmt"], &["w:lvlRestart"], &["w:pStyle"], &["w:isLgl"], &["w:suff"], &["w:lvlText"],
        &["w:lvlPicBulletId"], &["w:legacy"], &["w:lvlJc"], &["w:pPr"], &["w:rPr"]]),
    ("w:num", &[&["w:abstractNumId"], &["w:lvlOverride"]]),
    ("w:lvlOverride", &[&["w:startOverride"], &["w:lvl"]]),
    ("w:styles", &[&["w:docDefaults"], &["w:latentStyles"], &["w:style"]]),
    ("w:docDefaults", &[&["w:rPrDefault"], &["w:pPrDefault"]]),
    ("w:rPrDefault", &[&["w:rPr"]]),
    ("w:pPrDefault", &[&["w:pPr"]]),
    ("w:style", &[&["w:name"], &["w:aliases"], &["w:basedOn"], &["w:next"], &["w:link"], &["w:autoRedefine"], &["w:hidden"],
        &["w:uiPriority"], &["w:semiHidden"], &["w:unhideWhenUsed"], &["w:qFormat"], &["w:locked"], &["w:personal"],
        &["w:personalCompose"], &["w:personalReply"], &["w:rsid"], &["w:pPr"], &["w:rPr"], &["w:tblPr"], &["w:trPr"], &["w:tcPr"],
        &["w:tblStylePr"]]),
    ("w:settings", &[&["w:writeProtection"], &["w:view"], &["w:zoom"], &["w:displayBackgroundShape"], &["w:embedTrueTypeFonts"], &["w:saveSubsetFonts"],
        &["w:mirrorMargins"],
        &["w:defaultTabStop"], &["w:autoHyphenation"], &["w:evenAndOddHeaders"], &["w:characterSpacingControl"],
        &["w:footnotePr"], &["w:endnotePr"], &["w:compat"], &["w:themeFontLang"], &["w:clrSchemeMapping"],
        &["w:decimalSymbol"], &["w:listSeparator"]]),
    ("w:footnotePr", &[&["w:numStart"], &["w:footnote"]]),
    ("w:endnotePr", &[&["w:numStart"], &["w:endnote"]]),
    ("w:compat", &[&["w:compatSetting"]]),
    ("w:fonts", &[&["w:font"]]),
    ("w:font", &[&["w:altName"], &["w:panose1"], &["w:charset"], &["w:family"], &["w:notTrueType"], &["w:pitch"], &["w:sig"],
        &["w:embedRegular"], &["w:embedBold"], &["w:embedItalic"], &["w:embedBoldItalic"]]),
    ("w:drawing", &[&["wp:anchor", "wp:inline"]]),
    ("w:pict", &[&["v:shapetype", "v:shape"]]),
    ("v:shapetype", &[&["v:path", "v:textpath"]]),
    ("v:shape", &[&["v:textpath"]]),
    ("wp:inline", &[&["wp:extent"], &["wp:effectExtent"], &["wp:docPr"], &["wp:cNvGraphicFramePr"], &["a:graphic"]]),
    ("wp:anchor", &[&["wp:simplePos"], &["wp:positionH"], &["wp:positionV"], &["wp:extent"], &["wp:effectExtent"],
        &["wp:wrapNone", "wp:wrapSquare", "wp:wrapTight", "wp:wrapThrough", "wp:wrapTopAndBottom"], &["wp:docPr"],
        &["wp:cNvGraphicFramePr"], &["a:graphic"]]),
    ("wp:positionH", &[&["wp:posOffset"]]),
    ("wp:positionV", &[&["wp:posOffset"]]),
    ("mc:AlternateContent", &[&["mc:Choice"], &["mc:Fallback"]]),
    ("mc:Choice", &[&["w:drawing"]]),
    ("wpg:wgp", &[&["wpg:cNvPr"], &["wpg:cNvGrpSpPr"], &["wpg:grpSpPr"], &["wps:wsp", "wpg:grpSp", "pic:pic"]]),
    ("wpg:grpSpPr", &[&["a:xfrm"]]),
    ("wps:wsp", &[&["wps:cNvPr"], &["wps:cNvSpPr"], &["wps:spPr"], &["wps:style"], &["wps:txbx"], &["wps:bodyPr"]]),
    ("wps:spPr", &[&["a:xfrm"], &["a:custGeom", "a:prstGeom"], &["a:noFill", "a:solidFill", "a:gradFill"], &["a:ln"]]),
    ("wps:txbx", &[&["w:txbxContent"]]),
    ("w:txbxContent", &[&["w:p", "w:tbl"]]),
    ("wps:bodyPr", &[&["a:noAutofit"]]),
    ("a:custGeom", &[&["a:avLst"], &["a:gdLst"], &["a:ahLst"], &["a:cxnLst"], &["a:rect"], &["a:pathLst"]]),
    ("a:pathLst", &[&["a:path"]]),
    ("a:path", &[&["a:close", "a:moveTo", "a:lnTo", "a:arcTo", "a:quadBezTo", "a:cubicBezTo"]]),
    ("a:moveTo", &[&["a:pt"]]),
    ("a:lnTo", &[&["a:pt"]]),
    ("a:cubicBezTo", &[&["a:pt"]]),
    ("a:ln", &[&["a:noFill", "a:solidFill"], &["a:prstDash"], &["a:round", "a:bevel", "a:miter"]]),
    ("a:solidFill", &[&["a:srgbClr"]]),
    ("a:gradFill", &[&["a:gsLst"], &["a:lin", "a:path"]]),
    ("a:gsLst", &[&["a:gs"]]),
    ("a:gs", &[&["a:srgbClr"]]),
    ("a:srgbClr", &[&["a:alpha"]]),
    ("wp:cNvGraphicFramePr", &[&["a:graphicFrameLocks"]]),
    ("a:graphic", &[&["a:graphicData"]]),
    ("a:graphicData", &[&["pic:pic", "wps:wsp", "wpg:wgp"]]),
    ("pic:pic", &[&["pic:nvPicPr"], &["pic:blipFill"], &["pic:spPr"]]),
    ("pic:nvPicPr", &[&["pic:cNvPr"], &["pic:cNvPicPr"]]),
    ("pic:blipFill", &[&["a:blip"], &["a:srcRect"], &["a:stretch"]]),
    ("a:stretch", &[&["a:fillRect"]]),
    ("pic:spPr", &[&["a:xfrm"], &["a:prstGeom"], &["a:ln"]]),
    ("a:xfrm", &[&["a:off"], &["a:ext"], &["a:chOff"], &["a:chExt"]]),
    ("a:prstGeom", &[&["a:avLst"]]),
    ("m:oMathPara", &[&["m:oMathParaPr"], &["m:oMath"]]),
    ("m:oMathParaPr", &[&["m:jc"]]),
    ("m:oMath", &[MATHS]),
    ("m:e", &[MATHS]),
    ("m:num", &[MATHS]),
    ("m:den", &[MATHS]),
    ("m:sub", &[MATHS]),
    ("m:sup", &[MATHS]),
    ("m:deg", &[MATHS]),
    ("m:lim", &[MATHS]),
    ("m:fName", &[MATHS]),
    ("m:f", &[&["m:fPr"], &["m:num"], &["m:den"]]),
    ("m:sSub", &[&["m:sSubPr"], &["m:e"], &["m:sub"]]),
    ("m:sSup", &[&["m:sSupPr"], &["m:e"], &["m:sup"]]),
    ("m:sSubSup", &[&["m:sSubSupPr"], &["m:e"], &["m:sub"], &["m:sup"]]),
    ("m:rad", &[&["m:radPr"], &["m:deg"], &["m:e"]]),
    ("m:radPr", &[&["m:degHide"]]),
    ("m:nary", &[&["m:naryPr"], &["m:sub"], &["m:sup"], &["m:e"]]),
    ("m:naryPr", &[&["m:chr"], &["m:limLoc"], &["m:grow"], &["m:subHide"], &["m:supHide"]]),
    ("m:limLow", &[&["m:limLowPr"], &["m:e"], &["m:lim"]]),
    ("m:limUpp", &[&["m:limUppPr"], &["m:e"], &["m:lim"]]),
    ("m:func", &[&["m:funcPr"], &["m:fName"], &["m:e"]]),
    ("m:d", &[&["m:dPr"], &["m:e"]]),
    ("m:dPr", &[&["m:begChr"], &["m:sepChr"], &["m:endChr"]]),
    ("m:acc", &[&["m:accPr"], &["m:e"]]),
    ("m:accPr", &[&["m:chr"]]),
    ("m:bar", &[&["m:barPr"], &["m:e"]]),
    ("m:barPr", &[&["m:pos"]]),
    ("m:m", &[&["m:mPr"], &["m:mr"]]),
    ("m:mPr", &[&["m:baseJc"], &["m:plcHide"], &["m:mcs"]]),
    ("m:mcs", &[&["m:mc"]]),
    ("m:mc", &[&["m:mcPr"]]),
    ("m:mcPr", &[&["m:count"], &["m:mcJc"]]),
    ("m:mr", &[&["m:e"]]),
    ("m:r", &[&["m:rPr"], &["w:rPr"], &["m:t"]]),
    ("m:rPr", &[&["m:lit"], &["m:nor", "m:sty"]]),
    ("Types", &[&["Default", "Override"]]),
    ("Relationships", &[&["Relationship"]]),
    ("cp:coreProperties", &[&["dc:title", "dc:subject", "dc:creator", "cp:keywords", "dc:identifier", "dc:language", "dcterms:created", "dcterms:modified"]]),
    ("Properties", &[&["Application", "Company"]]),
];

/// What stands in the lines of a paragraph, link or control.
const INLINES: &[&str] = &[
    "w:r",
    "w:hyperlink",
    "w:ins",
    "w:del",
    "w:bookmarkStart",
    "w:bookmarkEnd",
    "w:sdt",
    "w:commentRangeStart",
    "w:commentRangeEnd",
    "m:oMath",
    "m:oMathPara",
];

/// What stands in a tracked change: all but links (part 1, 17.13.5, `CT_RunTrackChange`).
const CHANGED: &[&str] = &[
    "w:r",
    "w:ins",
    "w:del",
    "w:bookmarkStart",
    "w:bookmarkEnd",
    "w:sdt",
    "w:commentRangeStart",
    "w:commentRangeEnd",
    "m:oMath",
    "m:oMathPara",
];

/// What stands in a row of a formula (ECMA-376 part 1, clause 22.1; shared-math.xsd).
const MATHS: &[&str] = &[
    "m:r",
    "m:f",
    "m:sSub",
    "m:sSup",
    "m:sSubSup",
    "m:rad",
    "m:nary",
    "m:limLow",
    "m:limUpp",
    "m:func",
    "m:d",
    "m:acc",
    "m:bar",
    "m:m",
];

/// Children that may stand only once in their parent are those of a bracket of one, but for these.
const REPEATED: &[&str] = &[
    "w:tr",
    "w:tc",
    "w:gridCol",
    "w:abstractNum",
    "w:num",
    "w:lvl",
    "w:lvlOverride",
    "w:style",
    "w:font",
    "w:tab",
    "w:col",
    "w:listItem",
    "w:footnote",
    "w:endnote",
    "w:comment",
    "w:compatSetting",
    "Relationship",
    "a:pt",
    "m:mr",
    "m:e",
];

/// Walks a part and says where it is not well-formed or not in the order of the schema.
fn check_order(name: &str, xml: &str) -> Result<(), String> {
    let mut reader = Reader::from_str(xml);
    // Open elements, each with the bracket its last child was in.
    let mut open: Vec<(String, Option<usize>)> = Vec::new();
    loop {
        let event = reader.read_event().map_err(|error| format!("{name}: {error}"))?;
        match event {
            Event::Start(tag) => {
                let tag = tag.name().as_ref().to_owned();
                place(name, &mut open, &tag)?;
                open.push((tag, None));
            }
            Event::Empty(tag) => place(name, &mut open, tag.name().as_ref())?,
            Event::End(_) => {
                let (tag, last) = open.pop().ok_or("an end tag too many")?;
                let paragraphs = match tag.as_str() {
                    "w:tc" => Some(1),
                    "w:hdr" | "w:ftr" | "w:footnote" | "w:endnote" | "w:comment" => Some(0),
                    _ => None,
                };
                if paragraphs.is_some() && last != paragraphs {
                    return Err(format!("{name}: {tag} without a paragraph"));
                }
            }
            Event::Eof => break,
            _ => {}
        }
    }
    if open.is_empty() { Ok(()) } else { Err(format!("{name}: {open:?} not closed")) }
}

fn place(name: &str, open: &mut [(String, Option<usize>)], child: &str) -> Result<(), String> {
    let Some((parent, last)) = open.last_mut() else { return Ok(()) };
    let (_, brackets) =
        ORDER.iter().find(|(known, _)| known == parent).ok_or(format!("{name}: {child} in unknown {parent}"))?;
    let bracket =
        brackets.iter().position(|bracket| bracket.contains(&child)).ok_or(format!("{name}: {child} in {parent}"))?;
    let repeats = brackets[bracket].len() > 1 || REPEATED.contains(&child);
    match *last {
        Some(before) if bracket < before => return Err(format!("{name}: {child} too late in {parent}")),
        Some(before) if bracket == before && !repeats => return Err(format!("{name}: {child} twice in {parent}")),
        _ => *last = Some(bracket),
    }
    Ok(())
}

pub(super) fn check_package(docx: &[u8]) -> Result<(), String> {
    for (name, bytes) in super::parts(docx) {
        if name.ends_with(".xml") || name.ends_with(".rels") {
            check_order(&name, std::str::from_utf8(&bytes).map_err(|error| error.to_string())?)?;
        }
    }
    Ok(())
}
