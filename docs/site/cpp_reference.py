"""The C++ reference: pages of Markdown from the XML that Doxygen makes of include/evodoku.

    python3 docs/site/cpp_reference.py SOURCE FOLDER    writes FOLDER/LAYER.md
    python3 docs/site/cpp_reference.py --check SOURCE   prints each public name without a comment, each array without its shape, each time, size
                                                   or rate without its unit, and each function whose comment has no "Throws ..." or
                                                   "Throws nothing"; exit code 1 if there is one. Constexpr and noexcept functions
                                                   need none, nor do const members without parameters that are not virtual

Needs doxygen. Exit code 77 without it.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

DOXYFILE = """
INPUT = {source}/include/evodoku
RECURSIVE = YES
FILE_PATTERNS = *.hpp
GENERATE_XML = YES
GENERATE_HTML = NO
GENERATE_LATEX = NO
EXTRACT_ALL = YES
QUIET = YES
WARNINGS = NO
MACRO_EXPANSION = YES
EXPAND_ONLY_PREDEF = YES
PREDEFINED = EVODOKU_HD= DOXYGEN
XML_PROGRAMLISTING = NO
OUTPUT_DIRECTORY = {output}
"""
LAYERS = {"core": "Grids and logic", "io": "Puzzles in and out", "engine": "Configurations and operators",
          "backend": "Solve, evolve, score", "devices": "Devices", "counting": "Counts of solutions",
          "checkpoint": "States", "logic": "The verifier", "operators": "Operators", "representation": "Boards"}

# Numbers that say nothing without a unit, and where it may be: in the name, or in the comment.
MEASURED = re.compile(r"time|elapsed|duration|interval|timeout|deadline|memory|size|bandwidth|speed|rate|share|fraction|width|height|length")
UNIT = re.compile(r"_(ms|us|ns|seconds|bytes|per_second)\b|\b(milli|micro)?seconds?\b|\bbytes?\b|\bshares?\b|probabilit|\b0 to 1\b|[0-9]%|/ ?\d+\b|\b(boards"
                  r"|cells|individuals|entries|evaluations|generations|genes|children|threads|digits|items|elements|pairs|contenders|islands)\b")

# The words of a shape: what an array has one of.
SHAPE = re.compile(r"\b(entr(y|ies)|bytes?|cells?|count|each|every|an? \w+ per|in the order of)\b", re.I)


def text_of(element):
    """Markdown of a description: paragraphs, code, lists."""
    if element is None:
        return ""
    parts = [element.text or ""]
    for child in element:
        inner = text_of(child)
        if child.tag in ("computeroutput", "verbatim") and inner:
            parts.append(f"`{inner}`" if "\n" not in inner else f"\n\n```\n{inner}\n```\n\n")
        elif child.tag == "para":
            parts.append(f"\n\n{inner}")
        elif child.tag == "listitem":
            parts.append(f"\n- {inner.strip()}")
        elif child.tag in ("itemizedlist", "orderedlist"):
            parts.append(f"\n{inner}\n")
        elif child.tag == "linebreak":
            parts.append("\n")
        elif child.tag == "sp":
            parts.append(" ")
        else:
            parts.append(inner)
        parts.append(child.tail or "")
    return "".join(parts)


def description(element):
    found = [text_of(element.find(tag)).strip() for tag in ("briefdescription", "detaileddescription", "inbodydescription")]
    return re.sub(r"\n{3,}", "\n\n", "\n\n".join(part for part in found if part))


def plain(element):
    return re.sub(r"\s+", " ", text_of(element).replace("`", "")).strip()


def signature(member):
    kind = member.get("kind")
    type_ = plain(member.find("type"))
    name = member.findtext("name")
    template = member.find("templateparamlist")
    before = ""
    if template is not None:
        inner = [" ".join(filter(None, [plain(p.find("type")), plain(p.find("declname"))])) for p in template]
        before = f"template <{', '.join(inner)}>\n"
    if kind == "function":
        arguments = re.sub(r"\s+", " ", member.findtext("argsstring") or "()")
        arguments = re.sub(r"\s*=\s*0$", " = 0", arguments)
        return f"{before}{type_ + ' ' if type_ else ''}{name}{arguments};"
    if kind == "typedef":
        return f"{before}using {name} = {type_};"
    if kind == "enum":
        values = ", ".join(value.findtext("name") for value in member.findall("enumvalue"))
        return f"enum class {name} {{ {values} }};"
    if kind == "define":
        return f"#define {name}"
    initial = plain(member.find("initializer"))
    return f"{before}{type_} {name}{' ' + initial if initial and len(initial) < 60 else ''};"


class Reference:
    def __init__(self, source):
        self.source = pathlib.Path(source).resolve()
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "Doxyfile").write_text(DOXYFILE.format(source=self.source, output=folder))
            subprocess.run(["doxygen", "Doxyfile"], cwd=folder, check=True, capture_output=True)
            self.compounds = {}
            for path in sorted((pathlib.Path(folder) / "xml").glob("*.xml")):
                root = xml.parse(path).getroot()
                for compound in root.findall("compounddef"):
                    self.compounds[compound.get("id")] = compound
        self.undocumented = []
        self.sources = {}  # by layer
        for path in sorted((self.source / "src").rglob("*.cpp")):
            layer = path.relative_to(self.source / "src").parts[0]
            self.sources[layer] = self.sources.get(layer, "") + "\n" + path.read_text(encoding="utf-8")

    def header_of(self, element):
        location = element.find("location")
        if location is None:
            return ""
        file = location.get("declfile") or location.get("file")
        return pathlib.Path(file).resolve().relative_to(self.source / "include").as_posix() if file.startswith("/") else file

    def members(self, compound):
        for section in compound.findall("sectiondef"):
            if section.get("kind", "").startswith("private"):
                continue
            yield from section.findall("memberdef")

    def line(self, element):
        return int(element.find("location").get("line", 0))

    def throws(self, name, layer):
        """Whether the body of a function of this name in the layer has a throw of its own."""
        short = re.escape("::".join(name.split("::")[-2:]) if "::" in name.removeprefix("evodoku::") else name.rsplit("::", 1)[-1])
        begin = re.compile(rf"^(?:[\w:<>,&*\[\]]+ )*[&*]?{short}\([^;]*?\) ?(?:const |noexcept )?\{{\n(.*?)^\}}", re.M | re.S)
        return any(re.search(r"^\s+(?:if .*|else )?throw [\w:]+", body[1], re.M) for body in begin.finditer(self.sources.get(layer, "")))

    def check_function(self, name, element, text):
        where = f"{self.header_of(element)}:{self.line(element)}: {name}"
        for parameter in element.findall("param"):
            kind = plain(parameter.find("type"))
            is_array = re.fullmatch(r"std::span< .* >|(const )?(std::u?int\d+_t|double|bool) \*", kind)
            if is_array and not SHAPE.search(text):
                self.undocumented.append(f"{where}: the shape of {plain(parameter.find('declname'))} is missing")
        if re.match(r"std::(vector|span)<", plain(element.find("type"))) and not SHAPE.search(text):
            self.undocumented.append(f"{where}: the shape of its result is missing")
        throws = self.throws(name, self.header_of(element).split("/")[1])
        if throws and re.search(r"\b[Tt]hrows nothing\b", text):
            self.undocumented.append(f"{where} throws; its comment says that it does not")
        says = re.search(r"\b[Tt]hrows\b", text)
        if not says and (throws or self.needs_errors(element)) and not re.search(r"~|::operator\b", name):
            self.undocumented.append(f"{where}: its comment does not say what it throws")

    def needs_errors(self, element):
        arguments = element.findtext("argsstring") or ""
        is_read = element.get("const") == "yes" and element.get("virt") == "non-virtual" and not element.findall("param")
        return not (is_read or element.get("constexpr") == "yes" or re.search(r"\) *(const)? *noexcept", arguments))

    def check_units(self, name, element, text):
        for parameter in element.findall("param") if element.get("kind") == "function" else [element]:
            called = parameter.findtext("declname") or parameter.findtext("name") or ""
            kind = plain(parameter.find("type"))
            if re.fullmatch(r"(static )?(constexpr )?(const )?(std::)?(u?int\d*(_t)?|size_t|double|float|unsigned|long)( const)?", kind) \
                    and MEASURED.search(called) and not UNIT.search(f"{called} {text}"):
                self.undocumented.append(f"{self.header_of(element)}:{self.line(element)}: {name}: the unit of {called} is missing")

    def documented(self, name, element, needed=True):
        text = description(element)
        self.check_units(name, element, text)
        if element.get("kind") == "function" and text:
            self.check_function(name, element, text)
        if not text and needed:
            self.undocumented.append(f"{self.header_of(element)}:{self.line(element)}: {name} has no comment")
        return text

    def needs_comment(self, member, class_name):
        """Special members and overrides speak for themselves, but not constructors with parameters; a member of a commented struct may share its line's comment."""
        name = member.findtext("name")
        arguments = member.findtext("argsstring") or ""
        if member.get("kind") != "function":
            return False
        is_constructor = name == class_name and member.find("param") is not None and class_name not in plain(member.find("param/type"))
        if is_constructor and "=delete" not in arguments.replace(" ", ""):
            return True
        return not (name in (class_name, f"~{class_name}") or re.match(r"operator\b", name) or "=default" in arguments.replace(" ", "")
                    or "=delete" in arguments.replace(" ", ""))

    def class_text(self, compound, level=3):
        name = compound.findtext("compoundname").rsplit("::", 1)[1]
        qualified = compound.findtext("compoundname")
        lines = [f"\n{'#' * level} `{qualified.removeprefix('evodoku::')}`\n"]
        bases = [base.text for base in compound.findall("basecompoundref")]
        head = f"{compound.get('kind')} {name}" + (f" : {', '.join(bases)}" if bases else "")
        lines.append(f"\n```cpp\n{head}\n```\n")
        text = self.documented(qualified, compound)
        if text:
            lines.append(f"\n{text}\n")
        data = []
        for member in sorted(self.members(compound), key=self.line):
            if member.get("prot") != "public":
                continue
            about = self.documented(f"{qualified}::{member.findtext('name')}", member, self.needs_comment(member, name))
            if member.get("kind") in ("variable", "typedef"):
                data.append((signature(member), about))
            elif member.get("kind") == "enum":
                data.append((signature(member), about))
            elif self.needs_comment(member, name) or about or member.findtext("name") == name:
                if "=default" in (member.findtext("argsstring") or "").replace(" ", "") and not about:
                    continue
                lines.append(f"\n```cpp\n{signature(member)}\n```\n")
                if about:
                    lines.append(f"\n{about}\n")
        if data:
            lines.append("\n| member | meaning |\n|---|---|\n")
            for code, about in data:
                about = re.sub(r"\s+", " ", about).replace("|", "\\|")
                lines.append(f"| `{code.replace('|', chr(92) + '|')}` | {about} |\n")
        return "".join(lines)

    def pages(self):
        """{layer: Markdown}"""
        headers = {}
        for compound in self.compounds.values():
            if compound.get("kind") in ("class", "struct"):
                if compound.findtext("compoundname").startswith("std::") or compound.get("prot") == "private":
                    continue
                headers.setdefault(self.header_of(compound), []).append((self.line(compound), "class", compound))
            elif compound.get("kind") == "namespace" and "::" not in compound.findtext("compoundname").removeprefix("evodoku::") \
                    or compound.get("kind") == "namespace" and compound.findtext("compoundname").startswith("evodoku"):
                for member in self.members(compound):
                    headers.setdefault(self.header_of(member), []).append((self.line(member), "member", member))
        pages = {}
        for path in sorted((self.source / "include" / "evodoku").rglob("*.hpp")):
            header = path.relative_to(self.source / "include").as_posix()
            if path.parent.name == "evodoku":
                continue
            intro = []
            for line in path.read_text(encoding="utf-8").split("\n"):
                if not line.startswith("//"):
                    break
                intro.append(line[2:].removeprefix(" "))
            intro = "\n".join(intro)
            prose, _, drawing = intro.partition("\n\n")
            page = pages.setdefault(path.parent.name, [f"# {LAYERS[path.parent.name]}\n"])
            page.append(f"\n## {path.name}\n\n```cpp\n#include <{header}>\n```\n\n{prose.strip()}\n")
            if drawing.strip():
                page.append(f"\n```text\n{drawing.rstrip()}\n```\n")
            for _, kind, element in sorted(headers.get(header, []), key=lambda item: item[0]):
                if kind == "class":
                    page.append(self.class_text(element))
                    continue
                name = element.findtext("name")
                if element.get("kind") == "define" or re.match(r"operator\b", name):
                    continue
                about = self.documented(name, element, element.get("kind") in ("function", "enum"))
                page.append(f"\n### `{name}`\n\n```cpp\n{signature(element)}\n```\n")
                if about:
                    page.append(f"\n{about}\n")
        return {layer: "".join(parts) for layer, parts in pages.items()}


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    if shutil.which("doxygen") is None:
        print("skipped: no doxygen (apt-get install doxygen)")
        sys.exit(77)
    if sys.argv[1] == "--check":
        reference = Reference(sys.argv[2])
        pages = reference.pages()
        print("\n".join(reference.undocumented))
        print(f"{len(pages)} layers, {sum(page.count(chr(10) + '### ') for page in pages.values())} public names")
        sys.exit(1 if reference.undocumented else 0)
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for layer, text in Reference(sys.argv[1]).pages().items():
        (folder / f"{layer}.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
