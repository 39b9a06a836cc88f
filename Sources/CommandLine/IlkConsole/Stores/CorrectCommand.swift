package import ArgumentParser
import FoundationEssentials
package import IlkStore
import IlkVocabulary

/// An application whose records have labels that a person can correct.
package protocol CorrectApplication: StoreApplication {
    /// The options of the command, besides the record and the label.
    associatedtype CorrectChoice: SelectionOptions = NoOptions<Self> where CorrectChoice.Application == Self

    static var correctText: CommandText { get }
    /// Corrects the label of a record, or withdraws its correction.
    ///
    /// - Parameters:
    ///   - reference: `-1`, an id, or the end of an id.
    ///   - correction: The correction. A `nil` label withdraws the earlier corrections. The application sets
    ///     the taxonomy.
    static func correct(
        _ reference: String, by correction: RecordCorrection, _ selection: CorrectChoice.Selection,
        in open: OpenStore<Self>
    ) async throws -> CorrectedRecord
    /// The noun for a record that has a label, such as "phrase". The default is the noun for the
    /// application's records.
    static var labeledRecord: String { get }
}

extension CorrectApplication {
    package static var labeledRecord: String { words.record }

    /// The usage of the command.
    package static var correctUsage: String {
        let options = "[--by <name>] [--\(name)-file <file>]"
        return "ilk \(name) correct <\(labeledRecord)> <label> \(options)\n"
            + "ilk \(name) correct <\(labeledRecord)> --withdraw \(options)"
    }
}

/// A record with its labels before and after a correction, for output.
package struct CorrectedRecord {
    package var id: String
    /// The label before the correction; `nil` for none.
    package var before: String?
    /// The label after the correction; `nil` for none.
    package var after: String?
    package var text: String

    package init(id: String, before: String?, after: String?, text: String) {
        (self.id, self.before, self.after, self.text) = (id, before, after, text)
    }
}

/// Corrects the label of one record of a store.
package struct CorrectCommand<Application: CorrectApplication>: StoreCommand, ShowingArguments {
    package static var help: CommandText { Application.correctText }

    package static var record: String? {
        Application.labeledRecord == Application.words.record ? nil : Application.labeledRecord
    }

    /// The parser treats `-1` as an option, so unrecognized arguments are passed through to `validate`.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "The \(Application.labeledRecord) to correct (-1 or an id), and its correct label.",
            valueName: "\(Application.labeledRecord)> <label"))
    var words: [String] = []

    @Flag(help: "Withdraw the corrections instead of adding one.")
    var withdraw = false

    @Option("The author of the correction. (default: your user name)", value: "name")
    var by: String?

    @OptionGroup var choice: Application.CorrectChoice

    @OptionGroup package var shown: ShownOptions<Application, OutputFormat>

    /// The record and its label.
    private var values: [String] {
        let (before, after) = EntryArgument.split(words)
        return before + after
    }

    package func validate() throws {
        let before = EntryArgument.split(words).before
        try EntryArgument.check(before)
        if withdraw {
            guard values.count == 1 else {
                throw ValidationError("Expected one \(Application.labeledRecord).")
            }
        } else {
            let isLabel = !before.dropFirst().contains { $0.hasPrefix("-") }
            guard values.count == 2, isLabel, values.last?.isEmpty == false else {
                throw ValidationError("Expected one \(Application.labeledRecord) and a label.")
            }
        }
    }

    package func open(_ console: Console) async throws -> OpenStore<Application> {
        try .openForWriting(place.settings, console)
    }

    package func run(on open: OpenStore<Application>) async throws {
        let console = open.console
        let correction = RecordCorrection(
            taxonomy: "", label: withdraw ? nil : values.last, author: by ?? console.userName, time: open.now)
        let record = try await Application.correct(
            values.first ?? "", by: correction, choice.selection(in: open), in: open)
        let fields: JSONObject = ["id": record.id, "before": record.before, "after": record.after]
        try console.write(one: fields, as: format) {
            let (before, after) = (record.before ?? "-", record.after ?? "-")
            let change = before == after ? "\(after), confirmed" : "\(before) → \(after)"
            let head = VisibleText.oneLine("\(record.id)  \(change)  ")
            let room = max(8, console.columns - DisplayWidth.of(head))
            let text = VisibleText.oneLine(String(record.text.prefix(4 * room)))
            return console.style.paint(head, .strong) + DisplayWidth.truncated(text, to: room) + "\n"
        }
    }

    package init() {}
}

extension RecordCorrection {
    /// The correction on one line, for people: `email by ann, 2026-11-26 18:00`.
    package var phrase: String {
        "\(label ?? "withdrawn")\(author.map { " by \($0)" } ?? ""), \(TimeText.text(time))"
    }
}
