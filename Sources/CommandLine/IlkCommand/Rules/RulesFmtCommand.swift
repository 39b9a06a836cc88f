import IlkRuleTools
import ArgumentParser
import Ilk
import IlkConsole
import IlkRules

/// Formats rule packs.
struct RulesFmtCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "fmt",
        abstract: "Lay rule packs out in one way: keys, quotes, line breaks. Comments stay.",
        discussion: """
            Nothing that a pack means changes: what would be written is read again and compared first, comments too. \
            A file that has something else than packs have (tags, several documents) is left alone and named. Files \
            are replaced whole or not at all. With --check nothing is written, and the files that would change are \
            listed; ends with 1 when there are any.
            """,
        examples: [
            "A pack from standard input":
                "printf 'version: 1\\npack: my.own\\nsays: \"Mine\"\\ntaxonomy: doctype\\nrules: []\\n' | ilk rules fmt - > mine.yaml",
            "Would it change?": "ilk rules fmt --check mine.yaml",
        ])

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

/// A formatter of pack files.
struct PackFormatting {
    /// `true` to only report the files that would change.
    var isCheck: Bool
    var console: Console

    /// The maximum size of an input in bytes.
    private static let inputLimit = 32 << 20

    /// Formats files and folders.
    ///
    /// - Throws: `negative` without a message if files would change; after all files, `badInput` if one is
    ///   not YAML and `partlyDone` if one was skipped; errors of reading and writing.
    func run(_ paths: [String]) throws {
        if paths == ["-"] { return try runThrough() }
        var (changed, failed, skipped) = (0, 0, 0)
        for path in paths {
            guard !path.hasSuffix(RuleFiles.compiledSuffix) else {
                throw CommandError(
                    .usage, "compiled rules have no layout", at: path,
                    hint: "name the packs that it was made from")
            }
            for source in try RuleFiles.read(path) {
                try console.checkStop()
                switch RulePackFormatter.layout(source) {
                case .formatted(let bytes):
                    guard bytes != source.bytes else { continue }
                    changed += 1
                    console.output.append(VisibleText.oneLine(source.name) + "\n")
                    if !isCheck { try replace(source.name, with: bytes) }
                case .unreadable(let problems):
                    failed += 1
                    tell(problems)
                case .leftAlone(let reason, let line):
                    skipped += 1
                    console.writeMessage("ilk: \(Self.told(source.name, reason, line))\n")
                }
            }
        }
        try console.output.flush()
        if failed > 0 {
            throw CommandError(.badInput, "\(DecimalText.counted(failed, "file")) could not be read")
        }
        if isCheck, changed > 0 { throw CommandError(.checkFailed, "") }
        if skipped > 0 { throw CommandError(.partlyDone, "") }
    }

    /// Formats standard input to standard output.
    private func runThrough() throws {
        let input = InputFile.standardInput
        let whole = try console.read(input, maxBytes: Self.inputLimit)
        let source = RuleSource(name: input.name, bytes: whole.bytes)
        switch RulePackFormatter.layout(source) {
        case .formatted(let bytes):
            if isCheck {
                guard bytes == source.bytes else {
                    console.output.append(input.name + "\n")
                    try console.output.flush()
                    throw CommandError(.checkFailed, "")
                }
                return
            }
            console.output.append(bytes)
            try console.output.flush()
        case .unreadable(let problems):
            tell(problems)
            throw CommandError(.badInput, "nothing was laid out", at: input.name)
        case .leftAlone(let reason, let line):
            if !isCheck { console.output.append(source.bytes) }
            try console.output.flush()
            throw CommandError(.partlyDone, Self.told(input.name, reason, line))
        }
    }

    private func tell(_ problems: [RuleDiagnostic]) {
        console.writeMessage(ProblemText(console: console).text(problems))
    }

    private func replace(_ path: String, with bytes: [UInt8]) throws(CommandError) {
        let target = try OutputTarget(path, isForced: true, keepsMode: true, inputs: [])
        guard try target.isFile() else {
            throw CommandError(.cannotCreate, "cannot create: is there and not a file", at: path)
        }
        try target.write(bytes)
    }

    private static func told(_ name: String, _ reason: String, _ line: Int) -> String {
        VisibleText.oneLine("\(name):\(line): left alone: \(reason)")
    }
}
