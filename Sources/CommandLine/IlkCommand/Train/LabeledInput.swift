package import IlkConsole
import IlkLearning
package import IlkVocabulary

/// The labeled texts of one or more files, and the number of skipped lines.
package struct LabeledInput {
    /// The texts in the order of the files and their lines.
    package private(set) var texts: [LabeledText] = []
    package private(set) var skippedLines = 0
    /// The handling of invalid lines, and of texts with unknown labels.
    private var policy = LabeledErrorPolicy.stop
    /// The number of lines that are not blank.
    private var lines = 0

    /// Creates an input from existing texts.
    package init(texts: [LabeledText] = []) {
        self.texts = texts
    }

    /// Reads files of labeled texts.
    ///
    /// - Parameters:
    ///   - files: The files; `-` is standard input.
    ///   - sources: A file whose *n*th line is the source of the *n*th line that is not blank, or `nil` if
    ///     the lines name their sources or there are none.
    ///   - policy: The handling of invalid lines: the first one ends the command, or all are counted.
    ///   - console: The console for messages about skipped lines.
    /// - Throws: `noInput` for an unreadable file, `badInput` for an invalid line, and if the number of
    ///   sources differs from that of the lines.
    package static func read(
        _ files: [String], sources: String? = nil, policy: LabeledErrorPolicy, console: Console
    ) throws(CommandError) -> LabeledInput {
        let names = try sources.map { path throws(CommandError) in try lines(of: path, console) }
        var input = LabeledInput()
        input.policy = policy
        for file in InputFile.named(files) {
            try input.add(file, sources: names, console)
        }
        if let sources, let names, names.count != input.lines {
            throw CommandError(
                .badInput,
                "\(names.count) sources for \(input.lines) labeled lines; line n is the source of line n",
                at: sources)
        }
        return input
    }

    private mutating func add(
        _ file: InputFile, sources: [String]?, _ console: Console
    ) throws(CommandError) {
        let bytes = try console.read(file).bytes
        let found = LabeledTextFile(
            bytes, sources: sources.map { Array($0.dropFirst(lines)) })
        if let problem = found.problems.first {
            let place = "\(file.name):\(problem.line)"
            guard policy == .skip else {
                throw CommandError(
                    .badInput, problem.reason, at: place,
                    hint: RecordFileFormat.skippingHint(firstLine: bytes, line: problem.line))
            }
            let others = found.problems.count - 1
            console.note(
                "skipped \(place): \(problem.reason)"
                    + (others == 0 ? "" : ", and \(DecimalText.counted(others, "more line"))"))
        }
        texts += found.texts
        skippedLines += found.problems.count
        lines += found.texts.count + found.problems.count
    }

    /// Returns the lines of a text file without their line breaks.
    private static func lines(of path: String, _ console: Console) throws(CommandError) -> [String] {
        var lines = try console.read(InputFile.named([path])[0]).bytes
            .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty ?? false { lines.removeLast() }
        return lines.map { line in
            String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
        }
    }

    /// Returns the texts whose labels belong to a taxonomy.
    ///
    /// - Parameter who: The name of the classifier in messages.
    /// - Throws: `badInput` if there is no text, or a text has another label and the policy is to stop.
    func known(
        to taxonomy: Taxonomy, by who: String, telling console: Console
    ) throws(CommandError) -> [LabeledText] {
        guard !texts.isEmpty else { throw CommandError(.badInput, "no texts") }
        let known = texts.filter { taxonomy.index(of: $0.category) != nil }
        guard known.count < texts.count else { return known }
        let strangers = Set(texts.map(\.category)).subtracting(taxonomy.categories).sorted().map(\.rawValue)
        let list = strangers.prefix(5).joined(separator: ", ") + (strangers.count > 5 ? ", ..." : "")
        let labels = strangers.count == 1 ? "a label" : "labels"
        let what =
            "\(DecimalText.counted(texts.count - known.count, "text")) with \(labels) unknown to \(who): \(list)"
        guard policy == .skip, !known.isEmpty else {
            throw CommandError(
                .badInput, what,
                hint: "the labels are: \(taxonomy.categories.map(\.rawValue).joined(separator: ", "))")
        }
        console.note("skipped \(what)")
        return known
    }
}
