import ArgumentParser
import FoundationEssentials
import Ilk
import IlkConsole
import IlkFraming
import IlkLog
import IlkStore
import IlkVerdictConsole
import IlkVocabulary

/// Records human corrections of log entries.
struct LogCorrectCommand: StoreCommand, ShowingArguments {
    static let help = CommandText(
        "correct",
        abstract: "Correct the label of a log entry.",
        usage: """
            ilk log correct <entry> <label> ... [--audit] [--by <name>] [--format <format>] [--log-file <file>]
            ilk log correct <entry> --no-label [--audit] [--by <name>] [--format <format>] [--log-file <file>]
            ilk log correct <entry> --withdraw [--by <name>] [--format <format>] [--log-file <file>]
            ilk log correct --from <file> [--by <name>] [--on-error <policy>] [--log-file <file>]
            """,
        discussion: """
            The correction also overrides the classifier for the same text and for nearly equal texts. The \
            predictions for similar texts move towards the corrected label. Specify an entry by position \
            (-1 is the newest, -2 the one before), by id, or by the last 8 characters of the id. An entry \
            can be corrected again: the last correction counts, and 'ilk log show' lists all corrections. \
            --withdraw withdraws all \
            corrections of the entry: the entry has its predicted label again, and later retrainings do not \
            learn from these corrections. Exit status: 64 for an unknown label or an ambiguous id, 66 if the entry does \
            not exist.

            In a multi-label taxonomy, the correction contains all labels of the text: several arguments, or \
            one argument with commas between the labels. --no-label stores that no label applies. If a \
            label begins with a hyphen, put all options first, then '--', then the labels.

            --from reads a CSV or TSV file with the columns 'id' and 'category', or JSON Lines with these \
            fields; 'author' and 'audit' are optional. The extension of the file (.csv, .tsv, .jsonl, \
            .ndjson) determines the format. A file with another extension is read as JSON Lines if it begins \
            with a brace, otherwise as CSV. In a multi-label taxonomy, the column can contain several \
            labels with commas between them, and a JSON line can have an array 'categories' instead. The \
            column or field 'none' is true if no label applies. Lines with neither a category nor 'none' are \
            ignored. If a \
            line is invalid, nothing is stored (status 65). With --on-error skip, the valid lines are stored \
            (status 2).
            """,
        examples: [
            "Log a text": "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite",
            "Read corrections from a file":
                "ilk log queue --format ndjson --log-file mine.sqlite | sed 's/{/{\"category\":\"message\",/' > review.jsonl; ilk log correct --from review.jsonl --log-file mine.sqlite",
            "Correct the newest entry": "ilk log correct -1 message --log-file mine.sqlite",
            "Withdraw the correction": "ilk log correct -1 --withdraw --log-file mine.sqlite",
        ])

    /// The parser treats `-1` as an option, so unrecognized arguments are passed through to `validate`.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The entry to correct, and its correct labels.", valueName: "entry> <label"))
    var words: [String] = []

    @Option("Read the corrections from a CSV, TSV or JSON Lines file.", value: "file", completion: .file())
    var from: String?

    @Option(help: "On an invalid line: skip it, or reject the file.")
    var onError: InputErrorPolicy = .stop

    @Flag(help: "The entry is from a random sample; such entries measure accuracy.")
    var audit = false

    @Flag(help: "Store that no label applies (multi-label).")
    var noLabel = false

    @Flag(help: "Withdraw the corrections instead of adding one.")
    var withdraw = false

    @Option("The author of the correction. (default: your user name)", value: "name")
    var by: String?

    @OptionGroup var shown: ShownOptions<LogApplication, OutputFormat>

    /// The entry and its labels.
    private var values: [String] {
        let (before, after) = EntryArgument.split(words)
        return before + after
    }

    func validate() throws {
        let before = EntryArgument.split(words).before
        try EntryArgument.check(before)
        if from != nil {
            if !words.isEmpty || audit || withdraw || noLabel {
                throw ValidationError(
                    "--from cannot be combined with an entry, --audit, --no-label or --withdraw.")
            }
            return
        }
        if withdraw {
            guard values.count == 1, !audit, !noLabel else {
                throw ValidationError("--withdraw needs exactly one entry and no label.")
            }
            return
        }
        if noLabel {
            guard values.count == 1 else {
                throw ValidationError("--no-label needs exactly one entry and no label.")
            }
            return
        }
        guard values.count >= 2, !before.dropFirst().contains(where: { $0.hasPrefix("-") }) else {
            throw ValidationError("Expected an entry and a label.")
        }
    }

    func open(_ console: Console) async throws -> OpenStore<LogApplication> {
        try .openForWriting(place.settings, console)
    }

