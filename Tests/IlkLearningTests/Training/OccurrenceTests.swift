import IlkText
import IlkVocabulary
import ModelTestSupport
import TestSupport
import Testing

@testable import IlkTraining
@testable import IlkLearning
@testable import IlkModels

/// Occurrence counts: the repetitions of features, in addition to the number of texts.
@Suite struct `Occurrences` {
    private static let lexical: [FeatureGroup] = [.unigrams, .skeletonBigrams, .bigrams, .wordNgrams]
    private static let examples = [
        ModelFixture.Example(text: "tide tide tide hull", category: 0),
        ModelFixture.Example(text: "hull ferry, hull ferry", category: 0),
        ModelFixture.Example(text: "oven dough oven", category: 1),
        ModelFixture.Example(text: "oven oven! tide", category: 1),
    ]

    private struct Desk {
        let analyzer: TextAnalyzer
        var analysis = AnalyzedText()
        var scratch = ModelScratch()

        init() throws { analyzer = try TextAnalyzer(measuring: .classification) }

        mutating func scores(_ model: BayesModel, _ text: String) -> [Double] {
            analyzer.analyze(text, into: &analysis)
            var scores = [Double](repeating: 0, count: model.taxonomy.count)
            model.score(analysis, using: &scratch, into: &scores)
            return scores
        }
    }

    private static func model(
        _ featureGroups: [FeatureGroup], by unit: CountUnit = .occurrences, includesCounts: Bool = true
    ) throws -> BayesModel {
        try BayesModel(
            ModelStorage(
                copying: ModelFixture.bayes(
                    examples, featureGroups: featureGroups, by: unit, includesCounts: includesCounts)))
    }

