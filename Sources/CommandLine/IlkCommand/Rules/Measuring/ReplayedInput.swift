import IlkConsole
import IlkLog
import IlkStore
import IlkFraming
import IlkLearning
import IlkVocabulary

/// The texts for a replay.
struct ReplayedInput {
    private(set) var texts: [ReplayedText] = []
    private(set) var skippedLines = 0

    /// The number of log entries per read.
    private static let page = 2_000

    /// Reads NDJSON lines with a text and an optional label.
    ///
    /// - Throws: `noInput` for an unreadable file, `badInput` for an invalid line unless such lines are
    ///   skipped.
    init(_ files: [String], policy: LabeledErrorPolicy, console: Console) throws(CommandError) {
        var reader = LabeledLineReader()
        for file in InputFile.named(files) {
            try add(console.read(file).bytes, of: file.name, policy, console, &reader)
        }
    }

    private mutating func add(
        _ bytes: [UInt8], of name: String, _ policy: LabeledErrorPolicy, _ console: Console,
        _ reader: inout LabeledLineReader
    ) throws(CommandError) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            do throws(JSONLineError) {
                try line.withUnsafeBufferPointer { line throws(JSONLineError) in
                    if JSONLine.isBlank(line) { return }
                    let found = try reader.read(line, needsLabel: false)
                    texts.append(
                        ReplayedText(
                            text: found.text, category: found.label.isEmpty ? nil : Category(found.label),
                            place: "\(name):\(index + 1)"))
                }
            } catch {
                let place = "\(name):\(index + 1)"
                guard policy == .skip else {
                    throw CommandError(
                        .badInput, error.description, at: place,
                        hint: RecordFileFormat.skippingHint(firstLine: bytes, line: index + 1))
                }
                if skippedLines == 0 { console.note("skipped \(place): \(error.description)") }
                skippedLines += 1
            }
        }
    }

    /// Reads all entries of a log, oldest first. The corrections are their labels.
    init(log store: ClassificationLogStore, console: Console) async throws {
        var cursor: PageCursor?
        while true {
            let entries = try await store.entries(newest: Self.page, before: cursor)
            texts += entries.map { entry in
                ReplayedText(
                    text: entry.log.text, category: entry.correctedCategory, place: entry.shortID)
            }
            guard let last = entries.last else { break }
            cursor = last.cursor
            try console.checkStop()
        }
        texts.reverse()
    }
}
