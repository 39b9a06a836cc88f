import Foundation
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole

@Suite("--taxonomy") struct TaxonomyTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    @Test func `a model of the taxonomy classifies together with its rules`() async throws {
        let lines = (0..<40).map { index in
            let isSpam = index % 2 == 0
            let text =
                isSpam ? "cheap pills offer number \(index)" : "the meeting about pump \(index) is on friday"
            return #"{"text":"\#(text)","label":"\#(isSpam ? "spam" : "ham")"}"#
        }
        try tool.write("texts.jsonl", lines.joined(separator: "\n") + "\n")
        let trained = try await tool.run("train", "texts.jsonl", "--name", "spam", "-o", "mine.ilk")
        #expect(trained.status == 0, "\(trained.errors)")
        let run = try await tool.run(
            "classify", "--taxonomy", "spam", "--model", "mine.ilk", "--ndjson",
            input: #"{"text":"cheap pills, buy now at the lowest price"}"#)
        let verdict = try JSONValue(run.data)["classification"]
        #expect(
            verdict["classifier"].string == "fused" && verdict["category"].string == "spam", "\(run.output)")
        let other = try await tool.run(
            "classify", "--taxonomy", "emotion", "--model", "mine.ilk", input: "hello")
        #expect(other.status == 78 && other.errors.contains("not emotion"), "\(other.errors)")
    }

    @Test(arguments: [#"a\tb"#, #"a\nb"#, " a", "a ", String(repeating: "x", count: 129)])
    func `a label that a taxonomy cannot have is refused before training`(label: String) async throws {
        let lines = ["good", label].map { #"{"text":"a text of \#($0.count)","label":"\#($0)"}"# + "\n" }
        try tool.write("texts.jsonl", lines.joined())
        for line in ["--name mine", "-o mine.ilk", "--check"] {
            let trained = try await tool.line("ilk train texts.jsonl \(line)")
            #expect(trained.status == 65, "\(trained.errors)")
            #expect(trained.errors.contains("texts.jsonl:2:"), "\(trained.errors)")
            #expect(trained.errors.contains(": a label must be one line"), "\(trained.errors)")
        }
        #expect(try await tool.run("taxonomy", "show", "mine").status == 64)
    }

    /// Trains the taxonomy `mine`, whose model stays a candidate because it has few texts.
    private func trainMine() async throws {
        try tool.write(
            "texts.jsonl",
            ["good", "bad"].map { #"{"text":"a \#($0) text","label":"\#($0)"}"# + "\n" }.joined())
        let trained = try await tool.run("train", "texts.jsonl", "--name", "mine")
        #expect(trained.status == 0, "\(trained.errors)")
    }

    @Test func `invalid labels and titles are named and change nothing`() async throws {
        try await trainMine()
        let renamed = try await tool.line("ilk taxonomy rename mine 'Very good' --label good")
        #expect(renamed.status == 0, "\(renamed.errors)")
        let before = try await tool.line("ilk taxonomy show mine").output
        let mistakes = [
            ("edit mine --add 'Very good'", "the label 'good' already has the title 'Very good'"),
            ("edit mine --add 'x\ny'", "error: a label must be one line without control characters: 'x"),
            ("edit mine --add ' x'", "a label must be one line without control characters: ' x'"),
            ("rename mine Emotions", "the taxonomy emotion already has the title 'Emotions'"),
            ("rename mine '' --label good", "a title must be one line without control characters: ''"),
            ("rename mine 'Very good' --label bad", "--merge bad=good"),
        ]
        for (line, told) in mistakes {
            let run = try await tool.line("ilk taxonomy \(line)")
            #expect(run.status == 64 && run.errors.contains(told), "\(line): \(run.errors)")
        }
        #expect(try await tool.line("ilk taxonomy show mine").output == before)
    }

    @Test func `texts with a retired label are ignored in training and evaluation`() async throws {
        let texts = ["good", "bad", "old", "old"].enumerated().map { number, label in
            #"{"text":"a \#(label) text \#(number)","label":"\#(label)"}"# + "\n"
        }.joined()
        try tool.write("texts.jsonl", texts)
        #expect(try await tool.run("train", "texts.jsonl", "--name", "mine").status == 0)
        #expect(try await tool.line("ilk taxonomy edit mine --retire old").status == 0)
        for line in [
            "train texts.jsonl --name mine", "model regression-set texts.jsonl --taxonomy mine",
            "model promote 1.0.1 --taxonomy mine --force", "eval texts.jsonl --taxonomy mine",
        ] {
            let run = try await tool.line("ilk \(line)")
            #expect(run.status == 0, "\(line): \(run.errors)")
            let ignores = !line.hasPrefix("model promote")
            #expect(run.errors.contains("ignored 2 texts with retired labels") == ignores, "\(run.errors)")
            if line.hasPrefix("train") { #expect(run.errors.contains("mine: 2 texts ("), "\(run.errors)") }
        }
    }

    @Test func `texts that are all in the regression set or all retired are reported`() async throws {
        try await trainMine()
        #expect(try await tool.line("ilk model regression-set texts.jsonl --taxonomy mine").status == 0)
        let held = try await tool.line("ilk train texts.jsonl --name mine")
        #expect(held.status == 65, "\(held.errors)")
        #expect(
            held.errors.contains("error: all 2 texts are in the regression set of mine\nhint: "),
            "\(held.errors)")
        #expect(held.errors.contains("ilk model regression-set --remove --taxonomy mine"), "\(held.errors)")
        #expect(try await tool.line("ilk taxonomy edit mine --retire good").status == 0)
        try tool.write("good.jsonl", #"{"text":"a very good text","label":"good"}"# + "\n")
        let retired = try await tool.line("ilk train good.jsonl --name mine")
        #expect(retired.status == 65, "\(retired.errors)")
        #expect(
            retired.errors.contains("error: the only text has a retired label\nhint: "), "\(retired.errors)")
    }

    @Test func `labels with equals signs are merged, and a label that begins with a hyphen is corrected`()
        async throws
    {
        let labels = [("alpha", "a=b"), ("beta", "a=b=12"), ("gamma", "-x"), ("delta", "y")]
        try tool.write(
            "texts.jsonl", labels.map { #"{"text":"\#($0) text","label":"\#($1)"}"# + "\n" }.joined())
        #expect(try await tool.line("ilk train texts.jsonl --name mine").status == 0)
        let merged = try await tool.line("ilk taxonomy edit mine --merge a=b=12=a=b")
        #expect(merged.status == 0, "\(merged.errors)")
        let unknown = try await tool.line("ilk taxonomy edit mine --merge q=r=y")
        #expect(unknown.status == 64 && unknown.errors.contains("has no label 'r=y'"), "\(unknown.errors)")
        #expect(try await tool.line("ilk model promote 1.0.0 --taxonomy mine").status == 0)
        let logged = try await tool.line(
            "ilk classify --taxonomy mine --log --threshold a=b=0.9", input: "a text")
        #expect(logged.status == 0, "\(logged.errors)")
        let corrected = try await tool.line("ilk log correct -1 --taxonomy mine -- -x")
        #expect(corrected.status == 0 && corrected.output.contains("-x"), "\(corrected.errors)")
        #expect(try await tool.line("ilk log correct -1 -x --taxonomy mine").status == 64)
    }

    @Test func `a repeated version is deleted once`() async throws {
        try await trainMine()
        let removed = try await tool.line("ilk model rm 1.0.0 1.0.0 --yes --taxonomy mine")
        #expect(removed.status == 0 && removed.errors == "ilk: Deleted version 1.0.0.\n", "\(removed.errors)")
    }

    @Test func `a label that a shipped taxonomy lacks is not suggested for adding`() async throws {
        try tool.write("texts.jsonl", #"{"text":"the oven","label":"kitchen"}"# + "\n")
        let run = try await tool.run("train", "texts.jsonl", "--name", "spam")
        #expect(run.status == 65 && run.errors.contains("has no label 'kitchen'"), "\(run.errors)")
        #expect(run.errors.contains("create your own taxonomy") && !run.errors.contains("--add"))
    }

    @Test func `a file with errors, or with the name of another taxonomy, is named`() async throws {
        try await trainMine()
        let shown = try await tool.line("ilk taxonomy show mine --format json")
        let file = try #require(JSONValue(shown.data)["file"].string)
        let copy = file.replacingOccurrences(of: "mine.yaml", with: "copy.yaml")
        try FileManager.default.copyItem(atPath: file, toPath: copy)
        let misnamed = try await tool.line("ilk taxonomy show copy")
        #expect(misnamed.status == 78, "\(misnamed.errors)")
        #expect(
            misnamed.errors.contains("mine.yaml exists: give this file another 'taxonomy' and 'id'"),
            "\(misnamed.errors)")
        try Data("version: 1\ntaxonomy: copy\nid: x\nlables: [a]\n".utf8).write(to: URL(filePath: copy))
        let wrong = try await tool.line("ilk taxonomy show copy")
        #expect(wrong.status == 78 && wrong.errors.contains("copy.yaml:1:1: "), "\(wrong.errors)")
        #expect(wrong.errors.contains("did you mean 'labels'?"), "\(wrong.errors)")
        let list = try await tool.line("ilk taxonomy ls")
        #expect(list.output.contains("mine"))
        #expect(list.errors.hasSuffix("copy.yaml:1:1: the taxonomy has no 'labels' [R007]\n"))
    }

    @Test func `a model of other labels than the file is reported`() async throws {
        try await trainMine()
        #expect(try await tool.line("ilk model promote 1.0.0 --taxonomy mine").status == 0)
        let shown = try await tool.line("ilk taxonomy show mine --format json")
        let file = try #require(JSONValue(shown.data)["file"].string)
        try Data("version: 1\ntaxonomy: mine\nid: x\nlabels: [a, b]\n".utf8).write(to: URL(filePath: file))
        let run = try await tool.line("ilk classify --taxonomy mine", input: "a good text")
        #expect(
            run.status == 78 && run.errors.contains("hint: the labels of the model: bad, good"),
            "\(run.errors)")
        let doctor = try await tool.line("ilk doctor")
        #expect(doctor.output.contains("taxonomy mine: the model has none of the labels of mine"))
    }

    @Test func `a log with labels of a removed taxonomy names the labels to add`() async throws {
        try await trainMine()
        #expect(try await tool.line("ilk model promote 1.0.0 --taxonomy mine").status == 0)
        let logged = try await tool.line("ilk classify --taxonomy mine --log", input: "a good text")
        #expect(logged.status == 0, "\(logged.errors)")
        let shown = try await tool.line("ilk taxonomy show mine --format json")
        let file = try #require(JSONValue(shown.data)["file"].string)
        try Data("version: 1\ntaxonomy: mine\nid: x\nlabels: [hot, cold]\n".utf8).write(
            to: URL(filePath: file))
        let run = try await tool.line("ilk retrain --taxonomy mine")
        #expect(run.status == 78, "\(run.errors)")
        #expect(run.errors.contains("mine lacks labels of the log: bad, good; "), "\(run.errors)")
        #expect(run.errors.contains("ilk taxonomy edit mine --add bad good"), "\(run.errors)")
        #expect(try await tool.line("ilk taxonomy edit mine --add bad good").status == 0)
        let again = try await tool.line("ilk retrain --taxonomy mine")
        #expect(!again.errors.contains("lacks labels of the log"), "\(again.errors)")
    }

    @Test func `a label of the model that the file lacks is reported until it is merged`() async throws {
        try await trainMine()
        #expect(try await tool.line("ilk model promote 1.0.0 --taxonomy mine").status == 0)
        let shown = try await tool.line("ilk taxonomy show mine --format json")
        let file = try #require(JSONValue(shown.data)["file"].string)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try Data(text.replacing("bad", with: "poor").utf8).write(to: URL(filePath: file))
        let told = "the model of mine has labels that the taxonomy lacks: bad"
        let run = try await tool.line("ilk classify --taxonomy mine", input: "a good text")
        #expect(run.status == 78 && run.errors.contains(told), "\(run.errors)")
        #expect(run.errors.contains("ilk taxonomy edit mine --add bad"), "\(run.errors)")
        #expect(try await tool.line("ilk doctor").output.contains(told))
        #expect(try await tool.line("ilk taxonomy show mine").errors.contains(told))
        for change in ["--add bad", "--merge bad=poor"] {
            #expect(try await tool.line("ilk taxonomy edit mine \(change)").status == 0)
        }
        #expect(try await tool.line("ilk classify --taxonomy mine", input: "a good text").status == 0)
        #expect(try await tool.line("ilk taxonomy show mine").errors == "")
    }

    @Test func `a taxonomy without an active version names the command that activates one`() async throws {
        try await trainMine()
        let told = "activate a version: ilk model promote 1.0.0 --taxonomy mine"
        let inactive = try await tool.line("ilk classify --taxonomy mine", input: "a good text")
        #expect(inactive.status == 78 && inactive.errors.contains("hint: " + told), "\(inactive.errors)")
        #expect(try await tool.line("ilk model promote 1.0.0 --taxonomy mine").status == 0)
        let back = try await tool.line("ilk model rollback --taxonomy mine")
        #expect(back.status == 0 && back.errors.contains("ilk: " + told), "\(back.errors)")
        #expect(back.errors.contains("warning: the taxonomy mine has no usable rules"), "\(back.errors)")
        let again = try await tool.line("ilk model rollback --taxonomy mine")
        #expect(again.status == 66 && again.errors.contains("hint: " + told), "\(again.errors)")
    }

    @Test func `each taxonomy has a separate log file`() async throws {
        let run = try await tool.run(
            "classify", "--taxonomy", "spam", "--log", input: "you won, call 09061234567 now\n")
        #expect(run.status == 0, "\(run.errors)")
        let file = tool.log.replacingOccurrences(of: "log.sqlite", with: "log-spam.sqlite")
        #expect(
            FileManager.default.fileExists(atPath: file) && !FileManager.default.fileExists(atPath: tool.log))
    }

    @Test func `a check of one taxonomy reports it and its log only`() async throws {
        try await trainMine()
        let one = try await tool.line("ilk doctor --taxonomy mine --format json")
        #expect(one.status == 0, "\(one.errors)")
        let subjects = try JSONValue(one.data).elements.compactMap { $0["subject"].string }
        #expect(subjects == ["ilk", "SQLite", "ICU", "taxonomy mine", "log of mine"], "\(one.output)")
        let unknown = try await tool.line("ilk doctor --taxonomy mne")
        #expect(unknown.status == 64 && unknown.errors.contains("did you mean 'mine'?"), "\(unknown.errors)")
    }

    @Test func `without a log of document types, the logs of other taxonomies are named`() async throws {
        for (taxonomy, text) in [("spam", "you won a prize"), ("severity", "error: disk full")] {
            let run = try await tool.line("ilk classify --taxonomy \(taxonomy) --log", input: text)
            #expect(run.status == 0, "\(run.errors)")
        }
        for line in ["log ls", "log stats", "log search prize", "log export", "log queue", "retrain"] {
            let run = try await tool.line("ilk \(line)")
            #expect(run.status == 66, "\(line): \(run.errors)")
            #expect(
                run.errors.contains("hint: choose a log with --taxonomy: severity, spam; or start a log"),
                "\(line): \(run.errors)")
        }
    }

    @Test(arguments: ["doctype", "emotion", "severity", "spam"])
    func `the built-in packs have no problems and pass their examples`(taxonomy: String) async throws {
        let lint = try await tool.run("rules", "lint", "--taxonomy", taxonomy)
        #expect(lint.status == 0 && lint.output.hasSuffix(", 0 errors, 0 warnings\n"), "\(lint.output)")
        let test = try await tool.run("rules", "test", "--taxonomy", taxonomy)
        #expect(test.status == 0 && test.output.hasSuffix(" passed, 0 failed\n"), "\(test.output)")
    }

    @Test func `the folder of the taxonomy is selected among several`() async throws {
        for taxonomy in ["doctype", "spam"] {
            let label = taxonomy == "spam" ? "spam" : "email"
            try tool.write(
                "rules/\(taxonomy)/own.yaml",
                """
                version: 1
                pack: \(taxonomy).own
                taxonomy: \(taxonomy)
                description: One of two.
                rules:
                  - { id: own.pump, description: A pump, label: \(label), weight: 1, match: { m: { words: [pump] } } }

                """)
        }
        #expect(
            try await tool.run("rules", "lint").output.contains("\nrules/doctype: 1 file, 1 rule, 0 errors"))
        let spam = try await tool.run("rules", "lint", "--taxonomy", "spam")
        #expect(spam.output.contains("\nrules/spam: 1 file, 1 rule, 0 errors"), "\(spam.output)")
        let none = try await tool.run("rules", "lint", "--taxonomy", "emotion")
        #expect(none.output.hasPrefix("the built-in rules: 5 files"), "\(none.output)")
        #expect(try await tool.run("rules", "lint", "--taxonomy", "weather").status == 64)
    }
}
