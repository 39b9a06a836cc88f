import FoundationEssentials
import IlkPipeline
import IlkVocabulary

/// Explains records one after the other.
final class Explanation: RecordHandler {
    private let session: PipelineSession
    private let text: ExplanationText
    private let format: ExplanationFormat
    private var page: ExplanationPage
    private let namesInput: Bool
    private let output: OutputWriter
    private let encoder = JSONEncoder()
    private var count = 0

    init(
        _ session: PipelineSession, text: ExplanationText, format: ExplanationFormat, namesInput: Bool,
        output: OutputWriter
    ) {
        self.session = session
        self.text = text
        page = ExplanationPage(top: text.top, sayings: text.sayings)
        self.format = format
        self.namesInput = namesInput
        self.output = output
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if format == .json { encoder.outputFormatting.insert(.prettyPrinted) }
    }

    func take(_ bytes: UnsafeBufferPointer<UInt8>, _ record: TextRecord) throws(CommandFailure) {
        var verdict = session.classify(bytes, receipts: true, isTruncated: record.isTruncated)
        if record.isRepaired, !verdict.flags.contains(.repaired) { verdict.flags.insert(.repaired, at: 0) }
        if format == .html {
            page.add(
                verdict, session.analysis, place: VisibleText.oneLine(record.place),
                remarks: text.givenUp.told(verdict, session.analysis))
        } else if format == .text {
            if count > 0 { output.append("\n") }
            if namesInput || record.line != nil { output.append("\(VisibleText.oneLine(record.place)):\n") }
            output.append(text.rendered(verdict, session.analysis))
        } else {
            if format == .json, namesInput { output.append(count == 0 ? "[\n" : ",\n") }
            output.append(try json(verdict))
            if format == .ndjson || !namesInput { output.append("\n") }
        }
        count += 1
    }

    func take(_ fault: RecordFault) {
        if format == .html { page.add(fault) }
        guard format == .text else { return }
        output.append(VisibleText.oneLine("\(fault.place): \(fault.message)") + "\n")
    }

    /// Ends the output.
    func finish() {
        if format == .html { output.append(page.html) }
        if format == .json, namesInput { output.append(count == 0 ? "[]\n" : "\n]\n") }
    }

    private func json(_ verdict: Verdict) throws(CommandFailure) -> [UInt8] {
        do {
            return Array(try encoder.encode(verdict))
        } catch {
            throw CommandFailure(error)
        }
    }
}
