import IlkVocabulary
import TestSupport
import Testing

@testable import IlkLearning

@Suite("Folds of sources") struct SourceFoldsTests {
    private typealias Text = (category: IlkVocabulary.Category, source: String)

    private static func folds(_ texts: [Text], count: Int) -> SourceFolds {
        SourceFolds(categories: texts.map(\.category), sources: texts.map(\.source), count: count)
    }

    private static func texts(_ count: Int, seed: UInt64) -> [Text] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            let source = generator.below(12)
            // Each source has two of the four categories.
            return (["a", "b", "c", "d"][(source + generator.below(2)) % 4], "source \(source)")
        }
    }

    @Test func `a source with several labels is held out as a whole`() {
        for seed in 1...20 {
            let texts = Self.texts(300, seed: UInt64(seed))
            let folds = Self.folds(texts, count: 5)
            let ofSource = Dictionary(grouping: texts.indices) { texts[$0].source }
            for places in ofSource.values { #expect(Set(places.map { folds.foldOfText[$0] }).count == 1) }
            let ofCategory = Dictionary(grouping: texts.indices) { texts[$0].category }
            for places in ofCategory.values { #expect(Set(places.map { folds.foldOfText[$0] }).count > 1) }
            #expect(folds.count == 5 && Set(folds.foldOfText) == [0, 1, 2, 3, 4], "seed \(seed)")
        }
    }

    @Test func `the folds do not depend on the order of the texts`() {
        let texts = Self.texts(200, seed: 7)
        #expect(
            Self.folds(texts.reversed(), count: 3).foldOfText
                == Self.folds(texts, count: 3).foldOfText.reversed())
    }

    @Test func `a category with a single source is never held out`() {
        let texts: [Text] = [("a", "x"), ("a", "y"), ("b", "x"), ("b", "x")]
        let folds = Self.folds(texts, count: 5)
        #expect(folds.count == 2 && folds.foldOfText[2] == -1 && folds.foldOfText[3] == -1)
        #expect(Set(folds.foldOfText.prefix(2)) == [0, 1])
        #expect(Self.folds([("a", "x"), ("b", "y")], count: 5).count == 0)
    }

    @Test func `both sources of a rare label are in different folds`() {
        // By size, the two large sources would be the first of the two folds, and so would the rare label.
        var texts: [Text] = (0..<50).flatMap { _ in [("a", "one"), ("b", "two")] as [Text] }
        texts += (0..<40).flatMap { _ in [("a", "three"), ("b", "four")] as [Text] }
        texts += [("rare", "one"), ("rare", "two")]
        let folds = Self.folds(texts, count: 2)
        #expect(folds.foldOfText[180] != folds.foldOfText[181] && !folds.foldOfText.contains(-1))
    }
}
