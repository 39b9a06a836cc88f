import IlkConsole
package import ArgumentParser
package import IlkAPI

/// The options for the limits of `ilk serve`, for access to its metrics, and for pages of other sites.
package struct ServeLimitOptions: ParsableArguments {
    @Option(count: "Maximum connections without a valid token, per address.")
    package var connectionsPerAddress = ServerSettings().connectionsPerAddress

    @Option(count: "Minimum rate at which a client sends or reads, in bytes/s.", from: 0, to: 1 << 30)
    package var minRate = ServerSettings().minimumRate

    @Option(count: "Maximum requests per minute per token. (default: unlimited)")
    package var rateLimit: Int?

    @Option("Origin whose web pages may use the API, or *. Repeatable.", value: "url")
    package var corsOrigin: [String] = []

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp("Serve /metrics without a token. (default: only on loopback)"))
    package var publicMetrics: Bool?

    @Flag(help: "Do not warn about plain HTTP, because a proxy adds TLS.")
    package var tlsProxy = false

    package func validate() throws {
        if let origin = corsOrigin.first(where: { !Self.isOrigin($0) }) {
            throw ValidationError.invalid(
                "--cors-origin", origin, expected: "http://HOST or https://HOST, or *")
        }
    }

    /// Returns `true` for `*`, and for an origin as browsers send it, such as `https://example.org`.
    private static func isOrigin(_ text: String) -> Bool {
        if text == "*" { return true }
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return false }
        let host = text.dropFirst(scheme.count)
        return !host.isEmpty
            && host.allSatisfy { $0.isASCII && $0.isLowercase || $0.isNumber || ".:-[]".contains($0) }
    }

    package func apply(to settings: inout ServerSettings) {
        settings.connectionsPerAddress = connectionsPerAddress
        settings.minimumRate = minRate
        settings.isMetricsPublic = publicMetrics
        settings.requestsPerMinute = rateLimit
        settings.crossOrigins = Set(corsOrigin)
    }

    package init() {}
}
