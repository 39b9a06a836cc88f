public import IlkVocabulary

/// The order in which the review queue shows the texts that are not audit samples.
public enum ReviewOrder: Sendable {
    /// The smallest margins first.
    case uncertain
    /// A random order that stays the same: by the last eight digits of the ids, which are random.
    case random
    /// An order that a closure chooses. The closure receives a sample of the texts and the maximum number of
    /// ids to return. It returns the ids in the order in which the texts are shown.
    ///
    /// Its second parameter is the maximum number of ids to return.
    case chosen(@Sendable (ReviewPool, Int) throws -> [RecordID])
}
