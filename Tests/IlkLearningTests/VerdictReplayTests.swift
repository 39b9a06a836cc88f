import IlkModels
import IlkPipeline
import IlkRules
import IlkVocabulary
import TestSupport
import Testing

@testable import IlkLearning

@Suite("Replays of verdicts") struct VerdictReplayTests {
    private static let words = [
        "dear", "thanks", "lol", "meeting", "int", "x", "=", "1;", "{", "}", "regards", "how", "to", "fix",
        "@ana",
        "#sun", "the", "pump", "is", "back", "\n", "Subject:", "said", ".", "u",
    ]

    /// Returns texts of words that rules match, and some unusual texts.
    private static func texts(_ count: Int, seed: UInt64) -> [ReplayedText] {
        var dice = SeededGenerator(seed: seed)
        let texts = (0..<count).map { _ in
            (0..<Int.random(in: 1..<14, using: &dice)).map { _ in
                words[Int.random(in: 0..<words.count, using: &dice)]
            }
            .joined(separator: " ")
        }
        return (texts + ["", " \n ", "?"]).enumerated().map { ReplayedText(text: $1, place: "\($0)") }
    }

    private static func packs(_ changes: (String) -> String) throws -> RuleSet {
        let sources = BuiltIn.ruleSources().map { source in
            RuleSource(
                name: source.name, bytes: Array(changes(String(decoding: source.bytes, as: UTF8.self)).utf8))
        }
        let result = RulePack.load(sources: sources, taxonomy: .documentType)
        return try #require(result.ruleSet, "\(result.diagnostics)")
    }

    /// Returns the built-in rules with an additional rule, some other weights, and some other conditions.
    private static func changed() throws -> RuleSet {
        try packs { pack in
            var pack = pack.replacing("weight: 3.5", with: "weight: 0.5").replacing(
                "lineCount >= 2", with: "lineCount >= 1")
            if pack.contains("pack: doctype.message\n") {
                pack += """

                      - id: message.pump
                        description: A pump
                        label: message
                        weight: 2.5
                        match: { pump: { words: [pump, u] } }

                    """
            }
            return pack
        }
    }

    @Test(arguments: [true, false])
    func `the flips are the texts on which two pipelines disagree`(isFused: Bool) throws {
        let (old, new) = (try BuiltIn.ruleSet(), try Self.changed())
        let model = isFused ? try BuiltIn.model() : nil
        func pipeline(_ rules: RuleSet) throws -> PipelineSession {
            let classifier: any TextClassifier =
                if let model { try FusedClassifier(rules: rules, model: model) } else {
                    RulesClassifier(rules)
                }
            return try Pipeline(classifier: classifier, threshold: 0.6).makeSession()
        }
        let (before, after) = (try pipeline(old), try pipeline(new))
        let texts = Self.texts(400, seed: 11)
        let flips = try VerdictReplay(
            from: old, to: new, beside: model, threshold: 0.6
        ).flips(in: texts, threads: 2)
        var expected: [Int] = []
        for (place, text) in texts.enumerated() {
            let verdicts = (before.classify(text.text), after.classify(text.text))
            let predictions = [verdicts.0, verdicts.1].map { $0.abstention == nil ? $0.category : nil }
            guard predictions[0] != predictions[1] else { continue }
            expected.append(place)
            let flip = try #require(flips.first { $0.text == place }, "seed 11, text \(place)")
            for (outcome, verdict) in [(flip.before, verdicts.0), (flip.after, verdicts.1)] {
                #expect(outcome.category == verdict.category && outcome.abstention == verdict.abstention)
                #expect(isNear(outcome.probability, verdict.probability))
                #expect(zip(outcome.scores, verdict.scores).allSatisfy { isNear($0, $1) })
            }
        }
        #expect(flips.map(\.text) == expected && !expected.isEmpty, "seed 11")
    }

    @Test func `rules decide on unfamiliar texts in a replay as in a pipeline`() throws {
        let rules = try BuiltIn.ruleSet(for: .emotion)
        let model = try BuiltIn.model(for: .emotion)
        let none = try #require(RulePack.load(sources: [], taxonomy: .emotion).ruleSet)
        let text = "Er war sehr verärgert, schon wieder ist die Rechnung falsch"
        let verdict = try Pipeline(classifier: FusedClassifier(rules: rules, model: model)).classify(text)
        let without = try Pipeline(classifier: FusedClassifier(rules: none, model: model)).classify(text)
        #expect(verdict.abstention == nil && without.abstention == .unfamiliar)
        let flips = try VerdictReplay(from: none, to: rules, beside: model, threshold: 0.5).flips(
            in: [ReplayedText(text: text, place: "t:1")])
        let flip = try #require(flips.first)
        #expect(flip.before.abstention == .unfamiliar && flip.after.abstention == nil)
        #expect(flip.after.category == verdict.category)
        #expect(zip(flip.after.scores, verdict.scores).allSatisfy { isNear($0, $1) })
    }

