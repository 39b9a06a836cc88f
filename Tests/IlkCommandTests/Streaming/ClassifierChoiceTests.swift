import Foundation
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole

@Suite("Taxonomy and thresholds") struct ClassifierChoiceTests {
    private let bench: CommandRunner

    init() throws { bench = try CommandRunner() }

    @Test(arguments: [
        ("spam", "You have won a £900 prize! To claim call 09061234567 now", "spam"),
        ("spam", "are you coming to the match, or shall i give your seat to Ole?", "ham"),
        ("spam", "Your account has been suspended. Confirm your identity at http://example.com", "spam"),
        ("severity", "2026-03-04 10:00:00 ERROR valve 7 did not open", "error"),
        ("severity", "<4>pump: pressure is low", "warn"),
        ("severity", "option --dry is deprecated, use --wet", "warn"),
        (
            "severity", "Traceback (most recent call last):\n  File \"pump.py\", line 3\nValueError: dry",
            "error"
        ),
        ("severity", "INFO Pump 3 started", "info"),
        ("severity", "--> Pump.prime", "debug"),
        ("emotion", "Great conversation with Ana, she laughed a lot", "happy"),
        ("emotion", "Her father passed away on Sunday, she was in tears", "sad"),
        ("emotion", "Er war sehr verärgert, schon wieder ist die Rechnung falsch", "frustrated"),
        ("emotion", "Elle a hâte de partir, très enthousiaste !", "excited"),
        ("emotion", "Left a voicemail, will call back on Tuesday", "neutral"),
        ("doctype", "Hey Sarah, are we still on for lunch today?", "message"),
    ])
    func `each taxonomy has its own verdict`(taxonomy: String, text: String, category: String)
        async throws
    {
        let run = try await bench.run("classify", "--taxonomy", taxonomy, input: text)
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output.hasPrefix(category + " "), "\(run.output)")
    }

    @Test(arguments: ["doctype", "emotion", "severity", "spam"])
    func `each taxonomy uses its rules and its built-in model`(taxonomy: String) async throws {
        let run = try await bench.run(
            "classify", "--taxonomy", taxonomy, "--ndjson", input: #"{"text":"thank you so much for this"}"#)
        let verdict = try JSONValue(run.data)["classification"]
        #expect(verdict["classifier"].string == "fused" && verdict["model"].string != nil, "\(run.output)")
        let alone = try await bench.run(
            "classify", "--taxonomy", taxonomy, "--classifier", "bayes", input: "thank you so much for this")
        #expect(alone.status == 0 && alone.errors.isEmpty, "\(alone.errors)")
    }

    @Test func `a text without matching rules gets an abstention`() async throws {
        let run = try await bench.run(
            "classify", "--taxonomy", "spam", "--classifier", "rules", "--ndjson",
            input: #"{"text":"The keeper of the lock has 3 cats."}"#)
        let verdict = try JSONValue(run.data)["classification"]
        #expect(verdict["abstention"].string == "noEvidence", "\(run.output)")
        #expect(verdict["category"].string == nil && verdict["guess"]["category"].string == "ham")
        #expect(run.output.contains(#""category":null,"abstention":"noEvidence","guess":{"#))
        #expect(verdict["classifier"].string == "rules" && verdict["scores"].names == ["ham", "spam"])
    }

    @Test func `equal evidence for two labels gives an abstention`() async throws {
        let pack = try bench.write(
            "own/tie.yaml",
            """
            version: 1
            pack: spam.tie
            taxonomy: spam
            description: Two rules that see the same.
            rules:
              - { id: tie.one, description: For it, label: spam, weight: 2, match: { m: { words: [pump] } } }
              - { id: tie.two, description: Against it, label: ham, weight: 2, match: { m: { words: [pump] } } }

            """)
        let run = try await bench.run(
            "classify", "--taxonomy", "spam", "--rules", URL(filePath: pack).deletingLastPathComponent().path,
            "--classifier", "rules", input: "a pump")
        #expect(run.status == 0 && run.output.contains("unsure"), "\(run.output)\(run.errors)")
    }

    @Test func `explain names the rules of the taxonomy`() async throws {
        let run = try await bench.run(
            "explain", "--taxonomy", "severity", input: "upload failed (503), retrying in 2 s")
        #expect(run.status == 0 && run.output.hasPrefix("warn "))
        #expect(run.output.contains("warn.retrying"), "\(run.output)")
    }

    @Test func `a model-only classifier needs a model for the taxonomy`() async throws {
        let run = try await bench.run(
            "classify", "--taxonomy", "spam", "--classifier", "bayes", "--model", "none", input: "hello")
        #expect(run.status == 78 && run.errors.contains("there is no model for spam"), "\(run.errors)")
        #expect(run.errors.contains("ilk train"))
    }

    @Test(
        arguments: [
            ("", [nil, nil]), ("--threshold message=never", ["unsure", nil]),
            ("--threshold 1 --threshold code=.5", ["unsure", nil]),
            ("--threshold code=1 --threshold code=.5", [nil, nil]),
        ] as [(String, [String?])])
    func `a label can have a separate threshold`(options: String, abstentions: [String?]) async throws {
        let run = try await bench.run(
            line: "classify --ndjson \(options)",
            input: #"{"text":"lol no"}"# + "\n" + #"{"text":"select id from t;"}"# + "\n")
        #expect(run.status == 0, "\(run.errors)")
        let found = try run.lines.map {
            try JSONValue(Data($0.utf8))["classification"]["abstention"].string
        }
        #expect(found == abstentions)
    }

    @Test(arguments: [
        ("--threshold 1.5", 64), ("--threshold =.5", 64), ("--threshold code=x", 64), ("--threshold nan", 64),
        ("--threshold kode=.5", 78), ("--thresholds none.json", 66), ("--thresholds BAD", 65),
        ("--thresholds BAD --threshold .5", 64),
    ])
    func `an invalid threshold is reported`(options: String, status: Int32) async throws {
        let options = options.replacing("BAD", with: try bench.write("bad.json", "{}"))
        let run = try await bench.run(line: "classify \(options)", input: "lol no\n")
        #expect(run.status == status && !run.errors.isEmpty && run.data.isEmpty, "\(run.errors)")
    }
}
