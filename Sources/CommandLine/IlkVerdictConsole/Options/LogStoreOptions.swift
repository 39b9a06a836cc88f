package import ArgumentParser
import Foundation
import Ilk
package import IlkConsole
package import IlkFiles
import IlkVocabulary

/// The log of a command: a file, or the log of a taxonomy.
package struct LogStoreOptions: StoreFileOptions {
    @OptionGroup package var logging: LogFileOptions

    @Option("Use the log of this taxonomy. (default: doctype)", value: "name")
    package var taxonomy: TaxonomyName?

    package var file: String? {
        logging.logFile ?? taxonomy.map { LogFiles.path(taxonomy: $0.name, .ofProcess) }
    }

    package func validate() throws {
        if logging.logFile != nil && taxonomy != nil {
            throw ValidationError("--log-file and --taxonomy cannot be combined.")
        }
    }

    package init() {}
}

/// The default logs of taxonomies.
package enum LogFiles {
    /// Returns the path of a taxonomy's log.
    ///
    /// - Parameters:
    ///   - taxonomy: The name of the taxonomy. It need not exist: opening its log reports that.
    ///   - folders: The user's folders.
    package static func path(taxonomy: String, _ folders: IlkFolders) -> String {
        let catalog = LabelSetCatalog(folders: folders)
        let set = try? catalog.existing(taxonomy)  // Others report its errors.
        return set.map(catalog.log(of:)) ?? folders.log(taxonomy: taxonomy)
    }

    /// Returns the log of document types, or the only log of another taxonomy if the first does not
    /// exist.
    ///
    /// - Parameter folders: The user's folders.
    package static func usual(_ folders: IlkFolders) -> String {
        let usual = path(taxonomy: Taxonomy.documentType.name, folders)
        // The usual case reads no other taxonomy.
        if FileManager.default.fileExists(atPath: usual) { return usual }
        let logs = existing(folders)
        return logs.count == 1 ? logs[0].path : usual
    }

    /// Returns the names of the taxonomies whose log exists, and the paths. Logs of removed taxonomies are included.
    ///
    /// - Parameter folders: The user's folders.
    package static func existing(_ folders: IlkFolders) -> [(taxonomy: String, path: String)] {
        let names = (try? LabelSetCatalog(folders: folders).names()) ?? []  // No logs.
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folders.data)) ?? []  // No logs.
        let removed = Set(files.compactMap { name(ofLog: "\(folders.data)/\($0)", folders) }).subtracting(
            names)
        return (names + removed.sorted()).map { (taxonomy: $0, path: path(taxonomy: $0, folders)) }
            .filter { FileManager.default.fileExists(atPath: $0.path) }
    }

    /// Returns the name of the taxonomy whose default log has a path, or `nil` if there is none. The taxonomy
    /// need not exist.
    ///
    /// - Parameters:
    ///   - path: The path of a log.
    ///   - folders: The user's folders.
    package static func taxonomy(ofLog path: String, _ folders: IlkFolders) -> String? {
        let names = (try? LabelSetCatalog(folders: folders).names()) ?? []  // Others report the error.
        return names.first { self.path(taxonomy: $0, folders) == path } ?? name(ofLog: path, folders)
    }

    /// Returns the name in the file name of a default log.
    private static func name(ofLog path: String, _ folders: IlkFolders) -> String? {
        let (prefix, suffix) = (folders.data + "/log-", ".sqlite")
        guard path.hasPrefix(prefix), path.hasSuffix(suffix) else { return nil }
        let name = String(path.dropFirst(prefix.count).dropLast(suffix.count))
        return LabelSet.isName(name) ? name : nil
    }
}

extension IlkFolders {
    /// The folders by the environment of this process.
    package static var ofProcess: IlkFolders {
        IlkFolders(environment: CommandEnvironment.current.environment)
    }
}
