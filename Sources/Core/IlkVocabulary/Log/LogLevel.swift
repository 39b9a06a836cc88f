/// How grave an event of a log is, from the least grave on.
public enum LogLevel: String, CaseIterable, Codable, Sendable {
    /// Of interest to whoever looks for a fault: what goes on inside.
    case debug
    /// The ordinary course of things: started, finished, connected.
    case info
    /// Out of the ordinary, and it went on: tried again, nearly full, deprecated.
    case warn
    /// Something that was to be done was not.
    case error

    /// The category of the same name.
    public var category: Category { Category(rawValue) }
}
