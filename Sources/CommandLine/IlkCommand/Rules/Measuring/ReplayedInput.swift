import IlkConsole
import IlkLog
import IlkFraming
import IlkLearning
import IlkVocabulary

/// The texts that verdicts are made of once more.
struct ReplayedInput {
    /// The texts.
    private(set) var texts: [ReplayedText] = []
    /// How many lines were left out.
    private(set) var skippedLines = 0

    /// How many entries of a log are read at a time.
    private static let page = 2_000

    /// Reads lines of JSON with a text, and perhaps a label, each.
    ///
    /// - Throws: `noInput` for a file that cannot be read, `badInput` for a line that cannot, unless such are skipped.
    init(_ files: [String], policy: LabelledFaultPolicy, console: Console) throws(CommandFailure) {
        var reader = LabelledLineReader()
        for file in InputFile.named(files) {
            guard let whole = try WholeText.read(file, maxBytes: .max - 1, stop: console.stop) else {
                try console.checkStop()
                return
            }
            try add(whole.bytes, of: file.name, policy, console, &reader)
        }
    }

    private mutating func add(
        _ bytes: [UInt8], of name: String, _ policy: LabelledFaultPolicy, _ console: Console,
        _ reader: inout LabelledLineReader
    ) throws(CommandFailure) {
        var (start, number) = (0, 0)
        while start < bytes.count {
            number += 1
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            let range = start..<end
            start = end + 1
            let place = "\(name):\(number)"
            let read = bytes.withUnsafeBufferPointer { bytes in
                Result<ReplayedText?, JSONLineError> { () throws(JSONLineError) in
                    let line = UnsafeBufferPointer(rebasing: bytes[range])
                    if JSONLine.isBlank(line) { return nil }
                    let found = try reader.read(line, needsLabel: false)
                    return ReplayedText(
                        text: found.text, category: found.label.isEmpty ? nil : Category(found.label),
                        place: place)
                }
            }
            switch read {
            case .success(let text): if let text { texts.append(text) }
            case .failure(let error):
                guard policy == .skip else {
                    throw CommandFailure(
                        .badInput, error.description, at: "\(name), line \(number)",
                        hint: "leave such lines out with: --on-error skip")
                }
                if skippedLines == 0 {
                    console.note("left out \(name), line \(number): \(error.description)")
                }
                skippedLines += 1
            }
        }
    }

    /// Reads all entries of a log, the oldest first. What a person said of one is what is right.
    init(log store: ClassificationLogStore, console: Console) async throws {
        var cursor: LogCursor?
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
