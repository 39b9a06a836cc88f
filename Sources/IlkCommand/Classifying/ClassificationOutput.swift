import Ilk
import IlkFraming
import IlkPipeline
import IlkVocabulary

/// Writes verdicts in the shape that was asked for.
struct ClassificationOutput {
    /// The shape.
    struct Shape {
        var format: OutputFormat
        var top = 1
        /// Whether verdicts are shown with their evidence in JSON.
        var explains = false
        /// Whether there are several inputs, so that each is named.
        var namesInput = false
        /// How wide the column of the inputs' names is.
        var nameWidth = 0
        var splicer = JSONLineSplicer()
    }

    private let shape: Shape
    private let line: VerdictLine
    private var json: VerdictJSON
    private var writer = JSONWriter()
    /// How many values of a JSON array have been written.
    private var count = 0

    init(_ shape: Shape, pipeline: Pipeline, style: Style) {
        self.shape = shape
        line = VerdictLine(pipeline.taxonomy, style: style, top: shape.top)
        json = VerdictJSON(pipeline)
    }

    /// Goes on with the verdicts of another pipeline of the same taxonomy.
    mutating func use(_ pipeline: Pipeline) {
        json = VerdictJSON(pipeline)
    }

    /// Whether lines come out as they went in, so that blank ones do too.
    var keepsLines: Bool { shape.format == .ndjson }

    /// Whether verdicts need their evidence.
    var needsReceipts: Bool { shape.format == .text || shape.explains }

    /// Appends a verdict.
    mutating func append(
        _ verdict: Verdict, of text: UnsafeBufferPointer<UInt8>, _ record: TextRecord, to output: OutputWriter
    ) {
        switch shape.format {
        case .text:
            if shape.namesInput { output.append(name(record.input)) }
            output.append(line.text(verdict))
            output.append("\n")
        case .ndjson:
            json.write(verdict)
            if let json = record.json { return splice(json, to: output) }
            appendObject(record, text: record.line == nil ? nil : text, to: output)
            output.append(CollectionOfOne(UInt8(ascii: "\n")))
        case .json:
            json.write(verdict)
            output.append(shape.namesInput ? (count == 0 ? "[\n" : ",\n") : "")
            count += 1
            appendObject(record, text: nil, to: output)
        }
    }

    /// Appends what stands in the place of a record that cannot be read.
    mutating func append(_ fault: RecordFault, to output: OutputWriter) {
        if shape.format == .text {
            if shape.namesInput { output.append(name(fault.input)) }
            output.append(VisibleText.oneLine("error  -   \(fault.message) (\(fault.place))") + "\n")
        } else {
            writer.reset()
            fault.write(to: &writer, namesInput: shape.namesInput)
            output.append(writer.bytes)
            output.append("\n")
        }
    }

    /// Ends the output.
    func finish(_ output: OutputWriter) {
        if shape.format == .json, shape.namesInput { output.append(count == 0 ? "[]\n" : "\n]\n") }
        if shape.format == .json, !shape.namesInput, count > 0 { output.append("\n") }
    }

    private func splice(_ record: JSONRecord, to output: OutputWriter) {
        output.withBuffer { buffer in
            let (bytes, places) = (record.bytes, record.places)
            try? shape.splicer.append(bytes, places, value: json.bytes, to: &buffer)  // The loop has checked.
            if record.ending == .carriageReturnLineFeed { buffer.append(0x0D) }
            buffer.append(0x0A)
        }
    }

    private mutating func appendObject(
        _ record: TextRecord, text: UnsafeBufferPointer<UInt8>?, to output: OutputWriter
    ) {
        writer.reset()
        writer.beginObject()
        if shape.namesInput {
            writer.key("file")
            writer.string(record.input)
        }
        if let line = record.line {
            writer.key("line")
            writer.integer(line)
        }
        if let text {
            writer.key("text")
            writer.string(utf8: text)
        }
        writer.key("classification")
        writer.raw(json.bytes)
        writer.endObject()
        output.append(shape.format == .json ? JSONLayout.indented(writer.bytes) : writer.bytes)
    }

    private func name(_ input: String) -> String {
        let name = DisplayWidth.truncated(VisibleText.oneLine(input), to: Self.widestName)
        return name + ": " + String(repeating: " ", count: max(0, shape.nameWidth - DisplayWidth.of(name)))
    }

    /// A longer name is cut.
    static let widestName = 40
}
