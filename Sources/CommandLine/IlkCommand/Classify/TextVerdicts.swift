import IlkVerdictConsole
import IlkConsole
import Ilk
import IlkPipeline
import IlkVocabulary

/// Human-readable verdicts, one line each.
final class TextVerdicts: VerdictFormat {
    let needsEvidence = true
    private var components: ComponentSession?
    private var line: VerdictLine
    private let nameWidth: Int?

    /// The maximum width of an input's name. A longer name is truncated.
    private static let widestName = 40

    /// Creates a format. If there are several inputs, each line begins with the name of its input.
    init(_ line: VerdictLine, inputs: [InputFile], components: ComponentSession? = nil) {
        self.line = line
        self.components = components
        let widest = inputs.map { DisplayWidth.of(VisibleText.oneLine($0.name)) }.max() ?? 0
        nameWidth = inputs.count > 1 ? min(widest, Self.widestName) : nil
        if let nameWidth { self.line.columns -= nameWidth + 2 }
    }

    func use(_ pipeline: Pipeline) {
        if components != nil { components = ComponentSession(pipeline) }
    }

    func append(
        _ verdict: Verdict, of text: RecordText, loggedAs entry: RecordID?, by session: PipelineSession,
        to output: inout [UInt8]
    ) {
        let line = self.line.text(verdict, parts: components?.classify(text.bytes).named ?? [])
        append(line, of: text.record.input, to: &output)
    }

    func append(_ fault: RecordFault, to output: inout [UInt8]) {
        let line = VisibleText.oneLine("error  -   \(fault.place): \(fault.message)")
        append(line, of: fault.input, to: &output)
    }

    private func append(_ line: String, of input: String, to output: inout [UInt8]) {
        if let nameWidth {
            let name = DisplayWidth.truncated(VisibleText.oneLine(input), to: Self.widestName)
            let padding = String(repeating: " ", count: max(0, nameWidth - DisplayWidth.of(name)))
            output.append(contentsOf: "\(name): \(padding)".utf8)
        }
        output.append(contentsOf: line.utf8)
        output.append(0x0A)
    }
}
