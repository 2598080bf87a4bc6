#!/usr/bin/env python3
# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
"""
Makes the Visual Studio 2013 solution from the lists of objects and the tables of kernels: of every
extension a static library and a DLL, and the util with all of them.

  vs2013/generate.py            writes the files beside it that are under version control
  vs2013/generate.py --check    names those that are not as it would write them; exit status 1 then
  vs2013/generate.py --asm [FOLDER]
                                writes the kernels as NASM and Yasm read them, here or into FOLDER
  vs2013/generate.py --list PLATFORM
                                the sources on x64 or Win32, one a line: its project, the file, and of C the
                                compiler's options, separated by spaces (for the tests)

--asm expands the kernels with the C preprocessor, so that Windows needs an assembler and nothing
else; README.md says who runs it. It needs gcc or clang as CC [gcc], for any CPU: the output is the
same. Everything needs GNU make as MAKE [make].
"""
import functools
import glob
import os
import re
import shlex
import subprocess
import sys
import tempfile
import uuid

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(HERE)
# target, bits, reference
PLATFORMS = {"x64": ("X86_64", 64, "64"), "Win32": ("X86_32", 32, "3264")}
# What the kernels see of the target. (Windows runs on no CPU before the Pentium Pro.)
PREDEFINED = {"x64": ["__x86_64__"], "Win32": ["__i386__", "__i686__"]}
CC = shlex.split(os.environ.get("CC") or "gcc")
MAKE = os.environ.get("MAKE") or "make"


def read(path):
    with open(os.path.join(TOP, path), encoding="utf-8") as f:
        return f.read()


# ---- what there is ----