    func run(on open: OpenStore<LogApplication>) async throws {
        let author = by ?? open.console.userName
        if let from {
            try await CorrectionImport(author: author, policy: onError, console: open.console).run(
                from, into: open)
        } else if withdraw {
            let (before, after) = try await open.store.withdrawCorrections(
                of: LogApplication.reference(values.first ?? ""), author: author)
            try open.show(after, before, before.isCorrected ? .withdrawn : .uncorrected, format)
        } else {
            try await open.correct(
                values.first ?? "", to: Array(values.dropFirst()), source: audit ? .audit : .human,
                author: author, as: format)
        }
    }
}

extension OpenStore<LogApplication> {
    /// Corrects an entry and writes its old and new labels.
    ///
    /// - Parameters:
    ///   - reference: `-1`, an id, or the end of an id.
    ///   - names: The label, or all labels of a multi-label set.
    func correct(
        _ reference: String, to names: [String], source: CorrectionSource, author: String?,
        as format: OutputFormat
    ) async throws {
        let set = try LabelSetCatalog(folders: console.folders).set(with: store.taxonomy)
        let labels = try LogLabels(store.taxonomy, set).labels(names)
        for name in names.map({ Category($0) }) {
            guard let label = set?.current(name), label != name else { continue }
            console.note("the label '\(name)' was merged into '\(label)'")
        }
        let before = try await store.entry(LogApplication.reference(reference))
        let entry = try await store.correct(
            .id(before.id), to: labels, isMultilabel: set?.isMultilabel ?? false, source: source,
            author: author)
        let added = try await store.history(of: entry.id).last
        try show(entry, before, added?.isIgnored ?? false ? .ignored : .corrected, format)
        if let added { try await noteIgnored([added.source.rawValue, added.author ?? ""]) }
    }

    /// Prints a note for each of these authors and sources whose corrections are ignored.
    fileprivate func noteIgnored(_ names: Set<String>) async throws {
        for name in try await store.leftOut() where names.contains(name) {
            console.note(
                "corrections by \(name) are ignored; to count them: ilk retrain --with-author "
                    + ShellText.word(name) + fileOption)
        }
    }

    /// Writes the old and the new labels of an entry.
    fileprivate func show(
        _ entry: ClassificationLogEntry, _ earlier: ClassificationLogEntry, _ outcome: CorrectionOutcome,
        _ format: OutputFormat
    ) throws {
        // A correction can make the entry multi-label.
        let isMultilabel = entry.isMultilabel || earlier.isMultilabel
        let was = isMultilabel ? earlier.categories : [earlier.category]
        let (before, after) = (was.map(\.rawValue), entry.effectiveLabels.map(\.rawValue))
        var fields: JSONObject = ["before": before.first, "after": after.first, "entry": entry.fields]
        if entry.isMultilabel { (fields["before"], fields["after"]) = (before, after) }
        let wasCorrected = earlier.correctedCategory != nil
        try console.write(one: fields, as: format) {
            line(entry, was: was, wasCorrected: wasCorrected, outcome)
        }
    }

    private func line(
        _ entry: ClassificationLogEntry, was: [Category], wasCorrected: Bool, _ outcome: CorrectionOutcome
    ) -> String {
        let isUnsure = !entry.isMultilabel && !wasCorrected && entry.verdict?.abstention != nil
        let (before, after) = (LogTable.names(was), LogTable.names(entry.effectiveLabels))
        // A different order of the labels is not a change.
        let change =
            Set(was) == Set(entry.effectiveLabels)
            ? "\(before), \(outcome.rawValue)" : "\(before)\(isUnsure ? "?" : "") → \(after)"
        let line = "\(style(entry.shortID, .faint))  \(style(change, .strong))  "
        let room = max(8, console.columns - DisplayWidth.of("\(entry.shortID)  \(change)  "))
        let text = VisibleText.oneLine(String(entry.log.text.prefix(4 * room)))
        return line + DisplayWidth.truncated(text, to: room) + "\n"
    }

    private func style(_ text: String, _ tone: Style.Tone) -> String { console.style.paint(text, tone) }
}

/// The outcome of a command for an entry. The value is shown if the label of the entry is unchanged.
private enum CorrectionOutcome: String {
    case corrected = "confirmed"
    /// The new correction does not count, because its author or source is ignored.
    case ignored = "unchanged"
    case withdrawn = "correction withdrawn"
    /// There was no correction to withdraw.
    case uncorrected = "no correction to withdraw"
}

extension ClassificationLogEntry {
    /// The labels after corrections. For an abstention in a single-label taxonomy, the most probable label.
    fileprivate var effectiveLabels: [Category] { isMultilabel ? categories : [category] }
}

/// An import of corrections from CSV or NDJSON.
struct CorrectionImport {
    /// The author of the corrections in lines that do not name an author.
    var author: String?
    /// The handling of invalid lines.
    var policy: InputErrorPolicy
    var console: Console

    private struct Line: Decodable {
        var id: String
        var category: String?
        var categories: [String]?
        var none: Bool?
        var author: String?
        var audit: Bool?

