/// The limits and access rules of a server. `docs/reference/http.md` lists the response for each exceeded
/// limit.
public struct ServerSettings: Hashable, Sendable {
    /// The address to listen on. The default is reachable from this machine only.
    public var host = "127.0.0.1"
    /// The port, or 0 for any free port.
    public var port = 8437
    /// The path of a Unix socket to listen on instead of ``host`` and ``port``, or `nil`.
    public var unixSocket: String?
    /// The descriptor of a listening socket that another process opened, or `nil`. In this case, ``host``,
    /// ``port`` and ``unixSocket`` describe this socket.
    public var inheritedSocket: Int32?
    /// The maximum size of a text or an NDJSON line, in bytes.
    public var maxText = 1 << 20
    /// The maximum size of a body that is read as a whole, such as JSON, a mail message or a sync request, in
    /// bytes.
    public var maxBody = 8 << 20
    /// The total memory for all request bodies, in bytes. Beyond this limit, requests get status 503.
    public var maxBodies = 64 << 20
    /// The maximum number of connections. Beyond this limit, a new connection replaces a connection that is
    /// waiting for its client, preferably a connection without a valid token. If none is waiting, the new
    /// connection waits.
    public var connections = 1024
    /// The maximum number of connections without a valid token from one address.
    public var connectionsPerAddress = 256
    /// The maximum number of concurrent requests. Further requests get status 503.
    public var requests = 256
    /// The deadline for a request head and for a buffered body, and the limit on idle connections, in
    /// seconds.
    public var deadline = 10
    /// The minimum rate at which clients must send bodies and read responses, in bytes per second. With 0,
    /// one byte per ``rateWindow`` is enough.
    public var minimumRate = 500
    /// The time over which a rate is measured, in seconds.
    public var rateWindow = 10
    /// The maximum number of requests per minute with an invalid token. Further such requests get status 429.
    public var maxRefusals = 100
    /// The maximum number of requests per minute for each token, and for each address that sends no token;
    /// `nil` for no limit. Further requests get status 429.
    public var requestsPerMinute: Int?
    /// The origins of web sites whose pages may use the API, such as `https://example.org`, or `*` for all.
    public var crossOrigins: Set<String> = []
    /// The maximum number of concurrent requests with debug events. Further requests get status 429.
    public var debugRequests = 32
    /// The labels that `/v1/moderations` flags.
    public var flaggedLabels: Set<String> = ["spam"]
    /// `true` to classify and analyze texts without a token. Routes that read or change stored data always
    /// require a token.
    public var isOpen = false
    /// `true` to accept debug events without a token. The server must listen on a loopback address.
    public var acceptsOpenDebugEvents = false
    /// `true` if `/metrics` requires no token, `false` if it requires one. `nil`, the default, requires one
    /// unless the server listens on a loopback address.
    public var isMetricsPublic: Bool?

    /// Creates the default settings.
    public init() {}

    /// `true` if the server listens on a Unix socket, or if ``host`` is `localhost`, `::1` or `127.x.y.z`. No
    /// other machine can reach these addresses.
    ///
    /// Other names count as reachable, even if they resolve to a loopback address.
    public var isLoopback: Bool {
        if unixSocket != nil || host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// `true` if `/metrics` requires a token.
    package var needsMetricsToken: Bool { !(isMetricsPublic ?? isLoopback) }
}
