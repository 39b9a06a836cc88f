import IlkDomains
import IlkVocabulary

/// What people said of the texts of a log: each text once, with the latest word of those who are listened to.
struct PeoplesWords: Sendable {
    /// The words that are learned.
    private(set) var learned: [CorrectedText] = []
    /// A fifth of the corrections, when there are enough: measured with, never learned.
    private(set) var heldBack: [CorrectedText] = []
    /// Random audits: measured with, never learned.
    private(set) var audits: [CorrectedText] = []
    /// The texts of all of them.
    private(set) var keys: Set<UInt64> = []
    /// Whether a fifth was held back.
    let holdsBack: Bool

    init(_ all: [CorrectedText], without: [String], categories: Taxonomy) {
        let silenced = Set(without)
        var latest: [ContentDigest: Int] = [:]
        var isAudit: Set<ContentDigest> = []
        for (index, word) in all.enumerated() {
            guard !silenced.contains(word.source.rawValue), !silenced.contains(word.author ?? "\0"),
                categories.index(of: word.category) != nil
            else { continue }
            latest[word.digest] = index
            // What was drawn to measure with stays that, whoever comes back to it.
            if word.source == .audit { isAudit.insert(word.digest) }
        }
        let words = latest.values.sorted().map { all[$0] }
        let others = words.count - isAudit.count
        holdsBack = others >= Retraining.fewestToHoldBack
        for word in words {
            keys.insert(TextKey.of(word.text))
            if isAudit.contains(word.digest) {
                audits.append(word)
            } else if holdsBack, Self.isHeldBack(word.digest) {
                heldBack.append(word)
            } else {
                learned.append(word)
            }
        }
    }

    /// By the text's digest, so the same ones every time.
    private static func isHeldBack(_ digest: ContentDigest) -> Bool {
        let bytes = digest.bytes
        return (Int(bytes[0]) << 8 | Int(bytes[1])) % 5 == 0
    }

    /// How many texts people said something of.
    var count: Int { learned.count + heldBack.count + audits.count }
}

extension CorrectedText {
    /// The text with what the person said.
    var labelled: LabelledText {
        LabelledText(text: text, category: category, source: author ?? source.rawValue)
    }
}
