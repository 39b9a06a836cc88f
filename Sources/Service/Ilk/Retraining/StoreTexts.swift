package import IlkStore
import IlkLearning
import IlkLog
package import IlkVocabulary

/// The labeled texts of a store without duplicates, split into training and held-out texts.
package struct StoreTexts {
    /// The labeled texts of the store.
    package let own: [LabeledText]
    /// The additional training texts.
    package let start: [LabeledText]
    /// The training texts: ``start`` and ``own`` without the held-out texts.
    package let learned: [LabeledText]
    /// The held-out texts: one fifth of the store's, if there are enough.
    package let heldOut: [LabeledText]
    /// The audit sample of a log, used only for evaluation.
    package private(set) var audits: [LabeledText] = []
    /// The numbers of the records used for training.
    package let numbers: [UInt64]

    package init(_ records: [LabeledRecord], beginningWith start: [LabeledText]) {
        let latest = HeldOutTexts.latest(records) { ContentDigest(of: $0.text.text) }
        own = latest.map(\.text)
        self.start = start
        let holdsOut = latest.count >= HeldOutTexts.fewest
        func isHeldBack(_ text: LabeledText) -> Bool {
            holdsOut && HeldOutTexts.contains(ContentDigest(of: text.text))
        }
        heldOut = own.filter(isHeldBack)
        let keys = Set(heldOut.map { ContentDigest(of: $0.text) })
        learned = (start + own).filter { !keys.contains(ContentDigest(of: $0.text)) }.map(Self.plain)
        numbers = latest.filter { !isHeldBack($0.text) }.map(\.number)
    }

    /// Creates the texts from the corrections of a log. The held-out corrections become the held-out texts.
    /// Texts for evaluation are removed from the additional texts.
    init(_ corrections: Corrections, beginningWith start: [LabeledText]) {
        heldOut = corrections.heldOut.map(\.labeledText)
        audits = corrections.audits.map(\.labeledText)
        own = corrections.learned.map(\.labeledText) + heldOut
        let measured = Set(
            (heldOut + audits).map { ContentDigest(of: $0.text) }
                + corrections.leftOut.map { ContentDigest(of: $0) })
        // A correction overrides the label of the same text in a file.
        let corrected = Set(corrections.learned.map(\.digest))
        self.start = start.filter {
            let digest = ContentDigest(of: $0.text)
            return !measured.contains(digest) && !corrected.contains(digest)
        }
        learned = (self.start + corrections.learned.map(\.labeledText)).map(Self.plain)
        numbers = corrections.learned.map { $0.entry.words.low }
    }

    /// Returns the text without its source and with the weight 1, because texts of one store are not split by
    /// source.
    private static func plain(_ text: LabeledText) -> LabeledText {
        var text = text
        (text.source, text.weight) = (nil, 1)
        return text
    }

    /// A fold of a cross-validation.
    package struct Fold {
        package var learned: [LabeledText]
        package var left: [LabeledText]
    }

    /// Splits the store's texts into folds, stratified by label. If the store has no texts, the additional
    /// texts are split.
    package func turns(_ count: Int) -> [Fold] {
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
            return Fold(
                learned: (others + measured).filter { !keys.contains(ContentDigest(of: $0.text)) }
                    .map(Self.plain),
                left: left)
        }.filter { !$0.left.isEmpty }
    }
}
