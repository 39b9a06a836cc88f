import IlkSync

/// A fault planted around the engines. The simulation must find each one, which proves that its schedules
/// cover these cases.
package enum SyncFault: String, CaseIterable, Sendable {
    /// Between equal times, the value that arrives last wins.
    case breaksNoTies
    /// The value that arrives last wins, regardless of its stamp.
    case lastArrivalWins
    /// Conflict copies are lost.
    case forgetsLosers
    /// The cursor is committed before the records, so a crash in between loses them.
    case storesTheCursorFirst
    /// The cursor advances one entry too far.
    case readsTooFar
    /// The hub ignores the epoch.
    case trustsEveryEpoch
    /// Records that the hub lost are not pushed again.
    case pushesNothingAgain
    /// The hub ignores the tombstone horizon.
    case ignoresTheHorizon
    /// Records that a full read did not return are kept.
    case keepsWhatIsGone
    /// A device accepts a response to another request.
    case takesAnyAnswer
    /// The hub does not detect a copy of a device.
    case takesCopiesForOriginals
    /// The hub accepts any stamp.
    case takesStampsFromTheFuture
    /// A pushed record leaves the outbox although it was edited in the meantime.
    case forgetsEditsUnderWay
    /// A rejected record is pushed again and again.
    case triesForEver
    /// A device does not greet the hub again.
    case greetsOnlyOnce
    /// A copy of a device keeps the incarnation of the original.
    case livesOn

    var merge: RecordMerge {
        switch self {
        case .breaksNoTies: RecordMerge { mine, other in mine.stamp.time <= other.stamp.time }
        case .lastArrivalWins: RecordMerge { _, _ in true }
        default: .standard
        }
    }

    /// Returns the changes of a device's step with the fault.
    func changes(_ changes: [ReplicaChange], on input: DeviceInput) -> [ReplicaChange] {
        changes.compactMap { change in
            switch (self, change) {
            case (.pushesNothingAgain, .requeue), (.keepsWhatIsGone, .dropUnseen): return nil
            case (.forgetsLosers, .put(let entry)) where entry.record.kind == .conflictCopy: return nil
            case (.triesForEver, .put(let entry)) where entry.rejection != nil: return nil
            case (.forgetsEditsUnderWay, .put(var entry)):
                guard case .answered(let response) = input, case .pushed = response.body else { break }
                entry.place = nil
                return .put(entry)
            default: break
            }
            return change
        }
    }

    /// Returns the changes of a hub's step with the fault.
    func changes(_ changes: [HubChange]) -> [HubChange] {
        changes.filter { change in
            guard self == .forgetsLosers, case .put(let entry, _) = change else { return true }
            return entry.record.kind != .conflictCopy
        }
    }

    /// Returns the request as the faulty hub sees it.
    func request(_ request: SyncRequest, _ account: HubAccount) -> SyncRequest {
        let known = account.devices[request.device]
        var (id, epoch, horizon, body) = (request.id, request.epoch, request.horizon, request.body)
        switch (self, body) {
        case (.trustsEveryEpoch, _): epoch = account.lineage.last?.epoch ?? epoch
        case (.ignoresTheHorizon, _): horizon = max(horizon, account.horizon)
        case (.takesCopiesForOriginals, .hello(let predecessors)):
            body = .hello(predecessors: predecessors + [known].compactMap { $0 })
        case (.takesCopiesForOriginals, _):
            id = RequestID(incarnation: known ?? id.incarnation, number: id.number)
        case (.takesStampsFromTheFuture, .push(let items)):
            body = .push(
                items.map { PushedItem(record: $0.record, seen: $0.seen, floor: HybridTime(bits: .max)) })
        default: break
        }
        return SyncRequest(
            id: id, device: request.device, epoch: epoch, cursor: request.cursor, horizon: horizon,
            isFull: request.isFull, body: body)
    }

    /// Returns the response as the faulty device sees it.
    func response(_ response: SyncResponse, _ session: DeviceSession) -> SyncResponse {
        var (id, body) = (response.id, response.body)
        switch (self, body) {
        case (.takesAnyAnswer, _):
            if case .waiting(let request, _) = session.phase { id = request.id }
        case (.readsTooFar, .page(let page)) where !page.entries.isEmpty:
            body = .page(
                SyncPage(
                    entries: page.entries, next: page.next + 1, isMore: page.isMore, horizon: page.horizon))
        case (.greetsOnlyOnce, .refused(.otherEpoch)): body = .refused(.tooLarge)
        default: break
        }
        return SyncResponse(id: id, now: response.now, body: body)
    }
}