@functools.lru_cache(maxsize=None)
def lists(*names):
    """The words of these lists of app/lists.mk."""
    # Not as part of a make that may be running, whose flags would have this one announce its folder.
    alone = {name: value for name, value in os.environ.items()
             if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
    return subprocess.run([MAKE, "-s", "-f", os.path.join(TOP, "app/lists.mk")]
                          + ["print-" + name for name in names],
                          env=alone, check=True, stdout=subprocess.PIPE,
                          encoding="utf-8").stdout.split()


class Extension:
    """Its sources and tables. (OWN is what the driver is made for if nothing else is said.)"""

    def __init__(self, folder):
        self.folder = folder
        self.name = os.path.basename(folder)
        # The rows of each, by its name.
        self.tables = {os.path.basename(file)[:-4]: table(file) for file in self.files("*.def")}
        self.families = [t for t in self.tables if self.files("util/%s_util.c" % t)]
        self.define = [] if self.name == OWN else ["LIBRARY=%s_" % self.name]

    def files(self, pattern):
        return [os.path.relpath(f, TOP)
                for f in sorted(glob.glob(os.path.join(TOP, self.folder, pattern)))]

    def list(self, *names):
        return lists(*(name % self.name for name in names))

    def source(self, obj):
        """app/... of a library's object"""
        return source(obj, [self.folder, self.folder + "/ref", self.folder + "/util", "app/driver"])

    def references(self, platform):
        """Of each table that in the library: what is fit, or the only one; and the others."""
        fit, others = [], []
        for rows in self.tables.values():
            here = {row[1]: "%s/%s" % (self.folder, row[2])
                    for row in rows if row[0] == "REFERENCE"}
            fit.append(here.pop(PLATFORMS[platform][2], None) or here.pop(next(iter(here))))
            others += here.values()
        return fit, others

    def library(self, platform):
        """The C sources of the library, and the assembled ones."""
        c = [self.source(o) for o in
             self.list("SERIAL_%s") + lists("DRIVER") + self.list("FREESTANDING_%s", "HOSTED_%s")
             + lists("DRIVER_LANES")]
        return c + [r for r in self.references(platform)[0] if r not in c], \
            ["vs2013/" + name for name in self.assembled(platform)]

    def util(self, platform):
        """What the util has of it: its rows, and the references that the library has not."""
        library = self.library(platform)[0]
        return [self.source(o) for o in self.list("UTIL_%s")] + \
            [r for r in self.references(platform)[1] if r not in library]

    def assembled(self, platform):
        """What is assembled for this platform: name of the file here: (whether Yasm can, source)."""
        target = PLATFORMS[platform][0]
        out = {}
        for file in self.list("SHARED_%%s_%s" % target, "SHARED_LANES_%%s_%s" % target):
            out["%s-%s.asm" % (os.path.basename(file)[:-4], platform)] = (True, file)
        for rows in self.tables.values():
            for row in rows:
                if row[0] == "KERNEL" and row[4] == target:
                    out[os.path.basename(row[6])[:-4] + ".asm"] = (not not_for_yasm(row), row[6])
        return out


def table(path):
    """The rows of a table of kernels."""
    return [line.split("\t") for line in subprocess.run(
        ["awk", "-f", os.path.join(TOP, "app/driver/table.awk"), os.path.join(TOP, path)],
        check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout.splitlines()]


def source(obj, folders):
    for folder in folders:
        for ending in (".c", ".inc"):
            path = "%s/%s" % (folder, obj[:-2] + ending)
            if os.path.exists(os.path.join(TOP, path)):
                return path
    raise SystemExit("generate.py: no source for %s" % obj)


# Yasm knows no AVX-512.
def not_for_yasm(row):
    return "CPU_AVX512" in row[5]


# ---- the files ----

def config_h():
    out = ["/* Generated by generate.py. */", '#define DRIVER_VERSION "%s"' % VERSION,
           "#define DRIVER_LIBRARY %s_" % OWN, "",
           "#if defined(_M_X64) || defined(__x86_64__)", "#define DRIVER_TARGET_X86_64 1",
           "#define DRIVER_TARGET_X86_32 0", "#else", "#define DRIVER_TARGET_X86_64 0",
           "#define DRIVER_TARGET_X86_32 1", "#endif", "#if defined(DRIVER_YASM)",
           "#define X86_64_UNLESS_YASM 0", "#else",
           "#define X86_64_UNLESS_YASM DRIVER_TARGET_X86_64", "#endif"]
    here = ["DRIVER_TARGET_" + target for target, _, _ in PLATFORMS.values()]
    rows = [(e, family, row) for e in EXTENSIONS for family, table in e.tables.items()
            for row in table]
    out += ["#define DRIVER_TARGET_%s 0" % t for t in
            dict.fromkeys(row[4] for _, _, row in rows if row[0] == "KERNEL")
            if "DRIVER_TARGET_" + t not in here]
    for e, family, row in rows:
        if row[0] == "KERNEL" and "DRIVER_TARGET_" + row[4] in here:
            value = row[4] + "_UNLESS_YASM" if not_for_yasm(row) else "DRIVER_TARGET_" + row[4]
            out.append("#define %s_WITH_%s %s" % (family.upper(), row[1], value))
        elif row[0] == "KERNEL":
            out.append("#define %s_WITH_%s 0" % (family.upper(), row[1]))
        elif row[0] == "REFERENCE":
            fit = [target for target, platform in zip(here, PLATFORMS)
                   if "%s/%s" % (e.folder, row[2]) in e.references(platform)[0]]
            out.append("#define %s_WITH_GENERIC_%s %s" % (
                family.upper(), row[1], "1" if fit == here else fit[0] if fit else "0"))
    return "\n".join(out + [""])


def families_h():
    return "\n".join(["/* Generated by generate.py. */"]
                     + ["FAMILY(%s)" % f for e in EXTENSIONS for f in e.families] + [""])


def asm(name, extension, platform, config):
    """A kernel, expanded, with the config.h of the folder config. Lines end where statements do."""
    for_yasm, main = extension.assembled(platform)[name]
    main = "%s/%s" % (extension.folder, main)
    text = subprocess.run(
        CC + ["-undef", "-E", "-P", "-x", "assembler-with-cpp"] +
        ["-D" + d for d in PREDEFINED[platform] + ["ASM_NASM", "ASM_COFF"] + extension.define] +
        ["-I" + folder for folder in (config, os.path.join(TOP, "app"),
                                      os.path.join(TOP, extension.folder))]
                                      + [os.path.join(TOP, main)],
        check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout
    # Spaces between tokens are the preprocessor's business, and differ between its versions.
    lines = (" ".join(part.split()) for line in text.split("\n") for part in line.split(";"))
    lines = [line for line in lines if line and not line.startswith("#")]
    if not for_yasm:
        lines = ["%ifndef __YASM_MAJOR__"] + lines + ["%endif"]
    return "; Generated by generate.py from %s, for NASM and Yasm.\n" % main + "\n".join(
        lines) + "\n"


def kernels():
    """All kernels of both platforms: {name of the file: text}."""
    with tempfile.TemporaryDirectory() as config:
        with open(os.path.join(config, "config.h"), "w", encoding="utf-8") as file:
            file.write("#define DRIVER_LIBRARY %s_\n" % OWN)
        return {name: asm(name, e, p, config) for e in EXTENSIONS for p in PLATFORMS
                for name in e.assembled(p)}


class Project:
    """A static library or a DLL of an extension; without one, the util."""

    def __init__(self, name, kind, target_name, extension=None):
        self.name, self.kind, self.target_name, self.extension = name, kind, target_name, extension
        self.guid = "{%s}" % str(uuid.uuid5(uuid.UUID("6c4b5f0a-2b0e-4e7b-9d53-7c1e6a9b2b00"),
                                            name)).upper()
        # The folder of an extension is for its own sources only, in the util's project as well.
        self.includes = ["app", "app/include", "app/util"]
        self.define = ["%s_DLL_BUILD" % extension.name.upper()] if kind == "DynamicLibrary" else []

    def c(self, platform):
        """C sources: {path: the extension that it belongs to}."""
        if self.extension:
            return {path: self.extension for path in self.extension.library(platform)[0]}
        out = {source(o, ["app/util", "app/driver"]): None for o in lists("UTIL")}
        for e in EXTENSIONS:
            out.update((path, e) for path in e.util(platform))
        return out

    def assembled(self, platform):
        return self.extension.library(platform)[1] if self.extension else []


CONFIGURATIONS = [(c, p) for c in ("Debug", "Release") for p in PLATFORMS]


def windows(path):
    return "..\\" + path.replace("/", "\\")


def item(kind, include, indent=4, **metadata):
    """An item of a project on one line."""
    inside = "".join("<%s>%s</%s>" % (name, value, name) for name, value in metadata.items() if value)
    return " " * indent + ('<%s Include="%s">%s</%s>' % (kind, include, inside, kind) if inside
                           else '<%s Include="%s" />' % (kind, include))


def vcxproj(project):
    """What projects have in common is in common.props."""
    of = {p: project.c(p) for p in PLATFORMS}
    # On which platforms a file is not compiled: a property of common.props.
    where = {p: "$(On%s)" % other for p, other in zip(PLATFORMS, reversed(PLATFORMS))}
    out = ['<?xml version="1.0" encoding="utf-8"?>', "<!-- Generated by generate.py. -->",
           '<Project DefaultTargets="Build" ToolsVersion="12.0" '
           'xmlns="http://schemas.microsoft.com/developer/msbuild/2003">',
           '  <ItemGroup Label="ProjectConfigurations">']
    out += [item("ProjectConfiguration", c + "|" + p, Configuration=c, Platform=p)
            for c, p in CONFIGURATIONS]
    out += ["  </ItemGroup>", '  <PropertyGroup Label="Globals">',
            "    <ProjectGuid>%s</ProjectGuid>" % project.guid,
            "    <RootNamespace>%s</RootNamespace>" % project.name, "  </PropertyGroup>",
            '  <Import Project="$(VCTargetsPath)\\Microsoft.Cpp.Default.props" />',
            '  <PropertyGroup Label="Configuration">',
            "    <ConfigurationType>%s</ConfigurationType>" % project.kind,
            "    <PlatformToolset>v120</PlatformToolset>"]
    out += ["    <UseDebugLibraries Condition=\"'$(Configuration)'=='%s'\">%s</UseDebugLibraries>"
            % (c, str(c == "Debug").lower()) for c in dict(CONFIGURATIONS)]
    out += ["    <CharacterSet>Unicode</CharacterSet>", "  </PropertyGroup>",
            '  <Import Project="$(VCTargetsPath)\\Microsoft.Cpp.props" />', "  <PropertyGroup>",
            "    <TargetName>%s</TargetName>" % project.target_name,
            "    <Includes>%s</Includes>" % ";".join(
                windows(f) for f in project.includes
                + ([project.extension.folder] if project.extension else [])),
            "    <Defines>%s</Defines>" % ";".join(
                project.define + (project.extension.define if project.extension else [])),
            "  </PropertyGroup>",
            '  <Import Project="common.props" />', "  <ItemGroup>"]
    for f, extension in {f: e for p in PLATFORMS for f, e in of[p].items()}.items():
        here = [p for p in PLATFORMS if f in of[p]]
        about = {}
        if extension and not project.extension:
            about["AdditionalIncludeDirectories"] = \
                windows(extension.folder) + ";%(AdditionalIncludeDirectories)"
            if extension.define:
                about["PreprocessorDefinitions"] = \
                    ";".join(extension.define) + ";%(PreprocessorDefinitions)"
        if len(here) == 1:
            about["ExcludedFromBuild"] = where[here[0]]
        out.append(item("ClCompile", windows(f), **about))
    for p in PLATFORMS:
        out += [item("CustomBuild", os.path.basename(f), ExcludedFromBuild=where[p])
                for f in project.assembled(p)]
    if not project.extension:
        out += [item("ProjectReference", library.name + ".vcxproj", Project=library.guid)
                for library in PROJECTS if library.kind == "StaticLibrary"]
    out += ["  </ItemGroup>", '  <Import Project="$(VCTargetsPath)\\Microsoft.Cpp.targets" />',
            "</Project>", ""]
    return "\r\n".join(out)


def solution():
    out = ["", "Microsoft Visual Studio Solution File, Format Version 12.00",
           "# Visual Studio 2013",
           "VisualStudioVersion = 12.0.21005.1", "MinimumVisualStudioVersion = 10.0.40219.1"]
    for p in PROJECTS:
        out += ['Project("{8BC9CEB8-8B4A-11D0-8D11-00A0C91BC942}") = "%s", "%s.vcxproj", "%s"'
                % (p.name, p.name, p.guid),
                "EndProject"]
    out += ["Global", "\tGlobalSection(SolutionConfigurationPlatforms) = preSolution"]
    out += ["\t\t%s|%s = %s|%s" % (c, p, c, p) for c, p in CONFIGURATIONS]
    out += ["\tEndGlobalSection", "\tGlobalSection(ProjectConfigurationPlatforms) = postSolution"]
    for project in PROJECTS:
        for c, p in CONFIGURATIONS:
            out += ["\t\t%s.%s|%s.%s = %s|%s" % (project.guid, c, p, what, c, p)
                    for what in ("ActiveCfg", "Build.0")]
    out += ["\tEndGlobalSection", "\tGlobalSection(SolutionProperties) = preSolution",
            "\t\tHideSolutionNode = FALSE",
            "\tEndGlobalSection", "EndGlobal", ""]
    return "\ufeff" + "\r\n".join(out)


VERSION = read("app/VERSION").strip()
MAJOR = VERSION.split(".", maxsplit=1)[0]
# The program's own first, as in configure.
OWN = re.search(r"^project=lib(\w+)$", read("configure"), re.M).group(1)
EXTENSIONS = sorted((Extension("app/extensions/" + name)
                     for name in sorted(os.listdir(os.path.join(TOP, "app/extensions")))
                     if os.path.exists(os.path.join(TOP, "app/extensions", name, "objects.mk"))),
                    key=lambda e: e.name != OWN)
PROJECTS = [Project(e.name + ending, kind, target % e.name, e) for e in EXTENSIONS
            for ending, kind, target in (("-static", "StaticLibrary", "lib%s"),
                                         ("-dll", "DynamicLibrary", "%s-" + MAJOR))]
PROJECTS.append(Project("blake2b-util", "Application", "blake2b-util"))


def write(folder, files):
    """Those that are not there already as they should be."""
    for name, text in files.items():
        path = os.path.join(folder, name)
        data = text.encode("utf-8")
        if content(path) != data:
            with open(path, "wb") as f:
                f.write(data)


def content(path):
    if not os.path.exists(path):
        return None
    with open(path, "rb") as f:
        return f.read()


def main():
    if sys.argv[1:2] == ["--asm"] and len(sys.argv) <= 3:
        write(sys.argv[2] if sys.argv[2:] else HERE, kernels())
        return 0
    if sys.argv[1:2] == ["--list"] and len(sys.argv) == 3 and sys.argv[2] in PLATFORMS:
        for project in PROJECTS:
            for file, extension in project.c(sys.argv[2]).items():
                define, folder = (extension.define, [extension.folder]) if extension else ([], [])
                print(project.name, file, *["-D" + d for d in project.define + define],
                      *["-I" + f for f in ["vs2013"] + project.includes + folder])
            for file in project.assembled(sys.argv[2]):
                print(project.name, file)
        return 0
    if sys.argv[1:] not in ([], ["--check"]):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    files = {"config.h": config_h(), "families.h": families_h(), "libblake2b.sln": solution()}
    for project in PROJECTS:
        files[project.name + ".vcxproj"] = vcxproj(project)
    wrong = [name for name in os.listdir(HERE) if name.endswith(".vcxproj") and name not in files]
    if wrong:
        print("vs2013: not generated any more, delete: " + " ".join(wrong))
    if not sys.argv[1:]:
        write(HERE, files)
        return 1 if wrong else 0
    old = [name for name, text in files.items()
           if content(os.path.join(HERE, name)) != text.encode("utf-8")]
    if old:
        print("vs2013: not current, run vs2013/generate.py: " + " ".join(old))
    return 1 if wrong or old else 0


if __name__ == "__main__":
    sys.exit(main())
