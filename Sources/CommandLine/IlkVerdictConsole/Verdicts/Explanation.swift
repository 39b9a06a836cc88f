import IlkConsole
import FoundationEssentials
package import Ilk
package import IlkPipeline
package import IlkText
package import IlkVocabulary

/// A format for verdicts with their explanations.
package final class Explanation: VerdictFormat {
    package let needsEvidence = true
    private let text: ExplanationText
    private let format: ExplanationFormat
    private var page: ExplanationPage
    private let namesInput: Bool
    private let components: ComponentSession?
    private var values: JSONValueList
    private let encoder: JSONEncoder
    private var count = 0

    package init(
        text: ExplanationText, format: ExplanationFormat, namesInput: Bool = false,
        components: ComponentSession? = nil
    ) {
        self.text = text
        self.components = components
        page = ExplanationPage(top: text.top)
        self.format = format
        self.namesInput = namesInput
        values = JSONValueList(isArray: namesInput)
        encoder = .deterministic(isPretty: format == .json)
    }

    package func append(
        _ verdict: Verdict, of text: RecordText, loggedAs entry: RecordID?, by session: PipelineSession,
        to output: inout [UInt8]
    ) throws {
        let record = text.record
        try append(
            verdict, session.analysis, place: record.place, isNamed: namesInput || record.line != nil,
            components: components?.classify(text.bytes), to: &output)
    }

    /// Appends an explanation.
    ///
    /// - Parameters:
    ///   - isNamed: `true` to show the location of the text. It is `false` for a single text, so that the
    ///     text output does not depend on the file or log.
    ///   - components: The verdicts of rules and model alone, or `nil` to omit them.
    package func append(
        _ verdict: Verdict, _ analysis: AnalyzedText, place: String, isNamed: Bool = false,
        components: ComponentSession.Verdicts? = nil, to output: inout [UInt8]
    ) throws {
        switch format {
        case .html:
            page.add(
                verdict, analysis, place: isNamed ? VisibleText.oneLine(place) : nil, components: components,
                remarks: text.remarks(verdict, analysis))
        case .text:
            if count > 0 { output.append(0x0A) }
            if isNamed {
                let name = FileLocation.fitting(place, in: text.width - 1)
                output.append(contentsOf: "\(name):\n".utf8)
            }
            output.append(contentsOf: text.rendered(verdict, analysis, components: components).utf8)
        case .json:
            let explained = ExplainedVerdict(verdict, components, merged: text.merged)
            values.append(Array(try encoder.encode(explained)), to: &output)
        case .ndjson:
            let explained = ExplainedVerdict(verdict, components, merged: text.merged)
            output.append(contentsOf: try encoder.encode(explained))
            output.append(0x0A)
        }
        count += 1
    }

    package func append(_ fault: RecordFault, to output: inout [UInt8]) {
        if format == .html { page.add(fault) }
        guard format == .text else { return }
        output.append(contentsOf: CommandError(.badInput, fault.message, at: fault.place).report.utf8)
    }

    package func finish(_ output: inout [UInt8]) {
        if format == .html { output.append(contentsOf: page.html.utf8) }
        if format == .json { values.finish(&output) }
    }
}
