import IlkConsole
package import ArgumentParser
package import IlkAPI

/// The options for the limits of `ilk serve` and for access to its metrics.
package struct ServeLimitOptions: ParsableArguments {
    @Option(count: "Maximum connections per address without a valid token.")
    package var connectionsPerAddress = ServerSettings().connectionsPerAddress

    @Option(count: "Minimum bytes/s of a client that sends or receives.", from: 0)
    package var minRate = ServerSettings().minimumRate

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp("Serve /metrics without a token. (default: only on loopback)"))
    package var publicMetrics: Bool?

    @Flag(help: "Do not warn about plain HTTP: a proxy adds TLS.")
    package var tlsProxy = false

    package func validate() throws {
        if minRate > 1 << 30 { throw ValidationError("--min-rate must be at most 1073741824.") }
    }

    package func apply(to settings: inout ServerSettings) {
        settings.connectionsPerAddress = connectionsPerAddress
        settings.minimumRate = minRate
        settings.isMetricsPublic = publicMetrics
    }

    package init() {}
}
