import IlkFiles
package import IlkVerdictConsole
package import IlkConsole
package import IlkDebugCommand
package import ArgumentParser
import IlkServer
import Ilk

/// Serves classification, debug events and the sync hub over HTTP.
package struct ServeCommand: AsyncParsableCommand, DescribedCommand {
    package static let help = CommandText(
        "serve",
        abstract: "Serve classification, debug events and the sync hub over HTTP.",
        discussion: """
            POST /v1/classify takes a text (text/plain) or NDJSON (application/x-ndjson), POST /debug/logs and OpenTelemetry's \
            POST /v1/logs debug events (application/json; see them with ilk debug tail), POST /v1/sync what devices have; GET \
            /livez and /readyz say how it is, /metrics what was counted (Prometheus). What ilk debug retention does not keep \
            goes every hour. Requests carry a token: see ilk token. The default address is reachable from this machine \
            only; TLS is the task of a proxy, and beyond this machine /metrics requires a token too. SIGHUP takes new rules \
            and models without a restart; SIGTERM answers what was begun, and ends.
            """,
        examples: [
            "A token for a program": "ilk token create mailer --scope classify",
            "A token for an app that is being debugged": "ilk token create phone --scope debug",
            "What can be set": "ilk serve --help",
        ])

    @Option("Where to listen: a host and a port, 0 for a free one.", value: "host:port")
    package var listen = ListenAddress(host: "127.0.0.1", port: 8437)

    @Flag(help: "Classify for whoever asks, without a token. What is kept takes one always.")
    package var open = false

    @OptionGroup package var limits: ServeLimitOptions
    @OptionGroup package var deciding: ClassifierOptions

    @Option(
        "A version that answers each text too, unseen: where it differs is counted, told at the end, and logged with --log.",
        value: "version")
    package var challenger: String?

    @Flag(help: "Remember texts and verdicts in the log.")
    package var log = false

    @OptionGroup package var logging: LogFileOptions
    @OptionGroup package var redacting: RedactionOptions
    @OptionGroup package var hub: HubFileOptions

    @Option(
        "After how many days the hub forgets that something was deleted. Who was away for longer reads everything anew.",
        value: "days")
    package var forgetDeleted = 180

    @Flag(inversion: .prefixedNo, help: "Take debug events in.")
    package var debug = true

    @OptionGroup package var debugging: DebugFileOptions
    @OptionGroup package var display: DisplayOptions

    package func validate() throws {
        if !redacting.redact.isEmpty && !log { throw ValidationError("--redact goes with --log.") }
        if logging.logFile != nil && !log { throw ValidationError("--log-file goes with --log.") }
        if challenger != nil && deciding.classifier == .rules {
            throw ValidationError("--challenger needs a model: leave out --classifier rules.")
        }
        if !(0...36_500).contains(forgetDeleted) {
            throw ValidationError("--forget-deleted is 0 to 36500 days.")
        }
        if debugging.debugFile != nil && !debug {
            throw ValidationError("--debug-file does not go with --no-debug.")
        }
    }

    package func run() async throws {
        let console = Console.standard(display)
        try await Serving(settings: settings(console.folders), console: console).run()
    }

    private func settings(_ folders: IlkFolders) -> ServingSettings {
        var settings = ServingSettings(
            assembly: deciding.assembly(folders: folders), hubFile: hub.path(folders))
        (settings.server.host, settings.server.port) = (listen.host, listen.port)
        settings.server.isOpen = open
        limits.apply(to: &settings.server)
        settings.isBehindProxy = limits.tlsProxy
        settings.challenger = challenger
        settings.isLogging = log
        settings.logFile = logging.logFile
        settings.redaction = redacting.redaction
        settings.debugFile = debug ? debugging.debugFile ?? folders.debug : nil
        settings.forgetDeleted = forgetDeleted
        return settings
    }

    package init() {}
}

package struct ListenAddress {
    package var host: String
    package var port: Int
}

extension ListenAddress: ExpressibleByArgument, CustomStringConvertible {
    /// Parses `host:port`, `[::1]:port` or `port`. The default host is 127.0.0.1.
    package init?(argument: String) {
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
        guard let port = parts.last.flatMap({ Int($0) }), (0...65_535).contains(port) else { return nil }
        var host = parts.dropLast().joined(separator: ":")
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        self.init(host: host.isEmpty ? "127.0.0.1" : host, port: port)
    }

    package var description: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
    package var defaultValueDescription: String { description }
}
