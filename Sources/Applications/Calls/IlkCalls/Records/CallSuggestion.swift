import FoundationEssentials

/// Somebody who might be called, and why.
public struct CallSuggestion: Sendable, Hashable {
    /// With fewer calls than these nothing is usual.
    public static let fewestCalls = 4
    /// How many of the newest calls say what is usual.
    static let lookedAt = 12

    /// Whom.
    public var contact: Contact
    /// The usual pause between two calls, in seconds.
    public var usualPause: Double
    /// How long it is since the last one, in seconds.
    public var pause: Double

    /// How many usual pauses have gone by.
    public var overdue: Double { pause / usualPause }

    /// A suggestion, when the pause is longer than one and a half usual ones.
    ///
    /// - Parameter times: The times of calls with the contact, newest first.
    init?(_ contact: Contact, _ times: [Date], now: Date) {
        guard times.count >= Self.fewestCalls, let last = times.first else { return nil }
        let pauses = zip(times, times.dropFirst()).map { $0.timeIntervalSince($1) }.sorted()
        // Several calls of one day are one conversation.
        usualPause = max(86_400, pauses[pauses.count / 2])
        pause = now.timeIntervalSince(last)
        self.contact = contact
        guard overdue > 1.5 else { return nil }
    }
}
