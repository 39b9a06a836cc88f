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
            let known = Set(slots.map(\.run.key))
            let others = runs.filter { !$0.value.isSettled && !known.contains($0.key) }
            // A run that the database thinks alive and that has no slot was settled between the two looks.
            guard others.isEmpty || looks > 8 || ledgerFile == nil else { continue }
            var ledger = totals
            for slot in slots {
                let decided = runs[slot.run.key] ?? JournalRun.Decided()
                guard !decided.isSettled else { continue }
                ledger = ledger + slot.counts.ledger(decided, isAlive: slot.isAlive)
            }
            for decided in others.values {
                ledger = ledger + LedgerCounts().ledger(decided, isAlive: false)
            }
            return ledger
        }
    }

    /// The process ids of the journals that are open on this file, in no order.
    ///
    /// - Throws: ``StoreError``.
    public func journalProcesses() throws -> [Int32] {
        try ledgerFile?.entries().filter(\.isAlive).map(\.process) ?? []
    }
}
