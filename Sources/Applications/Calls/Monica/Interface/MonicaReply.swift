import IlkSync

/// The result of a request to Monica: the answer for the engine, and information for the report of the sync.
public struct MonicaReply: Sendable {
    /// The answer for the engine.
    public var answer: MonicaAnswer
    /// A short error message; `nil` if the request succeeded.
    public var errorMessage: String?
    /// The names of the contacts in the reply, by id.
    public var contactNames: [Int32: String] = [:]
    /// The id of the account that owns the records, or `nil` if the reply contains no account.
    public var account: Int?
    /// The number of activities that had lost their contacts and got these contacts back.
    public var repaired = 0
}
