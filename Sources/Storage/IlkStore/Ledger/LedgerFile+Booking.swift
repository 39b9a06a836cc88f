import GRDB

extension LedgerFile {
    /// Adds the runs of journals that died to the totals, and repairs damaged slots from the database.
    ///
    /// Call it inside the store's lock. The counts of a damaged slot are those of the database: its entries that were never
    /// decided are unknown. A run that the database knows and that has no slot lost its slot to damage, unless another journal
    /// is open: that one may have found no room for a slot.
    ///
    /// - Throws: ``StoreError``, or the error of the database.
    func settle(in database: Database) throws {
        try settleDead { dead in
            let known = Set(dead.compactMap(\.content.run?.key))
            let runs = try LedgerTable.runs(in: database)
            let orphans = isInUse ? [:] : runs.filter { !$0.value.isSettled && !known.contains($0.key) }
            let damaged = dead.filter(\.content.isDamaged)
            // A run whose slot was being freed when its process died is settled already.
            let named = damaged.compactMap(\.content.run).filter { runs[$0.key]?.isSettled != true }
            let nameless = damaged.count { $0.content.run == nil }
            let rebuilt = named.count + max(nameless + cutAtOpening, orphans.count)
            guard !dead.isEmpty || rebuilt > 0 else { return }
            try database.inTransaction(.immediate) {
                for entry in dead {
                    if case .run(let run, _, let counts) = entry.content {
                        try LedgerTable.settle(run, counts, in: database)
                    }
                }
                for run in named { try LedgerTable.settle(run, LedgerCounts(), in: database) }
                for (key, decided) in orphans { try LedgerTable.absorb(key, decided, in: database) }
                try LedgerTable.add(rebuilt, to: JournalLedger.rebuiltName, in: database)
                try LedgerTable.forgetOldRuns(in: database)
                return .commit
            }
        }
    }
}
