import Ilk
import IlkAPI
import IlkFiles
import IlkVocabulary

extension ServingSettings {
    /// Returns the settings of the server with their origins. A setting that has its default value gets the
    /// origin `default`, even if an option set it.
    ///
    /// - Parameters:
    ///   - server: The address and the limits in use.
    ///   - folders: The user's folders.
    ///   - environment: The environment variables of the process.
    func configuration(
        _ server: ServerSettings, _ folders: IlkFolders, _ environment: [String: String]
    ) -> [ServerSetting] {
        Self.folders(folders, environment) + files(folders) + choices + Self.limits(server)
    }

    private static func option(_ name: String, _ value: String, standard: String) -> ServerSetting {
        ServerSetting(name, value, origin: value == standard ? "default" : "option")
    }

    private static func folders(
        _ folders: IlkFolders, _ environment: [String: String]
    ) -> [ServerSetting] {
        func origin(_ names: String...) -> String {
            names.first { environment[$0]?.isEmpty == false } ?? "default"
        }
        return [
            ServerSetting("data folder", folders.data, origin: origin("STATE_DIRECTORY", "XDG_DATA_HOME")),
            ServerSetting(
                "cache folder", folders.cache ?? "none",
                origin: origin("ILK_NO_CACHE", "CACHE_DIRECTORY", "XDG_CACHE_HOME")),
            ServerSetting(
                "user's configuration folder", folders.configuration ?? "none",
                origin: origin("XDG_CONFIG_HOME")),
            ServerSetting(
                "machine's configuration folder", folders.systemConfiguration,
                origin: origin("CONFIGURATION_DIRECTORY")),
        ]
    }

    private func files(_ folders: IlkFolders) -> [ServerSetting] {
        [
            Self.option("--hub-file", hubFile, standard: folders.hub),
            Self.option("--service-file", serviceFile, standard: folders.service),
            Self.option("--calls-file", callsFile ?? folders.calls, standard: folders.calls),
            Self.option("--usage-file", usageFile ?? folders.usage, standard: folders.usage),
            Self.option("--debug-file", debugFile ?? "none: --no-debug", standard: folders.debug),
            Self.option("--log-file", logFile ?? "that of the taxonomy", standard: "that of the taxonomy"),
            Self.option("--page-files", pageFiles ?? "none", standard: "none"),
        ]
    }

    /// The settings of classification, of logs and of scheduled tasks.
    private var choices: [ServerSetting] {
        let names = taxonomies.map { $0.assembly.labelSet?.name ?? $0.assembly.taxonomy?.name ?? "doctype" }
        let redacted = taxonomies.contains { $0.redaction != nil }
        let times = schedule.map { choice in
            "\(choice.name.rawValue)=" + (choice.every.map { "\($0)s" } ?? "off")
        }
        return [
            Self.option("--taxonomy", names.joined(separator: ", "), standard: "doctype"),
            Self.option("--challenger", challenger ?? "none", standard: "none"),
            Self.option("--log", Self.word(isLogging), standard: "off"),
            Self.option("--log-features", Self.word(logsFeatures), standard: "off"),
            Self.option("--redact", Self.word(redacted), standard: "off"),
            Self.option("--retention", Self.word(appliesRetention), standard: "on"),
            Self.option("--forget-deleted", "\(forgetDeleted) days", standard: "180 days"),
            Self.option(
                "--schedule", times.isEmpty ? "standard times" : times.joined(separator: ", "),
                standard: "standard times"),
            Self.option("--tls-proxy", Self.word(isBehindProxy), standard: "off"),
        ]
    }

    private static func limits(_ server: ServerSettings) -> [ServerSetting] {
        let standard = ServerSettings()
        func option(_ name: String, _ value: (ServerSettings) -> String) -> ServerSetting {
            Self.option(name, value(server), standard: value(standard))
        }
        return [
            option("--listen") { "\($0.host):\($0.port)" },
            option("--uds") { $0.unixSocket ?? "none" },
            option("--open") { word($0.isOpen) },
            option("--public-metrics") { $0.isMetricsPublic.map(word) ?? "on loopback only" },
            option("--rate-limit") { $0.requestsPerMinute.map { "\($0) per minute" } ?? "unlimited" },
            option("--cors-origin") {
                $0.crossOrigins.isEmpty ? "none" : $0.crossOrigins.sorted().joined(separator: ", ")
            },
            option("--flagged-label") { $0.flaggedLabels.sorted().joined(separator: ", ") },
            option("--connections-per-address") { "\($0.connectionsPerAddress)" },
            option("--min-rate") { "\($0.minimumRate) bytes per second" },
        ]
    }

    private static func word(_ isOn: Bool) -> String { isOn ? "on" : "off" }
}
