package import IlkFraming
package import IlkPipeline
package import IlkVocabulary

package final class JSONVerdicts: VerdictFormat {
    package enum Layout: Hashable, Sendable {
        /// One line per text: an NDJSON line gains a field `classification`; other texts get an object with
        /// the verdict.
        case lines
        /// Each verdict as an indented object. Several inputs form an array.
        case values
        /// Each verdict on one line, without an enclosing object.
        case bare
    }

    /// The splicer that refuses lines with a field `classification`.
    package static let splicer = JSONLineSplicer()

    package let needsEvidence: Bool
    private let layout: Layout
    private let namesInput: Bool
    private let top: Int?
    private let threshold: Double
    private var components: ComponentSession?
    private var json: VerdictJSON
    private var lines: RecordLines
    private var values: JSONValueList
    private var writer = JSONWriter()

    /// - Parameters:
    ///   - pipeline: The pipeline of the verdicts.
    ///   - layout: The layout.
    ///   - explains: `true` to include evidence.
    ///   - components: `true` to include the verdicts of rules and model alone.
    ///   - top: The number of scores, the highest first, or `nil` for all.
    ///   - threshold: The probability below which a prediction becomes an abstention, 0 to 1.
    ///   - namesInput: `true` to add the name of the input to each text, if there are several inputs.
    ///   - splicer: The splicer that checked the NDJSON lines.
    package init(
        _ pipeline: Pipeline, _ layout: Layout, explains: Bool = false, components: Bool = false,
        top: Int? = nil, threshold: Double = 0, namesInput: Bool = false,
        splicer: JSONLineSplicer = JSONVerdicts.splicer
    ) {
        self.layout = layout
        self.namesInput = namesInput
        self.top = top
        self.threshold = threshold
        needsEvidence = explains
        json = VerdictJSON(pipeline)
        lines = RecordLines(splicer: splicer, namesInput: namesInput)
        values = JSONValueList(isArray: namesInput)
        self.components = components ? ComponentSession(pipeline) : nil
    }

    package func use(_ pipeline: Pipeline) {
        json = VerdictJSON(pipeline)
        if components != nil { components = ComponentSession(pipeline) }
    }

    package func append(
        _ verdict: Verdict, of text: RecordText, loggedAs entry: RecordID?, by session: PipelineSession,
        to output: inout [UInt8]
    ) {
        func write(_ verdict: Verdict) {
            json.write(
                verdict, loggedAs: entry, components: components?.classify(text.bytes), top: top)
        }
        if threshold > 0 { write(verdict.withThreshold(threshold)) } else { write(verdict) }
        switch layout {
        case .bare: output.append(contentsOf: json.bytes)
        case .values:
            writeObject(text, withText: false)
            return values.append(JSONLayout.indented(writer.bytes), to: &output)
        case .lines:
            if let record = text.json { return lines.append(json.bytes, to: record, into: &output) }
            writeObject(text, withText: text.record.line != nil)
            output.append(contentsOf: writer.bytes)
        }
        output.append(0x0A)
    }

    package func append(
        blank line: UnsafeBufferPointer<UInt8>, ending: FramedLine.Ending, to output: inout [UInt8]
    ) {
        if layout == .lines { lines.append(blank: line, ending: ending, to: &output) }
    }

    package func append(_ fault: RecordFault, to output: inout [UInt8]) { lines.append(fault, to: &output) }

    package func finish(_ output: inout [UInt8]) {
        if layout == .values { values.finish(&output) }
    }

    private func writeObject(_ text: RecordText, withText: Bool) {
        writer.reset()
        writer.beginObject()
        if namesInput { writer.field("file", text.record.input) }
        writer.field("line", text.record.line)
        if withText {
            writer.key("text")
            writer.string(utf8: text.bytes)
        }
        writer.key("classification")
        writer.raw(json.bytes)
        writer.endObject()
    }
}
