import IlkConsole
import IlkFraming
import IlkLearning

/// A reader of mailboxes. It is a protocol because Swift 6.3's optimizer miscompiles a closure that is the
/// value of a task local.
package protocol MailboxReading: Sendable {
    /// Reads the messages of a mailbox in order.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - accept: Called with the offset of each message, and with its text or the reason why it cannot be
    ///     read.
    /// - Throws: Errors of reading the file and of the closure.
    func read(_ path: String, _ accept: (Int, Result<String, MailboxReadingProblem>) throws -> Void) throws
}

/// The reason why a message cannot be read.
package struct MailboxReadingProblem: Error {
    /// The reason, without text of the message.
    package var reason: String

    package init(reason: String) { self.reason = reason }
}

/// A reader of labeled texts in all formats.
package struct LabeledInputReader {
    /// A record with its location.
    struct Record {
        var line: LabeledLine
        var place: LabeledPlace
        /// The number of records before this record in all inputs, including invalid records.
        var ordinal: Int
    }

    /// The reader of mailboxes, or `nil` if the program has none.
    @TaskLocal package static var mailboxes: (any MailboxReading)?

    let settings: LabeledInputSettings
    /// The number of labels that a record must have.
    let labels: LabeledTextReader.LabelRequirement
    /// `true` if a record has an array of labels.
    private(set) var hasLabelArrays = false
    let console: Console
    /// The number of records, including invalid records.
    private(set) var count = 0
    /// The number of invalid records.
    private(set) var skipped = 0
    private(set) var origin = InputOrigin()
    /// The first problem of the current input, with its location. A problem that makes the rest of the input
    /// unreadable replaces it.
    private var first: (place: String, problem: LabeledTextProblem, isFatal: Bool)?
    /// The number of problems in the current input.
    private var problems = 0

    init(
        settings: LabeledInputSettings, labels: LabeledTextReader.LabelRequirement = .one, console: Console
    ) {
        self.settings = settings
        self.labels = labels
        self.console = console
    }

    /// Reads inputs in order.
    ///
    /// - Parameters:
    ///   - arguments: The files and folders; `-` is standard input.
    ///   - body: Called for each valid record.
    /// - Throws: `noInput` for an unreadable file, `badInput` for an invalid record unless such records are
    ///   skipped, `unavailable` for a mailbox if the program has no reader of mailboxes.
    mutating func read(_ arguments: [String], _ body: (Record) -> Void) throws(CommandError) {
        for input in InputFile.named(arguments) {
            (first, problems) = (nil, 0)
            var bytes: [UInt8] = []
            let format = try format(of: input, &bytes)
            origin.add(input.name, format, settings.fields)
            switch format {
            case .folder: try readFolder(input, body)
            case .mbox: try readMailbox(input, body)
            case .jsonl, .csv, .tsv, .fasttext: readFile(bytes, format.ofFile ?? .jsonl, input.name, body)
            }
            try report(format, bytes)
        }
    }

    /// Returns the format of an input. Also reads the bytes, unless the input is a folder or a mailbox.
    private func format(
        of input: InputFile, _ bytes: inout [UInt8]
    ) throws(CommandError) -> LabeledInputFormat {
        var named: LabeledInputFormat?
        if case .path(let path) = input { named = LabeledInputFormat.recognized(path: path) }
        let known = settings.format ?? (named == .folder || named == .mbox ? named : nil)
        if known == .folder || known == .mbox { return known ?? .folder }
        bytes = try console.read(input).bytes
        return known ?? LabeledInputFormat.recognized(bytes: bytes, named: named)
    }

    private mutating func readFile(
        _ bytes: [UInt8], _ format: LabeledTextFormat, _ name: String, _ body: (Record) -> Void
    ) {
        let reader = LabeledTextReader(
            format: format, fields: settings.fields, labels: labels, labelSeparator: settings.labelSeparator)
        reader.read(bytes) { number, outcome in
            accept(outcome, LabeledPlace(name: name, number: number), body)
        }
    }

    private mutating func accept(
        _ outcome: LabeledTextReader.Outcome, _ place: LabeledPlace, _ body: (Record) -> Void
    ) {
        switch outcome {
        case .success(let line):
            if line.hasLabelArray { hasLabelArrays = true }
            body(Record(line: line, place: place, ordinal: count))
        case .failure(let problem):
            var words = place.words
            if place.unit == .line || problem.column != nil {
                words = FileLocation.text(place.name, line: problem.line, column: problem.column)
            }
            note(problem, at: words)
        }
        count += 1
    }

    private mutating func note(_ problem: LabeledTextProblem, at place: String) {
        problems += 1
        if first == nil || problem.endsFile, first?.isFatal != true {
            first = (place, problem, problem.endsFile)
        }
    }

    // MARK: Folders and mailboxes

    private mutating func readFolder(_ input: InputFile, _ body: (Record) -> Void) throws(CommandError) {
        guard case .path(let path) = input, LabeledInputFormat.isFolder(path) else {
            throw CommandError(
                .noInput, "not a folder", at: input.name,
                hint: "expected a folder with a subfolder for each label")
        }
        let folder = try LabeledFolder(path)
        for remark in folder.remarks { console.note(remark) }
        for file in folder.files {
            try console.checkStop()
            accept(
                LabeledFolder.text(try console.read(.path(file.path)).bytes).flatMap { text in
                    Self.named(LabeledLine(text: text, label: file.label))
                }, LabeledPlace(name: file.path, unit: .file), body)
        }
        for (place, reason) in folder.problems { accept(.failure(.file(reason)), place, body) }
    }

    private mutating func readMailbox(_ input: InputFile, _ body: (Record) -> Void) throws(CommandError) {
        guard case .path(let path) = input else {
            throw CommandError(
                .badInput,
                "a mailbox cannot be read from standard input, because its label is its file name",
                at: input.name,
                hint: "save the mailbox as a file, such as spam.mbox for the label spam")
        }
        guard let mailboxes = Self.mailboxes else {
            throw CommandError(
                .unavailable, "this build cannot read mailboxes", at: path,
                hint: "build ilk with all applications: make build")
        }
        let label = Self.label(ofFile: path)
        do {
            try mailboxes.read(path) { offset, message in
                try console.checkStop()
                let outcome = message.mapError { LabeledTextProblem.file($0.reason) }
                    .flatMap { Self.named(LabeledLine(text: $0, label: label)) }
                accept(outcome, LabeledPlace(name: path, unit: .offset, number: offset), body)
            }
        } catch {
            throw CommandError(error)
        }
    }

    /// Returns a text whose label is the name of its folder or mailbox, or a failure if the name cannot be a
    /// label.
    private static func named(_ line: LabeledLine) -> LabeledTextReader.Outcome {
        LabeledTextReader.fault(in: line).map { .failure(.file($0)) } ?? .success(line)
    }

    /// Returns the name of a file without its folder and its suffix.
    static func label(ofFile path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
        return String(name[..<dot])
    }

    // MARK: Problems

    /// Reports the problems of an input.
    ///
    /// - Throws: `badInput` with the first problem, if the policy is to stop or the rest of the input cannot
    ///   be read.
    private mutating func report(_ format: LabeledInputFormat, _ bytes: [UInt8]) throws(CommandError) {
        guard let (place, problem, isFatal) = first else { return }
        guard settings.policy == .skip, !isFatal else {
            throw CommandError(.badInput, problem.reason, at: place, hint: hint(problem, format, bytes))
        }
        skipped += problems
        console.note(
            "skipped \(place): \(problem.reason)"
                + (problems == 1
                    ? "" : ", and \(DecimalText.counted(problems - 1, "more \(Self.unit(format))"))"))
    }

    /// Returns the noun for a record.
    private static func unit(_ format: LabeledInputFormat) -> String {
        format == .folder ? "file" : format == .mbox ? "message" : "line"
    }

    private func hint(
        _ problem: LabeledTextProblem, _ format: LabeledInputFormat, _ bytes: [UInt8]
    ) -> String {
        let skip = "skip invalid \(Self.unit(format))s with: --on-error skip"
        switch problem.cause {
        case .columns:
            return
                "name the columns with --text-field and --label-field (numbers if there is no header row)"
        case .encoding: return "convert the file to UTF-8, for example with: iconv -f WINDOWS-1252 -t UTF-8"
        case .utf16: return "convert the file to UTF-8 with: iconv -f UTF-16 -t UTF-8"
        case .spreadsheet: return "save the sheet as CSV in UTF-8"
        case .severalLabels:
            return labels == .oneOrArray
                ? "for texts with several labels use --multilabel; for others keep one label on each line, or \(skip)"
                : "keep one label on each line, or \(skip)"
        case .notJSON:
            if problem.line == 1, bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "[") {
                return "write each object of the array on a line, for example with: jq -c '.[]'"
            }
            let meant = LabeledInputFormat.recognized(bytes: bytes, named: nil)
            guard problem.line == 1, meant != .jsonl else { return skip }
            let name = meant.hasFields ? meant.rawValue.uppercased() : meant.rawValue
            return "the file looks like \(name): use --input-format \(meant.rawValue)"
        case .missingField:
            return "if the field has another name, use --text-field or --label-field; otherwise \(skip)"
        case .unclosedQuote: return "close the quote; within quotes, write a quote twice"
        case .record: return skip
        }
    }
}

extension LabeledTextProblem {
    /// Creates a problem of a whole file or message.
    fileprivate static func file(_ reason: String) -> LabeledTextProblem {
        LabeledTextProblem(line: 1, reason)
    }
}
