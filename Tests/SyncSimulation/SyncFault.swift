import IlkSync

/// A fault planted around the engines, which the simulation must find: so it is known that its schedules try what they
/// are meant to try.
package enum SyncFault: String, CaseIterable, Sendable {
    /// Of two values with one time, that which comes last wins.
    case breaksNoTies
    /// The value that comes last wins, whatever its stamp.
    case lastArrivalWins
    /// What lost is forgotten.
    case forgetsLosers
    /// The cursor is stored, and then the records: a death in between loses them.
    case storesTheCursorFirst
    /// The cursor goes one too far.
    case readsTooFar
    /// The hub does not look at the epoch.
    case trustsEveryEpoch
    /// What the hub forgot is not pushed again.
    case pushesNothingAgain
    /// The hub does not look at what the device missed of deletions.
    case ignoresTheHorizon
    /// Records that were not seen in a full reading stay.
    case keepsWhatIsGone
    /// A device does not look at what an answer is an answer to.
    case takesAnyAnswer
    /// The hub takes a copy of a device for the device.
    case takesCopiesForOriginals
    /// The hub lets every stamp pass.
    case takesStampsFromTheFuture
    /// A record leaves the outbox though it was edited since it was sent.
    case forgetsEditsUnderWay
    /// A record that the hub rejected is tried again and again.
    case triesForEver
    /// A device does not greet the hub again.
    case greetsOnlyOnce
    /// A copy of a device goes on with the life of the original.
    case livesOn

    /// The merge of the faulty program.
    var merge: RecordMerge {
        switch self {
        case .breaksNoTies: RecordMerge { mine, other in mine.stamp.time <= other.stamp.time }
        case .lastArrivalWins: RecordMerge { _, _ in true }
        default: .standard
        }
    }

    /// What the faulty device makes of a step's changes.
    func changes(_ changes: [ReplicaChange], on input: DeviceInput) -> [ReplicaChange] {
        changes.compactMap { change in
            switch (self, change) {
            case (.pushesNothingAgain, .requeue), (.keepsWhatIsGone, .dropUnseen): return nil
            case (.forgetsLosers, .put(let entry)) where entry.record.kind == .loser: return nil
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

    /// What the faulty hub makes of a step's changes.
    func changes(_ changes: [HubChange]) -> [HubChange] {
        changes.filter { change in
            guard self == .forgetsLosers, case .put(let entry, _) = change else { return true }
            return entry.record.kind != .loser
        }
    }

    /// What the faulty hub takes a request for.
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

    /// What the faulty device takes an answer for.
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
