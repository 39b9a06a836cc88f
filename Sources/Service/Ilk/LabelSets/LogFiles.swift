import Foundation
package import IlkFiles
package import IlkLog
package import IlkStore
package import IlkVocabulary

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

    /// Opens an existing log of any taxonomy. A log that is opened for writing gets the labels of its label
    /// set that it lacks.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - access: The access to the file.
    ///   - folders: The user's folders.
    /// - Throws: `StoreError`, and ``IlkError`` if a folder of taxonomies cannot be read.
    package static func open(
        _ path: String, access: Store.Access, _ folders: IlkFolders
    ) throws -> ClassificationLogStore {
        let log = try ClassificationLogStore(
            Store.openUpToDate(.file(path), schema: ClassificationLogStore.schema, access: access))
        guard case .readWrite = access else { return log }
        do {
            try addLabels(to: log, folders)
        } catch {
            try? log.close()  // The first error is thrown.
            throw error
        }
        return log
    }

    /// Returns the inode number of a file, or `nil` if the file does not exist. A changed number shows that
    /// the file was replaced.
    ///
    /// - Parameter path: The path.
    package static func fileNumber(_ path: String) -> UInt64? {
        let facts = try? FileManager.default.attributesOfItem(atPath: path)  // No such file.
        return (facts?[.systemFileNumber] as? NSNumber)?.uint64Value
    }

    /// Adds to a log the labels of its label set that it lacks: those that the set has gained since the log
    /// was created, retired labels, and the keys of merged labels.
    ///
    /// - Parameters:
    ///   - log: The log, which is open for writing.
    ///   - folders: The user's folders.
    /// - Throws: ``IlkError`` if a folder of taxonomies cannot be read, and `StoreError`.
    package static func addLabels(to log: ClassificationLogStore, _ folders: IlkFolders) throws {
        guard log.taxonomy.categories != Taxonomy.documentType.categories else { return }
        try addLabels(of: LabelSetCatalog(folders: folders).set(with: log.taxonomy), to: log)
    }

    /// Adds to a log the labels of its label set that it lacks.
    ///
    /// - Parameters:
    ///   - set: The label set of the log, or `nil` if no file has it.
    ///   - log: The log, which is open for writing.
    /// - Throws: `StoreError`.
    package static func addLabels(of set: LabelSet?, to log: ClassificationLogStore) throws {
        guard log.taxonomy.categories != Taxonomy.documentType.categories, let set,
            set.name == log.taxonomy.name
        else { return }
        try log.addLabels(set.completeTaxonomy.categories)
    }

    /// Returns the label with a key, for a selection of entries. Entries keep the labels with which they were
    /// logged, so retired and merged labels are valid too.
    ///
    /// - Parameters:
    ///   - key: The key of the label.
    ///   - log: The log. A log that is open for reading can lack labels of its label set.
    ///   - folders: The user's folders.
    /// - Throws: `ClassificationLogError.unknownCategory` if neither the log nor its label set has the label.
    ///   ``IlkError`` if a folder of taxonomies cannot be read.
    package static func label(
        _ key: String, of log: ClassificationLogStore, _ folders: IlkFolders
    ) throws -> Category {
        let (label, taxonomy) = (Category(key), log.taxonomy)
        guard taxonomy.index(of: label) == nil else { return label }
        let set = try LabelSetCatalog(folders: folders).set(with: taxonomy)
        let known = Taxonomy(
            name: taxonomy.name, categories: taxonomy.categories + (set?.completeTaxonomy.categories ?? []))
        guard known.index(of: label) != nil else {
            throw ClassificationLogError.unknownCategory(label, known: known.categories)
        }
        return label
    }
}
