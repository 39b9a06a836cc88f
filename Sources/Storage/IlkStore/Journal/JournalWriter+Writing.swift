import FoundationEssentials
import GRDB
import IlkVocabulary
import Logging
import Synchronization

// Writing of a batch in one or more commits.

extension JournalWriter {
    private enum Outcome {
        case committed(JournalRun.Decided)
        case failed(any Error)
    }

    /// Writes the dequeued entries, one commit at a time.
    func write() {
        for index in dequeued.indices { dequeued[index].id = shared.ids.next() }
        // A page fault on the ledger's page happens here instead of on a caller's thread.
        slot?.writeIdentity()
        writeAll(dequeued[...])
        let bytes = dequeued.reduce(0) { $0 + $1.bytes }
        shared.state.withLock { $0.retire(&dequeued, bytes: bytes) }
        dequeued.removeAll(keepingCapacity: true)
        shared.state.withLock { $0.reuseBuffer(&dequeued) }
        dequeued = []
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
                    abandonPending(rest)
                    return
                }
            }
        }
    }

    /// Writes a chunk in one transaction. If the database rejects the chunk, a second transaction writes
    /// entry by entry.
    private func attempt(_ chunk: ArraySlice<Queued>) -> Outcome {
        do {
            return .committed(try transact { try decide(chunk, by: storeAll, in: $0) })
        } catch let error where error.isRefusal {
            // The second transaction below writes each entry separately.
        } catch {
            return .failed(error)
        }
        do {
            return .committed(
                try transact { database in
                    // The statements' state of the rolled back transaction is discarded.
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
        let decision = try shared.store.writeBlocking(timeout: shared.settings.attemptTimeout, body)
        decided.stored += decision.stored
        decided.quarantined += decision.quarantined
        decided.refused += decision.refused
        return decision
    }

    /// Writes a chunk and counts its outcomes in the same transaction.
    private func decide(
        _ chunk: ArraySlice<Queued>,
        by deciding: (ArraySlice<Queued>, Database) throws -> JournalRun.Decided, in database: Database
    ) throws -> JournalRun.Decided {
        if failures > 0 {
            prepared = nil
            // A commit that reported a failure may have succeeded. Then the whole chunk is already present
            // and counted.
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

    /// Writes an entry in a separate savepoint, so that a rejected entry does not affect others.
    private func storeOrSetAside(
        _ queued: Queued, _ id: RecordID, _ database: Database
    ) throws -> JournalRun.Decided {
        do {
            try database.inRangedSavepoint { try statements(database).sink(queued.entry, id) }
            return JournalRun.Decided(stored: 1)
        } catch let error as DatabaseError where error.isRefusal {
            // The statements' state of the rolled back savepoint is discarded.
            prepared = nil
            return try quarantine(queued, id, error, database)
        }
    }

    private func quarantine(
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
            // The entry is too large for the quarantine too, so it is only counted.
        }
        shared.logger.error(
            "the journal's database rejects an entry permanently",
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
        for flush in flushes { flush.resume(returning: isWritten ? .reached : .failed) }
    }
}

extension Error {
    /// `true` if the row itself is invalid, so that retrying cannot succeed.
    fileprivate var isRefusal: Bool {
        if let error = self as? StoreError { return error.code == .constraintViolation }
        return (self as? DatabaseError).map { StoreError($0, path: "").code == .constraintViolation } ?? false
    }
}
