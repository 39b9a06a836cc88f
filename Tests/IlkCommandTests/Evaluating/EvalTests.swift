import Foundation
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole

@Suite("eval") struct EvalTests {
    private let tool: Tool

    /// Short texts of the document types.
    private static let lines = [
        ("omw, be there in 5", "message"), ("lol ok see u then", "message"),
        ("cheap flights lisbon may", "search"), ("how to descale a kettle", "search"),
        ("for i in range(10):\\n    print(i)\\n", "code"), ("int main(void) { return 0; }", "code"),
        (
            "From: ana@example.com\\nTo: ben@example.com\\nSubject: Invoice\\n\\nDear Ben,\\nattached.\\n\\nAna",
            "email"
        ),
        ("so proud of this team #teamwork #launchday", "social"),
        ("The council said on Tuesday that the bridge would be closed until spring.", "document"),
    ].map { #"{"text":"\#($0)","label":"\#($1)"}"# + "\n" }.joined()

    init() throws {
        tool = try Tool()
        try tool.write("texts.jsonl", Self.lines)
    }

    @Test func `the built-in classifier is measured and reported as text`() async throws {
        let measured = try await tool.run("eval", "texts.jsonl")
        #expect(measured.status == 0 && measured.errors.isEmpty)
        for part in [
            "fused on 9 texts\n", "accuracy ", "macro-F1 ", "log loss ", "calibration error ", "coverage ",
            "label     precision  recall", "actual \\ predicted", "length ", "1-2 words", "51+ words",
        ] {
            #expect(measured.output.contains(part), "\(part) in: \(measured.output)")
        }
    }

    @Test func `rules, model and both are measured on the same texts`() async throws {
        let measured = try await tool.run("eval", "texts.jsonl", "--ablation", "--format", "json")
        #expect(measured.status == 0)
        let report = try JSONValue(measured.data)
        #expect(report["variants"].elements.map(\.["classifier"].string) == ["rules", "bayes", "fused"])
        for variant in report["variants"].elements {
            #expect(variant["texts"].number == 9 && variant["byLength"].elements.count == 5)
        }
        #expect(report["classifier"].string == "fused")
        #expect(report["accuracy"].number == report["variants"][2]["accuracy"].number)
        #expect(
            try await tool.run("eval", "texts.jsonl", "--ablation").output.contains(
                "macro-F1  all texts  1-2 words"))
    }

    @Test(arguments: ["fused", "bayes", "rules"])
    func `one classifier can be chosen`(name: String) async throws {
        let measured = try await tool.run("eval", "texts.jsonl", "--classifier", name, "--format", "json")
        #expect(measured.status == 0)
        let report = try JSONValue(measured.data)
        #expect(report["classifier"].string == name)
        #expect((report["model"].string == nil) == (name == "rules"))
        #expect((report["rules"].string == nil) == (name == "bayes"))
    }

    @Test func `the HTML report contains all sections`() async throws {
        let page = try await tool.run(
            "eval", "texts.jsonl", "--ablation", "--max-error", "0.2", "--format", "html")
        #expect(page.status == 0 && page.output.hasPrefix("<!DOCTYPE html>"))
        for part in ["fused on 9 texts", "<svg", "Rules and model", "Guaranteed error rates", "</html>\n"] {
            #expect(page.output.contains(part), "\(part)")
        }
    }

    @Test func `a second model is compared on the same texts`() async throws {
        var texts = GeneratedTexts(seed: 22)
        try tool.write("own.jsonl", texts.lines(180))
        try await tool.run("train", "own.jsonl", "-o", "one.ilk")
        try await tool.run("train", "own.jsonl", "-o", "other.ilk", "--feature-groups", "unigrams")
        let compared = try await tool.run(
            "eval", "own.jsonl", "--model", "one.ilk", "--compare", "other.ilk", "--format", "json")
        #expect(compared.status == 0, "\(compared.errors)")
        let comparison = try JSONValue(compared.data)["comparison"]
        #expect(comparison["name"].string == "other.ilk")
        let counts = comparison["counts"]
        let sum = ["bothRight", "bothWrong", "onlyFirstRight", "onlySecondRight"]
            .compactMap { counts[$0].number }.reduce(0, +)
        #expect(sum == 180 && counts["pValue"].number != nil)
        #expect(comparison["report"]["texts"].number == 180)
        let said = try await tool.run("eval", "own.jsonl", "--model", "one.ilk", "--compare", "other.ilk")
        #expect(said.output.contains("The accuracy ") && said.output.contains("McNemar"))
        let strange = try await tool.run("eval", "texts.jsonl", "--compare", "one.ilk")
        #expect(strange.status == 78 && strange.errors.contains("predicts other labels"))
    }

