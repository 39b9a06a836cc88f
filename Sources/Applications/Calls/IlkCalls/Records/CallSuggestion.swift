import FoundationEssentials

/// A suggestion to call a contact who has been silent for longer than usual.
public struct CallSuggestion: Sendable, Hashable {
    /// The number of calls that a contact must have before the contact is suggested.
    public static let minimumCalls = 4
    /// The maximum number of calls from which the usual interval is computed. The newest calls are used.
    static let sampledCalls = 12

    /// The contact to call.
    public var contact: Contact
    /// The median interval between the calls with the contact, in seconds. At least one day.
    public var usualInterval: Double
    /// The time since the last call with the contact, in seconds.
    public var silence: Double

    /// The time since the last call, divided by the usual interval.
    public var overdue: Double { silence / usualInterval }

    /// Creates a suggestion if the contact has been silent for longer than usual. Returns `nil` if there are
    /// fewer than ``minimumCalls`` calls, or if the time since the last call is at most 1.5 times the usual
    /// interval.
    ///
    /// - Parameter times: The times of the calls with the contact, newest first.
    init?(_ contact: Contact, _ times: [Date], now: Date) {
        guard times.count >= Self.minimumCalls, let last = times.first else { return nil }
        let pauses = zip(times, times.dropFirst()).map { $0.timeIntervalSince($1) }.sorted()
        // Several calls on one day count as one conversation.
        usualInterval = max(86_400, pauses[pauses.count / 2])
        silence = now.timeIntervalSince(last)
        self.contact = contact
        guard overdue > 1.5 else { return nil }
    }
}
