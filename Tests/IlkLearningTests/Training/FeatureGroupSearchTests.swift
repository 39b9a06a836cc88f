import IlkTraining
import IlkLearning
import IlkModels
import IlkVocabulary
import TestSupport
import Testing

/// The sets of feature groups that a training compares.
@Suite struct `Search of feature groups` {
    private static let taxonomy = Taxonomy(name: "made", categories: ["a", "b"])

    /// Returns texts of words of both categories. The category determines if a hyphen or a comma precedes the
    /// last word.
    private static func texts(_ count: Int, seed: UInt64) -> [LabeledText] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { index in
            let words = (0..<6).map { _ in "word\("abcdefgh".randomElement(using: &generator) ?? "a")" }
            let mark = index % 2 == 0 ? "-" : ","
            return LabeledText(
                text: words.joined(separator: " ") + mark + "tail", category: index % 2 == 0 ? "a" : "b")
        }
    }

    @Test func `few texts are tried with and without style features and with char n-grams`() throws {
        let result = try TrainingRun(taxonomy: Self.taxonomy).run(Self.texts(80, seed: 1))
        let names = try #require(result.choice).candidates.map(\.name)
        func featureGroups(_ name: String) -> Set<String> {
            Set(name.split(separator: ",").compactMap { $0.split(separator: " ").first.map(String.init) })
        }
        let sets = Set(names.map(featureGroups))
        for wanted: Set<String> in [
            ["style", "unigrams"], ["unigrams"], ["unigrams", "wordNgrams"],
            ["unigrams", "bigrams", "wordNgrams"], ["unigrams", "characterNgrams"],
            ["unigrams", "bigrams", "characterNgrams"],
            ["style", "unigrams", "skeletonBigrams", "characterNgrams"],
        ] {
            #expect(sets.contains(wanted), "\(wanted.sorted()) among \(names)")
        }
        // The model file has the feature groups of the best candidate.
        let model = try BayesModel(ModelStorage(copying: result.bytes))
        #expect(featureGroups(names[0]).isSuperset(of: model.manifest.settings.featureGroups.map(\.name)))
    }

    @Test func `char n-grams, pooled weights and fewer features are tried only for small corpora`() {
        let search = BayesSearch()
        #expect(!search.featureGroups.contains(.characterNgrams))
        #expect(search.fitting(texts: 1_999, bytes: 250_000).featureGroups.contains(.characterNgrams))
        #expect(search.fitting(texts: 2_000, bytes: 1_000) == search.fitting(texts: 10, bytes: 250_001))
        #expect(!search.fitting(texts: 2_000, bytes: 1_000).featureGroups.contains(.characterNgrams))
        #expect(search.fitting(texts: 1_999, bytes: 250_000).minimumFrequencies == [5, 10])
        #expect(search.fitting(texts: 1_999, bytes: 250_000).weightings == BayesSearch.standardWeighings)
        let large = search.fitting(texts: 2_000, bytes: 1_000)
        #expect(large.minimumFrequencies.isEmpty && !large.weightings.contains { $0.variant == .pooled })
        let pooled = BayesSearch(weightings: [GroupWeighting(.pooled, smoothing: 6)])
        #expect(pooled.fitting(texts: 2_000, bytes: 1_000).weightings == pooled.weightings)
        let own = BayesSearch(groupSets: [[.unigrams]])
        #expect(own.fitting(texts: 10, bytes: 10).groupSets == [[.unigrams]])
    }
}
