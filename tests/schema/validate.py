#!/usr/bin/env python3
"""validate.py DIR_OR_DOCX...: holds every DOCX to the transitional schemas of ECMA-376 part 4.

The schemas are not part of this repository. The environment variable OOXML_XSD names the folder
that holds wml.xsd and the schemas it includes; without it, or without lxml, the script says so and
checks nothing. Markup of later editions is taken out first, as part 3 (markup compatibility) has a
reader of the first edition do it: elements and attributes of namespaces that mc:Ignorable names are
dropped, and mc:AlternateContent is replaced by its fallback.

Exit status: 0 where all parts are valid (or nothing could be checked), 1 where one is not.
"""
import copy
import os
import sys
import tempfile
import zipfile

SKIPPED = "SKIPPED: no part was held to the schema:"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
# The schemas import the attributes of XML itself without saying from where.
XML_IMPORT = '<xsd:import namespace="http://www.w3.org/XML/1998/namespace"'
XML_SCHEMA = """<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema"
    targetNamespace="http://www.w3.org/XML/1998/namespace">
  <xsd:attribute name="lang" type="xsd:language"/>
  <xsd:attribute name="space">
    <xsd:simpleType>
      <xsd:restriction base="xsd:NCName">
        <xsd:enumeration value="default"/>
        <xsd:enumeration value="preserve"/>
      </xsd:restriction>
    </xsd:simpleType>
  </xsd:attribute>
</xsd:schema>
"""
# The main schema has a root element for each of these parts.
PARTS = ("document", "styles", "numbering", "settings", "fontTable", "footnotes", "endnotes", "comments")
RUNNING = ("header", "footer")


def is_checked(name):
    """Whether a part of the package has a root element in the schema."""
    folder, _, file = name.rpartition("/")
    stem = file.removesuffix(".xml")
    return folder == "word" and file.endswith(".xml") and (stem in PARTS or stem.rstrip("0123456789") in RUNNING)


def ignorable(root):
    """The namespaces that a reader which does not know them may pass over."""
    prefixes = root.get(MC + "Ignorable", "").split()
    return tuple("{%s}" % root.nsmap[prefix] for prefix in prefixes)


def flatten(root):
    """Takes out what the first edition does not know."""
    unknown = ignorable(root)
    for element in list(root.iter("*")):
        for name in list(element.attrib):
            if name.startswith(MC) or name.startswith(unknown or (MC,)):
                del element.attrib[name]
        if element.tag == MC + "AlternateContent":
            replace(element)
        elif unknown and element.tag.startswith(unknown):
            element.getparent().remove(element)


def replace(alternate):
    """Puts the fallback of alternate content, which may be nothing, in its place."""
    parent, fallback = alternate.getparent(), alternate.find(MC + "Fallback")
    at = parent.index(alternate)
    parent[at:at + 1] = list(fallback) if fallback is not None else []


def load(etree, folder):
    """The main schema, its imports made complete."""
    with tempfile.TemporaryDirectory() as scratch:
        for name in filter(lambda name: name.endswith(".xsd"), os.listdir(folder)):
            with open(os.path.join(folder, name), encoding="utf-8") as source:
                text = source.read().replace(XML_IMPORT + "/>", XML_IMPORT + ' schemaLocation="xml.xsd"/>')
            with open(os.path.join(scratch, name), "w", encoding="utf-8") as target:
                target.write(text)
        with open(os.path.join(scratch, "xml.xsd"), "w", encoding="utf-8") as target:
            target.write(XML_SCHEMA)
        return etree.XMLSchema(etree.parse(os.path.join(scratch, "wml.xsd")))


def boxes(etree, root):
    """The text of each text box as a document of its own: the boxes themselves are of a later edition."""
    for box in root.iter(W + "txbxContent"):
        document = etree.Element(W + "document", nsmap=root.nsmap, attrib=dict(root.attrib))
        body = etree.SubElement(document, W + "body")
        body.extend(copy.deepcopy(child) for child in box)
        yield document


def errors(schema, etree, path):
    """The errors of one DOCX, each with its part."""
    with zipfile.ZipFile(path) as package:
        for name in filter(is_checked, package.namelist()):
            root = etree.fromstring(package.read(name))
            for tree in [*boxes(etree, root), root]:
                flatten(tree)
                # A tree that was changed keeps what the schema would trip over; its text does not.
                if not schema.validate(etree.fromstring(etree.tostring(tree))):
                    for error in schema.error_log:
                        yield f"{path}: {name}:{error.line}: {error.message}"


def packages(arguments):
    """Every DOCX among files and folders."""
    for argument in arguments:
        if os.path.isfile(argument):
            yield argument
        for folder, _, files in sorted(os.walk(argument)):
            yield from (os.path.join(folder, file) for file in sorted(files) if file.endswith(".docx"))


def main(arguments):
    folder = os.environ.get("OOXML_XSD")
    if not folder:
        print(SKIPPED, "OOXML_XSD names no folder of schemas", file=sys.stderr)
        return 0
    try:
        from lxml import etree
    except ImportError:
        print(SKIPPED, "lxml is not installed", file=sys.stderr)
        return 0
    schema = load(etree, folder)
    count = failed = 0
    for path in packages(arguments):
        count += 1
        found = list(errors(schema, etree, path))
        failed += bool(found)
        print("\n".join(found[:20]), end="\n" if found else "")
    print(f"{count} documents, {failed} of them not valid")
    return 1 if failed or not count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
