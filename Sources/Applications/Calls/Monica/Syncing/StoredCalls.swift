import FoundationEssentials
import IlkCalls
import IlkStore
import IlkSync
import IlkVocabulary

/// Access to the calls of a store within one transaction. The engine reads the calls, and its effects change
/// them.
///
/// The times of changes are converted: the store uses the local wall clock, and the engine uses Monica's
/// clock. The start times of calls are whole seconds in the engine. When a call is written back, the store
/// keeps the milliseconds if the second is unchanged.
struct StoredCalls: CallSnapshot {
    typealias Failure = any Error

    let exchange: CallSyncTransaction
    /// Monica's clock minus the local wall clock, in milliseconds.
    let offset: Int64

    func call(_ key: SyncKey) throws -> MonicaCall? { try exchange.record(key.recordID).map(read) }

    func call(id: Int32) throws -> MonicaCall? { try exchange.record(id: id).map(read) }

    func firstWaiting() throws -> MonicaCall? { try exchange.firstWaiting().map(read) }

    func ids() throws -> [Int32] { try exchange.serverIDs() }

    func isErased(id: Int32, key: SyncKey?) throws -> Bool {
        try exchange.isPurged(id: id, key: key?.recordID)
    }

    // MARK: Reading

    private func read(_ record: CallSyncRecord) -> MonicaCall {
        let content = CallContent(CallVersion(record.call))
        // A local change is based on the version that was last sent or read.
        let known = CallLineage(record.lineage)
        let lineage = record.lineage.first == content.digest ? known : known.extended(by: content)
        var call = MonicaCall(
            key: SyncKey(record.call.key), content: content,
            editedAt: record.call.updatedAt.milliseconds &+ offset, lineage: lineage,
            place: UInt64(max(0, record.outboxPosition)))
        call.id = record.call.id
        call.isDeleted = record.call.isMarkedDeleted
        call.status = MonicaCall.Status(rawValue: record.call.syncStatus.rawValue) ?? .pending
        call.refusal = record.call.syncError
        call.base = record.base.map { base in
            MonicaCall.Base(content: CallContent(base), updatedAt: Self.seconds(base.updatedAt))
        }
        call.isOutcomeUnknown = record.isOutcomeUnknown
        call.isDeletionOurs = record.call.isMarkedDeleted && !record.isDeletedRemotely
        call.isOurs = record.isOwnVersion
        call.attempts = UInt32(clamping: record.attempts)
        return call
    }

    static func seconds(_ date: Date) -> Int64 {
        // Round down, also before 1970.
        let milliseconds = date.milliseconds
        return milliseconds >= 0 ? milliseconds / 1000 : -((999 - milliseconds) / 1000)
    }

    // MARK: Writing

    /// Applies the changes of a step: first the calls, then the conflict copies.
    ///
    /// - Returns: The number of calls that were created, changed or deleted because of the server.
    func commit(
        _ effects: [MonicaEffect], offset: Int64, at now: Date, ids: RecordIDSource
    ) throws -> Int {
        var before: [SyncKey: CallLogEntity] = [:]
        var news = 0
        for case .put(let call) in effects {
            let old = try exchange.record(call.key.recordID)
            if let old, before[call.key] == nil { before[call.key] = old.call }
            let isNews = old.map { CallContent(CallVersion($0.call)) != call.content } ?? true
            if isNews || old?.call.isMarkedDeleted != call.isDeleted { news += 1 }
            try exchange.put(record(call, over: old, offset: offset, at: now))
        }
        for case .storeConflictCopy(let kept) in effects {
            let old = before[kept.key]
            let theirs = try exchange.record(kept.key.recordID)?.call.serverUpdatedAt
            let changedAt = kept.wasLocal ? old?.updatedAt : theirs
            let lostVersion = version(kept.content, like: old, at: changedAt ?? now)
            try exchange.storeConflictCopy(
                lostVersion, of: kept.key.recordID, wasLocal: kept.wasLocal, as: ids.next(), at: now)
        }
        return news
    }

    private func record(
        _ call: MonicaCall, over old: CallSyncRecord?, offset: Int64, at now: Date
    ) throws -> CallSyncRecord {
        let edited = Date(milliseconds: call.editedAt &- offset)
        let version = version(call.content, like: old?.call, at: edited)
        try exchange.insertContactIfNew(id: version.contactId, name: "")
        let known =
            old?.call
            ?? CallLogEntity(
                key: call.key.recordID, id: call.id, contactId: version.contactId,
                calledAt: version.calledAt, duration: version.duration, syncStatus: .synced,
                createdAt: edited, updatedAt: edited, isMarkedDeleted: false)
        var entity = version.applied(to: known)
        let isNews = old.map { CallContent(CallVersion($0.call)) != call.content } ?? true
        entity.id = call.id
        entity.isMarkedDeleted = call.isDeleted
        entity.syncStatus = CallSyncStatus(rawValue: call.status.rawValue) ?? .pending
        entity.syncError = call.refusal
        entity.serverUpdatedAt = call.base.map { Date(milliseconds: $0.updatedAt &* 1000) }
        if call.status == .synced, isNews { entity.updatedAt = edited }
        if call.status == .syncing { entity.lastSyncAttempt = now }
        var record = old ?? CallSyncRecord(call: entity)
        record.call = entity
        record.outboxPosition = Int64(clamping: call.place)
        record.isOutcomeUnknown = call.isOutcomeUnknown
        record.lineage = call.lineage.digests
        record.base = call.base.map { base in
            self.version(
                base.content, like: entity, at: Date(milliseconds: base.updatedAt &* 1000))
        }
        record.isOwnVersion = call.isOurs
        record.isDeletedRemotely = call.isDeleted && !call.isDeletionOurs
        record.attempts = Int(call.attempts)
        return record
    }

    /// Converts content from the engine to a version for the store. If the second of the start time is
    /// unchanged, the milliseconds of the stored start time are kept.
    private func version(_ content: CallContent, like call: CallLogEntity?, at changed: Date) -> CallVersion {
        let isSameSecond = call.map { Self.seconds($0.calledAt) == content.calledAt } ?? false
        return CallVersion(
            contactId: content.contact,
            calledAt: isSameSecond
                ? call?.calledAt ?? changed : Date(milliseconds: content.calledAt &* 1000),
            duration: content.duration, emotionalState: content.emotion,
            notes: content.notes.isEmpty ? nil : content.notes, updatedAt: changed)
    }
}

extension CallContent {
    /// Creates the content for the engine from a stored version.
    init(_ version: CallVersion) {
        self.init(
            contact: version.contactId, calledAt: StoredCalls.seconds(version.calledAt),
            duration: version.duration, emotion: version.emotionalState, notes: version.notes ?? "")
    }
}
