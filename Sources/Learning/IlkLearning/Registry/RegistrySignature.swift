public import FoundationEssentials

/// Who changes the models of a machine, when, and why.
public struct RegistrySignature: Sendable, Hashable {
    /// Who, as they are called on that machine.
    public var who: String
    /// Why, in their words; nil when they gave no reason.
    public var why: String?
    /// When.
    public var when: Date

    /// A signature of these parts.
    public init(who: String, why: String? = nil, when: Date) {
        self.who = who
        self.why = why
        self.when = when
    }
}
