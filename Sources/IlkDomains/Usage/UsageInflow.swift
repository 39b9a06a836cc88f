/// A payload that came, read before anybody waits for the transaction that takes it.
struct UsageInflow: Sendable {
    let payload: UsagePayload
    /// The event that it is; nil for everything that ``UsageEventBytes`` leaves to the long way.
    let event: UsageEvent?

    private init(_ payload: UsagePayload) {
        self.payload = payload
        let isEvent = payload.collection == UsagePayload.Collection.events.rawValue
        let event = isEvent ? UsageEventBytes.event(payload.bytes) : nil
        self.event = event.flatMap { $0.id == payload.id && $0.problems.isEmpty ? $0 : nil }
    }

    /// How many are read at a time: fewer are not worth another thread.
    private static let portion = 500

    /// Reads payloads, several stretches of them at once.
    @concurrent static func read(_ payloads: [UsagePayload]) async -> [UsageInflow] {
        guard payloads.count > portion else { return payloads.map(UsageInflow.init) }
        return await withTaskGroup(of: (first: Int, read: [UsageInflow]).self) { group in
            for first in stride(from: 0, to: payloads.count, by: portion) {
                group.addTask {
                    (first, payloads[first..<min(payloads.count, first + portion)].map(UsageInflow.init))
                }
            }
            var parts: [Int: [UsageInflow]] = [:]
            for await part in group { parts[part.first] = part.read }
            return parts.keys.sorted().flatMap { parts[$0] ?? [] }
        }
    }
}
