import Foundation
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole

@Suite("rules stats, diff and fit") struct RuleMeasuringTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    /// Returns a pack with rules for single words.
    private static func pack(_ rules: [(id: String, label: String, weight: Double, word: String)]) -> String {
        var text = "version: 1\npack: own\ntaxonomy: doctype\ndescription: A pack of the tests.\nrules:\n"
        for rule in rules {
            text +=
                "  - id: \(rule.id)\n    description: A word\n    label: \(rule.label)\n    weight: \(rule.weight)\n"
            text += "    match: { it: { words: [\(rule.word)] } }\n"
        }
        return text
    }

    private static let rules = [
        ("own.regards", "email", 2.0, "regards"), ("own.lol", "message", 0.3, "lol"),
        ("own.pump", "email", 3.0, "pump"), ("own.never", "code", 1.0, "zygote"),
    ]

    /// Returns labeled lines from texts, labels, sources and counts.
    private static func corpus(_ texts: [(String, String, String, Int)]) -> String {
        var lines = ""
        for (text, label, source, count) in texts {
            for number in 0..<count {
                lines += #"{"text":"\#(text) \#(number)","label":"\#(label)","source":"\#(source)"}"# + "\n"
            }
        }
        return lines
    }

    private static let texts = corpus([
        ("Kind regards", "email", "a", 12), ("best regards", "email", "b", 8), ("lol yes", "message", "a", 9),
        ("no lol", "message", "b", 11), ("the pump", "document", "a", 9), ("a pump lol", "message", "b", 6),
        ("regards pump", "email", "a", 5),
    ])

    private func write() throws {
        try tool.write("own.yaml", Self.pack(Self.rules))
        try tool.write("texts.jsonl", Self.texts)
    }

    // MARK: stats

    @Test func `stats shows each rule, contradictions and totals`() async throws {
        try write()
        let outcome = try await tool.run("rules", "stats", "own.yaml", "--corpus", "texts.jsonl")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        for part in [
            "own.yaml: 4 rules on 60 texts of 2 sources", "rules alone", "own.regards",
            "contradicted weights", "own.pump", "rules that contradict each other",
            "rules that match together", "1 rule without a hit\nown.never\n", " µs per text: ",
        ] {
            #expect(outcome.output.contains(part), "\(part) in: \(outcome.output)")
        }
        #expect(outcome.output.contains("unique  sources     µs"), "nothing is left out: \(outcome.output)")
    }

    @Test(arguments: [70, 80, 100, 140])
    func `stats fits the terminal`(columns: Int) async throws {
        try write()
        let outcome = try await tool.line("COLUMNS=\(columns) ilk rules stats own.yaml --corpus texts.jsonl")
        #expect(outcome.lines.allSatisfy { $0.count <= columns }, "\(outcome.output)")
        let table = outcome.lines.filter { $0.hasPrefix("own.") || $0.hasPrefix("rule ") }
        #expect(table.count > 4 && table.allSatisfy { $0.count <= columns }, "\(outcome.output)")
    }

    @Test func `stats writes all figures as JSON`() async throws {
        try write()
        let report = try await JSONValue(
            tool.run("rules", "stats", "own.yaml", "--corpus", "texts.jsonl", "--format", "json").data)
        #expect(report["texts"].number == 60 && report["sources"].number == 2)
        let rules = report["rules"].elements
        #expect(rules.map { $0["id"].string } == ["own.lol", "own.never", "own.pump", "own.regards"])
        let pump = rules[2]
        #expect(pump["hits"].number == 20 && pump["uniqueMatches"].number == 9)
        let label = pump["labels"][0]
        #expect(label["right"].number == 5 && label["precision"].number == 0.25)
        #expect(label["finding"].string == "weightTooLarge" && label["recall"].number == 0.2)
        #expect(pump["sources"][0]["source"].string == "a" && pump["sources"][0]["hits"].number == 14)
        #expect(pump["microsecondsPerText"].number ?? -1 >= 0 && pump["attempts"].number == 20)
        let overlaps = report["overlaps"].elements
        #expect(overlaps.count == 2)
        #expect(overlaps[0]["both"].number == 6 && overlaps[0]["isConflict"].bool == true)
        #expect(overlaps[0]["firstRight"].number == 6 && overlaps[0]["secondRight"].number == 0)
        let lines = try await tool.run(
            "rules", "stats", "own.yaml", "--corpus", "texts.jsonl", "--format", "ndjson")
        #expect(lines.lines.count == 4)
    }

    @Test func `stats reads sources from a file and skips unknown labels`() async throws {
        try write()
        try tool.write(
            "two.jsonl",
            "{\"text\":\"regards\",\"label\":\"email\"}\n{\"text\":\"x\",\"label\":\"poem\"}\n{\n")
        try tool.write("sources.txt", "one\ntwo\nthree\n")
        let strict = try await tool.run("rules", "stats", "own.yaml", "--corpus", "two.jsonl")
        #expect(strict.status == 65 && strict.errors.contains("two.jsonl:3"), "\(strict.errors)")
        let outcome = try await tool.run(
            "rules", "stats", "own.yaml", "--corpus", "two.jsonl", "--group-by", "sources.txt", "--on-error",
            "skip")
        #expect(outcome.status == 2 && outcome.output.contains("4 rules on 1 text of 1 source\n"))
        #expect(outcome.errors.contains("poem"), "\(outcome.errors)")
        #expect(try await tool.run("rules", "stats", "own.yaml").status == 64)
        #expect(try await tool.run("rules", "stats", "own.yaml", "--corpus", "none.jsonl").status == 66)
    }

    // MARK: diff

    private func diff(_ arguments: String...) async throws -> Tool.Outcome {
        try await tool.line("ilk rules diff \(arguments.joined(separator: " "))")
    }

    @Test func `diff shows each changed verdict and its cause`() async throws {
        try write()
        var others = Self.rules
        others[0].2 = 0.2
        others[2] = ("own.lamp", "social", 3.0, "pump")
        try tool.write("new.yaml", Self.pack(others))
        let outcome = try await diff("own.yaml new.yaml --corpus texts.jsonl --classifier rules")
        #expect(outcome.status == 1, "\(outcome.errors)")
        for part in [
            "email 0.80 → social 0.80  wrong to wrong, actual label document  texts.jsonl:41\n    the pump 0\n",
            "    + own.lamp  added: social +3.00\n", "    - own.pump  removed: email +3.00\n",
            "    scores: email 3.00 → 0.00, social 0.00 → 3.00\n",
            "email 0.60 → email? 0.20  right to wrong  texts.jsonl:1\n",
            "    ~ own.regards  email +2.00 → email +0.20\n",
            "40 of 60 verdicts flip (66.67 %, rules): 0 wrong to right, 25 right to wrong\n",
            "rules: 1 added, 1 removed, 1 reweighted\n", "email to -          20\n",
        ] {
            #expect(outcome.output.contains(part), "\(part) in: \(outcome.output)")
        }
        #expect(outcome.errors.contains("60 texts replayed in "))
    }

    @Test func `diff of equal rules reports no changes and ends with 0`() async throws {
        try write()
        for arguments in [
            "own.yaml own.yaml", "built-in built-in", "own.yaml own.yaml --classifier rules -j 3",
        ] {
            let outcome = try await diff("\(arguments) --corpus texts.jsonl --quiet")
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            #expect(outcome.output.hasPrefix("0 of 60 verdicts flip (0.00 %, "), "\(outcome.output)")
        }
    }

    @Test func `diff writes all results as JSON`() async throws {
        try write()
        try tool.write("new.yaml", Self.pack([("own.regards", "email", 0.2, "regards")]))
        let outcome = try await diff(
            "own.yaml new.yaml --corpus texts.jsonl --classifier rules --format json")
        let report = try JSONValue(outcome.data)
        #expect(outcome.status == 1 && report["summary"]["flips"].number == 40)
        #expect(report["summary"]["removed"].elements.count == 3 && report["summary"]["toWrong"].number == 25)
        let flip = report["flips"][0]
        #expect(flip["place"].string == "texts.jsonl:1" && flip["label"].string == "email")
        #expect(flip["outcome"].string == "right to wrong" && flip["text"].string == "Kind regards 0")
        #expect(
            flip["before"]["category"].string == "email" && flip["after"]["abstention"].string == "unsure")
        #expect(flip["after"]["scores"]["email"].number == 0.2)
        #expect(
            flip["causes"][0]["reason"].string == "weightChanged"
                && flip["causes"][0]["before"]["email"].number == 2)
        let lines = try await diff(
            "own.yaml new.yaml --corpus texts.jsonl --classifier rules --format ndjson"
        )
        .lines
        #expect(lines.count == 41)
        #expect(try JSONValue(Data(lines[40].utf8))["summary"]["texts"].number == 60)
    }

    @Test func `diff accepts texts without labels and standard input`() async throws {
        try write()
        try tool.write("new.yaml", Self.pack([("own.regards", "email", 0.2, "regards")]))
        let texts = """
            {"text":"kind regards"}
            {"text":"no","label":null}
            {"text":"pump","label":"poem"}

            """
        let outcome = try await tool.line(
            "ilk rules diff own.yaml new.yaml --corpus - --classifier rules", input: texts)
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(outcome.output.contains("email 0.60 → email? 0.20  standard input:1\n"), "\(outcome.output)")
        #expect(outcome.output.contains("2 of 3 verdicts flip (66.67 %, rules)\n"))
        let broken = try await tool.line(
            "ilk rules diff own.yaml own.yaml --corpus - --on-error skip",
            input: "no json\n{\"text\":\"pump\"}\n"
        )
        #expect(broken.status == 2 && broken.errors.contains("standard input:1"), "\(broken.errors)")
    }

    @Test func `diff replays the log with corrections as labels`() async throws {
        try write()
        try tool.write("new.yaml", Self.pack([("own.regards", "message", 3, "regards")]))
        for text in ["kind regards", "pump", "the end"] {
            try await tool.run("classify", "--log", input: text)
        }
        #expect(try await tool.run("log", "correct", "-3", "message").status == 0)
        let outcome = try await diff("own.yaml new.yaml --log --classifier rules")
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(outcome.output.contains("email 0.60 → message 0.80  wrong to right  "), "\(outcome.output)")
        #expect(outcome.output.contains("2 of 3 verdicts flip"), "\(outcome.output)")
        #expect(try await diff("own.yaml new.yaml --log --log-file none.sqlite").status == 66)
        #expect(try await diff("own.yaml new.yaml").status == 64)
        #expect(try await diff("own.yaml new.yaml --log --corpus texts.jsonl").status == 64)
    }

    @Test func `diff accepts several names as layers and later ones are on top`() async throws {
        try write()
        try tool.write("new.yaml", Self.pack([("own.regards", "message", 3, "regards")]))
        let outcome = try await diff("own.yaml own.yaml new.yaml --corpus texts.jsonl --classifier rules")
        #expect(outcome.status == 1, "a rule replaces the one with the same id below it: \(outcome.errors)")
        #expect(outcome.output.contains("~ own.regards  email +2.00 → message +3.00"), "\(outcome.output)")
        #expect(outcome.output.contains("rules: 0 added, 0 removed, 1 reweighted\n"))
        let under = try await diff("own.yaml new.yaml own.yaml --corpus texts.jsonl --classifier rules")
        #expect(under.status == 0, "below it changes nothing: \(under.output)")
    }

    @Test func `diff compares on top of the active rules`() async throws {
        try write()
        let alone = try await diff("built-in own.yaml --corpus texts.jsonl --classifier rules -q")
        #expect(alone.output.contains(" removed, ") && !alone.output.contains(" 0 removed, "))
        let outcome = try await diff("--on-top built-in own.yaml --corpus texts.jsonl --classifier rules -q")
        #expect(outcome.output.contains("rules: 4 added, 0 removed, 0 reweighted\n"), "\(outcome.output)")
    }

    @Test func `diff accepts several files as one rule set and compiled rules`() async throws {
        try write()
        try tool.write(
            "more.yaml",
            Self.pack([("own.more", "code", 4, "lol")]).replacing("pack: own", with: "pack: more"))
        #expect(try await tool.run("rules", "compile", "own.yaml", "-o", "own.ilkrules").status == 0)
        let outcome = try await diff(
            "own.ilkrules own.yaml more.yaml --corpus texts.jsonl --classifier rules")
        #expect(outcome.status == 1 && outcome.output.contains("rules: 1 added, 0 removed, 0 reweighted"))
        try tool.write("bad.yaml", "version: 1\npack: own\n")
        let bad = try await diff("own.yaml bad.yaml --corpus texts.jsonl")
        #expect(bad.status == 78 && bad.errors.contains("nothing was replayed"), "\(bad.errors)")
    }

    // MARK: fit

    @Test func `fit writes overrides with reasons and reports their effect`() async throws {
        try write()
        let before = try tool.bytes("own.yaml")
        let outcome = try await tool.run(
            "rules", "fit", "own.yaml", "--corpus", "texts.jsonl", "-o", "tuned.yaml", "--name", "own.tuned")
        #expect(outcome.status == 0, "\(outcome.errors)")
        for part in [
            "own.yaml: fitted on 60 texts of 2 sources; an authored weight counts like 10 texts",
            "on held-out sources (2 folds)", "log loss", "the fitted weights predict better", "own.pump",
            "1 rule without a hit: weights unchanged",
        ] {
            #expect(outcome.output.contains(part), "\(part) in: \(outcome.output)")
        }
        #expect(outcome.errors == "ilk: tuned.yaml: 3 rules reweighted\n")
        let file = String(decoding: try tool.bytes("tuned.yaml"), as: UTF8.self)
        #expect(
            file.hasPrefix(
                "version: 1\noverrides: own.tuned\ntaxonomy: doctype\ndescription: \"Weights fitted on 60 "))
        #expect(
            try await tool.run("rules", "fmt", "--check", "tuned.yaml").status == 0, "it is already formatted"
        )
        #expect(file.contains("change:\n  - rules: [own.lol]\n    weight: "), "\(file)")
        #expect(
            file.contains(
                "reason: \"20 hits in 2 sources, 9 of them unique, 25.0 % email; authored 3\"\n"), "\(file)")
        #expect(try tool.bytes("own.yaml") == before, "packs are not changed")
        let again = try await tool.run(
            "rules", "fit", "own.yaml", "--corpus", "texts.jsonl", "--name", "own.tuned")
        #expect(again.output == file, "the same texts give the same file")
        #expect(again.errors.contains("the fitted weights predict better"))
    }

    @Test func `fit writes all results as JSON`() async throws {
        try write()
        let report = try await JSONValue(
            tool.run(
                "rules", "fit", "own.yaml", "--corpus", "texts.jsonl", "--format", "json", "--prior", "3"
            ).data)
        #expect(report["isWorthwhile"].bool == true && report["report"]["prior"].number == 3)
        #expect(report["overrides"].string?.hasPrefix("version: 1\n") ?? false)
        let changes = report["report"]["changes"].elements
        #expect(changes.map { $0["rule"].string } == ["own.lol", "own.pump", "own.regards"])
        #expect(changes[1]["hits"].number == 20 && changes[1]["before"][0].number == 3)
        #expect(changes[1]["after"][0].number ?? 9 < 1)
        let before = report["report"]["before"]["logLoss"].number ?? 0
        #expect(report["report"]["after"]["logLoss"].number ?? 9 < before)
    }

    @Test func `fit needs enough texts of at least two labels`() async throws {
        try write()
        try tool.write("one.jsonl", Self.corpus([("lol", "message", "a", 9)]))
        let one = try await tool.run("rules", "fit", "own.yaml", "--corpus", "one.jsonl")
        #expect(one.status == 65 && one.errors.contains("the same label"), "\(one.errors)")
        #expect(
            try await tool.run("rules", "fit", "own.yaml", "--corpus", "texts.jsonl", "--prior", "0").status
                == 64)
        #expect(
            try await tool.run("rules", "fit", "own.yaml", "--corpus", "texts.jsonl", "--name", "No Name")
                .status
                == 64)
    }
}
