import Foundation
import TestSupport
import Testing

@testable import IlkConsole
@testable import IlkVerdictConsole

@Suite("Labeled texts in all formats") struct LabeledInputTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    /// Texts with their labels, which all formats can express.
    private static let texts: [(text: String, label: String)] = (0..<12).flatMap { number in
        [("the tide and the hull \(number)", "harbour"), ("rake the beds \(number)", "garden")]
    }

    /// Returns a line for each text.
    private static func each(_ line: (String, String) -> String) -> String {
        texts.map { line($0.text, $0.label) + "\n" }.joined()
    }

    private static let lines = each { #"{"text":"\#($0)","label":"\#($1)"}"# }

    /// The texts in a format, under a name, with the options that it needs.
    struct Format {
        var name: String
        var content: String
        var options = ""
    }

    private static let formats: [Format] = [
        Format(name: "t.csv", content: "text,label\n" + each { "\"\($0)\",\($1)" }),
        Format(name: "semicolons.csv", content: "label;n;text\r\n" + each { "\($1);7;\($0)\r" }),
        Format(name: "t.tsv", content: "label\ttext\n" + each { "\($1)\t\($0)" }),
        Format(name: "t.txt", content: each { "__label__\($1) \($0)" }),
        Format(
            name: "named.csv", content: "team,body\n" + each { "\($1),\($0)" },
            options: "--text-field body --label-field team"),
        Format(
            name: "bare.csv", content: each { "\($0),\($1)" }, options: "--text-field 1 --label-field 2"),
        Format(
            name: "nested.jsonl", content: each { #"{"a":{"b":"\#($0)"},"c":"\#($1)"}"# },
            options: "--text-field a.b --label-field c"),
        Format(name: "data", content: "text,label\n" + each { "\($0),\($1)" }, options: "--input-format csv"),
        Format(name: "unnamed", content: "text\tlabel\n" + each { "\($0)\t\($1)" }),
    ]

    @Test(arguments: formats)
    func `every format gives the model of the same JSON Lines`(format: Format) async throws {
        let (name, options) = (format.name, format.options)
        try tool.write("lines.jsonl", Self.lines)
        try tool.write(name, format.content)
        #expect(try await tool.line("ilk train lines.jsonl -o lines.ilk").status == 0)
        let made = try await tool.line("ilk train \(name) -o other.ilk \(options)")
        #expect(made.status == 0, "\(made.errors)")
        #expect(try tool.bytes("other.ilk") == tool.bytes("lines.ilk"))
        let measured = try await tool.line("ilk eval --model lines.ilk \(name) --format json \(options)")
        #expect(try JSONValue(measured.data)["texts"].number == 24, "\(measured.errors)")
    }

    @Test func `a folder contains a folder for each label`() async throws {
        try tool.write("lines.jsonl", Self.lines)
        let root = URL(filePath: tool.path("mail"))
        for (number, text) in Self.texts.enumerated() {
            let folder = root.appending(path: text.1)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data((text.0 + "\n").utf8).write(to: folder.appending(path: "\(number).txt"))
        }
        try Data("x".utf8).write(to: root.appending(path: "garden/.hidden"))
        try Data("x".utf8).write(to: root.appending(path: "README"))
        try FileManager.default.createSymbolicLink(
            at: root.appending(path: "garden/link"), withDestinationURL: URL(filePath: "/etc/hostname"))
        try await tool.line("ilk train lines.jsonl -o lines.ilk")
        let made = try await tool.line("ilk train mail -o folder.ilk")
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.errors.contains("mail: ignored 1 file outside the folders of labels"), "\(made.errors)")
        #expect(made.errors.contains("mail: skipped 1 symbolic link\n"), "\(made.errors)")
        #expect(try tool.bytes("folder.ilk") == tool.bytes("lines.ilk"))
        try Data([0x61, 0x0A, 0x62, 0xE9]).write(to: root.appending(path: "harbour/latin.txt"))
        let latin = try await tool.line("ilk train mail -o latin.ilk")
        #expect(latin.status == 65, "\(latin.errors)")
        #expect(
            latin.errors.contains(
                "error: mail/harbour/latin.txt:2:2: not valid UTF-8\nhint: convert the file"),
            "\(latin.errors)")
        let skipped = try await tool.line("ilk train mail -o latin.ilk --on-error skip")
        #expect(skipped.status == 2 && skipped.errors.contains("skipped mail/harbour/latin.txt:2:2: "))
        let file = try await tool.line("ilk train lines.jsonl -o f.ilk --input-format folder")
        #expect(file.status == 66 && file.errors.contains("not a folder"), "\(file.errors)")
        let flat = try await tool.line("ilk train mail/garden -o f.ilk")
        #expect(flat.status == 65 && flat.errors.contains("expected one for each label"), "\(flat.errors)")
    }

    @Test(arguments: [
        (
            "t.csv", "text,team\na,x\n",
            "t.csv:1:1: missing column 'label'; the columns are: text, team\nhint: name the columns"
        ),
        (
            "t.csv", "text,label\na,x\nb\n",
            "t.csv:3:2: 1 field; expected 2: text, label\nhint: skip invalid lines"
        ),
        ("t.jsonl", "text,label\na,x\n", "hint: the file looks like CSV: use --input-format csv"),
        (
            "t.json", "[\n{\"text\":\"a\",\"label\":\"x\"}\n]\n",
            "hint: write each object of the array on a line"
        ),
        (
            "t.jsonl", #"{"text":"a"}"#,
            "t.jsonl:1:12: missing field 'label' (a string or an array of strings)\nhint: if the field has another name"
        ),
        (
            "t.txt", "__label__x __label__y a\n",
            "t.txt:1:1: 2 labels: x, y; expected one\nhint: for texts with several labels use --multilabel"
        ),
    ])
    func `an invalid input names its place, the field and the expected content`(
        name: String, content: String, message: String
    ) async throws {
        try tool.write(name, content)
        let made = try await tool.line("ilk train \(name) -o m.ilk")
        #expect(made.status == 65 && made.errors.contains(message), "\(made.errors)")
    }

    @Test func `a row that hides the rest of its file is not skipped`() async throws {
        try tool.write("t.csv", "text,label\na,x\n\"b,y\nc,x\n")
        let made = try await tool.line("ilk train t.csv -o m.ilk --on-error skip")
        #expect(made.status == 65 && made.errors.contains("t.csv:3:1: a field in quotes"), "\(made.errors)")
        #expect(made.errors.contains("hint: close the quote; within quotes, write a quote twice\n"))
    }

    @Test(arguments: [
        ("--input-format fasttext --text-field a", "require JSON Lines, CSV or TSV"),
        ("--input-format mbox --label-field a", "require JSON Lines, CSV or TSV"),
        ("--input-format xml", "xml"), ("--check", "--check cannot be combined"),
    ])
    func `conflicting options are rejected`(options: String, message: String) async throws {
        let made = try await tool.line("ilk train a.jsonl \(options) --cross-validate 2")
        #expect(made.status == 64 && made.errors.contains(message), "\(made.errors)")
    }

    @Test func `rules are measured and replayed on a table`() async throws {
        let rule = RulePackText.thanks
        try tool.write("old.yaml", rule)
        try tool.write("new.yaml", rule.replacingOccurrences(of: "weight: 3", with: "weight: 0.3"))
        try tool.write("t.csv", "label,text\nemail,\"Thanks\nfor the fish\"\n,see you at 8\n")
        let stats = try await tool.line(
            "ilk rules stats old.yaml --corpus t.csv --on-error skip --format json")
        #expect(stats.status == 2, "\(stats.errors)")
        #expect(stats.errors.contains("skipped t.csv:4:1: the label is empty"), "\(stats.errors)")
        let diff = try await tool.line(
            "ilk rules diff old.yaml new.yaml --corpus t.csv --classifier rules --format json")
        #expect(diff.status == 1, "\(diff.errors)")
        let report = try JSONValue(diff.data)
        #expect(report["summary"]["texts"].number == 2 && report["summary"]["labeled"].number == 1)
        #expect(report["flips"][0]["place"].string == "t.csv:2")
    }

    @Test func `label issues name the line, or the file if there are several`() async throws {
        try tool.write(
            "t.csv",
            "text,label\n" + Self.each { "\"\($0)\nagain\",\($1)" } + "the tide,garden\n")
        let one = try await tool.line("ilk train t.csv --label-issues --format json")
        #expect(try JSONValue(one.data)[0]["line"].number == 50, "\(one.output)\(one.errors)")
        #expect(try JSONValue(one.data)[0]["place"].string == "t.csv:50")
        try tool.write("lines.jsonl", Self.lines)
        let two = try await tool.line("ilk train lines.jsonl t.csv --label-issues")
        #expect(two.output.contains("t.csv:50") && two.output.contains("place"), "\(two.output)")
    }

    // MARK: The report before training

    private let defective =
        "text,label\n" + each { "\($0),\($1)" }
        + "rake the beds 1,garden\nRAKE  the beds 2,garden\nrake the beds 3,harbour\n\" \",garden\nbe quick,other\n"

    @Test func `defects are reported with their places before training`() async throws {
        try tool.write("t.csv", defective)
        let made = try await tool.line("ilk train t.csv -o m.ilk")
        #expect(made.status == 0, "\(made.errors)")
        for line in [
            "ilk: 1 duplicate text: t.csv:26 repeats t.csv:5\n",
            "ilk: 1 duplicate text apart from case or white space: t.csv:27 repeats t.csv:7\n",
            "ilk: 1 text under two labels: t.csv:28 (harbour) and t.csv:9 (garden)\n",
            "ilk: 1 empty text: t.csv:29\n", "ilk: 1 label with fewer than 10 texts: other 1 (t.csv:30)\n",
            "ilk: imbalance: garden has 15 times as many texts as other\n",
        ] { #expect(made.errors.contains(line), "\(line)\(made.errors)") }
        #expect(try await tool.line("ilk train t.csv -o m.ilk --force -q").errors.isEmpty)
    }

    @Test func `strict training refuses defects and writes nothing`() async throws {
        try tool.write("t.csv", defective)
        let refused = try await tool.line("ilk train t.csv -o m.ilk --strict")
        #expect(refused.status == 65 && refused.errors.hasPrefix("error: the training data has 5 defects\n"))
        #expect(refused.errors.contains("t.csv:28 (harbour) and t.csv:9 (garden)"), "\(refused.errors)")
        #expect(try tool.names() == ["t.csv"])
        try tool.write("lines.jsonl", Self.lines)
        let accepted = try await tool.line("ilk train lines.jsonl -o m.ilk --strict")
        #expect(accepted.status == 0, "\(accepted.errors)")
    }

    @Test func `a check reports and trains nothing`() async throws {
        try tool.write("t.csv", defective)
        let report = try await JSONValue(tool.line("ilk train t.csv --check --format json").data)
        #expect(report["texts"].number == 29 && report["labels"][0]["label"].string == "garden")
        #expect(report["duplicates"]["count"].number == 1)
        #expect(report["conflicts"]["examples"][0]["firstLabel"].string == "garden")
        #expect(report["emptyTexts"]["examples"][0]["place"].string == "t.csv:29")
        #expect(report["rareLabels"][0]["texts"].number == 1 && report["imbalance"].number == 15)
        try tool.write("lines.jsonl", Self.lines)
        let sound = try await tool.line("ilk train lines.jsonl --check --strict")
        #expect(sound.status == 0 && sound.errors.isEmpty, "\(sound.errors)")
        #expect(sound.output.hasPrefix("24 texts, 2 labels\n") && sound.output.contains("No findings."))
        #expect(try await tool.line("ilk train t.csv --check --strict").status == 65)
    }

    private static let untrainable: [(lines: String, finding: String)] = [
        ("text,label\n", "no texts"),
        ("text,label\n" + each { text, _ in "\(text),garden" }, "a single label: garden"),
    ]

    @Test(arguments: untrainable)
    func `a check reports texts that cannot be trained on`(lines: String, finding: String) async throws {
        try tool.write("t.csv", lines)
        let report = try await tool.line("ilk train t.csv --check")
        #expect(report.status == 0 && report.output.hasSuffix("\n\(finding)\n"), "\(report.output)")
        let strict = try await tool.line("ilk train t.csv --check --strict")
        #expect(strict.status == 65 && strict.errors.contains(finding), "\(strict.errors)")
        let made = try await tool.line("ilk train t.csv -o m.ilk")
        #expect(made.status == 65 && !made.errors.contains("ilk: \(finding)"), "\(made.errors)")
    }
}
