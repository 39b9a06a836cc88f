import IlkLog
import IlkLearning
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
        let heard = all.filter { !$0.isBy(silenced) && categories.index(of: $0.category) != nil }
        // What was drawn to measure with stays that, whoever comes back to it.
        let isAudit = Set(heard.filter { $0.source == .audit }.map(\.digest))
        let words = HeldBackTexts.latest(heard, digest: \.digest)
        let others = words.count - isAudit.count
        holdsBack = others >= HeldBackTexts.fewest
        for word in words {
            keys.insert(TextKey.of(word.text))
            if isAudit.contains(word.digest) {
                audits.append(word)
            } else if holdsBack, HeldBackTexts.contains(word.digest) {
                heldBack.append(word)
            } else {
                learned.append(word)
            }
        }
    }

    /// How many texts people said something of.
    var count: Int { learned.count + heldBack.count + audits.count }
}
