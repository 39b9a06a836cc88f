public import IlkVocabulary
import Glibc

/// The folders of a user's files: databases and models (`$XDG_DATA_HOME/ilk`, or `~/.local/share/ilk`),
/// cached files (`$XDG_CACHE_HOME/ilk`, or `~/.cache/ilk`), user settings (`$XDG_CONFIG_HOME/ilk`, or
/// `~/.config/ilk`) and machine settings (`/etc/ilk`).
public struct IlkFolders: Sendable, Hashable {
    /// The folder of databases and models. Without any of its environment variables and `HOME`, this is
    /// `./.local/share/ilk`.
    public let data: String
    /// The cache folder. `nil` if no environment variable names one, or if `ILK_NO_CACHE` is set.
    public let cache: String?

    /// The folder of the user's settings, or `nil` if no environment variable names one.
    public let configuration: String?
    /// The folder of the machine's settings.
    public let systemConfiguration: String

    /// Determines the folders from environment variables. Nothing is created on disk.
    ///
    /// systemd's `STATE_DIRECTORY`, `CACHE_DIRECTORY` and `CONFIGURATION_DIRECTORY` take precedence.
    /// `CONFIGURATION_DIRECTORY` replaces `/etc/ilk`.
    ///
    /// - Parameter environment: The environment variables of the process.
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

    /// Returns the path of the classification log's database for a taxonomy.
    ///
    /// - Parameter taxonomy: The name of the taxonomy.
    public func log(taxonomy: String) -> String {
        taxonomy == "doctype" ? data + "/log.sqlite" : data + "/log-\(taxonomy).sqlite"
    }

    /// Returns the path of the user's regression set of a taxonomy.
    ///
    /// - Parameter taxonomy: The name of the taxonomy.
    public func regressionSet(taxonomy: String) -> String { data + "/regression/\(taxonomy).jsonl" }

    /// The path of the mail database.
    public var mail: String { data + "/mail.sqlite" }

    /// The path of the database of calls.
    public var calls: String { data + "/calls.sqlite" }

    /// The path of the database of app usage.
    public var usage: String { data + "/usage.sqlite" }

    /// The path of the sync hub's database: accounts, tokens and records.
    public var hub: String { data + "/hub.sqlite" }

    /// The path of the database of `ilk serve`, which contains jobs, schedules, recorded changes, and
    /// responses for repeated requests.
    public var service: String { data + "/service.sqlite" }

    /// The path of the database of debug events.
    public var debug: String { data + "/debug.sqlite" }

    /// The folder of the model registry.
    public var models: String { data + "/models" }

    /// The folder of the archived models and rules that produced logged verdicts (``VerdictArchive``).
    public var archive: String { data + "/archive" }

    /// Returns the folder of the user's rules for a taxonomy, or `nil` if no environment variable names a
    /// settings folder.
    ///
    /// - Parameter taxonomy: The name of the taxonomy.
    public func rules(taxonomy: String) -> String? { configuration.map { "\($0)/rules/\(taxonomy)" } }

    /// Returns the folder of the machine's rules for a taxonomy.
    ///
    /// - Parameter taxonomy: The name of the taxonomy.
    public func systemRules(taxonomy: String) -> String { "\(systemConfiguration)/rules/\(taxonomy)" }

    /// The folder of the user's taxonomies, or `nil` if no environment variable names a settings folder.
    public var taxonomies: String? { configuration.map { $0 + "/taxonomies" } }

    /// The folder of the machine's taxonomies.
    public var systemTaxonomies: String { systemConfiguration + "/taxonomies" }

    /// The folder of the cache of compiled YAML rules.
    package var ruleCache: String? { cache.map { $0 + "/rules" } }

    /// Creates the folder of a file and its missing parent folders, with mode 0700.
    ///
    /// - Parameter path: The path of the file. A path without a folder is ignored.
    /// - Throws: ``IlkError`` with `cannotCreate` if the folder cannot be created.
    public static func makeFolder(of path: String) throws(IlkError) {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
        let folder = String(path[..<slash])
        guard PrivateFile.makeFolders(folder) == 0 else {
            throw IlkError(
                .cannotCreate, "\(folder): cannot create the folder: \(SystemError.last.words)")
        }
    }
}
