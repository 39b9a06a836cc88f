import IlkVerdictConsole
import Ilk
import IlkConsole
import IlkFraming
import IlkVocabulary

/// Writes a report for each text.
final class AnalysisStream: RecordStream {
    let records: RecordFramer
    private let report: any AnalysisReport
    private let format: OutputFormat
    private let namesInput: Bool
    private var lines: RecordLines
    private var values: JSONValueList

    var separator: UInt8? { format == .text ? 0x0A : nil }

    init(_ report: any AnalysisReport, _ run: AnalysisRun) {
        let splicer = JSONLineSplicer(
            existingField: run.replaces ? .replace : .refuse, name: JSONFieldName(report.fieldName))
        var reading = run.input.reading
        if run.format == .ndjson { reading.splicer = splicer }
        records = RecordFramer(reading)
        self.report = report
        format = run.format
        namesInput = run.input.isNamed
        lines = RecordLines(splicer: splicer, namesInput: namesInput)
        values = JSONValueList(isArray: namesInput)
    }

    func append(_ item: RecordItem, to output: inout [UInt8]) -> LogRequest? {
        switch item {
        case .text(let text): append(text, to: &output)
        case .blank(let line, let ending):
            if format == .ndjson { lines.append(blank: line, ending: ending, to: &output) }
        case .fault(let fault):
            guard format == .text else {
                lines.append(fault, to: &output)
                break
            }
            output.append(contentsOf: CommandError(.badInput, fault.message, at: fault.place).report.utf8)
        }
        return nil
    }

    func finish(_ output: inout [UInt8]) {
        if format == .json { values.finish(&output) }
    }

    private func append(_ text: RecordText, to output: inout [UInt8]) {
        report.read(text.bytes)
        switch format {
        case .text:
            if namesInput || text.record.line != nil {
                output.append(contentsOf: "\(VisibleText.oneLine(text.record.place)):\n".utf8)
            }
            output.append(contentsOf: report.text().utf8)
        case .json: values.append(JSONLayout.indented(report.object()), to: &output)
        case .ndjson:
            if let record = text.json {
                lines.append(report.value(), to: record, into: &output)
            } else {
                output.append(contentsOf: report.object())
                output.append(0x0A)
            }
        }
    }
}

/// One run of a command that reports on texts without classifying them.
struct AnalysisRun {
    var input: RecordInput
    var format = OutputFormat.text
    /// `true` to replace an earlier report in a line.
    var replaces = false
    /// The maximum number of threads.
    var threads = 1
    let console: Console

    /// Writes the reports of all texts.
    ///
    /// - Parameter makeReport: Returns the report of a thread.
    /// - Throws: ``CommandError`` with the exit status if an input or a record failed or a stop was
    ///   requested.
    nonisolated(nonsending) func run(_ makeReport: @escaping () throws -> any AnalysisReport) async throws {
        let loop = try RecordLoop(input, console: console, threads: threads) {
            AnalysisStream(try makeReport(), self)
        }
        try await loop.run()
        try loop.check()
    }
}
