import IlkTransport
import IlkStore
import IlkSync
import IlkSyncStore

extension CloudKitLink {
    /// A part of the change feed.
    struct FeedPart {
        var records: [CloudKitWire.Record]
        /// The token for requesting the next part.
        var token: String
        var isMore: Bool
    }

    /// Returns a page of the feed, with the ledger's sequence numbers.
    func page(
        _ request: SyncRequest, limit: Int, _ known: LedgerHead
    ) async throws(CloudKitError) -> SyncPage {
        let cursor = request.cursor
        let token = cursor == 0 ? nil : try await kept { try await self.ledger.token(at: cursor) }
        if cursor != 0, token == nil { throw .refused(.behindTombstoneHorizon) }
        let part = try await part(after: token, limit: max(1, min(limit, limits.items)))
        var change = LedgerChange(head: known)
        // A full read starts without any known rows.
        change.replacesAll = request.isFull && cursor == 0
        change.oldest = cursor
        let keys = part.records.compactMap { CloudKitRecord.key($0.recordName) }
        let rows = change.replacesAll ? [:] : try await kept { try await self.ledger.rows(keys) }
        var entries: [FeedEntry] = []
        for found in part.records {
            guard let key = CloudKitRecord.key(found.recordName) else {
                try look(at: found, known)
                continue
            }
            if found.deleted == true {
                // CloudKit does not say which version was deleted. Force a full resync, which drops missing
                // records.
                if rows[key] != nil { throw .refused(.behindTombstoneHorizon) }
                continue
            }
            guard let tag = found.recordChangeTag, let record = CloudKitRecord.record(found) else { continue }
            let row = change.head.row(of: key, tag, rows[key])
            change.rows.append(row)
            entries.append(FeedEntry(sequence: row.sequence, record: record))
            if record.kind == .metadata { change.head.clock = max(change.head.clock, record.stamp.time) }
        }
        let isNew = !entries.isEmpty || part.isMore || part.token != token
        if isNew { change.head.sequence += 1 }
        let next = isNew ? change.head.sequence : cursor
        change.place = (cursor: next, token: part.token)
        let learned = change
        try await kept { try await self.ledger.commit(learned) }
        return SyncPage(entries: entries, next: next, isMore: part.isMore, horizon: request.horizon)
    }

    /// Throws `otherEpoch` if a record is the zone's marker record and is deleted or has another epoch,
    /// because the zone was then replaced by a new one.
    private func look(at found: CloudKitWire.Record, _ head: LedgerHead) throws(CloudKitError) {
        guard found.recordName == CloudKitRecord.zoneName else { return }
        let isKnown = found.deleted != true && CloudKitRecord.counter(found, "epoch") == head.epoch
        if !isKnown { throw .refused(.otherEpoch) }
    }

    private func part(after token: String?, limit: Int) async throws(CloudKitError) -> FeedPart {
        do throws(CloudKitError) {
            return client.hasZones
                ? try await changes(after: token, limit: limit)
                : try await modified(after: token, limit: limit)
        } catch {
            // The error for an expired token is undocumented. The request is valid without a token, so the
            // token must be the cause.
            if case .whole = error, token != nil { throw .refused(.behindTombstoneHorizon) }
            throw error
        }
    }

    private func changes(after token: String?, limit: Int) async throws(CloudKitError) -> FeedPart {
        let asked = CloudKitWire.Changes.Zone(zoneID: client.zone, syncToken: token, resultsLimit: limit)
        let answer = try await ask(
            "changes/zone", CloudKitWire.Changes(zones: [asked]), as: CloudKitWire.Zones.self)
        guard let zone = answer.zones.first else {
            throw .error(SyncLinkError(.noAnswer, "the response of CloudKit lists no changes"))
        }
        if let code = zone.serverErrorCode {
            throw CloudKitClient.fault(code, zone.retryAfter) ?? .whole(code)
        }
        guard let records = zone.records, let next = zone.syncToken else {
            throw .error(SyncLinkError(.noAnswer, "the response of CloudKit lists no changes"))
        }
        return FeedPart(records: records, token: next, isMore: zone.moreComing ?? false)
    }

    /// The overlap of successive queries of the public database, in milliseconds. Records modified within
    /// this time before the latest one are read again.
    private static let overlap: Int64 = 2 * 86_400_000

    /// Queries the public database for the records modified since a token. The token has the form
    /// `START:LATEST:MARKER`: the time from which the query starts, the latest modification time seen (both
    /// in milliseconds since 1970), and CloudKit's continuation marker.
    private func modified(after token: String?, limit: Int) async throws(CloudKitError) -> FeedPart {
        let parts = (token ?? "").split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        let since = parts.first.flatMap { Int64($0) } ?? 0
        let last = parts.count > 1 ? Int64(parts[1]) ?? 0 : 0
        let marker = parts.count > 2 && !parts[2].isEmpty ? String(parts[2]) : nil
        let time = CloudKitWire.Field(value: .number(since), type: "TIMESTAMP")
        let terms = CloudKitWire.Query.Terms(
            recordType: CloudKitRecord.type,
            filterBy: [
                .init(comparator: "GREATER_THAN_OR_EQUALS", fieldName: "___modTime", fieldValue: time)
            ], sortBy: [.init(fieldName: "___modTime", ascending: true)])
        let answer = try await ask(
            "records/query",
            CloudKitWire.Query(
                zoneID: client.zone, query: terms, resultsLimit: limit, continuationMarker: marker),
            as: CloudKitWire.Records.self)
        let latest = max(last, answer.records.compactMap { $0.modified?.timestamp }.max() ?? 0)
        let rest = answer.continuationMarker
        let next = rest == nil ? max(since, latest - Self.overlap) : since
        return FeedPart(
            records: answer.records, token: "\(next):\(rest == nil ? 0 : latest):\(rest ?? "")",
            isMore: rest != nil)
    }
}
