/// Which part of a system an event of a log is from.
public enum LogSource: String, CaseIterable, Codable, Sendable {
    /// An app.
    case ios
    /// A server.
    case backend
    /// A page in a browser.
    case web
}
