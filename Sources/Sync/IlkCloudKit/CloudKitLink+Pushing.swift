import IlkTransport
import IlkStore
import IlkSync
import IlkSyncStore

extension CloudKitLink {
    /// A pushed batch and its results so far.
    struct Batch {
        let items: [PushedItem]
        var results: [ItemResult?]
        var head: LedgerHead

        init(_ items: [PushedItem], _ head: LedgerHead) {
            self.items = items
            self.head = head
            results = Array(repeating: nil, count: items.count)
        }

        var keys: [String: Int] {
            Dictionary(
                items.enumerated().map { (CloudKitRecord.name($1.record.key), $0) }, uniquingKeysWith: { $1 })
        }
    }

    /// Pushes records, in requests of limited size.
    ///
    /// - Returns: One result per item, or the results before the first failure. The device pushes the rest
    ///   again.
    func push(_ items: [PushedItem], _ head: LedgerHead) async throws(CloudKitError) -> [ItemResult] {
        var batch = Batch(items, head)
        for (place, item) in items.enumerated() {
            if Self.size(item) > CloudKitRecord.mostBytes {
                batch.results[place] = .rejected(.tooLong)
            } else if let time = rules.ahead(item, of: head.clock, at: now) {
                batch.results[place] = .ahead(time)
            }
        }
        for portion in portions(of: batch) {
            do throws(CloudKitError) {
                try await push(portion, of: &batch)
            } catch {
                if batch.results.first.flatMap({ $0 }) == nil { throw Self.ofPushing(error) }
                break
            }
        }
        return batch.results.prefix { $0 != nil }.compactMap { $0 }
    }

    /// The size of a record in CloudKit, where the version vector is stored as text.
    private static func size(_ item: PushedItem) -> Int {
        item.record.byteCount + 32 * item.record.vector.dots.count
    }

    /// Maps the rejection of a whole batch to `tooLarge`. The device then halves the batch until the rejected
    /// record is alone.
    private static func ofPushing(_ fault: CloudKitError) -> CloudKitError {
        guard case .whole(let code) = fault else { return fault }
        return .error(SyncLinkError(.tooLarge, "CloudKit rejected the batch (\(code))"))
    }

    private func portions(of batch: Batch) -> [[Int]] {
        var portions: [[Int]] = []
        var bytes = 0
        for place in batch.items.indices where batch.results[place] == nil {
            let size = Self.size(batch.items[place])
            if let last = portions.last, last.count < limits.items, bytes + size <= limits.bytes {
                portions[portions.count - 1].append(place)
                bytes += size
            } else {
                portions.append([place])
                bytes = size
            }
        }
        return portions
    }

    /// Pushes items in one request, and repeats the request until each item has a result.
    private func push(_ portion: [Int], of batch: inout Batch) async throws(CloudKitError) {
        var isAtomic = client.hasZones
        for _ in 0..<limits.rounds {
            let open = portion.filter { batch.results[$0] == nil }
            if open.isEmpty { return }
            let rows = try await rows(of: open, in: batch)
            // The ledger knows a version that the device has not seen. The tag of that version must not be
            // used to overwrite it.
            let unseen = open.filter { place in
                rows[batch.items[place].record.key].map { $0.sequence != batch.items[place].seen } ?? false
            }
            guard unseen.isEmpty else {
                try await compare(unseen, rows, in: &batch)
                continue
            }
            do throws(CloudKitError) {
                try await write(open, rows, in: &batch, isAtomic: isAtomic)
            } catch {
                guard error == .whole("ATOMIC_ERROR"), isAtomic else { throw error }
                isAtomic = false
            }
        }
        guard portion.allSatisfy({ batch.results[$0] != nil }) else {
            throw .error(SyncLinkError(.busy(after: nil), "other devices are writing the same records"))
        }
    }

