import Foundation
import TestSupport
import Testing

/// Inputs that must not cause a crash, a hang or a silent failure, with their outcomes.
@Suite("Invalid input") struct BadInputTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var says: String
        var line: String
        var status: Int32
        /// Parts of standard output; empty if there must be no output.
        var output: [String] = []
        /// Parts of standard error; empty if there must be no output.
        var errors: [String] = []
        var testDescription: String { says }

        init(_ says: String, _ line: String, _ status: Int32, output: [String] = [], errors: [String] = []) {
            self.says = says
            self.line = line
            self.status = status
            self.output = output
            self.errors = errors
        }
    }

    static let texts = [
        Row(
            "a text that is too long", "yes 'see you' | head -c 3000000 | ilk classify --max-text 64K", 0,
            output: ["[truncated]"], errors: ["warning: only the first 64KiB of the text are read"]),
        Row(
            "a single line of 100 MB as a text",
            "head -c 100000000 /dev/zero | tr '\\0' 'e' | ilk classify --max-text 1K", 0,
            output: ["truncated]"],
            errors: ["warning: only the first 1KiB"]),
        Row(
            "a single line of 100 MB among lines",
            "(echo hi; head -c 100000000 /dev/zero | tr '\\0' 'e'; echo; echo there) | ilk classify --lines",
            2,
            output: ["error  -   standard input:2: the line has 100000000 bytes, more than 1048576"],
            errors: ["error: 1 record could not be read: standard input:2: "]),
        Row(
            "a record that is too long",
            #"(echo '{"text":"a"}'; head -c 5000000 /dev/zero | tr '\0' 'x'; echo; echo '{"text":"b"}') | "#
                + "ilk classify --ndjson", 2,
            output: [
                #"{"error":{"code":"tooLong","message":"the line has 5000000 bytes, more than 1048576"},"line":2}"#,
                #"{"text":"b","classification""#,
            ], errors: ["1 record could not be read"]),
    ]

    static let files = [
        Row("a folder as a file", "ilk classify .", 66, errors: ["error: .: cannot read: is a directory"]),
        Row(
            "a folder among files", "echo lol > a.txt; ilk classify . a.txt", 2, output: ["a.txt: message"],
            errors: [".: cannot read: is a directory"]),
        Row(
            "a folder among streams", #"echo '{"text":"a"}' > a; ilk classify --ndjson . a"#, 2,
            output: [#"{"text":"a","classification""#], errors: [".: cannot read: is a directory"]),
        Row(
            "a file that is not there", "ilk classify none.txt", 66,
            errors: ["error: none.txt: cannot read: no such file or directory"]),
        Row(
            "a folder as standard input", "ilk classify < .", 66,
            errors: ["standard input: cannot read: is a directory"]),
        Row(
            "a model that is not there", "echo a | ilk classify --model none.ilk", 66,
            errors: ["error: none.ilk: cannot read the model: no such file or directory", "hint: "]),
        Row("an empty model", ": > m; echo a | ilk classify --model m", 65, errors: ["error: m: "]),
        Row(
            "a file that is no model", "echo a > m; echo a | ilk classify --model m", 65,
            errors: ["error: m: ", "hint: "]),
        Row(
            "a truncated model",
            "\(model); head -c 3000 m.ilk > cut.ilk; echo a | ilk classify --model cut.ilk", 65,
            errors: ["error: cut.ilk: ", "(byte "]),
        Row(
            "a damaged model",
            "\(model); cp m.ilk bad.ilk; printf 'ZZZZ' | dd of=bad.ilk bs=1 seek=2000 conv=notrunc 2> dd.err; "
                + "echo a | ilk classify --model bad.ilk", 65,
            errors: ["error: bad.ilk: ", "(byte "]),
        Row(
            "rules that are not there", "echo a | ilk classify --rules none.d", 66,
            errors: ["error: none.d: no such file or folder", "hint: "]),
        Row(
            "broken rules",
            "mkdir r; printf 'rules: [' > r/a.yaml; echo 'rulez: 1' > r/b.yaml; "
                + "echo a | ilk classify --rules r", 78,
            errors: [
                "error: r/a.yaml:", "error: r/b.yaml:1:1: ",
                "hint: list all problems with: ilk rules lint --on-top r",
            ]),
        Row(
            "a log that is no log", "echo a > l; echo a | ilk classify --log --log-file l", 65,
            errors: ["error: l: "]),
        Row(
            "a log in no folder", "echo a > d; echo a | ilk classify --log --log-file d/l", 73,
            errors: ["error: "]),
        Row("wrong usage", "ilk classify --lines --ndjson", 64, errors: ["cannot be combined"]),
        Row("an unknown command", "ilk clasify", 64, errors: ["clasify"]),
        Row(
            "a full disk", "echo a | ilk classify > /dev/full", 74,
            errors: ["error: standard output: cannot write: no space left on device"]),
        Row("explain of a folder", "ilk explain .", 66, errors: [".: cannot read: is a directory"]),
    ]

    private static let model =
        #"printf '{"text":"lol no","label":"message"}\n{"text":"x = 1;","label":"code"}\n' > l.jsonl; "#
        + "ilk train l.jsonl -o m.ilk -q"

    @Test(arguments: texts + files)
    func `bad input is reported with its status and nothing is lost`(row: Row) throws {
        let run = try Tool().shell(row.line)
        #expect(run.status == row.status, "\(run.errors)")
        for part in row.output { #expect(run.output.contains(part), "\(run.output.prefix(2000))") }
        if row.output.isEmpty { #expect(run.data.isEmpty, "\(run.output.prefix(2000))") }
        for part in row.errors { #expect(run.errors.contains(part), "\(run.errors)") }
        if row.errors.isEmpty { #expect(run.errors.isEmpty, "\(run.errors)") }
    }

    @Test func `the input is read to its end even if the text is cut`() throws {
        let run = try Tool().shell(
            "(yes 'see you' | head -c 3000000; echo $? > status) | ilk classify -q --max-text 1K; cat status")
        #expect(run.output.hasSuffix("\n0\n"))
    }
}
