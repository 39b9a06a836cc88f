import Foundation
import Testing

@Suite("--taxonomy") struct TaxonomyTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

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
        ("severity", "10.0.0.3 - - \"GET /pumps HTTP/1.1\" 200 312", "info"),
        ("severity", "--> Pump.prime", "debug"),
        ("emotion", "Great conversation with Ana, she laughed a lot", "happy"),
        ("emotion", "Her father passed away on Sunday, she was in tears", "sad"),
        ("emotion", "Er war sehr verärgert, schon wieder ist die Rechnung falsch", "frustrated"),
        ("emotion", "Elle a hâte de partir, très enthousiaste !", "excited"),
        ("emotion", "Left a voicemail, will call back on Tuesday", "neutral"),
        ("doctype", "Hey Sarah, are we still on for lunch today?", "message"),
    ])
    func `each taxonomy has a verdict of its own`(taxonomy: String, text: String, category: String) throws {
        let run = try tool.run("classify", "--taxonomy", taxonomy, input: text)
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output.hasPrefix(category + " "), "\(run.output)")
    }

    @Test func `a text of which no rule speaks is left undecided`() throws {
        let run = try tool.run(
            "classify", "--taxonomy", "spam", "--ndjson",
            input: #"{"text":"The keeper of the lock has 3 cats."}"#)
        let verdict = try JSONValue(run.data)["classification"]
        #expect(verdict["abstention"].string == "noEvidence", "\(run.output)")
        #expect(verdict["classifier"].string == "rules" && verdict["scores"].names == ["ham", "spam"])
    }

    @Test func `rules that speak for both sides alike decide nothing`() throws {
        try tool.write(
            "own/tie.yaml",
            """
            version: 1
            pack: spam.tie
            taxonomy: spam
            says: Two rules that see the same.
            rules:
              - { id: tie.one, says: For it, label: spam, weight: 2, match: { m: { words: [pump] } } }
              - { id: tie.two, says: Against it, label: ham, weight: 2, match: { m: { words: [pump] } } }

            """)
        let run = try tool.run(
            "classify", "--taxonomy", "spam", "--rules", "own", "--classifier", "rules", input: "a pump")
        #expect(run.status == 0 && run.output.contains("unsure"), "\(run.output)\(run.errors)")
    }

    @Test func `explaining names the rules of the taxonomy`() throws {
        let run = try tool.run(
            "explain", "--taxonomy", "severity", input: "upload failed (503), retrying in 2 s")
        #expect(run.status == 0 && run.output.hasPrefix("warn "))
        #expect(run.output.contains("warn.retrying"), "\(run.output)")
    }

    @Test func `without a model for the taxonomy the model alone cannot decide`() throws {
        let run = try tool.run("classify", "--taxonomy", "spam", "--classifier", "bayes", input: "hello")
        #expect(run.status == 78 && run.errors.contains("there is no model for spam"), "\(run.errors)")
        #expect(run.errors.contains("ilk train"))
    }

    @Test func `a model of the taxonomy decides together with its rules`() throws {
        let lines = (0..<40).map { index in
            let isSpam = index % 2 == 0
            let text =
                isSpam ? "cheap pills offer number \(index)" : "the meeting about pump \(index) is on friday"
            return #"{"text":"\#(text)","label":"\#(isSpam ? "spam" : "ham")"}"#
        }
        try tool.write("texts.jsonl", lines.joined(separator: "\n") + "\n")
        let trained = try tool.run("train", "texts.jsonl", "--name", "spam", "-o", "mine.ilk")
        #expect(trained.status == 0, "\(trained.errors)")
        let run = try tool.run(
            "classify", "--taxonomy", "spam", "--model", "mine.ilk", "--ndjson",
            input: #"{"text":"cheap pills, buy now at the lowest price"}"#)
        let verdict = try JSONValue(run.data)["classification"]
        #expect(
            verdict["classifier"].string == "fused" && verdict["category"].string == "spam", "\(run.output)")
        let other = try tool.run("classify", "--taxonomy", "emotion", "--model", "mine.ilk", input: "hello")
        #expect(other.status == 78 && other.errors.contains("not among emotion"), "\(other.errors)")
    }

    @Test func `a log of another taxonomy is a file of its own`() throws {
        let run = try tool.run(
            "classify", "--taxonomy", "spam", "--log", input: "you won, call 09061234567 now\n")
        #expect(run.status == 0, "\(run.errors)")
        let file = tool.log.replacingOccurrences(of: "log.sqlite", with: "log-spam.sqlite")
        #expect(
            FileManager.default.fileExists(atPath: file) && !FileManager.default.fileExists(atPath: tool.log))
    }

    @Test(arguments: ["doctype", "emotion", "severity", "spam"])
    func `the built-in packs are in order and hold their examples`(taxonomy: String) throws {
        let lint = try tool.run("rules", "lint", "--taxonomy", taxonomy)
        #expect(lint.status == 0 && lint.output.hasSuffix(", 0 errors, 0 warnings\n"), "\(lint.output)")
        let test = try tool.run("rules", "test", "--taxonomy", taxonomy)
        #expect(test.status == 0 && test.output.hasSuffix(" passed, 0 failed\n"), "\(test.output)")
    }

    @Test func `of a folder with folders of several taxonomies the right one is taken`() throws {
        for taxonomy in ["doctype", "spam"] {
            let label = taxonomy == "spam" ? "spam" : "email"
            try tool.write(
                "rules/\(taxonomy)/own.yaml",
                """
                version: 1
                pack: \(taxonomy).own
                taxonomy: \(taxonomy)
                says: One of two.
                rules:
                  - { id: own.pump, says: A pump, label: \(label), weight: 1, match: { m: { words: [pump] } } }

                """)
        }
        #expect(try tool.run("rules", "lint").output.contains("\nrules/doctype: 1 file, 1 rule, 0 errors"))
        let spam = try tool.run("rules", "lint", "--taxonomy", "spam")
        #expect(spam.output.contains("\nrules/spam: 1 file, 1 rule, 0 errors"), "\(spam.output)")
        let none = try tool.run("rules", "lint", "--taxonomy", "emotion")
        #expect(none.output.hasPrefix("the built-in rules: 5 files"), "\(none.output)")
        #expect(try tool.run("rules", "lint", "--taxonomy", "weather").status == 64)
    }
}