        /// The names of the labels, or `nil` if the line has no correction. If ``none`` is `true`, the
        /// correction has no labels.
        func labels(isMultilabel: Bool) -> [String]? {
            if isMultilabel, none == true { return [] }
            let names = isMultilabel ? categories ?? [category ?? ""] : [category ?? ""]
            return names == [] || names == [""] ? nil : names
        }
    }

    /// Imports the corrections. All lines are checked before the first correction is stored.
    ///
    /// - Throws: `badInput` for an invalid line, or `partlyDone` if lines were skipped.
    func run(_ file: String, into open: OpenStore<LogApplication>) async throws {
        let store = open.store
        let input = InputFile.named([file])[0]
        var leftOut = 0
        var sound: [(line: Line, id: RecordID, labels: [Category])] = []
        let set = try LabelSetCatalog(folders: console.folders).set(with: store.taxonomy)
        let isMultilabel = set?.isMultilabel ?? false
        for item in try items(file, input) {
            do {
                let line = try item.line.get()
                // Lines without a category are ignored.
                guard let names = line.labels(isMultilabel: isMultilabel) else { continue }
                let labels = try LogLabels(store.taxonomy, set).labels(names)
                sound.append((line, try await store.entry(RecordReference(line.id)).id, labels))
            } catch let error as any InvalidRecord {
                try leaveOut("\(error)", "\(input.name):\(item.number)", &leftOut)
            } catch let problem as RecordError {
                try leaveOut(problem.message, "\(input.name):\(item.number)", &leftOut)
            }
        }
        for (line, id, labels) in sound {
            try await store.correct(
                .id(id), to: labels, isMultilabel: isMultilabel,
                source: line.audit == true ? .audit : .import, author: line.author ?? author)
            try console.checkStop()
        }
        console.note(
            "Stored \(DecimalText.counted(sound.count, "correction")), \(leftOut) skipped.")
        let sources = sound.map { ($0.line.audit == true ? CorrectionSource.audit : .import).rawValue }
        try await open.noteIgnored(Set(sources + sound.compactMap { $0.line.author ?? author }))
        if leftOut > 0 { throw CommandError(.partlyDone, "") }
    }

    private func leaveOut(_ says: String, _ place: String, _ leftOut: inout Int) throws {
        guard policy == .skip else {
            throw CommandError(
                .badInput, says, at: place,
                hint: "nothing was stored; skip invalid lines with: --on-error skip")
        }
        leftOut += 1
        console.note("skipped \(place): \(says)")
    }

    private typealias Item = (number: Int, line: Result<Line, RecordError>)

    /// Returns the lines of a file. A byte order mark is skipped. The extension of the file determines its
    /// format. Without a known extension, a file whose first character is a brace contains JSON Lines.
    private func items(_ path: String, _ input: InputFile) throws -> [Item] {
        let whole = try console.read(input).bytes
        let bytes = Array(whole.dropFirst(ByteOrderMark.length(in: whole)))
        switch path.split(separator: ".").last?.lowercased() {
        case "jsonl", "ndjson": return lines(bytes)
        case "csv": return try rows(bytes, input.name)
        case "tsv": return try rows(bytes, input.name, separator: UInt8(ascii: "\t"))
        default:
            let isJSON = bytes.first { $0 > 0x20 } == UInt8(ascii: "{")
            return isJSON ? lines(bytes) : try rows(bytes, input.name)
        }
    }

    private func lines(_ bytes: [UInt8]) -> [Item] {
        bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
            .filter { $0.element.contains { $0 > 0x20 } }
            .map { place, json in
                let line = Result { try RecordError.decode(Line.self, json, of: "a correction") }
                    .mapError { $0 as? RecordError ?? RecordError(message: "not a JSON object") }
                return (place + 1, line)
            }
    }

    private func rows(
        _ bytes: [UInt8], _ name: String, separator: UInt8 = UInt8(ascii: ",")
    ) throws -> [Item] {
        let rows = CommaSeparated.rows(bytes, separator: separator)
        let names = rows.first?.fields ?? []
        let reader: NamedFields
        do {
            reader = try NamedFields(names: names, needed: ["id", "category"])
        } catch let problem as RecordError {
            throw CommandError(
                .badInput, problem.message, at: FileLocation.text(name, line: rows.first?.line ?? 1),
                hint: "the columns are: \(Suggestion.list(names.compactMap(\.self))); "
                    + "allowed: id, category, author, audit, none")
        }
        return rows.dropFirst().map { row in
            guard let fields = row.fields else {
                return (row.line, .failure(.init(message: "unbalanced quotes or invalid UTF-8")))
            }
            guard let id = reader.field("id", of: fields) else {
                return (row.line, .failure(.init(message: "missing field 'id'")))
            }
            func isTrue(_ name: String) -> Bool {
                ["true", "1", "yes"].contains(reader.field(name, of: fields) ?? "")
            }
            let line = Line(
                id: id, category: reader.field("category", of: fields), none: isTrue("none"),
                author: reader.field("author", of: fields), audit: isTrue("audit"))
            return (row.line, .success(line))
        }
    }
}
