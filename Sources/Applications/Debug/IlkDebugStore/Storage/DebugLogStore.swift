public import IlkStore

/// A debug log: events of all parts of a system, searchable and counted. Unlike the logger, it is available
/// in release builds.
///
/// Any number of processes may open the file. An entry that is sent several times is stored once.
public final class DebugLogStore: JournaledStore {
    /// The schema of a debug log.
    public static let schema = DebugLogSchema.schema
    /// The checks of a thorough examination. They compare the stored counts with a recount.
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

    /// Wraps an open database.
    ///
    /// - Parameter store: A database with the schema of a debug log.
    public init(_ store: Store) { self.store = store }
}
