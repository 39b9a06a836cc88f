import Foundation
import TestSupport
import Testing

/// Explanations of logged verdicts with the classifier that produced them.
@Suite("log explain") struct LogExplainTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    private static let text = "hey, are we still on for 8? lol bring the thing\n"

    /// Returns the output of `explain` for the text in each format.
    private func explained(_ options: String = "") throws -> [Data] {
        try ["text", "json", "ndjson", "html"].map {
            try tool.shell("ilk explain \(options) --format \($0)", input: Data(Self.text.utf8)).data
        }
    }

    /// Returns the output of `log explain` for the oldest entry in each format.
    private func explainedLater(_ options: String = "") throws -> [Data] {
        let entries = try tool.run("log", "ls", "--format", "ndjson").lines.count
        return try ["text", "json", "ndjson", "html"].map { format in
            let run = try tool.shell("ilk log explain -\(entries) --format \(format) \(options)")
            #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
            return run.data
        }
    }

    @Test func `an entry is explained with its original model after a correction and another model`() throws {
        let then = try explained()
        #expect(String(decoding: then[0], as: UTF8.self).hasPrefix("message"))
        // The output does not depend on the file name.
        try tool.write("x.txt", Self.text)
        #expect(try tool.run("explain", "x.txt", "--format", "html").data == then[3])
        #expect(try tool.run("classify", "--log", input: Self.text).status == 0)
        #expect(try tool.run("log", "correct", "-1", "email").status == 0)
        let retrained = try tool.run("retrain")
        #expect(retrained.output.contains("1.3.1"), "\(retrained.output)\(retrained.errors)")
        #expect(try explained() != then)
        #expect(try explainedLater() == then)
        // The correction and the new model determine the verdict if the text is classified again.
        let now = try explained()
        #expect(try tool.run("classify", "--log", input: Self.text).status == 0)
        // The log does not store which text was corrected.
        let logged = String(decoding: now[0], as: UTF8.self)
            .replacing("correction of this text", with: "correction of this text or a nearly equal one")
        #expect(try tool.run("log", "explain", "-1").output == logged)
        #expect(try explainedLater() == then)
    }

    @Test func `custom rules and models are archived when texts are logged`() throws {
        try tool.write("rules/own.yaml", Self.pack(weight: 3))
        var texts = GeneratedTexts(seed: 3)
        try tool.write("own.jsonl", texts.lines(90) + #"{"text":"lol bring it","label":"garden"}"# + "\n")
        try tool.run("train", "own.jsonl", "-o", "own.ilk", "--name", "places")
        let options = "--model own.ilk --rules rules"
        let then = try explained(options)
        #expect(String(decoding: then[0], as: UTF8.self).contains("garden.thing"))
        let logged = try tool.shell(
            "ilk classify --log --log-file own.sqlite \(options)", input: Data(Self.text.utf8))
        #expect(logged.status == 0, "\(logged.errors)")
        try tool.write("rules/own.yaml", Self.pack(weight: 1))
        try tool.write("own.jsonl", texts.lines(120))
        try tool.run("train", "own.jsonl", "-o", "own.ilk", "--name", "places")
        #expect(try explained(options) != then)
        let later = try tool.run("log", "explain", "-1", "--log-file", "own.sqlite")
        #expect(later.data == then[0], "\(later.output)\(later.errors)")
        let json = try tool.run("log", "explain", "-1", "--log-file", "own.sqlite", "--format", "json")
        #expect(json.data == then[1])
        let html = try tool.run("log", "explain", "-1", "--log-file", "own.sqlite", "--format", "html")
        #expect(html.data == then[3])
        // Without the archive, the missing part is named.
        for (folder, what) in [("models", "the model"), ("rules", "the rules")] {
            let kept = URL(filePath: tool.log).deletingLastPathComponent().appending(
                path: "archive/\(folder)")
            let away = tool.folder.appending(path: folder + ".away")
            try FileManager.default.moveItem(at: kept, to: away)
            let missing = try tool.run("log", "explain", "-1", "--log-file", "own.sqlite")
            #expect(missing.status == 66 && missing.data.isEmpty)
            #expect(missing.errors.contains(what) && missing.errors.contains("no longer exist"))
            let file = try #require(
                try FileManager.default.contentsOfDirectory(atPath: away.path).first { name in
                    name.hasSuffix(folder == "models" ? ".ilk" : ".ilkrules")
                })
            let named = try tool.run(
                "log", "explain", "-1", "--log-file", "own.sqlite",
                folder == "models" ? "--model" : "--rules",
                away.appending(path: file).path)
            #expect(named.data == then[0], "\(named.errors)")
            try FileManager.default.moveItem(at: away, to: kept)
        }
    }

    @Test(arguments: [
        ("ilk log explain", 64, "expected one entry"), ("ilk log explain -7", 66, "no entry '-7'"),
        ("ilk log explain --bad -1", 64, "unknown option"), ("ilk log explain -1 --top 0", 64, "--top"),
    ])
    func `an unexplainable entry is reported`(line: String, status: Int32, message: String) throws {
        try tool.run("classify", "--log", input: Self.text)
        let run = try tool.shell(line)
        #expect(run.status == status && run.errors.contains(message) && run.data.isEmpty, "\(run.errors)")
    }

    private static func pack(weight: Double) -> String {
        """
        version: 1
        pack: own
        taxonomy: places
        description: Tests.
        rules:
          - id: garden.thing
            description: The thing
            label: garden
            weight: \(weight)
            match: { thing: { words: [thing] } }
        """
    }
}
