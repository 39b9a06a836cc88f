import Ilk
import IlkConsole
import IlkPipeline
import IlkVocabulary

/// One run of `ilk classify --passthrough`, a mail filter: copies a message, with the verdict in its header.
///
/// A failure to parse, to classify or to log is reported, and the message is copied unchanged, because a mail
/// server could lose or return a message whose filter fails.
struct PassthroughRun {
    /// The maximum size of a message in bytes. A larger message is copied without a verdict.
    static let maximumBytes = 64 << 20

    let input: InputFile
    /// The maximum length of a text in bytes.
    let maxText: Int
    let console: Console
    /// Returns the classifier and the log.
    let classification: () throws -> ClassificationRun

    /// Copies the message.
    ///
    /// - Throws: ``CommandError`` if the message cannot be read or the output cannot be written.
    nonisolated(nonsending) func run() async throws {
        let reader = try input.open(stop: console.stop)
        var block = [UInt8](repeating: 0, count: 1 << 17)
        var message: [UInt8] = []
        var isComplete = false
        while !isComplete, message.count <= Self.maximumBytes {
            let count = try read(reader, into: &block)
            message += block[..<count]
            isComplete = count == 0
        }
        console.output.append(isComplete ? await filtered(message) : message)
        if !isComplete { report("it is larger than \(DecimalText.size(Self.maximumBytes))") }
        try console.output.flush()
        while !isComplete {
            let count = try read(reader, into: &block)
            console.output.append(block[..<count])
            try console.output.flush()
            isComplete = count == 0
        }
    }

    private func read(_ reader: InputReader, into block: inout [UInt8]) throws(CommandError) -> Int {
        let count = try reader.read(into: &block) { () throws(CommandError) in }
        try console.checkStop()
        return count
    }

    /// Returns a message with Ilk's fields in its header, or the unchanged message after a failure.
    private nonisolated(nonsending) func filtered(_ message: [UInt8]) async -> [UInt8] {
        do {
            guard let messages = MessageReader.current else {
                throw CommandError.missing("classify --passthrough")
            }
            let envelope = MessageHeader.envelopeEnd(of: message)
            guard let parsed = try await messages.read(Array(message[envelope...])) else {
                throw CommandError(.badInput, "the input is not a mail message: it has no header")
            }
            let (verdict, entry) = try await classification().verdict(of: parsed.text, maxText: maxText)
            return MessageHeader.adding(Self.fields(verdict, entry), to: message)
        } catch {
            let error = CommandError(error)
            report((error.place.map { "\($0): " } ?? "") + error.what)
            return message
        }
    }

    private func report(_ reason: String) {
        console.writeMessage("ilk: the message is unchanged: \(VisibleText.oneLine(reason))\n")
    }

    private static func fields(_ verdict: Verdict, _ entry: RecordID?) -> [(name: String, value: String)] {
        let labels = verdict.categories ?? [verdict.category]
        let isPrediction = verdict.abstention == nil
        let origin = verdict.provenance
        let fields: [(String, String?)] = [
            ("Category", isPrediction ? labels.map(\.rawValue).joined(separator: ", ") : "unsure"),
            ("Score", DecimalText.fixed(verdict.probability, 4)),
            ("Abstention", verdict.abstention?.rawValue),
            ("Model", origin.modelDigest.map { String($0.prefix(VerdictJSON.digestLength)) }),
            ("Rules", origin.ruleSetDigest.map { String($0.prefix(VerdictJSON.digestLength)) }),
            ("Entry", entry?.description),
        ]
        return fields.compactMap { name, value in value.map { (name, $0) } }
    }
}
