import GRDB

extension Store {
    /// Returns the number of entries by outcome, for all journals that any process ever opened on this file.
    ///
    /// If a process has died, its pending entries count as lost. In a store in memory, only stored entries
    /// are counted.
    ///
    /// - Throws: ``StoreError``; `damaged` if the schema has no journal.
    public func journalLedger() async throws -> JournalLedger {
        var looks = 0
        while true {
            looks += 1
            // The database is read before the slots. An entry is accepted before it is decided, so no decided
            // entry counts as pending.
            let (totals, runs) = try await read { database in
                (try LedgerTable.totals(in: database), try LedgerTable.runs(in: database))
            }
            let slots = try ledgerFile?.entries() ?? []
            let known = Set(slots.compactMap(\.content.run?.key))
            let others = runs.filter { !$0.value.isSettled && !known.contains($0.key) }
            // A run that is active in the database but has no slot was settled between the two reads, or its
            // slot is damaged.
            guard others.isEmpty || looks > 8 || ledgerFile == nil else { continue }
            var (ledger, nameless) = (totals, ledgerFile?.cutSlots ?? 0)
            for slot in slots {
                let decided = slot.content.run.flatMap { runs[$0.key] } ?? JournalRun.Decided()
                guard !decided.isSettled else { continue }
                switch slot.content {
                case .run(_, _, let counts): ledger = ledger + counts.ledger(decided, isAlive: slot.isAlive)
                case .damaged(_?):
                    ledger = ledger + LedgerCounts().ledger(decided, isAlive: slot.isAlive)
                    ledger.damagedSlots += 1
                case .damaged(nil): nameless += 1
                case .free: break
                }
            }
            for decided in others.values {
                ledger = ledger + LedgerCounts().ledger(decided, isAlive: false)
            }
            // The slots that these runs had are among the damaged slots.
            ledger.damagedSlots += max(nameless, ledgerFile == nil ? 0 : others.count)
            return ledger
        }
    }
}
