public import IlkLog
import IlkLearning

/// The way in which the review queue chooses texts. In each strategy, one text in ten is an audit sample,
/// which is chosen at random.
public enum ReviewStrategy: String, CaseIterable, Sendable {
    /// Uncertain texts that are typical of the log and differ from one another and from corrected texts.
    case diverse
    /// The texts with the smallest margin. The margin is the difference in probability between the two most
    /// probable labels.
    case uncertain
    /// Random texts.
    case random

    /// The order of the review queue.
    public var order: ReviewOrder {
        switch self {
        case .uncertain: .uncertain
        case .random: .random
        case .diverse:
            .chosen { pool, limit in
                try DiverseTexts.choose(
                    pool.texts.map { .init(id: $0.id, text: $0.text, margin: $0.margin) },
                    corrected: pool.corrected, limit: limit)
            }
        }
    }
}
