import IlkSync

/// What came of a request to Monica: what the engine is told, and what is told to people.
public struct MonicaReply: Sendable {
    /// The answer.
    public var answer: MonicaAnswer
    /// What was wrong, in a few words; nil when nothing was.
    public var trouble: String?
    /// The names of the contacts that it mentions, by their numbers.
    public var people: [Int32: String] = [:]
    /// Whose records they are; nil when it does not say.
    public var account: Int?
    /// Activities that had lost their contacts and have them again.
    public var mended = 0
}

/// A contact as Monica has it.
struct MonicaContact: Sendable, Hashable {
    /// Monica's number.
    var id: Int32
    /// Its name.
    var name: String
    /// Whether it is kept out of sight.
    var isArchived: Bool
    /// When it was changed last, in seconds since 1970.
    var updatedAt: Int64
}
