import ArgumentParser
import IlkConsole

/// Renames the keys of older rule packs.
struct RulesMigrateCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "migrate",
        abstract: "Rename the keys of rule packs of an older version.",
        discussion: """
            Renames 'says' to 'description', 'because' to 'reason', 'known_false' to 'known_false_positive' \
            and 'known_miss' to 'known_false_negative'. All other bytes, including comments and layout, are \
            preserved. Each file is replaced whole or not at all. With --check nothing is written: the \
            command lists the files that would change, and exits with 1 if there are any. With - instead of \
            files, the pack is read from standard input and written to standard output.
            """,
        examples: [
            "Create a pack with older keys":
                "printf 'version: 1\\npack: my.own\\ntaxonomy: doctype\\nsays: Mine\\nrules: []\\n' > older.yaml",
            "Rename its keys": "ilk rules migrate older.yaml",
            "Check the keys": "ilk rules migrate --check older.yaml",
        ])

    @OptionGroup var files: PackRewriteOptions

    func run() throws { try files.rewriting(.migrate).run(files.packs) }
}