    @Test func `an error rate is guaranteed or reported as unreachable`() async throws {
        var texts = GeneratedTexts(seed: 23)
        try tool.write("own.jsonl", texts.lines(240))
        try await tool.run("train", "own.jsonl", "-o", "one.ilk")
        let measured = try await tool.run(
            "eval", "own.jsonl", "--model", "one.ilk", "--max-error", "0.1", "--max-error", "0.001",
            "--format", "json")
        let guarantees = try JSONValue(measured.data)["guarantees"].elements
        #expect(guarantees.map(\.["outcome"].string) == ["guaranteed", "tooFewRows"])
        #expect(try #require(guarantees[0]["bound"].number) <= 0.1)
        #expect(try #require(guarantees[0]["coverage"].number) > 0.5)
        let said = try await tool.run(
            "eval", "own.jsonl", "--model", "one.ilk", "--max-error", "0.001", "--by-category")
        #expect(said.output.contains("too few texts") && said.output.contains("garden"))
    }

    @Test func `the report states for which sources the guarantee holds`() async throws {
        var texts = GeneratedTexts(seed: 24)
        try tool.write("own.jsonl", texts.lines(240))
        try await tool.run("train", "own.jsonl", "-o", "one.ilk")
        let many = texts.lines(630, sources: 7)
        try tool.write("many.jsonl", many)
        try tool.write("bare.jsonl", many.replacingOccurrences(of: "source", with: "from"))
        for (file, scope, sources, sentence) in [
            ("own.jsonl", "sameSources", 9.0, "there are 9."),
            ("many.jsonl", "newSources", 21, "The guarantee holds for new sources, from 21 sources"),
            ("bare.jsonl", "sameSources", nil, "On new sources the error rate can be several times higher"),
        ] as [(String, String, Double?, String)] {
            let line = "ilk eval \(file) --model one.ilk --max-error 0.1 --format"
            let found = try JSONValue(await tool.line("\(line) json").data)["guarantees"][0]
            #expect(found["scope"].string == scope && found["sources"].number == sources, "\(file)")
            #expect(found["outcome"].string == "guaranteed" && found["coverage"].number ?? 0 > 0.5)
            for format in ["text", "html"] {
                let said = try await tool.line("\(line) \(format)")
                #expect(said.output.contains(sentence), "\(said.output)")
            }
        }
    }

