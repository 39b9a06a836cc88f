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
