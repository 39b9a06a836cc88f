public import IlkVocabulary
import Glibc

/// Where this user's files are: databases and models (`$XDG_DATA_HOME/ilk`, or `~/.local/share/ilk`), what can be
/// made again (`$XDG_CACHE_HOME/ilk`, or `~/.cache/ilk`), what the user has set (`$XDG_CONFIG_HOME/ilk`, or
/// `~/.config/ilk`); and what is set for the machine (`/etc/ilk`).
public struct IlkFolders: Sendable, Hashable {
    /// The folder of databases and models.
    public let data: String
    /// The folder of what can be made again, or `nil` if the environment names none or `ILK_NO_CACHE` is set.
    public let cache: String?

    /// The folder of what the user has set, or nil when the environment names none.
    public let configuration: String?
    /// The folder of what is set for the machine.
    public let systemConfiguration: String

    /// The folders that the environment names. systemd's `STATE_DIRECTORY`, `CACHE_DIRECTORY` and
    /// `CONFIGURATION_DIRECTORY` go before all; the last is in place of `/etc/ilk`.
    public init(environment: [String: String]) {
        func named(_ variable: String) -> String? {
            environment[variable]?.split(separator: ":").first.map(String.init)
        }
        func own(_ variable: String, _ standard: String) -> String? {
            if let base = environment[variable], base.hasPrefix("/") { return base + "/ilk" }
            return environment["HOME"].map { "\($0)/\(standard)/ilk" }
        }
        data =
            named("STATE_DIRECTORY") ?? own("XDG_DATA_HOME", ".local/share") ?? "./.local/share/ilk"
        let isCaching = environment["ILK_NO_CACHE"]?.isEmpty ?? true
        cache = isCaching ? named("CACHE_DIRECTORY") ?? own("XDG_CACHE_HOME", ".cache") : nil
        configuration = own("XDG_CONFIG_HOME", ".config")
        systemConfiguration = named("CONFIGURATION_DIRECTORY") ?? "/etc/ilk"
    }

    /// The database of the classification log of a taxonomy.
    public func log(taxonomy: String) -> String {
        taxonomy == "doctype" ? data + "/log.sqlite" : data + "/log-\(taxonomy).sqlite"
    }

    /// The database of mail.
    public var mail: String { data + "/mail.sqlite" }

    /// The database of the calls.
    public var calls: String { data + "/calls.sqlite" }

    /// The database of the usage of a communication app.
    public var usage: String { data + "/usage.sqlite" }

    /// The database of the sync hub: accounts, tokens and records.
    public var hub: String { data + "/hub.sqlite" }

    /// The database of debug events.
    public var debug: String { data + "/debug.sqlite" }

    /// The folder of the model registry.
    public var models: String { data + "/models" }

    /// The folder of the models and rules that logged verdicts were made by (``VerdictArchive``).
    public var archive: String { data + "/archive" }

    /// The folder of the user's own rules for a taxonomy, or nil when the environment names none.
    public func rules(taxonomy: String) -> String? { configuration.map { "\($0)/rules/\(taxonomy)" } }

    /// The folder of the machine's rules for a taxonomy.
    public func systemRules(taxonomy: String) -> String { "\(systemConfiguration)/rules/\(taxonomy)" }

    /// The folder of compiled rules that were read from YAML before.
    package var ruleCache: String? { cache.map { $0 + "/rules" } }

    /// Creates the folder of a file, and the missing folders above it, with mode 0700.
    ///
    /// - Throws: ``IlkError`` if it cannot be created.
    public static func makeFolder(of path: String) throws(IlkError) {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
        let folder = String(path[..<slash])
        guard PrivateFile.makeFolders(folder) == 0 else {
            throw IlkError(
                .cannotCreate, "cannot create the folder \(folder): \(String(cString: strerror(errno)))")
        }
    }
}
