import GRDB

extension LedgerFile {
    /// Adds the counts of ended and crashed journals to the totals, and frees their slots.
    ///
    /// Requires the store's lock. For a damaged slot, only the counts in the database are added, because the
    /// other counts of its run are unknown. A run in the database without a slot counts as a run with a
    /// damaged slot. While a journal is open, such runs are skipped, because the open journal may have found
    /// no free slot.
    ///
    /// - Throws: ``StoreError`` or `DatabaseError`.
    func settle(in database: Database) throws {
        try settleDead { dead in
            let known = Set(dead.compactMap(\.content.run?.key))
            let runs = try LedgerTable.runs(in: database)
            let orphans = isInUse ? [:] : runs.filter { !$0.value.isSettled && !known.contains($0.key) }
            let damaged = dead.filter(\.content.isDamaged)
            // A run whose slot was being freed when its process died is already settled.
            let named = damaged.compactMap(\.content.run).filter { runs[$0.key]?.isSettled != true }
            let nameless = damaged.count { $0.content.run == nil }
            let rebuilt = named.count + max(nameless + missingSlotsAtOpening, orphans.count)
            guard !dead.isEmpty || rebuilt > 0 else { return }
            try database.inTransaction(.immediate) {
                for entry in dead {
                    if case .run(let run, _, let counts) = entry.content {
                        try LedgerTable.settle(run, counts, in: database)
                    }
                }
                for run in named { try LedgerTable.settle(run, LedgerCounts(), in: database) }
                for (key, decided) in orphans { try LedgerTable.settleOrphan(key, decided, in: database) }
                try LedgerTable.add(rebuilt, to: JournalLedger.rebuiltName, in: database)
                try LedgerTable.deleteOldRuns(in: database)
                return .commit
            }
        }
    }
}
