import IlkText
import IlkVocabulary
import ModelTestSupport
import TestSupport
import Testing

@testable import IlkTraining
@testable import IlkLearning
@testable import IlkModels

/// The guarantees of counts: determinism, and exact addition, subtraction and leave-one-out.
@Suite struct `Naive Bayes from counts` {
    struct Example: Hashable {
        var text: String
        var category: Int
    }

    static let words = [
        "rake", "hedge", "Tulips", "skillet", "dough", "OVEN", "tide", "hull", "ferry", "the", "we", "again",
        "12", "!!", "😀", "日本語", "ไทย", "http://x.example/y", "\n",
    ]

    static func taxonomy(_ count: Int) -> Taxonomy {
        Taxonomy(name: "made", categories: (0..<count).map { Category("c\($0)") })
    }

    /// Returns texts in which some words are more frequent in some categories.
    static func examples(
        _ count: Int, categories: Int, using generator: inout SeededGenerator
    ) -> [Example] {
        (0..<count).map { index in
            let category = index % categories
            let text = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
                Bool.random(using: &generator)
                    ? words[category % words.count]
                    : words[Int.random(in: 0..<words.count, using: &generator)]
            }
            return Example(text: text.joined(separator: " "), category: category)
        }
    }

    struct Counting {
        var trainer: BayesTrainer
        private let analyzer: TextAnalyzer
        private var analysis = AnalyzedText()

        init(
            _ categories: Int, _ settings: BayesSettings, search: BayesSearch? = nil, _ analyzer: TextAnalyzer
        ) {
            trainer = BayesTrainer(taxonomy: taxonomy(categories), settings: settings, search: search)
            self.analyzer = analyzer
        }

        mutating func add(_ example: Example, weight: Double = 1, fold: Int? = nil) {
            analyzer.analyze(example.text, into: &analysis)
            trainer.add(analysis, category: example.category, weight: weight, fold: fold)
        }

        mutating func remove(_ example: Example, weight: Double = 1) {
            analyzer.analyze(example.text, into: &analysis)
            trainer.remove(analysis, category: example.category, weight: weight)
        }

        func bytes(_ groupWeights: GroupWeights) throws -> [UInt8] {
            try trainer.build(groupWeights: groupWeights)
        }
    }

    private static func lexical(by unit: CountUnit) -> BayesSettings {
        BayesSettings(
            featureGroups: [.unigrams, .skeletonBigrams, .bigrams, .wordNgrams],
            weighing: GroupWeighting(.multinomial, smoothing: 1, by: unit), minimumFrequency: 2)
    }

    @Test(arguments: 0..<8)
    func `the bytes depend only on the remaining texts after additions, removals and merges`(seed: UInt64)
        throws
    {
        let analyzer = try TextAnalyzer(measuring: .classification)
        var generator = SeededGenerator(seed: 500 + seed)
        let lexical = Self.lexical(by: seed % 2 == 0 ? .texts : .occurrences)
        let pool = Self.examples(12, categories: 3, using: &generator)
        let weights = pool.indices.map { 0.5 + Double($0) / 7 }
        let groupWeights = GroupWeights(uniform: 1.5, styleFeatures: 0, categories: 3)
        for history in 0..<250 {
            var shards = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                Counting(3, lexical, analyzer)
            }
            var left: [Int] = []
            for _ in 0..<Int.random(in: 1...7, using: &generator) {
                let shard = Int.random(in: 0..<shards.count, using: &generator)
                let text = Int.random(in: 0..<pool.count, using: &generator)
                shards[shard].add(pool[text], weight: weights[text])
                if Int.random(in: 0..<3, using: &generator) == 0 {
                    shards[shard].remove(pool[text], weight: weights[text])
                } else {
                    left.append(text)
                }
            }
            var merged = shards[0]
            for shard in shards.dropFirst() { merged.trainer.merge(shard.trainer) }
            var fresh = Counting(3, lexical, analyzer)
            for text in left.shuffled(using: &generator) { fresh.add(pool[text], weight: weights[text]) }
            let expected = try fresh.bytes(groupWeights)
            #expect(try merged.bytes(groupWeights) == expected, "seed \(seed), history \(history)")
            merged.add(pool[0], weight: 3)
            merged.remove(pool[0], weight: 3)
            #expect(
                try merged.bytes(groupWeights) == expected, "subtracted: seed \(seed), history \(history)")
        }
    }

    @Test(arguments: [1, 2, 8])
    func `order and sharding of the texts do not change settings, weights and bytes`(shards: Int) throws {
        let analyzer = try TextAnalyzer(measuring: .classification)
        var generator = SeededGenerator(seed: 77)
        let examples = Self.examples(90, categories: 3, using: &generator)
        let search = BayesSearch(groupSets: [
            [.style, .unigrams], [.style, .unigrams, .skeletonBigrams, .wordNgrams],
        ])
        func train(_ examples: [Example], shards: Int) throws -> (bytes: [UInt8], choice: BayesChoice?) {
            var parts = (0..<shards).map { _ in Counting(3, BayesSettings(), search: search, analyzer) }
            for (index, example) in examples.enumerated() {
                parts[index % shards].add(example, fold: example.text.utf8.count % 2 == 0 ? 0 : nil)
            }
            var whole = parts[0].trainer
            for part in parts.dropFirst() { whole.merge(part.trainer) }
            whole.choose(search)
            return (try whole.build(groupWeights: whole.fittedGroupWeights()), whole.choice)
        }
        let plain = try train(examples, shards: 1)
        let other = try train(examples.shuffled(using: &generator), shards: shards)
        #expect(other.bytes == plain.bytes && other.choice == plain.choice)
        let choice = try #require(plain.choice)
        #expect(choice.candidates.count == 4 && choice.texts == 90 && choice.leaveOneSourceOut)
        #expect(choice.selected != nil && choice.runnerUp != nil)
        let model = try BayesModel(ModelStorage(copying: plain.bytes))
        #expect(model.manifest.choice == choice)
    }

    @Test func `with very many texts a sample of each category is scored, independent of their order`() throws
    {
        let analyzer = try TextAnalyzer(measuring: .classification)
        var generator = SeededGenerator(seed: 83)
        // One category is five times as frequent as the others.
        let many = Self.examples(600, categories: 3, using: &generator)
        let examples = many.enumerated().filter { $0 < 120 || $1.category == 0 }.map(\.element)
        func counted(_ examples: [Example]) -> BayesTrainer {
            var counting = Counting(3, Self.lexical(by: .texts), analyzer)
            for example in examples { counting.add(example) }
            return counting.trainer
        }
        let trainer = counted(examples)
        let all = trainer.fittedGroupWeights()
        // A limit that is not reached has no effect.
        #expect(trainer.fitGroupWeights(most: 279, fewest: 280) {} == all)
        #expect(trainer.fitGroupWeights(most: 280, fewest: 1) {} == all)
        let some = trainer.fitGroupWeights(most: 120, fewest: 1) {}
        #expect(some != all)
        #expect(
            counted(examples.shuffled(using: &generator)).fitGroupWeights(most: 120, fewest: 1) {}
                == some)
        // Sampled texts count more, so the frequencies of categories are preserved.
        let (mean, own) = (all.constants.reduce(0, +) / 3, some.constants.reduce(0, +) / 3)
        for category in 0..<3 {
            #expect(abs((all.constants[category] - mean) - (some.constants[category] - own)) < 0.5)
        }
    }

    static func weighings(smoothing: Double) -> [GroupWeighting] {
        CountUnit.allCases.flatMap { unit in
            WeightVariant.allCases.map { GroupWeighting($0, smoothing: smoothing, by: unit) }
        }
    }

    @Test(arguments: weighings(smoothing: 0.7), [1, 2, 3])
    func `a left-out text has the score of a model that never counted it`(
        weighing: GroupWeighting, minimumFrequency: Int
    ) throws {
        let analyzer = try TextAnalyzer(measuring: .classification)
        var generator = SeededGenerator(seed: 31)
        let examples = Self.examples(24, categories: 3, using: &generator)
        let settings = BayesSettings(weighing: weighing, minimumFrequency: minimumFrequency)
        func counted(without left: Set<Int>) -> Counting {
            var counting = Counting(3, settings, analyzer)
            for (index, example) in examples.enumerated() where !left.contains(index) {
                counting.add(example, weight: 1 + Double(index % 4), fold: index % 5 == 0 ? 0 : nil)
            }
            return counting
        }
        let whole = counted(without: [])
        let folds = Set(examples.indices.filter { $0 % 5 == 0 })
        for (left, isAmong) in examples.indices.map({ ([$0], true) }) + [(Array(folds), false)] {
            let others = counted(without: Set(left)).trainer
            let weights = BayesWeights(others.counts, settings)
            let taken = isAmong ? [] : left.map { whole.trainer.texts[$0] }
            var scorer = LeaveOneOutScorer(
                ScoringCounts(whole.trainer.counts.without(taken), minimumFrequency: minimumFrequency),
                settings: settings, areScoredTextsCounted: isAmong)
            for index in left {
                let text = whole.trainer.texts[index]
                for group in settings.featureGroups where group != .style {
                    let spans = whole.trainer.counts.spans
                    let again = weighing.unit == .texts ? [] : text.repeats(of: group, spans)
                    let rows = text.features(of: group, spans) + again
                    var expected = [0.0, 0, 0]
                    for row in rows {
                        guard let there = others.counts.rows[whole.trainer.counts.hashes[Int(row)]] else {
                            continue
                        }
                        var weighed = [0.0, 0, 0]
                        weights.weights(of: Int(there), into: &weighed)
                        for category in 0..<3 { expected[category] += weighed[category] }
                    }
                    let length = Double(max(1, rows.count)).squareRoot()
                    let scores = scorer.scores(text, group, [settings.weighing(of: group)])[0]
                    for (one, other) in zip(scores, expected) { #expect(abs(one - other / length) < 1e-9) }
                }
            }
        }
    }

    @Test func `the rest of a category is scaled up to its full size`() throws {
        let analyzer = try TextAnalyzer(measuring: .classification)
        var generator = SeededGenerator(seed: 37)
        let settings = Self.lexical(by: .occurrences)
        var counting = Counting(3, settings, analyzer)
        for example in Self.examples(60, categories: 3, using: &generator) { counting.add(example) }
        let whole = counting.trainer.counts
        let rest = whole.without(Array(counting.trainer.texts.prefix(25)))
        #expect(rest.documents.reduce(0, +) == 35)
        let counts = ScoringCounts(rest, minimumFrequency: 1, standingFor: whole)
        #expect(counts.documents == whole.documents && counts.weightedDocuments == whole.weightedDocuments)
        for group in settings.featureGroups where group != .style {
            for unit in CountUnit.allCases {
                let all = ScoringCounts(whole, minimumFrequency: 1)
                    .weightedFeatures(of: group, by: unit)
                let sums = counts.weightedFeatures(of: group, by: unit)
                for (sum, wanted) in zip(sums, all) {
                    #expect(abs(Double(sum - wanted)) <= 1e-9 * Double(wanted))
                }
            }
        }
        // A feature keeps its share of the category.
        let row = try #require(whole.featureGroups.firstIndex(of: .unigrams))
        for category in 0..<3 {
            let share =
                Double(rest.weightedCounts.counts(of: row)[category])
                / Double(max(1, rest.weightedFeatures[FeatureGroup.unigrams.rawValue][category]))
            let found =
                Double(counts.weightedCounts.counts(of: row)[category])
                / Double(max(1, counts.weightedFeatures[FeatureGroup.unigrams.rawValue][category]))
            #expect(abs(share - found) < 1e-4)
        }
    }

    private static let edges: [(name: String, categories: Int, examples: [Example], weight: Double)] = [
        ("one label", 1, [Example(text: "tide tide hull", category: 0)], 1),
        ("one label, many texts", 1, (0..<60).map { Example(text: "tide \($0)", category: 0) }, 1),
        ("no text", 3, [], 1),
        ("empty texts", 2, (0..<60).map { Example(text: "", category: $0 % 2) }, 1),
        ("texts of blanks", 2, (0..<60).map { Example(text: " \n ", category: $0 % 2) }, 1),
        (
            "a label without a text", 3, (0..<80).map { Example(text: "hull \($0 % 9) a", category: $0 % 2) },
            1
        ),
        ("one text a label", 12, (0..<12).map { Example(text: "ferry \($0)", category: $0) }, 1),
        (
            "a text of all others' label", 2,
            [Example(text: "tide", category: 1)]
                + (0..<60).map { _ in Example(text: "tide", category: 0) }, 1
        ),
        ("weight 0", 2, (0..<60).map { Example(text: "rake \($0 % 2)", category: $0 % 2) }, 0),
        ("a negative weight", 2, (0..<60).map { Example(text: "rake \($0 % 2)", category: $0 % 2) }, -5),
        ("no number for a weight", 2, (0..<60).map { Example(text: "oven", category: $0 % 2) }, .nan),
        ("an endless weight", 2, (0..<60).map { Example(text: "oven", category: $0 % 2) }, .infinity),
        ("a huge weight", 2, (0..<60).map { Example(text: "oven", category: $0 % 2) }, 1e300),
        ("a tiny weight", 2, (0..<60).map { Example(text: "oven", category: $0 % 2) }, 1e-300),
    ]

    @Test(arguments: edges.indices, [0, 1, 1e-300, .infinity, .nan])
    func `scores, probabilities and evidence are always finite`(edge: Int, smoothing: Double) throws {
        let (name, categories, examples, weight) = Self.edges[edge]
        let analyzer = try TextAnalyzer(measuring: .classification)
        let search = BayesSearch(
            groupSets: [[.unigrams], [.style, .unigrams, .wordNgrams]],
            weightings: Self.weighings(smoothing: smoothing))
        var counting = Counting(categories, BayesSettings(minimumFrequency: 1), search: search, analyzer)
        for example in examples { counting.add(example, weight: weight) }
        var trainer = counting.trainer
        trainer.choose(search)
        let groupWeights = trainer.fittedGroupWeights()
        for scores in trainer.leftOutScores(groupWeights: groupWeights) {
            #expect(scores.allSatisfy({ $0.isFinite }), "\(name)")
        }
        guard smoothing.isFinite else { return }
        let model = try BayesModel(ModelStorage(copying: try trainer.build(groupWeights: groupWeights)))
        var analysis = AnalyzedText()
        var scratch = ModelScratch()
        for text in ["", "tide hull", "oven 1 rake", "日本語 unseen"] {
            analyzer.analyze(text, into: &analysis)
            var scores = [Double](repeating: 0, count: categories)
            model.score(analysis, using: &scratch, into: &scores)
            #expect(scores.allSatisfy({ $0.isFinite }), "\(name)")
            var rest = scores
            for evidence in model.evidence(analysis, using: &scratch) {
                for category in rest.indices { rest[category] -= evidence.weights[category] }
            }
            #expect(rest.allSatisfy { abs($0) < 1e-9 }, "\(name)")
            var probabilities: [Double] = []
            Softmax.probabilities(of: scores, into: &probabilities)
            #expect(abs(probabilities.reduce(0, +) - 1) < 1e-9)
        }
        if name == "a label without a text" {
            var scores = [0.0, 0, 0]
            analyzer.analyze("hull 1 a", into: &analysis)
            model.score(analysis, using: &scratch, into: &scores)
            #expect(scores[2] < min(scores[0], scores[1]), "never chosen")
        }
    }

    // Checks millions of numbers, which takes a few seconds.
    @Test(arguments: weighings(smoothing: 1))
    func `a million labels can be weighted and scored`(_ weighing: GroupWeighting) throws {
        let analyzer = try TextAnalyzer(measuring: .classification)
        let settings = BayesSettings(featureGroups: [.unigrams], weighing: weighing, minimumFrequency: 1)
        var counting = Counting(1_000_000, settings, analyzer)
        counting.add(Example(text: "tide", category: 999_999))
        counting.add(Example(text: "tide hull tide", category: 0))
        counting.add(Example(text: "oven", category: 5))
        let weights = BayesWeights(counting.trainer.counts, settings)
        var row = [Double](repeating: 0, count: 1_000_000)
        for feature in 0..<counting.trainer.counts.featureCount {
            weights.weights(of: feature, into: &row)
            #expect(row.allSatisfy({ $0.isFinite }))
        }
        var scorer = LeaveOneOutScorer(
            ScoringCounts(counting.trainer.counts, minimumFrequency: 1), settings: settings,
            areScoredTextsCounted: true)
        let scores = scorer.scores(counting.trainer.texts[1], .unigrams, [weighing])[0]
        #expect(scores.allSatisfy({ $0.isFinite }) && scores[999_999] > scores[0])
        var probabilities: [Double] = []
        Softmax.probabilities(of: scores, into: &probabilities)
        #expect(abs(probabilities.reduce(0, +) - 1) < 1e-6)
    }
}
