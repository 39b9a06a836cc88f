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
            _ = try CommandParsing.parse(arguments, root: IlkTool<FullEdition>.self)
            return ""
        } catch {
            return CommandHelp.errorReport(
                IlkTool<FullEdition>.fullMessage(for: error), arguments: arguments,
                root: IlkTool<FullEdition>.self)
        }
    }

    @Test func `errors of arguments have the form of all errors`() {
        #expect(
            report("classify --replace")
                == "error: --replace requires --ndjson\nhint: see: ilk classify --help\n")
        let unknown = report("log ls --nope")
        #expect(unknown == "error: unknown option '--nope'\nhint: see: ilk log ls --help\n")
        let misspelled = report("clasify")
        #expect(misspelled.hasSuffix("hint: did you mean 'ilk classify'?\n"), "\(misspelled)")
        let low = report("classify --top 0")
        #expect(low == "error: --top: '0' is not valid\nhint: expected an integer of at least 1\n")
    }

    @Test(arguments: [
        ("serve --port 80", "see: ilk serve --help"), ("serve --lsten 80", "did you mean '--listen'?"),
        ("log list", "did you mean 'ilk log ls'?"), ("calls remove", "did you mean 'ilk calls rm'?"),
        ("debug delete", "did you mean 'ilk debug purge'?"),
        ("segment a.txt --unit x", "see: ilk segment --help"),
        ("serve --listen x", "expected HOST:PORT or PORT"),
        ("serve --listen :99999", "expected a port from 0 to 65535"),
        ("help zzzzzz", "see: ilk --help"), ("help log zzzzzz", "see: ilk log --help"),
        ("help clasify", "did you mean 'ilk classify'?"), ("help classify a", "see: ilk classify --help"),
    ])
    func `the hint of an argument error suggests a similar name or the form of the value`(
        line: String, hint: String
    ) {
        let report = report(line)
        #expect(report.contains("\nhint: \(hint)"), "\(report)")
        #expect(!report.contains("Did you mean"), "\(report)")
    }

    @Test(arguments: [
        ("log ls --format xml", "--format", "xml", "allowed: text, json, ndjson"),
        (
            "classify --redact name", "--redact", "name",
            "allowed: all, email, phone, card, iban, ip, secret"
        ),
        (
            "train a --feature-groups words", "--feature-groups", "words",
            "allowed: style, unigrams, characterNgrams, skeletonBigrams, bigrams, wordNgrams"
        ),
        ("classify --jobs 0", "--jobs", "0", "expected an integer from 1 to 256"),
        ("classify -j 0", "-j", "0", "expected an integer from 1 to 256"),
        ("log ls --limit -5", "--limit", "-5", "expected an integer of at least 1"),
        ("eval a --max-error 3", "--max-error", "3.0", "expected a number above 0 and below 1"),
        ("eval a --max-error x", "--max-error", "x", "expected a number above 0 and below 1"),
        (
            "classify --max-text 12Q", "--max-text", "12Q",
            "expected a number of bytes, such as 65536, 64K or 2M"
        ),
        (
            "train a --name b --time-limit 1", "--time-limit", "1",
            "expected a time above 0, such as 30s or 5m"
        ),
        (
            "classify --threshold 3", "--threshold", "3",
            "expected a number from 0 to 1, LABEL=P or LABEL=never"
        ),
        (
            "calls add Ben --at x", "--at", "x",
            "expected a time, such as 2h (ago), yesterday, 2026-11-21 or '2026-11-21 18:30'"
        ),
        (
            "calls remind Ben x", "<when>", "x", "expected a time, such as 5d, 2w, tomorrow or 2026-12-24"
        ),
        ("log retention --older-than 9", "--older-than", "9", "expected an age, such as 90d"),
        ("usage retention --remove x", "--remove", "x", "expected an integer"),
        ("log drift --days x", "--days", "x", "expected a number above 0, up to 36500"),
        ("log export -o -", "-o", "-", "expected the name of a file"),
        ("log backup -", "<output-file>", "-", "expected the name of a file"),
        ("train a --name a/b", "--name", "a/b", "expected letters, digits, hyphens and underscores"),
        ("mail mark 1", "<mark>", "1", "allowed: read, unread, flagged, unflagged"),
        (
            "model diff 1 2 --format ndjson", "--format", "ndjson",
            "did you mean 'json'? allowed: text, json"
        ),
    ])
    func `an invalid value is reported with the allowed values`(
        line: String, place: String, value: String, hint: String
    ) {
        #expect(report(line) == "error: \(place): '\(value)' is not valid\nhint: \(hint)\n")
    }

    @Test func `help for an unknown command is an error about this command`() {
        #expect(report("help nope") == "error: unexpected argument 'nope'\nhint: see: ilk --help\n")
        #expect(report("help help").isEmpty)
    }

    @Test func `an unexpected error names no Swift type`() {
        let report = CommandError(Unforeseen()).report
        #expect(report.hasPrefix("error: internal error\nhint: ") && !report.contains("Unforeseen"))
    }

    @Test(
        arguments: [
            ("id,text,label", "CSV"), ("\"text\";\"label\"\r", "CSV"), ("text\tlabel", "TSV"),
            (#"{"text":"a","label":"b"}"#, nil), ("text", nil), ("", nil), ("[1,2]", nil), ("a,,b", nil),
            ("1,2,3", nil),
        ] as [(String, String?)])
    func `the header row of a table is recognized`(line: String, format: String?) {
        #expect(RecordFileFormat.table(header: Array(line.utf8)) == format)
    }

    @Test(arguments: ["classify", "explain", "features", "segment --words"])
    func `a table in place of NDJSON gets a hint about its format`(command: String) async throws {
        let tool = try Tool()
        let hint = "--ndjson requires a JSON object on each line\n"
        try tool.write("texts.csv", "text,label\nsee you,message\n")
        let made = try await tool.line("ilk \(command) --ndjson texts.csv")
        #expect(made.status == 2, "\(made.errors)")
        #expect(made.errors.hasSuffix("\nhint: the file looks like CSV: \(hint)"), "\(made.errors)")
        guard command != "explain" else { return }
        try tool.write("texts.tsv", "text\tlabel\nsee you\tmessage\n")
        let stopped = try await tool.line("ilk \(command) --ndjson --on-error stop texts.tsv")
        #expect(stopped.status == 65, "\(stopped.errors)")
        #expect(stopped.errors.hasPrefix("error: texts.tsv:1:"), "\(stopped.errors)")
        #expect(stopped.errors.hasSuffix("\nhint: the file looks like TSV: \(hint)"), "\(stopped.errors)")
    }

    @Test func `a table in place of JSON Lines gets a hint about CSV`() async throws {
        let tool = try Tool()
        try tool.write("texts.jsonl", "text,label\nsee you,message\n")
        let made = try await tool.run("train", "texts.jsonl", "-o", "m.ilk")
        #expect(made.status == 65 && made.errors.hasPrefix("error: texts.jsonl:1:1: "), "\(made.errors)")
        let hint = "hint: the file looks like CSV: use --input-format csv"
        #expect(made.errors.contains(hint), "\(made.errors)")
        #expect(!made.errors.contains("--on-error skip"))
    }
}
