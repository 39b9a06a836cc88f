public import IlkVocabulary

/// The order in which the review queue shows the texts that are not audit samples.
public enum ReviewOrder: Sendable {
    /// The smallest margins first.
    case uncertain
    /// A random order, which follows from the random digits of the ids.
    case random
    /// Selected by a closure from a sample of the texts. The closure returns ids in the order in which the
    /// texts are shown.
    ///
    /// Its second parameter is the maximum number of ids to return.
    case chosen(@Sendable (ReviewPool, Int) throws -> [RecordID])
}