    @Test func `each repetition of a word adds the same weighted count`() throws {
        let counts = try ModelFixture.counted(Self.examples, categories: 2, featureGroups: [.unigrams]).counts
        func weightedCounts(_ word: String) throws -> [Int64] {
            let row = try #require(
                (0..<counts.featureCount).first { String(decoding: counts.name($0), as: UTF8.self) == word })
            return counts.weightedCounts.counts(of: row)
                + (counts.repeats.counts(of: row) ?? [0, 0])
        }
        let share = FeatureCounts.share(of: FeatureCounts.unitsPerText, group: .unigrams, features: 2)
        #expect(try weightedCounts("tide") == [share, share, 2 * share, 0])
        #expect(try weightedCounts("hull") == [2 * share, 0, share, 0])
        #expect(try weightedCounts("ferry") == [share, 0, share, 0])
        #expect(try weightedCounts("oven") == [0, 2 * share, 0, 2 * share])
        #expect(try weightedCounts("dough") == [0, share, 0, 0])
        #expect(counts.repeats.weightedFeatures[FeatureGroup.unigrams.rawValue] == [4 * share, 2 * share])
        #expect(counts.hasOccurrences)
    }

    @Test(arguments: lexical + [.characterNgrams])
    func `repetition changes the score with occurrence counts but not with text counts`(
        _ group: FeatureGroup
    ) throws {
        var desk = try Desk()
        for (unit, isAlike) in [(CountUnit.texts, true), (.occurrences, false)] {
            let model = try Self.model([group], by: unit)
            let (once, twice) = ("tide, oven, tide", "tide, oven, tide, oven, tide, oven, tide")
            let scores = (desk.scores(model, once), desk.scores(model, twice))
            guard group == .unigrams || group == .wordNgrams else {
                #expect(scores.0.allSatisfy(\.isFinite) && scores.1.allSatisfy(\.isFinite))
                continue
            }
            #expect((scores.0 == scores.1) == isAlike, "\(unit)")
        }
    }

    @Test func `a score is the sum over all occurrences divided by the root of their number`() throws {
        var desk = try Desk()
        let model = try Self.model([.unigrams])
        let constants = model.manifest.groupWeights.constants
        func part(_ text: String) -> [Double] { zip(desk.scores(model, text), constants).map { $0 - $1 } }
        let (tide, oven) = (part("tide"), part("oven"))
        let all = part("oven tide oven")
        for category in all.indices {
            let sum = tide[category] + 2 * oven[category]
            #expect(abs(all[category] - sum / 3.0.squareRoot()) < 1e-9)
        }
    }

    @Test(arguments: [
        [FeatureGroup.unigrams], [.wordNgrams], [.unigrams, .wordNgrams],
        [.style, .unigrams, .skeletonBigrams, .bigrams, .wordNgrams],
        [.characterNgrams, .unigrams],
    ])
    func `the evidence adds up and has a span for every occurrence`(_ featureGroups: [FeatureGroup]) throws {
        var desk = try Desk()
        let model = try Self.model(featureGroups)
        for text in ["tide tide oven, tide oven!! oven!!", "#Rake 日本 日本 hull 😀😀 😀😀 hull", "", "hull"] {
            let scores = desk.scores(model, text)
            var rest = scores
            for evidence in model.evidence(desk.analysis, using: &desk.scratch) {
                for category in rest.indices { rest[category] -= evidence.weights[category] }
                if evidence.id == "tide" { #expect(evidence.spans.map(\.lowerBound) == [0, 5, 16]) }
                #expect(Set(evidence.spans).count == evidence.spans.count)
            }
            #expect(rest.allSatisfy { abs($0) < 1e-9 }, "\(text)")
        }
    }

    /// Three words that share a set of the span cache, which has room for two.
    private static func crowdedWords() throws -> [String] {
        var sets: [UInt64: [String]] = [:]
        for number in 0..<20_000 {
            var (word, rest) = ("", number)
            for _ in 0..<4 {
                word.append(Character(Unicode.Scalar(UInt8(97 + rest % 26))))
                rest /= 26
            }
            let key = Array(word.utf8).withUnsafeBufferPointer {
                FeatureHash.plain($0, seed: StableHash.wordSeed)
            }
            sets[key >> 40 & 16_383, default: []].append(word)
        }
        return try #require(sets.filter { $0.value.count > 2 }.min { $0.key < $1.key }?.value)
    }

    @Test(arguments: [
        [FeatureGroup.unigrams], [.wordNgrams], [.unigrams, .wordNgrams], [.style, .wordNgrams],
    ])
    func `repeated spans give the scores of their single occurrences`(_ featureGroups: [FeatureGroup]) throws
    {
        var desk = try Desk()
        var generator = SeededGenerator(seed: 11)
        let crowded = try Self.crowdedWords()
        let pieces = crowded + ["tide", "hull", "oven", "日本", "本tide", "#Rake", "😀😀", "!!", "12.5", "x1"]
        let model = try BayesModel(
            ModelStorage(
                copying: ModelFixture.bayes(
                    Self.examples + [.init(text: crowded.joined(separator: " "), category: 1)],
                    featureGroups: featureGroups, by: .occurrences, includesCounts: false)))
        for length in 0..<60 {
            let text = (0..<length).map { _ in
                (pieces.randomElement(using: &generator) ?? "") + (Bool.random(using: &generator) ? " " : "")
            }.joined()
            let scores = desk.scores(model, text)
            let known = desk.scratch.words
            var rest = scores
            for evidence in model.evidence(desk.analysis, using: &desk.scratch) {
                for category in rest.indices { rest[category] -= evidence.weights[category] }
            }
            #expect(rest.allSatisfy { abs($0) < 1e-9 }, "\(text)")
            guard featureGroups.contains(.unigrams) else { continue }
            let vocabulary = model.vocabulary(of: desk.analysis, using: &desk.scratch)
            #expect(known?.known == vocabulary.known && known?.all == vocabulary.all, "\(text)")
        }
    }

    @Test func `a repeated word counts once for the vocabulary`() throws {
        var desk = try Desk()
        let model = try Self.model([.unigrams])
        _ = desk.scores(model, "tide tide unseen unseen unseen hull")
        let words = try #require(desk.scratch.words)
        let vocabulary = model.vocabulary(of: desk.analysis, using: &desk.scratch)
        #expect(words.known == 2 && words.all == 3)
        #expect(vocabulary.known == 2 && vocabulary.all == 3)
    }

    @Test(arguments: CountUnit.allCases)
    func `counts survive writing and reading and give the same model`(_ unit: CountUnit) throws {
        let bytes = try ModelFixture.bayes(Self.examples, featureGroups: Self.lexical, by: unit)
        let model = try BayesModel(ModelStorage(copying: bytes))
        let counts = try #require(try model.counts())
        #expect(counts.hasOccurrences)
        let again = try BayesTrainer(resuming: counts, settings: model.manifest.settings)
            .build(groupWeights: model.manifest.groupWeights)
        #expect(again == bytes)
        let version = try ModelFile(ModelStorage(copying: bytes)).version
        #expect(version == (unit == .texts ? 3 : 4), "a reader of version 3 would read occurrences as texts")
    }

    @Test func `a model of an earlier release has text counts only, scores as before and can be updated`()
        throws
    {
        let bytes = try ModelFixture.bayes(Self.examples, featureGroups: Self.lexical)
        let file = try ModelFile(ModelStorage(copying: bytes))
        func sections(_ sections: [ModelFile.Section]) throws -> [UInt8] {
            try ModelFile.assemble(
                sections.map { ($0, Array(bytes[try #require(file.range(of: $0))])) })
        }
        let old = try sections([.manifest, .table, .counts])
        let (new, model) = (
            try BayesModel(ModelStorage(copying: bytes)), try BayesModel(ModelStorage(copying: old))
        )
        var desk = try Desk()
        #expect(desk.scores(model, "tide oven tide") == desk.scores(new, "tide oven tide"))
        var (sum, known) = (try #require(try model.counts()), try #require(try new.counts()))
        #expect(!sum.hasOccurrences && known.hasOccurrences)
        try sum.add(known)
        #expect(!sum.hasOccurrences)
        try known.add(try #require(try model.counts()))
        #expect(!known.hasOccurrences)
        func built(_ counts: FeatureCounts) throws -> [UInt8] {
            try BayesTrainer(resuming: counts, settings: model.manifest.settings)
                .build(groupWeights: model.manifest.groupWeights)
        }
        #expect(try built(sum) == built(known))
        var trainer = BayesTrainer(
            resuming: try #require(try model.counts()), settings: model.manifest.settings)
        desk.analyzer.analyze("hull hull hull", into: &desk.analysis)
        trainer.add(desk.analysis, category: 0)
        trainer.remove(desk.analysis, category: 0)
        let folded = try sections([.manifest, .table, .counts, .folded])
        #expect(
            try trainer.build(groupWeights: model.manifest.groupWeights) == folded,
            "texts that were added and subtracted"
        )
    }

    @Test func `text counts alone cannot be used for occurrence weightings`() throws {
        var counts = try #require(try Self.model([.unigrams]).counts())
        counts.restore(nil)
        let settings = BayesSettings(
            featureGroups: [.unigrams], weighing: GroupWeighting(by: .occurrences), minimumFrequency: 1)
        let trainer = BayesTrainer(resuming: counts, settings: settings)
        let error = #expect(throws: FormatError.self) {
            try trainer.build(groupWeights: GroupWeights(uniform: 1, styleFeatures: 0, categories: 2))
        }
        #expect(error?.code == .noCounts)
    }

    @Test func `subtracting counts that were added restores the original`() throws {
        let whole = try ModelFixture.counted(Self.examples, categories: 2, featureGroups: Self.lexical).counts
        let part = try ModelFixture.counted(
            Array(Self.examples[..<2]), categories: 2, featureGroups: Self.lexical
        ).counts
        let rest = try ModelFixture.counted(
            Array(Self.examples[2...]), categories: 2, featureGroups: Self.lexical
        ).counts
        let settings = BayesSettings(
            featureGroups: Self.lexical, weighing: GroupWeighting(by: .occurrences), minimumFrequency: 1)
        func bytes(_ counts: FeatureCounts) throws -> [UInt8] {
            try BayesTrainer(resuming: counts, settings: settings)
                .build(groupWeights: GroupWeights(uniform: 1, styleFeatures: 0, categories: 2))
        }
        var sum = part
        try sum.add(rest)
        #expect(try bytes(sum) == bytes(whole))
        try sum.subtract(rest)
        #expect(try bytes(sum) == bytes(part))
        var less = rest
        #expect(throws: FormatError.self) { try less.subtract(whole) }
        #expect(try bytes(less) == bytes(rest), "a failed call changes nothing")
    }

    @Test func `the search tries occurrence counts and prefers them if they are better`() throws {
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        var generator = SeededGenerator(seed: 8)
        let search = BayesSearch(groupSets: [[.unigrams]])
        var trainer = BayesTrainer(
            taxonomy: ModelFixture.taxonomy(2), settings: BayesSettings(featureGroups: [.unigrams]),
            search: search
        )
        // Both words occur in both categories, but the label determines the more frequent one.
        for index in 0..<200 {
            let words =
                [String](
                    repeating: index % 2 == 0 ? "tide" : "hull", count: .random(in: 3...6, using: &generator))
                + [index % 2 == 0 ? "hull" : "tide"]
            analyzer.analyze(words.shuffled(using: &generator).joined(separator: " "), into: &analysis)
            trainer.add(analysis, category: index % 2)
        }
        trainer.choose(search)
        let groupWeights = trainer.fittedGroupWeights()
        let model = try BayesModel(ModelStorage(copying: try trainer.build(groupWeights: groupWeights)))
        #expect(model.manifest.settings.weighing(of: .unigrams).unit == .occurrences)
        #expect(try #require(model.manifest.choice?.selected?.name).hasSuffix("by occurrences"))
        #expect(try #require(model.manifest.choice?.selected?.accuracy) > 0.99)
        var desk = try Desk()
        let scores = (desk.scores(model, "tide tide hull tide"), desk.scores(model, "hull tide hull hull"))
        #expect(scores.0[0] > scores.0[1] && scores.1[1] > scores.1[0])
    }
}
