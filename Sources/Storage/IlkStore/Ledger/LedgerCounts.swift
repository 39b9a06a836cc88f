/// The counts of a run that are kept outside the database: the values of a ``LedgerSlot``, each below 2^48.
struct LedgerCounts: Sendable, Hashable {
    var entered = 0
    var skippedEmpty = 0
    var droppedFull = 0
    var droppedClosed = 0
    var droppedUnwritten = 0

    /// Returns the ledger of a run, which combines these counts with the outcomes in the database.
    ///
    /// - Parameters:
    ///   - decided: The outcomes in the database.
    ///   - isAlive: `true` if the process still runs. In this case, undecided entries are pending; otherwise
    ///     they are lost.
    func ledger(_ decided: JournalRun.Decided, isAlive: Bool) -> JournalLedger {
        var ledger = JournalLedger()
        let known = decided.total + droppedUnwritten
        // After a power cut the file may be older than the database. The database then takes precedence.
        let entered = max(entered, known)
        ledger.accepted = entered + skippedEmpty + droppedFull + droppedClosed
        ledger.stored = decided.stored
        ledger.quarantined = decided.quarantined
        ledger.skipped = Self.named([(.empty, skippedEmpty)])
        ledger.dropped = Self.named([
            (.full, droppedFull), (.closed, droppedClosed), (.refused, decided.refused),
            (.unwritten, droppedUnwritten),
        ])
        if isAlive {
            ledger.pending = entered - known
        } else {
            ledger.lost = Self.named([(.crash, entered - known)])
        }
        return ledger
    }

    private static func named<Reason: Hashable>(_ counts: [(Reason, Int)]) -> [Reason: Int] {
        Dictionary(uniqueKeysWithValues: counts.filter { $0.1 > 0 })
    }
}
