package import IlkFiles
package import IlkConsole
import FoundationEssentials
import Ilk
package import IlkLog
package import IlkStore
package import IlkVocabulary

/// Opens the log for commands. The log can have any taxonomy, and `classify --log` may be running.
package enum LogStoreAccess {
    /// Opens an existing log of any taxonomy.
    ///
    /// - Parameters:
    ///   - file: The path, or `nil` for the user's default log.
    ///   - taxonomy: The taxonomy of the default log. `nil` opens the only existing log, or the log of the
    ///     document types if none or several exist.
    ///   - folders: The user's folders.
    ///   - access: Reading, or reading and writing.
    /// - Throws: `noInput` if the file does not exist, and errors of opening the store.
    package static func open(
        _ file: String?, of taxonomy: Taxonomy? = nil, folders: IlkFolders, access: Store.Access
    ) throws -> ClassificationLogStore {
        let path =
            file ?? taxonomy.map { LogFiles.path(taxonomy: $0.name, folders) } ?? LogFiles.usual(folders)
        guard FileManager.default.fileExists(atPath: path) else {
            let option = file.map { " --log-file \(ShellText.word($0))" } ?? ""
            let kind = taxonomy.map { VersionChange.option($0.name) } ?? ""
            throw missing(path, kind + option, folders)
        }
        return try LogFiles.open(path, access: access, folders)
    }

    /// Returns the error for reading a log that does not exist. If the path is the default log of an unknown
    /// taxonomy, the error is about that taxonomy. If the path is the default log of the document types, the
    /// hint lists the taxonomies that have logs.
    ///
    /// - Parameters:
    ///   - path: The path of the log.
    ///   - options: The options that name the log, for the hint; each has a leading space.
    ///   - folders: The user's folders.
    package static func missing(_ path: String, _ options: String, _ folders: IlkFolders) -> CommandError {
        var options = options
        var others: [String] = []
        if let name = LogFiles.taxonomy(ofLog: path, folders) {
            do throws(IlkError) {
                _ = try LabelSetCatalog(folders: folders).find(name)
            } catch {
                return CommandError(error)
            }
            options = VersionChange.option(name)
            // Without a chosen taxonomy, this log is missing only if there are no logs or several. The user
            // may have meant one of them.
            if options.isEmpty { others = LogFiles.existing(folders).map(\.taxonomy) }
        }
        return CommandError(
            .noInput, "there is no log", at: path,
            hint: (others.isEmpty ? "" : "choose a log with --taxonomy: \(Suggestion.list(others)); or ")
                + "start a log with: ilk classify --log" + options)
    }

    /// Opens a log of any taxonomy. If the log does not exist, creates a log for the taxonomy whose default
    /// log has this path. At any other path, the new log is for document types.
    ///
    /// - Parameters:
    ///   - path: The path of the log.
    ///   - folders: The user's folders.
    /// - Throws: `IlkError` if the path belongs to an unknown taxonomy, and errors of opening the store.
    package static func openOrMake(_ path: String, _ folders: IlkFolders) throws -> ClassificationLogStore {
        guard !FileManager.default.fileExists(atPath: path),
            let name = LogFiles.taxonomy(ofLog: path, folders)
        else { return try LogFiles.open(path, access: .readWrite, folders) }
        let set = try LabelSetCatalog(folders: folders).find(name)
        return try .open(.file(path), taxonomy: set.completeTaxonomy)
    }

    /// Returns the paths of the existing logs of all taxonomies.
    ///
    /// - Parameter folders: The user's folders.
    package static func existing(_ folders: IlkFolders) -> [String] { LogFiles.existing(folders).map(\.path) }
}
