import FoundationEssentials
import GRDB
import IlkVocabulary
import Logging
import Synchronization

// How a batch becomes commits.

extension JournalWriter {
    /// How one transaction ended.
    private enum Outcome {
        case committed(JournalRun.Decided)
        case failed(any Error)
    }

    /// Writes what was taken, a commit at a time.
    func write() {
        for index in taken.indices { taken[index].id = shared.ids.next() }
        // The kernel may have to be asked for the ledger's page: here, and not by a caller.
        slot?.touch()
        writeAll(taken[...])
        let bytes = taken.reduce(0) { $0 + $1.bytes }
        shared.state.withLock { $0.retire(&taken, bytes: bytes) }
        taken.removeAll(keepingCapacity: true)
        shared.state.withLock { $0.giveBack(&taken) }
        taken = []
    }

    private func writeAll(_ all: ArraySlice<Queued>) {
        var rest = all
        while !rest.isEmpty {
            let chunk = rest.prefix(shared.settings.commitEntries)
            switch attempt(chunk) {
            case .committed(let decided):
                recover()
                upkeep.waiting += chunk.count
                settle(
                    chunk,
                    .init(
                        stored: decided.stored, quarantined: decided.quarantined,
                        dropped: [.refused: decided.refused]))
                rest = rest.dropFirst(chunk.count)
            case .failed(let error):
                guard backOff(after: error) else {
                    giveUp(rest)
                    return
                }
            }
        }
    }

    /// One transaction; a second one, entry by entry, when the database refused one of them.
    private func attempt(_ chunk: ArraySlice<Queued>) -> Outcome {
        do {
            return .committed(try transact { try decide(chunk, by: storeAll, in: $0) })
        } catch let error where error.isRefusal {
            // Once more, with a look at each.
        } catch {
            return .failed(error)
        }
        do {
            return .committed(
                try transact { database in
                    // What the sink remembered of the transaction is gone.
                    prepared = nil
                    return try decide(chunk, by: storeOrSetAside, in: database)
                })
        } catch {
            return .failed(error)
        }
    }

    private func transact(
        _ body: (Database) throws -> JournalRun.Decided
    ) throws -> JournalRun.Decided {
        let decision = try shared.store.writeBlocking(patience: shared.settings.attemptPatience, body)
        decided.stored += decision.stored
        decided.quarantined += decision.quarantined
        decided.refused += decision.refused
        return decision
    }

    /// Decides a chunk, and counts it in the same transaction.
    private func decide(
        _ chunk: ArraySlice<Queued>,
        by deciding: (ArraySlice<Queued>, Database) throws -> JournalRun.Decided, in database: Database
    ) throws -> JournalRun.Decided {
        if failures > 0 {
            prepared = nil
            // A commit that seemed to fail may not have: then all of the chunk is there, and counted.
            let present = try LedgerTable.decided(shared.run, in: database)
            if present.total == decided.total + chunk.count {
                return JournalRun.Decided(
                    stored: present.stored - decided.stored,
                    quarantined: present.quarantined - decided.quarantined,
                    refused: present.refused - decided.refused)
            }
        }
        let sum = try deciding(chunk, database)
        try statements(database).add(sum, to: shared.run)
        for table in shared.tables { try database.notifyChanges(in: Table(table)) }
        return sum
    }

    private func statements(_ database: Database) throws -> JournalStatements<Entry> {
        if let prepared { return prepared }
        let fresh = try JournalStatements(shared, database)
        prepared = fresh
        return fresh
    }

    /// All entries or none.
    private func storeAll(
        _ chunk: ArraySlice<Queued>, in database: Database
    ) throws -> JournalRun.Decided {
        let sink = try statements(database).sink
        for queued in chunk { if let id = queued.id { try sink(queued.entry, id) } }
        return JournalRun.Decided(stored: chunk.count)
    }

    private func storeOrSetAside(
        _ chunk: ArraySlice<Queued>, in database: Database
    ) throws -> JournalRun.Decided {
        var sum = JournalRun.Decided()
        for queued in chunk {
            guard let id = queued.id else { continue }
            let decision = try storeOrSetAside(queued, id, database)
            sum.stored += decision.stored
            sum.quarantined += decision.quarantined
            sum.refused += decision.refused
        }
        return sum
    }

    /// Each entry in a savepoint of its own: what is refused takes no other along.
    private func storeOrSetAside(
        _ queued: Queued, _ id: RecordID, _ database: Database
    ) throws -> JournalRun.Decided {
        do {
            try database.inRangedSavepoint { try statements(database).sink(queued.entry, id) }
            return JournalRun.Decided(stored: 1)
        } catch let error as DatabaseError where error.isRefusal {
            // What the sink remembered of the savepoint is gone.
            prepared = nil
            return try setAside(queued, id, error, database)
        }
    }

    private func setAside(
        _ queued: Queued, _ id: RecordID, _ error: DatabaseError, _ database: Database
    ) throws -> JournalRun.Decided {
        let code = error.extendedResultCode.rawValue
        var decision = JournalRun.Decided(refused: 1)
        do {
            if let entry = shared.quarantine(queued.entry) {
                let seconds = shared.ids.now.timeIntervalSince1970
                try statements(database).setAside(entry, id: id, code: code, seconds: seconds)
                decision = JournalRun.Decided(quarantined: 1)
            }
        } catch let error as DatabaseError where error.isRefusal {
            // Too big for that too: counted, and gone.
        }
        shared.logger.error(
            "the journal's database refuses an entry for good",
            metadata: [
                "journal": "\(shared.name)", "id": "\(id)", "sqlite": "\(code)",
                "quarantined": "\(decision.quarantined == 1)",
            ])
        return decision
    }

    func settle(_ entries: ArraySlice<Queued>, _ tally: JournalState<Entry>.Tally) {
        let bytes = entries.reduce(0) { $0 + $1.bytes }
        let (callers, flushes) = shared.state.withLock { state in
            state.settle(tally, bytes: bytes, settings: shared.settings)
        }
        let isWritten = tally.dropped[.unwritten] == nil
        for caller in callers { caller.resume() }
        for flush in flushes { flush.resume(returning: isWritten) }
    }
}

extension Error {
    /// Whether trying again can never help: the row itself is wrong.
    fileprivate var isRefusal: Bool {
        if let error = self as? StoreError { return error.code == .refused }
        return (self as? DatabaseError).map { StoreError($0, path: "").code == .refused } ?? false
    }
}
