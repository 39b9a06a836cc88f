/// The part of a system that produced a log event.
public enum LogSource: String, CaseIterable, Codable, Sendable {
    /// An iOS app.
    case ios
    /// A server.
    case backend
    /// A web page in a browser.
    case web
}
