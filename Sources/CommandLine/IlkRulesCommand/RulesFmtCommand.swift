import ArgumentParser
import IlkConsole

/// Formats rule packs.
struct RulesFmtCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "fmt",
        abstract: "Format rule packs: key order, quotes, line breaks.",
        discussion: """
            The meaning of a pack and its comments are preserved: the result is parsed again and compared \
            with the original before it is written. A file that the formatter does not support, such as a \
            file with several YAML documents, is left unchanged and reported. Each file is replaced whole \
            or not at all. With --check nothing is written: the command lists the files that would change, \
            and exits with 1 if there are any. With - instead of files, the pack is read from standard \
            input and written to standard output.
            """,
        examples: [
            "Format a pack from standard input":
                "printf 'version: 1\\npack: my.own\\ndescription: \"Mine\"\\ntaxonomy: doctype\\nrules: []\\n' | ilk rules fmt - > mine.yaml",
            "Check the format": "ilk rules fmt --check mine.yaml",
        ])

    @OptionGroup var files: PackRewriteOptions

    func run() throws { try files.rewriting(.format).run(files.packs) }
}
