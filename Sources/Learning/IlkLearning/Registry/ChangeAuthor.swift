public import FoundationEssentials

/// The author, time and reason of a change to a registry.
public struct ChangeAuthor: Sendable, Hashable {
    /// The user name of the author.
    public var who: String
    /// The reason for the change, or `nil`.
    public var why: String?
    /// The time of the change.
    public var when: Date

    /// Creates the author of a change.
    ///
    /// - Parameters:
    ///   - who: The user name of the author.
    ///   - why: The reason, or `nil`.
    ///   - when: The time.
    public init(who: String, why: String? = nil, when: Date) {
        self.who = who
        self.why = why
        self.when = when
    }
}
