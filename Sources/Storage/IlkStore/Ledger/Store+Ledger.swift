import GRDB

extension Store {
    /// What became of everything that the journals of all processes on this file were ever given.
    ///
    /// Entries of a process that died are lost from its death on, though the next opening for writing books them.
    /// A store in memory knows only what it stored.
    ///
    /// - Throws: ``StoreError``; `unforeseen` when the schema has no journal.
    public func journalLedger() async throws -> JournalLedger {
        var looks = 0
        while true {
            looks += 1
            // The database first: what is decided had entered before, so that nothing is pending that is not.
            let (totals, runs) = try await read { database in
                (try LedgerTable.totals(in: database), try LedgerTable.runs(in: database))
            }
            let slots = try ledgerFile?.entries() ?? []
            let known = Set(slots.compactMap(\.content.run?.key))
            let others = runs.filter { !$0.value.isSettled && !known.contains($0.key) }
            // A run that the database thinks alive and that has no slot was settled between the two looks, or its slot is
            // damaged.
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
            // The slots of runs that have none are among the damaged ones.
            ledger.damagedSlots += max(nameless, ledgerFile == nil ? 0 : others.count)
            return ledger
        }
    }
}
