package import IlkVocabulary

/// The agreement of two reviewers on the texts that both labeled.
public struct ReviewerAgreement: Sendable, Hashable {
    /// The names of the reviewers, in alphabetical order.
    public let reviewers: [String]
    /// The number of texts that both reviewers labeled.
    public let texts: Int
    /// The number of texts to which both reviewers gave the same labels.
    public let agreed: Int
    /// Cohen's kappa: 1 for full agreement, 0 for the agreement expected by chance. `nil` if both reviewers
    /// gave the same label to all texts.
    ///
    /// J. Cohen, "A coefficient of agreement for nominal scales" (1960).
    public let kappa: Double?

    /// The maximum number of pairs.
    private static let maximum = 20

    /// Compares the labels of each pair of reviewers.
    ///
    /// - Parameter labels: The labels of each text by reviewer.
    /// - Returns: The pairs of reviewers who labeled the most texts in common.
    /// - Complexity: O(*n* · *r*²) in the numbers of texts and reviewers of a text.
    package static func all(_ labels: [[String: Set<Category>]]) -> [ReviewerAgreement] {
        var common: [[String]: [(Set<Category>, Set<Category>)]] = [:]
        for text in labels where text.count > 1 {
            let names = text.keys.sorted()
            for (place, first) in names.enumerated() {
                for second in names[(place + 1)...] {
                    common[[first, second], default: []].append((text[first] ?? [], text[second] ?? []))
                }
            }
        }
        return common.map { ReviewerAgreement($0.key, $0.value) }
            .sorted {
                ($1.texts, $0.reviewers[0], $0.reviewers[1]) < ($0.texts, $1.reviewers[0], $1.reviewers[1])
            }
            .prefix(maximum).map { $0 }
    }

    private init(_ reviewers: [String], _ labels: [(Set<Category>, Set<Category>)]) {
        self.reviewers = reviewers
        texts = labels.count
        agreed = labels.count { $0.0 == $0.1 }
        var (first, second): ([Set<Category>: Int], [Set<Category>: Int]) = ([:], [:])
        for (one, other) in labels {
            first[one, default: 0] += 1
            second[other, default: 0] += 1
        }
        let pairs = Double(labels.count) * Double(labels.count)
        let chance = first.reduce(0.0) { $0 + Double($1.value) * Double(second[$1.key] ?? 0) } / pairs
        kappa = chance < 1 ? (Double(agreed) / Double(labels.count) - chance) / (1 - chance) : nil
    }
}
