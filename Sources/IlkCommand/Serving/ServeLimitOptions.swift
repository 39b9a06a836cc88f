import ArgumentParser
import IlkServer

/// The limits of `ilk serve` that can be set, and who may read its metrics.
struct ServeLimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Connections per address without a valid token.", valueName: "count"),
        transform: CountArgument.fromOne)
    var connectionsPerAddress = ServerSettings().connectionsPerAddress

    @Option(
        help: ArgumentHelp("Minimum rate of bodies and readers, in bytes/s.", valueName: "count"),
        transform: CountArgument.fromZero)
    var minRate = ServerSettings().minimumRate

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp("Serve /metrics without a token. (default: on loopback)"))
    var publicMetrics: Bool?

    @Flag(help: "A proxy does TLS: do not warn about plain HTTP.")
    var tlsProxy = false

    func validate() throws {
        if minRate > 1 << 30 { throw ValidationError("--min-rate takes at most 1073741824.") }
    }

    /// Sets the limits of a server.
    func apply(to settings: inout ServerSettings) {
        settings.connectionsPerAddress = connectionsPerAddress
        settings.minimumRate = minRate
        settings.isMetricsPublic = publicMetrics
    }

    /// Returns the warning for a server that sends tokens and texts over a network without TLS, or `nil`.
    func warning(_ settings: ServerSettings) -> String? {
        guard !settings.isLoopback, !tlsProxy else { return nil }
        return
            "warning: listening beyond this machine without TLS: tokens and texts can be read on the network. "
            + "Listen on 127.0.0.1 behind a TLS proxy, or pass --tls-proxy if one is in front"
    }
}
