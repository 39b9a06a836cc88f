import Foundation
package import IlkFiles
package import IlkLog
package import IlkStore
import IlkVocabulary

/// The default logs of taxonomies.
package enum LogFiles {
    /// Returns the path of a taxonomy's log.
    ///
    /// - Parameters:
    ///   - taxonomy: The name of the taxonomy. The taxonomy need not exist, because opening its log reports a
    ///     missing taxonomy.
    ///   - folders: The user's folders.
    package static func path(taxonomy: String, _ folders: IlkFolders) -> String {
        let catalog = LabelSetCatalog(folders: folders)
        let set = try? catalog.existing(taxonomy)  // Others report its errors.
        return set.map(catalog.log(of:)) ?? folders.log(taxonomy: taxonomy)
    }

    /// Returns the path of the log of document types. If this log does not exist and there is exactly one
    /// other log, returns the path of that log.
    ///
    /// - Parameter folders: The user's folders.
    package static func usual(_ folders: IlkFolders) -> String {
        let usual = path(taxonomy: Taxonomy.documentType.name, folders)
        // In the usual case, no other taxonomy is read.
        if FileManager.default.fileExists(atPath: usual) { return usual }
        let logs = existing(folders)
        return logs.count == 1 ? logs[0].path : usual
    }

    /// Returns the names of the taxonomies whose log exists, and the paths. Logs of removed taxonomies are
    /// included.
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

    /// Returns the name of the taxonomy whose default log is at a path, or `nil` if there is none. The
    /// taxonomy need not exist.
    ///
    /// - Parameters:
    ///   - path: The path of a log.
    ///   - folders: The user's folders.
    package static func taxonomy(ofLog path: String, _ folders: IlkFolders) -> String? {
        let names = (try? LabelSetCatalog(folders: folders).names()) ?? []  // Others report the error.
        return names.first { self.path(taxonomy: $0, folders) == path } ?? name(ofLog: path, folders)
    }

    /// Returns the taxonomy name in the path of a default log: `…/log-news.sqlite` → `news`.
    private static func name(ofLog path: String, _ folders: IlkFolders) -> String? {
        let (prefix, suffix) = (folders.data + "/log-", ".sqlite")
        guard path.hasPrefix(prefix), path.hasSuffix(suffix) else { return nil }
        let name = String(path.dropFirst(prefix.count).dropLast(suffix.count))
        return LabelSet.isName(name) ? name : nil
    }

    /// Opens an existing log of any taxonomy.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - access: The access to the file.
    /// - Throws: `StoreError`.
    package static func open(_ path: String, access: Store.Access) throws -> ClassificationLogStore {
        try ClassificationLogStore(
            Store.openUpToDate(.file(path), schema: ClassificationLogStore.schema, access: access))
    }

    /// Returns the inode number of a file, or `nil` if the file does not exist. A changed number shows that
    /// the file was replaced.
    ///
    /// - Parameter path: The path.
    package static func fileNumber(_ path: String) -> UInt64? {
        let facts = try? FileManager.default.attributesOfItem(atPath: path)  // No such file.
        return (facts?[.systemFileNumber] as? NSNumber)?.uint64Value
    }

    /// Adds to a log the labels that its label set has gained since the log was created.
    ///
    /// - Parameters:
    ///   - log: The log, which is open for writing.
    ///   - folders: The user's folders.
    /// - Returns: `false` if there are no new labels. Otherwise the log is closed and must be opened again.
    /// - Throws: ``IlkError`` if a taxonomy cannot be read, and `StoreError`.
    package static func addLabels(to log: ClassificationLogStore, _ folders: IlkFolders) throws -> Bool {
        let taxonomy = log.taxonomy
        guard let set = try LabelSetCatalog(folders: folders).set(with: taxonomy),
            set.name == taxonomy.name, set.labels.contains(where: { taxonomy.index(of: $0.key) == nil })
        else { return false }
        try log.close()
        try ClassificationLogStore.open(log.location, taxonomy: set.completeTaxonomy).close()
        return true
    }
}
