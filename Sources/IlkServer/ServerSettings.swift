/// What a server allows. Every limit has an answer of its own (`docs/server.md`).
public struct ServerSettings: Hashable, Sendable {
    /// The address that is listened at. Nobody but this machine reaches the default.
    public var host = "127.0.0.1"
    /// The port; 0 for any that is free.
    public var port = 8437
    /// Bytes of one text, or of one line.
    public var text = 1 << 20
    /// Bytes of a body that is read whole: sync and debug events.
    public var body = 8 << 20
    /// Connections at a time; more wait.
    public var connections = 1024
    /// Requests that are worked on at a time; more are sent away with 503.
    public var requests = 256
    /// Within which a body must have come, and a connection must have said something, in seconds.
    public var patience = 10
    /// Refused tokens a minute; beyond it whoever has none is sent away with 429.
    public var refusals = 100
    /// Requests with debug events that are worked on at a time; more are told to come again.
    public var debugRequests = 32
    /// Whether texts are classified for whoever asks, without a token. What is kept always takes one.
    public var isOpen = false

    /// The defaults.
    public init() {}
}
