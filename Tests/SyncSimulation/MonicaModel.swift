import IlkSync
import Monica

/// A model of Monica's call API with the properties that make syncing difficult: times in whole seconds, no
/// idempotent creation, no compare-and-set, pages that shift, a rate limit, and error messages in prose.
struct MonicaModel {
    struct Row {
        var call: RemoteCall
        var version = 1
        /// The time at which the creating request was processed.
        let takenAt: UInt64
    }

    private(set) var rows: [Int32: Row] = [:]
    private var next: Int32 = 1
    private var window: (start: UInt64, count: Int) = (0, 0)
    /// The error of its clock, in milliseconds.
    var skew: Int64 = 0
    static let requestsAMinute = 60
    static let page = 3

    func clock(_ now: UInt64) -> Int64 { SyncWorld.epochOfTime + Int64(now) + skew }

    mutating func answer(_ request: MonicaRequest, at now: UInt64) -> MonicaAnswer {
        let body = isThrottled(at: now) ?? answer(request.body, at: now)
        return MonicaAnswer(number: request.number, now: clock(now), body: body)
    }

    private mutating func isThrottled(at now: UInt64) -> MonicaAnswer.Body? {
        if now - window.start >= 60_000 { window = (now, 0) }
        window.count += 1
        return window.count > Self.requestsAMinute ? .throttled(after: window.start + 60_000 - now) : nil
    }

    private mutating func answer(_ body: MonicaRequest.Body, at now: UInt64) -> MonicaAnswer.Body {
        switch body {
        case .create(let key, let content, let lineage):
            if let refusal = Self.refusal(of: content) { return refusal }
            return .call(insert(key, content, lineage, at: now))
        case .replace(let id, let key, let content, let lineage):
            guard rows[id] != nil else { return .refused(code: 32, ["The selected call id is invalid."]) }
            if let refusal = Self.refusal(of: content) { return refusal }
            replace(id, key, content, lineage, at: now)
            return rows[id].map { .call($0.call) } ?? .missing
        case .delete(let id):
            // Monica answers 404 for calls, but an error with code 32 for activities.
            guard rows.removeValue(forKey: id) != nil else {
                return id % 2 == 0 ? .missing : .refused(code: 32, ["The selected id is invalid."])
            }
            return .deleted
        case .read(let id): return rows[id].map { .call($0.call) } ?? .missing
        case .list(let order, let page): return list(order, page)
        }
    }

    /// Returns the refusal for content that this model rejects: a duration of 13.
    private static func refusal(of content: CallContent) -> MonicaAnswer.Body? {
        content.duration == 13 ? .refused(code: 32, ["The content is not accepted."]) : nil
    }

    private func list(_ order: MonicaOrder, _ page: Int) -> MonicaAnswer.Body {
        var calls = rows.values.map(\.call)
        switch order {
        case .newest(let contact):
            calls = calls.filter { $0.content.contact == contact }.sorted { $0.id > $1.id }
        case .lastChanged: calls.sort { ($1.updatedAt, $0.id) < ($0.updatedAt, $1.id) }
        case .oldest: calls.sort { $0.id < $1.id }
        }
        let start = min(calls.count, (page - 1) * Self.page)
        let end = min(calls.count, start + Self.page)
        return .page(Array(calls[start..<end]), isLast: end == calls.count, total: calls.count)
    }

    // MARK: Edits by people in Monica

    @discardableResult
    mutating func insert(_ key: SyncKey?, _ content: CallContent, _ lineage: CallLineage, at now: UInt64)
        -> RemoteCall
    {
        let seconds = clock(now) / 1000
        let call = RemoteCall(
            id: next, key: key, content: content, lineage: lineage, updatedAt: seconds)
        rows[next] = Row(call: call, takenAt: now)
        next += 1
        return call
    }

    mutating func replace(
        _ id: Int32, _ key: SyncKey?, _ content: CallContent, _ lineage: CallLineage, at now: UInt64
    ) {
        guard var row = rows[id] else { return }
        row.call = RemoteCall(
            id: id, key: key, content: content, lineage: lineage,
            updatedAt: clock(now) / 1000)
        row.version += 1
        rows[id] = row
    }

    mutating func remove(_ id: Int32) { rows[id] = nil }
}
