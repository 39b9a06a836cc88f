public import IlkVocabulary

/// The order in which the review queue shows the texts that are no audits.
public enum ReviewOrder: Sendable {
    /// The smallest margins first.
    case uncertain
    /// By the random digits of the ids.
    case random
    /// By a choice among a sample of the texts. The closure returns the ids of texts in the order to show.
    ///
    /// Its second parameter is the number of ids to return, at most.
    case chosen(@Sendable (ReviewPool, Int) throws -> [RecordID])
}
