import ArgumentParser
import Foundation
import IlkVocabulary
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole
@testable import IlkProgram

/// Errors have one form: `error: PLACE: MESSAGE`, then `hint: ADVICE`.
@Suite("Reports of errors") struct ErrorReportTests {
    private struct Unforeseen: Error {}

    private func report(_ line: String) -> String {
        let arguments = line.split(separator: " ").map(String.init)
        do {
            _ = try IlkTool<FullEdition>.parseAsRoot(arguments)
            return ""
        } catch {
            return CommandHelp.errorReport(
                IlkTool<FullEdition>.fullMessage(for: error),
                hint: CommandHelp.hint(for: arguments, root: IlkTool<FullEdition>.self))
        }
    }

    @Test func `errors of arguments have the form of all errors`() {
        #expect(
            report("classify --replace")
                == "error: --replace requires --ndjson\nhint: see: ilk classify --help\n")
        let unknown = report("log ls --nope")
        #expect(
            unknown.hasPrefix("error: unknown option '--nope'") && unknown.contains("ilk log ls --help"),
            "\(unknown)")
        let misspelled = report("clasify")
        #expect(misspelled.hasSuffix("hint: did you mean 'ilk classify'?\n"), "\(misspelled)")
        let low = report("classify --top 0")
        #expect(low.hasPrefix("error: the value '0' is invalid") && low.contains("at least 1"), "\(low)")
    }

    @Test(arguments: [
        ("serve --port 80", "see: ilk serve --help"), ("serve --lsten 80", "did you mean '--listen'?"),
        ("log list", "did you mean 'ilk log ls'?"), ("calls remove", "did you mean 'ilk calls rm'?"),
        ("debug delete", "did you mean 'ilk debug purge'?"),
        ("serve --listen x", "see: ilk serve --help"), ("serve --listen :99999", "see: ilk serve --help"),
        (
            "classify --threshold 3",
            "--threshold <probability>: Minimum probability: 0 to 1, LABEL=P or LABEL=never."
        ),
        ("calls add Ben --at x", "--at <time>: Time: "),
    ])
    func `the hint of an argument error suggests a similar name or the form of the value`(
        line: String, hint: String
    ) {
        let report = report(line)
        #expect(report.contains("\nhint: \(hint)"), "\(report)")
        #expect(!report.contains("Did you mean"), "\(report)")
    }

    @Test func `an unexpected error names no Swift type`() {
        let report = CommandError(Unforeseen()).report
        #expect(report.hasPrefix("error: internal error\nhint: ") && !report.contains("Unforeseen"))
    }

    @Test(arguments: [
        ("id,text,label", true), ("\"text\";\"label\"\r", true), ("text\tlabel", true),
        (#"{"text":"a","label":"b"}"#, false), ("text", false), ("", false), ("[1,2]", false),
        ("a,,b", false), ("1,2,3", false),
    ])
    func `the header row of a table is recognized`(line: String, isHeader: Bool) {
        #expect(RecordFileFormat.isTableHeader(Array(line.utf8)) == isHeader)
    }

    @Test func `a table in place of JSON Lines gets a hint about CSV`() async throws {
        let tool = try Tool()
        try tool.write("texts.jsonl", "text,label\nsee you,message\n")
        let made = try await tool.run("train", "texts.jsonl", "-o", "m.ilk")
        #expect(made.status == 65 && made.errors.hasPrefix("error: texts.jsonl:1:1: "), "\(made.errors)")
        let hint = "hint: the file looks like csv: use --input-format csv"
        #expect(made.errors.contains(hint), "\(made.errors)")
        #expect(!made.errors.contains("--on-error skip"))
    }
}
