import FoundationEssentials
import IlkFraming
import IlkText
import IlkVocabulary

/// Measures records and writes what was measured.
final class Measuring: RecordHandler {
    /// The shape of what is written.
    struct Shape {
        var format: OutputFormat
        var namesInput = false
        var columns = 100
        var splicer = JSONLineSplicer(name: "features")
    }

    private let analyzer: TextAnalyzer
    private var analysis = TextAnalysis()
    private let shape: Shape
    private let style: Style
    private let output: OutputWriter
    private let encoder = JSONEncoder()
    private var count = 0

    init(_ analyzer: TextAnalyzer, _ shape: Shape, style: Style, output: OutputWriter) {
        self.analyzer = analyzer
        self.shape = shape
        self.style = style
        self.output = output
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if shape.format == .json { encoder.outputFormatting.insert(.prettyPrinted) }
    }

    func take(_ bytes: UnsafeBufferPointer<UInt8>, _ record: TextRecord) throws(CommandFailure) {
        analyzer.analyze(bytes, into: &analysis)
        switch shape.format {
        case .text:
            if count > 0 { output.append("\n") }
            if shape.namesInput || record.line != nil {
                output.append("\(VisibleText.oneLine(record.place)):\n")
            }
            output.append(FeatureTable.rendered(analysis.features, style: style, columns: shape.columns))
        case .json:
            if shape.namesInput { output.append(count == 0 ? "[\n" : ",\n") }
            output.append(try json(analysis.features))
            if !shape.namesInput { output.append("\n") }
        case .ndjson:
            let value = try json(analysis.features)
            if let json = record.json { splice(value, json) } else { output.append(value + [0x0A]) }
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

    private func json(_ features: TextFeatures) throws(CommandFailure) -> [UInt8] {
        do {
            return Array(try encoder.encode(features))
        } catch {
            throw CommandFailure(error)
        }
    }
}
