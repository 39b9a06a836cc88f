import IlkConsole
import ArgumentParser

/// Lays rule packs out in one way.
struct RulesFmtCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "fmt",
        abstract: "Lay rule packs out in one way: keys, quotes, line breaks. Comments stay.",
        discussion: """
            Nothing that a pack means changes: what would be written is read again and compared first, comments too. \
            A file that has something else than packs have (tags, several documents) is left alone and named. Files \
            are replaced whole or not at all. With --check nothing is written, and the files that would change are \
            listed; ends with 1 when there are any.
            """
    )

    static let examples = [
        CommandExample(
            "A pack from standard input",
            "printf 'version: 1\\npack: my.own\\nsays: \"Mine\"\\ntaxonomy: doctype\\nrules: []\\n' | ilk rules fmt - > mine.yaml"
        ),
        CommandExample("Would it change?", "ilk rules fmt --check mine.yaml"),
    ]

    @Argument(
        help: "Folders and files of rule packs; - is standard input, laid out to standard output.",
        completion: .file())
    var packs: [String]

    @Flag(help: "Write nothing; list the files that would change.")
    var check = false

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if packs.contains("-"), packs.count > 1 { throw ValidationError("- stands alone.") }
    }

    func run() throws {
        try PackFormatting(isCheck: check, console: .standard(display)).run(packs)
    }
}
