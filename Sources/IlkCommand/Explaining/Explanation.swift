import Ilk
import FoundationEssentials
import IlkText
import IlkVocabulary

/// Shows explanations of verdicts one after the other.
final class Explanation {
    private let text: ExplanationText
    private let format: ExplanationFormat
    private var page: ExplanationPage
    private let namesInput: Bool
    private let output: OutputWriter
    private let encoder = JSONEncoder()
    private var count = 0

    init(
        text: ExplanationText, format: ExplanationFormat, namesInput: Bool,
        output: OutputWriter
    ) {
        self.text = text
        page = ExplanationPage(top: text.top, sayings: text.sayings)
        self.format = format
        self.namesInput = namesInput
        self.output = output
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if format == .json { encoder.outputFormatting.insert(.prettyPrinted) }
    }

    /// Shows one.
    ///
    /// - Parameters:
    ///   - verdict: The verdict with its evidence.
    ///   - analysis: The text.
    ///   - place: Where the text stands.
    ///   - isNamed: Whether that is told to people: it is not of a text that is explained by itself, so that what is
    ///     written is the same whatever file or log it comes from.
    func show(
        _ verdict: Verdict, _ analysis: AnalyzedText, place: String, isNamed: Bool = false
    ) throws(CommandFailure) {
        if format == .html {
            page.add(
                verdict, analysis, place: isNamed ? VisibleText.oneLine(place) : nil,
                remarks: text.givenUp.told(verdict, analysis))
        } else if format == .text {
            if count > 0 { output.append("\n") }
            if isNamed { output.append("\(VisibleText.oneLine(place)):\n") }
            output.append(text.rendered(verdict, analysis))
        } else {
            if format == .json, namesInput { output.append(count == 0 ? "[\n" : ",\n") }
            output.append(try json(verdict))
            if format == .ndjson || !namesInput { output.append("\n") }
        }
        count += 1
    }

    /// Shows a text that could not be read.
    func show(_ fault: RecordFault) {
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
