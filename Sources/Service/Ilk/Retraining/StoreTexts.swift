package import IlkStore
import IlkLearning
package import IlkVocabulary

/// The labelled texts of a store, each once, and what becomes of them.
package struct StoreTexts {
    /// Those of the store.
    package let own: [LabelledText]
    /// Others to begin with.
    package let start: [LabelledText]
    /// What is learned: texts of both.
    package let learned: [LabelledText]
    /// A fifth of the store's, when there are enough: measured with, never learned.
    package let heldBack: [LabelledText]
    /// The numbers of the records that are learned.
    package let numbers: [UInt64]

    package init(_ records: [LabelledRecord], beginningWith start: [LabelledText]) {
        let latest = HeldBackTexts.latest(records) { ContentDigest(of: $0.text.text) }
        own = latest.map(\.text)
        self.start = start
        let holdsBack = latest.count >= HeldBackTexts.fewest
        func isHeldBack(_ text: LabelledText) -> Bool {
            holdsBack && HeldBackTexts.contains(ContentDigest(of: text.text))
        }
        heldBack = own.filter(isHeldBack)
        let keys = Set(heldBack.map { ContentDigest(of: $0.text) })
        learned = (start + own).filter { !keys.contains(ContentDigest(of: $0.text)) }.map(Self.plain)
        numbers = latest.filter { !isHeldBack($0.text) }.map(\.number)
    }

    /// A text as trainers take it: whole sources are not left out of one store.
    private static func plain(_ text: LabelledText) -> LabelledText {
        LabelledText(text: text.text, category: text.category, source: nil)
    }

    /// One part of the texts that are measured with, and all others to learn from.
    package struct Turn {
        package var learned: [LabelledText]
        package var left: [LabelledText]
    }

    /// The store's texts in so many parts, each left out once; the texts to begin with where the store has none. Each part
    /// has texts of each category where there are enough.
    package func turns(_ count: Int) -> [Turn] {
        let measured = own.isEmpty ? start : own
        let others = own.isEmpty ? [] : start
        var places: [Category: Int] = [:]
        let parts = measured.map { text in
            let place = places[text.category, default: 0]
            places[text.category] = place + 1
            return place % count
        }
        return (0..<count).map { part in
            let left = zip(measured, parts).filter { $0.1 == part }.map(\.0)
            let keys = Set(left.map { ContentDigest(of: $0.text) })
            return Turn(
                learned: (others + measured).filter { !keys.contains(ContentDigest(of: $0.text)) }
                    .map(Self.plain),
                left: left)
        }.filter { !$0.left.isEmpty }
    }
}