    @Test(arguments: [true, false])
    func `the choice for unfamiliar texts applies to pipelines, replays and fits`(
        decides: Bool
    ) throws {
        var rules = try BuiltIn.ruleSet(for: .emotion)
        rules.decidesUnfamiliar = decides
        let model = try BuiltIn.model(for: .emotion)
        let none = try #require(RulePack.load(sources: [], taxonomy: .emotion).ruleSet)
        let text = "Er war sehr verärgert, schon wieder ist die Rechnung falsch"
        let verdict = try Pipeline(classifier: FusedClassifier(rules: rules, model: model)).classify(text)
        #expect((verdict.abstention == nil) == decides)
        let flips = try VerdictReplay(from: none, to: rules, beside: model).flips(
            in: [ReplayedText(text: text, place: "t:1")])
        #expect(flips.isEmpty == !decides)
        let table = try RuleHitTable.of(
            rules, on: [LabeledText(text: text, category: "frustrated")], beside: ModelClassifier(model))
        let predictions = RulePredictions(table, weights: RulePredictions.weights(of: rules), threshold: 0.5)
        #expect(predictions.texts == 1 && predictions.decided.reduce(0, +) == (decides ? 1 : 0))
    }

    @Test func `the causes add up to the score differences, the strongest first`() throws {
        let replay = VerdictReplay(from: try BuiltIn.ruleSet(), to: try Self.changed())
        let flips = try replay.flips(in: Self.texts(400, seed: 5))
        #expect(!flips.isEmpty)
        for flip in flips {
            for category in flip.before.scores.indices {
                let pushed = flip.causes.reduce(0.0) { $0 + $1.after[category] - $1.before[category] }
                let moved = flip.after.scores[category] - flip.before.scores[category]
                #expect(isNear(moved, pushed), "seed 5")
            }
        }
        let reasons = Set(flips.flatMap { $0.causes.map(\.reason) })
        #expect(reasons.isSuperset(of: [.added, .weightChanged]), "\(reasons)")
    }

    @Test func `the number of threads does not change the result`() throws {
        let texts = Self.texts(1_500, seed: 7)
        let replay = VerdictReplay(from: try BuiltIn.ruleSet(), to: try Self.changed())
        let flips = try replay.flips(in: texts)
        #expect(try replay.flips(in: texts, threads: 3) == flips && !flips.isEmpty, "seed 7")
    }

    @Test func `equal rules give no flips, and an error in the progress closure ends the replay`() throws {
        struct Enough: Error {}
        let rules = try BuiltIn.ruleSet()
        let replay = VerdictReplay(from: rules, to: rules)
        var done: [Int] = []
        #expect(try replay.flips(in: Self.texts(600, seed: 1)) { done.append($0) } == [])
        #expect(done == [256, 512, 603])
        #expect(throws: Enough.self) {
            try replay.flips(in: Self.texts(600, seed: 1), threads: 2) { _ in throw Enough() }
        }
    }

    @Test func `each cause states the difference between the rule sets`() throws {
        let old = try RuleFixture.ruleSet(
            "rose garden 2", "stone quay 1", "boat quay 1", "sail experimental quay 2")
        let new = try RuleFixture.ruleSet(
            "rose garden 0.1", "anchor harbour 3", "boat experimental quay 1", "sail quay 2", "stone quay 1"
        ) { $0 == "stone" ? "pebble" : $0 }
        let texts = ["rose boat", "stone", "pebble", "anchor", "sail", "other"].map {
            ReplayedText(text: $0, place: $0)
        }
        let flips = try VerdictReplay(from: old, to: new).flips(in: texts)
        let told = flips.map { flip in
            "\(texts[flip.text].place): "
                + flip.causes.map { "\($0.rule) \($0.reason.rawValue)" }.joined(separator: ", ")
        }
        #expect(
            told == [
                "rose boat: rose weightChanged, boat status", "stone: stone matchesNoLonger",
                "pebble: stone matchesNow", "anchor: anchor added", "sail: sail status",
            ])
        #expect(flips[1].before.predicted == "quay" && flips[1].after.abstention == .noEvidence)
    }

    @Test(arguments: [("rose garden 2", true), ("rose garden 2.5", false)])
    func `a tie is an abstention as in a pipeline`(rule: String, isTied: Bool) throws {
        // Two of three categories tie at .47 each, above the threshold.
        let (old, new) = (try RuleFixture.ruleSet(rule), try RuleFixture.ruleSet(rule, "boat quay 2"))
        let text = ReplayedText(text: "A rose, a boat", place: "1")
        let flips = try VerdictReplay(from: old, to: new, threshold: 0.4).flips(in: [text])
        let verdict = try Pipeline(classifier: RulesClassifier(new), threshold: 0.4).classify(text.text)
        #expect(flips.map(\.after.abstention) == (isTied ? [.unsure] : []))
        #expect(verdict.abstention == (isTied ? .unsure : nil))
    }
}
