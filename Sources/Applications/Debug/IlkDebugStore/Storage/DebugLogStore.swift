public import IlkStore

/// A debug log: a store for the events of all parts of a system, with search and counts. Unlike
/// ``DebugLogger``, the store is also available in release builds.
///
/// Several processes may open the file at once. An entry that is sent several times is stored once.
public final class DebugLogStore: JournaledStore {
    /// The schema of a debug log.
    public static let schema = DebugLogSchema.schema
    /// The consistency checks of `ilk doctor --thorough`, which compare the stored counts with the entries.
    public static let checks = StoreChecks(
        counts: StoreChecks.recounts(
            of: "events",
            [
                (
                    kept: "SELECT day, kind, entries, bytes FROM debugFacet WHERE entries > 0",
                    counted: """
                    SELECT e.time / 86400000000000 - (e.time % 86400000000000 < 0), e.kind, count(*),
                        sum(length(CAST(k.event AS BLOB)) + length(CAST(e.payload AS BLOB)))
                    FROM debugEntry e JOIN debugKind k ON k.id = e.kind
                    WHERE e.row <= (SELECT lastRow FROM debugIndexed) GROUP BY 1, 2
                    """
                )
            ]))

    /// The open database.
    public let store: Store

    /// Creates a debug log from an open database.
    ///
    /// - Parameter store: A database with the schema of a debug log.
    public init(_ store: Store) { self.store = store }
}
