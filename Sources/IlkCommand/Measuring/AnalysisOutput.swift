import Ilk
import IlkFraming

/// Writes what a report says of each record.
final class AnalysisOutput: RecordHandler {
    /// The shape of what is written.
    struct Shape {
        var format: OutputFormat
        var namesInput = false
        var splicer: JSONLineSplicer
    }

    private let report: any AnalysisReport
    private let shape: Shape
    private let output: OutputWriter
    private var count = 0

    init(_ report: any AnalysisReport, _ shape: Shape, output: OutputWriter) {
        self.report = report
        self.shape = shape
        self.output = output
    }

    func take(_ bytes: UnsafeBufferPointer<UInt8>, _ record: TextRecord) throws(CommandFailure) {
        report.read(bytes)
        switch shape.format {
        case .text:
            if count > 0 { output.append("\n") }
            if shape.namesInput || record.line != nil {
                output.append("\(VisibleText.oneLine(record.place)):\n")
            }
            output.append(report.text())
        case .json:
            if shape.namesInput { output.append(count == 0 ? "[\n" : ",\n") }
            output.append(JSONLayout.indented(try report.object()))
            if !shape.namesInput { output.append("\n") }
        case .ndjson:
            if let json = record.json {
                splice(try report.value(), json)
            } else {
                output.append(try report.object() + [0x0A])
            }
        }
        count += 1
    }

    func take(blank line: UnsafeBufferPointer<UInt8>, ending: FramedLine.Ending) {
        guard shape.format == .ndjson else { return }
        output.append(line)
        output.append(ending == .carriageReturnLineFeed ? "\r\n" : "\n")
    }

    func take(_ fault: RecordFault) {
        if shape.format == .text {
            output.append(VisibleText.oneLine("\(fault.place): \(fault.message)") + "\n")
        } else {
            var writer = JSONWriter()
            fault.write(to: &writer, namesInput: shape.namesInput)
            output.append(writer.bytes + [0x0A])
        }
    }

    /// Ends the output.
    func finish() {
        if shape.format == .json, shape.namesInput { output.append(count == 0 ? "[]\n" : "\n]\n") }
    }

    private func splice(_ value: [UInt8], _ record: JSONRecord) {
        output.withBuffer { buffer in
            let (bytes, places) = (record.bytes, record.places)
            try? shape.splicer.append(bytes, places, value: value, to: &buffer)  // The loop has checked.
            if record.ending == .carriageReturnLineFeed { buffer.append(0x0D) }
            buffer.append(0x0A)
        }
    }
}