    private func rows(of places: [Int], in batch: Batch) async throws(CloudKitError) -> [SyncKey: LedgerRow] {
        let keys = places.map { batch.items[$0].record.key }
        return try await kept { try await self.ledger.rows(keys) }
    }

    /// Sends one request. It creates the records that are not in the ledger. It replaces the others on
    /// condition that CloudKit still has the version whose change tag is in the ledger.
    private func write(
        _ places: [Int], _ rows: [SyncKey: LedgerRow], in batch: inout Batch, isAtomic: Bool
    ) async throws(CloudKitError) {
        var operations: [CloudKitWire.Operation] = []
        for place in places {
            let record = batch.items[place].record
            let row = rows[record.key]
            operations.append(
                CloudKitWire.Operation(
                    operationType: row == nil ? "create" : "replace",
                    record: CloudKitWire.Record(
                        recordName: CloudKitRecord.name(record.key), recordType: CloudKitRecord.type,
                        recordChangeTag: row?.tag, fields: CloudKitRecord.fields(record))))
        }
        let answer = try await ask(
            "records/modify",
            CloudKitWire.Modify(operations: operations, zoneID: client.zone, atomic: isAtomic),
            as: CloudKitWire.Records.self)
        var stored: [LedgerRow] = []
        var others: [Int] = []
        var fault: CloudKitError?
        let names = batch.keys
        for record in answer.records {
            guard let place = names[record.recordName], batch.results[place] == nil else { continue }
            let pushed = batch.items[place].record
            switch record.serverErrorCode {
            case nil:
                guard let tag = record.recordChangeTag else { continue }
                let row = batch.head.row(of: pushed.key, tag, rows[pushed.key])
                stored.append(row)
                batch.results[place] = .stored(sequence: row.sequence)
                if pushed.kind == .metadata { batch.head.clock = max(batch.head.clock, pushed.stamp.time) }
            case "CONFLICT", "EXISTS", "NOT_FOUND": others.append(place)
            case "ATOMIC_ERROR": break
            case let code?:
                let stop = CloudKitClient.fault(code, record.retryAfter)
                if stop == nil { batch.results[place] = .rejected(.malformed) }
                fault = fault ?? stop
            }
        }
        try await keep(stored, gone: [], batch.head)
        if let fault { throw fault }
        if !others.isEmpty { try await compare(others, rows, in: &batch) }
    }

    /// Fetches CloudKit's current versions of records that could not be written, because CloudKit's error
    /// does not include them.
    private func compare(
        _ places: [Int], _ rows: [SyncKey: LedgerRow], in batch: inout Batch
    ) async throws(CloudKitError) {
        let found = try await lookUp(for: places.map { CloudKitRecord.name(batch.items[$0].record.key) })
        var seen: [LedgerRow] = []
        var gone: [SyncKey] = []
        for place in places {
            let pushed = batch.items[place].record
            guard let there = found[CloudKitRecord.name(pushed.key)], there.serverErrorCode == nil,
                there.deleted != true, let tag = there.recordChangeTag
            else {
                gone.append(pushed.key)
                continue
            }
            guard let record = CloudKitRecord.record(there) else {
                batch.results[place] = .rejected(.malformed)
                continue
            }
            let row = batch.head.row(of: pushed.key, tag, rows[pushed.key])
            seen.append(row)
            if record.kind == .metadata { batch.head.clock = max(batch.head.clock, record.stamp.time) }
            batch.results[place] =
                record == pushed
                ? .stored(sequence: row.sequence)
                : .conflict(FeedEntry(sequence: row.sequence, record: record))
        }
        try await keep(seen, gone: gone, batch.head)
    }

    private func keep(
        _ rows: [LedgerRow], gone: [SyncKey], _ head: LedgerHead
    ) async throws(CloudKitError) {
        var change = LedgerChange(head: head)
        change.rows = rows
        change.deleted = gone
        let learned = change
        try await kept { try await self.ledger.commit(learned) }
    }
}