    @Test func `cross-validation leaves out whole sources`() async throws {
        var texts = GeneratedTexts(seed: 21)
        try tool.write("own.jsonl", texts.lines(180))
        let measured = try await tool.run(
            "eval", "own.jsonl", "--group-by", "source", "--folds", "3", "--format", "json")
        #expect(measured.status == 0, "\(measured.errors)")
        let report = try JSONValue(measured.data)
        // There are no rules for these labels. The model is measured with and without style features.
        #expect(
            report["variants"].elements.map(\.["classifier"].string) == [
                "bayes", "unigrams and skeleton bigrams",
            ])
        #expect(report["sourceFolds"]["folds"].number == 3 && report["sourceFolds"]["sources"].number == 9)
        #expect(report["sourceFolds"]["trainingOnly"].number == 0 && report["texts"].number == 180)
        #expect(try #require(report["macroF1"].number) > 0.9)
    }

    @Test func `sources can be in a file and texts can be for training only`() async throws {
        try tool.write("sources.txt", (0..<9).map { "set \($0 % 2)\n" }.joined())
        try tool.write("more.jsonl", Self.lines)
        let measured = try await tool.run(
            "eval", "texts.jsonl", "--group-by", "sources.txt", "--folds", "2", "--always-train",
            "more.jsonl",
            "--format", "json")
        #expect(measured.status == 0, "\(measured.errors)")
        let report = try JSONValue(measured.data)
        #expect(
            report["variants"].elements.map(\.["classifier"].string)
                == ["fused", "bayes", "rules", "unigrams and skeleton bigrams"])
        #expect(report["sourceFolds"]["trainingOnly"].number == Double(18 - 6))
    }

    @Test func `a file of sources overrides the field and must name a source in each line`() async throws {
        let rows = (0..<12).map { number in
            let label = number % 2 == 0 ? "tea" : "sea"
            return #"{"text":"\#(label) cup \#(number)","label":"\#(label)","source":"field \#(number)"}"#
        }
        try tool.write("own.jsonl", rows.joined(separator: "\n"))
        let names = (0..<12).map { "set \($0 / 2 % 2)\n" }.joined()
        try tool.write("sources.txt", "\u{FEFF}" + names)
        let line = "ilk eval own.jsonl --folds 2 --format json --group-by"
        let measured = try await tool.line("\(line) sources.txt")
        #expect(measured.status == 0, "\(measured.errors)")
        #expect(try JSONValue(measured.data)["sourceFolds"]["sources"].number == 2)
        try tool.write("empty.txt", "one\n\n" + names)
        let empty = try await tool.line("\(line) empty.txt")
        #expect(empty.status == 65, "\(empty.errors)")
        #expect(empty.errors.hasPrefix("error: empty.txt:2: the line is empty; expected the name"))
    }

    @Test(arguments: ["--group-by source", "--by-time day"])
    func `thresholds apply to the models that are trained for a measurement`(option: String) async throws {
        let rows = (0..<40).map { number in
            let label = number % 2 == 0 ? "tea" : "sea"
            let place = #""day":\#(number / 2),"source":"\#(number / 2 % 4)""#
            return #"{"text":"\#(label) cup \#(number)","label":"\#(label)",\#(place)}"#
        }
        try tool.write("own.jsonl", rows.joined(separator: "\n"))
        let line = "ilk eval own.jsonl --folds 2 --format json \(option)"
        let all = try await tool.line(line)
        #expect(try JSONValue(all.data)["coverage"].number == 1, "\(all.errors)")
        let half = try await tool.line("\(line) --threshold tea=never")
        #expect(try JSONValue(half.data)["coverage"].number == 0.5, "\(half.errors)")
        let unknown = try await tool.line("\(line) --threshold coffee=0.9")
        #expect(
            unknown.status == 78 && unknown.errors.contains("unknown label 'coffee'"), "\(unknown.errors)")
        let rules = try await tool.line("\(line) --classifier rules")
        #expect(rules.status == 78 && rules.errors.contains("no rules predict the labels"), "\(rules.errors)")
    }

    @Test func `cross-validation by source needs several sources per label`() async throws {
        let nameless = try await tool.run("eval", "texts.jsonl", "--group-by", "source")
        #expect(nameless.status == 65 && nameless.errors.contains("9 of 9 lines have no source"))
        try tool.write("one.txt", String(repeating: "all\n", count: 9))
        let alone = try await tool.run("eval", "texts.jsonl", "--group-by", "one.txt")
        #expect(alone.status == 65 && alone.errors.contains("no label has texts from at least two sources"))
        #expect(try await tool.run("eval", "texts.jsonl", "--group-by", "missing.txt").status == 66)
    }

    @Test func `the cheapest threshold is printed with its cost`() async throws {
        try tool.write("costs.json", #"{"abstain": 1, "error": 5, "errors": {"email": {"code": 20}}}"#)
        let text = try await tool.run("eval", "texts.jsonl", "--costs", "costs.json")
        #expect(text.status == 0 && text.output.contains("cheapest"), "\(text.errors)")
        let measured = try await tool.run("eval", "texts.jsonl", "--costs", "costs.json", "--format", "json")
        let costs = try JSONValue(measured.data)["costs"]
        let cheapest = try #require(costs["cheapest"]["cost"].number)
        #expect(cheapest <= (costs["current"]["cost"].number ?? 0) && costs["texts"].number == 9)
        #expect(costs["points"].elements.allSatisfy { ($0["cost"].number ?? 0) >= cheapest })
        let page = try await tool.run("eval", "texts.jsonl", "--costs", "costs.json", "--format", "html")
        #expect(page.output.contains("abstain on all"))
    }

    @Test func `models of earlier texts are measured on each period`() async throws {
        let rows = (0..<40).map { number in
            let label = number % 2 == 0 ? "tea" : "sea"
            return #"{"text":"\#(label) cup \#(number)","label":"\#(label)","day":\#((number / 2) * 86_400)}"#
        }
        try tool.write("dated.jsonl", rows.reversed().joined(separator: "\n"))
        let line = ["eval", "dated.jsonl", "--by-time", "day", "--folds", "3", "--rules", "none"]
        let measured = try await tool.run(list: line + ["--format", "json"])
        #expect(measured.status == 0, "\(measured.errors)")
        let report = try JSONValue(measured.data)
        let periods = report["periods"].elements
        #expect(periods.map(\.["learned"].number) == [10, 20, 30] && report["texts"].number == 30)
        #expect(periods.map(\.["texts"].number) == [10, 10, 10])
        #expect(periods.first?["from"].string == "1970-01-06T00:00:00Z")
        #expect(periods.last?["to"].string == "1970-01-20T00:00:00Z")
        let text = try await tool.run(list: line)
        #expect(text.output.contains("each trained on all earlier texts (3 models)"))
    }

    @Test(arguments: [("1", "all texts have the same time"), ("0", "have only one label")])
    func `a measurement in the order of time needs times and labels`(day: String, message: String)
        async throws
    {
        // All at one time, or the first half with one label.
        let rows = (0..<8).map { number in
            let time = day == "1" ? 1 : number
            return #"{"text":"cup \#(number)","label":"\#(number < 4 ? "tea" : "sea")","day":\#(time)}"#
        }
        try tool.write("dated.jsonl", rows.joined(separator: "\n"))
        let run = try await tool.run("eval", "dated.jsonl", "--by-time", "day", "--folds", "2")
        #expect(run.status == 65 && run.errors.contains(message), "\(run.errors)")
    }

    @Test func `a missed threshold ends with 1 after the report`() async throws {
        let missed = try await tool.run("eval", "texts.jsonl", "--classifier", "rules", "--min-f1", "1")
        #expect(missed.status == 1 && missed.output.contains("rules on 9 texts"))
        #expect(missed.errors.contains("is below 1"))
        #expect(try await tool.run("eval", "texts.jsonl", "--min-f1", "0").status == 0)
    }

    @Test func `unknown labels are rejected or skipped`() async throws {
        try tool.write("mixed.jsonl", Self.lines + #"{"text":"hello there","label":"poem"}"#)
        let refused = try await tool.run("eval", "mixed.jsonl")
        #expect(
            refused.status == 65 && refused.errors.hasPrefix("error: mixed.jsonl:10: unknown label 'poem'\n")
                && refused.errors.contains("allowed: email"))
        let skipped = try await tool.run("eval", "mixed.jsonl", "--on-error", "skip", "--format", "json")
        #expect(
            skipped.status == 2
                && skipped.errors.contains("skipped 1 text with a label unknown to the classifier: "))
        #expect(try JSONValue(skipped.data)["texts"].number == 9)
    }

    @Test(arguments: [
        (["--model", "missing.ilk"], 66, "missing.ilk: cannot read the model: no such"),
        (["--model", "damaged.ilk"], 65, "damaged.ilk"),
        (["--rules", "nowhere"], 66, "nowhere: no such file or folder"),
        (["--rules", "broken"], 78, "R0"),
        (["--group-by", "source", "--model", "m.ilk"], 64, "omit --model"),
        (["--group-by", "source", "--compare", "m.ilk"], 64, "omit --compare"),
        (["--max-error", "1.5"], 64, "--max-error: '1.5' is not valid"),
        (["--by-category"], 64, "--by-category requires --max-error"),
        (["--always-train", "m.jsonl"], 64, "--always-train requires --group-by"),
        (["--folds", "1"], 64, "--folds: '1' is not valid\nhint: expected an integer of at least 2"),
        (["--by-time", "date", "--group-by", "source"], 64, "--by-time cannot be combined"),
        (["--by-time", "date", "--model", "m.ilk"], 64, "omit --model"),
        (["--by-time", "date", "--classifier", "linear"], 64, "omit --classifier"),
        (["--group-by", "source", "--thresholds", "t.json"], 64, "omit --thresholds"),
        (["--by-time", "date"], 65, "texts.jsonl:1:"), (["--costs", "missing.yaml"], 66, "missing.yaml"),
        (["--costs", "costs.yaml"], 78, "costs.yaml:1:10: "),
    ])
    func `missing and invalid input is reported`(arguments: [String], status: Int32, message: String)
        async throws
    {
        try tool.write("damaged.ilk", "ILK")
        try tool.write("broken/pack.yaml", "version: 1\npack: [\n")
        try tool.write("costs.yaml", "abstain: free\n")
        let measured = try await tool.line("ilk eval texts.jsonl " + arguments.joined(separator: " "))
        #expect(measured.status == status && measured.errors.contains(message), "\(measured.errors)")
        #expect(measured.data.isEmpty)
    }
}
