import IlkText
import IlkVocabulary
import ModelTestSupport
import TestSupport
import Testing

@testable import IlkTraining
@testable import IlkLearning
@testable import IlkModels

/// The precomputed sums of known words equal the sums of their n-grams.
@Suite struct `Folded words` {
    private static let words = [
        "rake", "hedge", "tulip", "oven", "dough", "skillet", "don't", "naïve", "日本", "e.g.", "x", "a_b",
        "12",
        "counterrevolutionarydeinstitutionalisation",
    ]

    private static func text(_ generator: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...40, using: &generator)).map { _ in
            let word = words[Int.random(in: 0..<words.count, using: &generator)]
            return (Bool.random(using: &generator) ? word : word.uppercased())
                + ["", "s", "!", " ", " "][Int.random(in: 0..<5, using: &generator)]
        }.joined(separator: " ")
    }

    @Test(arguments: [1, 2, 6, 8, 9])
    func `scores with and without precomputed words are bit-identical`(_ categories: Int) throws {
        var generator = SeededGenerator(seed: 40)
        let examples = (0..<80).map {
            ModelFixture.Example(text: Self.text(&generator), category: $0 % categories)
        }
        for featureGroups: [FeatureGroup] in [
            [.unigrams, .wordNgrams], [.style, .unigrams, .skeletonBigrams, .wordNgrams], [.wordNgrams],
        ] {
            let trainer = try ModelFixture.counted(
                examples, categories: categories, featureGroups: featureGroups)
            let writer = BayesModelWriter(
                counts: trainer.counts, settings: trainer.settings,
                groupWeights: trainer.fittedGroupWeights(), choice: nil)
            let files = try [true, false].map { try writer.write(includesCounts: true, folds: $0) }
            let isFolded = try ModelFile(ModelStorage(copying: files[0])).range(of: .folded) != nil
            #expect(isFolded == (categories <= 8 && featureGroups.contains(.unigrams)))
            let texts = (0..<60).map { _ in Self.text(&generator) }
            let scores = try files.map { try ModelFixture.scores(ModelFixture.model($0), texts) }
            #expect(scores[0] == scores[1], "\(featureGroups)")
        }
    }

    @Test func `known words are found and others are not`() throws {
        let storage = try ModelStorage(copying: ModelFixture.bayes(featureGroups: [.unigrams, .wordNgrams]))
        let folded = try #require(try PrecomputedSpans(ModelFile(storage), categories: 2))
        let table = try FeatureTable(ModelFile(storage), categories: 2, features: .max)
        var characters = SpanCharacters()
        for word in ["rake", "the", "hedge", "tulips", "dough", "skillet"] {
            let name = Array(word.utf8)
            let (key, sum) = name.withUnsafeBufferPointer {
                characters.read($0)
                return (
                    FeatureHash.plain($0, seed: StableHash.wordSeed), characters.sum(.table(table))
                )
            }
            let entry = try #require(folded.entry(of: key), "\(word)")
            #expect(Int(entry.runs) == sum.features && Int(entry.known >> 1) == sum.known)
            #expect((0..<2).allSatisfy { entry.pieces[$0] == sum.weights[$0] })
            #expect(folded.entry(of: key &+ 1) == nil && folded.entry(of: ~key) == nil)
        }
        #expect(folded.entry(of: 0) == nil && folded.entry(of: .max) == nil)
    }

    @Test(arguments: [0, 1, 2, 64, 1_000, 5_000])
    func `every word is found wherever its slot is`(_ count: Int) throws {
        var generator = SeededGenerator(seed: UInt64(count))
        // Many words have one home slot, and the last ones are after the last home slot.
        let words = (0..<count).map { index -> (key: UInt64, sum: SpanScan.Sum) in
            var sum = SpanScan.Sum()
            sum.features = index % 200
            sum.known = index % 100
            for category in 0..<3 { sum.weights[category] = .random(in: -90_000...90_000, using: &generator) }
            let low = UInt64.random(in: 1...0xFFFF_FFFF, using: &generator)
            return (
                index % 3 == 0 ? 0xFFFF_FFFF << 32 | low : .random(in: 1...(.max), using: &generator), sum
            )
        }
        let bytes = PrecomputedSpans.build(words, categories: 3)
        #expect(bytes == PrecomputedSpans.build(words.reversed(), categories: 3))
        let storage = ModelStorage(copying: bytes)
        let folded = try PrecomputedSpans(storage, section: 0..<bytes.count, categories: 3)
        for (key, sum) in words {
            let entry = try #require(folded.entry(of: key))
            #expect(Int(entry.runs) == sum.features && Int(entry.known >> 1) == sum.known)
            #expect((0..<3).allSatisfy { entry.pieces[$0] == sum.weights[$0] })
        }
        for length in bytes.indices {
            guard length % 97 == 0 || length < 64 else { continue }
            #expect(throws: FormatError.self) {
                try PrecomputedSpans(
                    ModelStorage(copying: Array(bytes[..<length])), section: 0..<length, categories: 3)
            }
        }
    }

    @Test(
        arguments: [
            (0, 0), (0, 1 << 63), (0, 1 << 33), (0, .max), (8, 0), (8, 1 << 63), (8, .max), (8, .max / 20),
            (8, 79),
        ] as [(Int, UInt64)])
    func `a wrong size is rejected`(_ place: Int, _ number: UInt64) throws {
        let words = (1...64).map { (key: UInt64($0) << 40, sum: SpanScan.Sum()) }
        var bytes = PrecomputedSpans.build(words, categories: 2)
        for byte in 0..<8 { bytes[place + byte] = UInt8(truncatingIfNeeded: number >> UInt64(8 * byte)) }
        let error = #expect(throws: FormatError.self) {
            try PrecomputedSpans(ModelStorage(copying: bytes), section: 0..<bytes.count, categories: 2)
        }
        #expect(error?.code == .malformed)
    }
}
