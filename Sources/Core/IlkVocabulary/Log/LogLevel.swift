/// The severity of a log event, in ascending order.
public enum LogLevel: String, CaseIterable, Codable, Sendable {
    /// Internal details that help to find a fault.
    case debug
    /// Normal operation: started, finished, connected.
    case info
    /// An unusual condition that did not stop the operation: a retry, a nearly full disk, a deprecated call.
    case warn
    /// A failed operation.
    case error

    /// The category with the same name.
    public var category: Category { Category(rawValue) }
}
