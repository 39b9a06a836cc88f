import IlkFraming
package import IlkConsole
package import IlkLearning
package import IlkVocabulary

/// The labeled texts of one or more inputs, and the number of skipped records.
package struct LabeledInput {
    /// The texts in the order of the inputs and their records.
    package private(set) var texts: [LabeledText] = []
    /// The time of each text in seconds since 1970-01-01T00:00:00Z. Empty if the settings name no field for
    /// the time.
    package private(set) var times: [Double] = []
    package private(set) var skippedLines = 0
    /// `true` if the texts can have several labels or none.
    package private(set) var isMultilabel = false
    /// The handling of invalid records, and of texts with unknown labels.
    private var policy = InputErrorPolicy.stop
    /// The files, with the index of the first text of each.
    private var files: [(start: Int, name: String, unit: LabeledPlace.Unit)] = []
    /// The line or offset of each text.
    private var numbers: [Int] = []
    private var origin = InputOrigin()

    /// Creates an input from existing texts.
    package init(texts: [LabeledText] = []) {
        self.texts = texts
    }

    /// Reads labeled texts.
    ///
    /// - Parameters:
    ///   - arguments: The files and folders; `-` is standard input.
    ///   - sources: A file whose *n*th line names the source of the *n*th record. These names take precedence
    ///     over sources in the records. With `nil`, a record can name its source in a field.
    ///   - settings: The format, and the handling of invalid records: the first invalid record ends the
    ///     command, or all are skipped and counted.
    ///   - labels: The number of labels that a record must have. Arrays of labels make the texts multi-label.
    ///   - console: The console for messages about skipped records.
    /// - Throws: `noInput` for an unreadable file. `badInput` for an invalid record, for an empty line in the
    ///   file of sources, or if the number of sources differs from the number of records.
    package static func read(
        _ arguments: [String], sources: String? = nil,
        settings: LabeledInputSettings = LabeledInputSettings(),
        labels: LabeledTextReader.LabelRequirement = .one, console: Console
    ) throws(CommandError) -> LabeledInput {
        let names = try sources.map { path throws(CommandError) in try sourceNames(in: path, console) }
        var input = LabeledInput()
        input.policy = settings.policy
        var reader = LabeledInputReader(settings: settings, labels: labels, console: console)
        try reader.read(arguments) { input.add($0, sources: names) }
        input.skippedLines = reader.skipped
        input.origin = reader.origin
        input.isMultilabel = labels == .any || reader.hasLabelArrays
        if let sources, let names, names.count != reader.count {
            throw CommandError(
                .badInput,
                "the file has \(names.count) lines, but there are \(reader.count) labeled texts", at: sources,
                hint: "line n of the file must name the source of text n")
        }
        return input
    }

    private mutating func add(_ record: LabeledInputReader.Record, sources: [String]?) {
        let source = sources.flatMap { record.ordinal < $0.count ? $0[record.ordinal] : nil }
        let place = record.place
        if files.last.map({ $0.name != place.name || $0.unit != place.unit }) ?? true {
            files.append((texts.count, place.name, place.unit))
        }
        texts.append(LabeledText(record.line, source: source))
        if let time = record.line.time { times.append(time) }
        numbers.append(place.number)
    }

    /// Returns the location of a text, such as `mine.jsonl:12`.
    ///
    /// - Parameter index: The index of the text.
    package func place(of index: Int) -> String {
        guard index < numbers.count else { return "text \(index + 1)" }
        // The last file that begins at or before the text.
        var (low, high) = (0, files.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if files[middle].start <= index { low = middle } else { high = middle - 1 }
        }
        return LabeledPlace(name: files[low].name, unit: files[low].unit, number: numbers[index]).words
    }

    /// Returns the line of a text, or `nil` if the texts are not lines of a single file.
    ///
    /// - Parameter index: The index of the text.
    package func line(of index: Int) -> Int? {
        files.count == 1 && files[0].unit == .line ? numbers[index] : nil
    }

    /// Returns the lines of a file of sources without their line breaks. A byte order mark is skipped.
    ///
    /// - Throws: `noInput` for an unreadable file, or `badInput` for an empty line.
    private static func sourceNames(
        in path: String, _ console: Console
    ) throws(CommandError) -> [String] {
        let bytes = try console.read(InputFile.named([path])[0]).bytes
        var lines = bytes.dropFirst(ByteOrderMark.length(in: bytes))
            .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty ?? false { lines.removeLast() }
        if let empty = lines.firstIndex(where: { $0.allSatisfy { $0 <= 0x20 } }) {
            throw CommandError(
                .badInput, "the line is empty; expected the name of a source", at: "\(path):\(empty + 1)",
                hint: "line n of the file must name the source of text n")
        }
        return lines.map { line in
            String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
        }
    }

    /// Replaces merged labels by the labels that they were merged into. Removes retired labels, and texts
    /// that have only retired labels.
    ///
    /// - Parameter set: The label set.
    /// - Returns: The number of removed texts.
    package mutating func relabel(by set: LabelSet) -> Int {
        let count = texts.count
        let kept = set.relabel(&texts)
        guard kept.count < count else { return 0 }
        var place = 0
        for index in files.indices {
            while place < kept.count, kept[place] < files[index].start { place += 1 }
            files[index].start = place
        }
        times = times.isEmpty ? [] : kept.map { times[$0] }
        numbers = numbers.isEmpty ? [] : kept.map { numbers[$0] }
        return count - kept.count
    }

    /// Returns the texts whose labels belong to a taxonomy. Other texts are skipped, or are an error if the
    /// policy is to stop.
    ///
    /// - Parameters:
    ///   - taxonomy: The taxonomy.
    ///   - who: The name of the classifier in messages.
    ///   - console: The console for the message about skipped texts.
    /// - Throws: `badInput` if there are no texts, or if every text has a label outside the taxonomy. If the
    ///   policy is to stop, one such text is enough.
    package func known(
        to taxonomy: Taxonomy, by who: String, telling console: Console
    ) throws(CommandError) -> [LabeledText] {
        guard !texts.isEmpty else { throw noTexts(to: "measure") }
        guard let first = texts.firstIndex(where: { !$0.isLabeled(by: taxonomy) }) else { return texts }
        let known = texts.filter { $0.isLabeled(by: taxonomy) }
        let strangers = Set(texts.flatMap(\.categories)).subtracting(taxonomy.categories).sorted()
            .map(\.rawValue)
        let list = strangers.prefix(5).joined(separator: ", ") + (strangers.count > 5 ? ", ..." : "")
        let labels = strangers.count == 1 ? "a label" : "labels"
        let what =
            "\(DecimalText.counted(texts.count - known.count, "text")) with \(labels) unknown to \(who): \(list)"
        guard policy == .skip, !known.isEmpty else {
            let names = taxonomy.categories.map(\.rawValue)
            let unknown = texts[first].categories.first { taxonomy.index(of: $0) == nil }
            let more = known.count + 1 == texts.count ? "" : " (\(what))"
            throw CommandError(
                .badInput, "unknown label '\(unknown ?? "")'\(more)", at: place(of: first),
                hint: Suggestion.hint(
                    for: unknown?.rawValue ?? "", among: names, listing: "allowed:"))
        }
        console.note("skipped \(what)")
        return known
    }
}

extension LabeledInput {
    /// Returns the error for an input without texts.
    ///
    /// - Parameter verb: The purpose of the texts, such as `measure`.
    package func noTexts(to verb: String) -> CommandError { origin.noTexts(to: verb) }
}
