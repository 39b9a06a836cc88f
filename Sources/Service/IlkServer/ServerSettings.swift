/// The limits of a server, and what it allows. `docs/server.md` lists the answer beyond each limit.
public struct ServerSettings: Hashable, Sendable {
    /// The address to listen on. The default is reachable from this machine only.
    public var host = "127.0.0.1"
    /// The port; 0 for any free one.
    public var port = 8437
    /// The maximum size of a text, or of a line, in bytes.
    public var text = 1 << 20
    /// The maximum size of a body that is read whole, in bytes: sync and debug events.
    public var body = 8 << 20
    /// The memory for all request bodies together, in bytes. Beyond it a request is answered 503.
    public var bodies = 64 << 20
    /// The maximum number of connections. More wait, or replace one that waits for its client without a token.
    public var connections = 1024
    /// The maximum number of connections per address on which no request has presented a valid token.
    public var connectionsPerAddress = 256
    /// The maximum number of requests that are processed at a time. More are answered 503.
    public var requests = 256
    /// The time for the head of a request and for a body that is read whole, and the limit on idle connections, in seconds.
    public var patience = 10
    /// The minimum rate of request bodies, and at which answers are read, in bytes per second. With 0 only silence ends a
    /// connection.
    public var minimumRate = 500
    /// The time over which a rate is measured, in seconds.
    public var rateWindow = 10
    /// The number of refused tokens per minute beyond which requests without a valid token are answered 429.
    public var refusals = 100
    /// The maximum number of requests with debug events that are processed at a time. More are answered 429.
    public var debugRequests = 32
    /// `true` if texts are classified without a token. Everything that is stored requires one nevertheless.
    public var isOpen = false
    /// `true` if `/metrics` requires no token, `false` if it does. The default, `nil`, requires one unless the server listens
    /// on a loopback address.
    public var isMetricsPublic: Bool?

    /// Creates the default settings.
    public init() {}

    /// `true` if ``host`` is an address of this machine that no other can reach: `localhost`, `::1` or `127.x.y.z`.
    ///
    /// Other names count as reachable, whatever they resolve to.
    public var isLoopback: Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
