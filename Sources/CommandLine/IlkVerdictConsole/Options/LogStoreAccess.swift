package import IlkFiles
package import IlkConsole
import FoundationEssentials
import Ilk
package import IlkLog
package import IlkStore
package import IlkVocabulary

/// Opens the log for commands, with any taxonomy and while `classify --log` is running.
package enum LogStoreAccess {
    /// Opens an existing log of any taxonomy.
    ///
    /// - Parameters:
    ///   - file: The path, or `nil` for the user's default log.
    ///   - taxonomy: The taxonomy of the default log, or `nil` for document types or the only log.
    ///   - folders: The user's folders.
    ///   - access: The kind of access.
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
        return try openExisting(path, access: access)
    }

    /// Returns the error for reading a log that does not exist: of an unknown taxonomy if the path belongs to
    /// its log.
    ///
    /// - Parameters:
    ///   - path: The path of the log.
    ///   - options: The options that name the log, for the hint; each has a leading space.
    ///   - folders: The user's folders.
    package static func missing(_ path: String, _ options: String, _ folders: IlkFolders) -> CommandError {
        var options = options
        if let name = LogFiles.taxonomy(ofLog: path, folders) {
            do throws(IlkError) {
                _ = try LabelSetCatalog(folders: folders).find(name)
            } catch {
                return CommandError(error)
            }
            options = VersionChange.option(name)
        }
        return CommandError(
            .noInput, "no such log", at: path, hint: "log texts with: ilk classify --log" + options)
    }

    /// Opens a log of any taxonomy. If it does not exist, creates one for the taxonomy whose default log has the
    /// path, or else for document types.
    ///
    /// - Parameters:
    ///   - path: The path of the log.
    ///   - folders: The user's folders.
    /// - Throws: `IlkError` if the path belongs to an unknown taxonomy, and errors of opening the store.
    package static func openOrMake(_ path: String, _ folders: IlkFolders) throws -> ClassificationLogStore {
        guard !FileManager.default.fileExists(atPath: path),
            let name = LogFiles.taxonomy(ofLog: path, folders)
        else { return try openExisting(path, access: .readWrite) }
        let set = try LabelSetCatalog(folders: folders).find(name)
        return try .open(.file(path), taxonomy: set.completeTaxonomy)
    }

    private static func openExisting(
        _ path: String, access: Store.Access
    ) throws -> ClassificationLogStore {
        try ClassificationLogStore(
            Store.openUpToDate(.file(path), schema: ClassificationLogStore.schema, access: access))
    }

    /// Returns the paths of the existing logs of all taxonomies.
    ///
    /// - Parameter folders: The user's folders.
    package static func existing(_ folders: IlkFolders) -> [String] { LogFiles.existing(folders).map(\.path) }

    /// Returns the label set of a log, or `nil` if no set has its name or labels.
    ///
    /// - Parameters:
    ///   - store: The log.
    ///   - folders: The user's folders.
    /// - Throws: `IlkError` if a folder of label sets cannot be read.
    package static func labelSet(
        of store: ClassificationLogStore, _ folders: IlkFolders
    ) throws(IlkError) -> LabelSet? {
        try LabelSetCatalog(folders: folders).set(with: store.taxonomy)
    }

    /// Returns the label for a correction. A merged label counts as the one that it became.
    ///
    /// - Parameters:
    ///   - name: The name of the label.
    ///   - store: The log.
    ///   - set: The label set of the log, or `nil` if there is none.
    /// - Throws: `ClassificationLogError.unknownCategory`, which lists the labels in use, also for a retired
    ///   label.
    package static func correctedLabel(
        _ name: String, of store: ClassificationLogStore, _ set: LabelSet?
    ) throws -> Category {
        guard let set else { return try category(name, of: store) }
        let label = set.current(Category(name))
        let used = set.taxonomy.categories.filter { store.taxonomy.index(of: $0) != nil }
        guard used.contains(label) else {
            throw ClassificationLogError.unknownCategory(Category(name), known: used)
        }
        return label
    }

    /// Returns the labels for a correction, without duplicates.
    ///
    /// - Parameters:
    ///   - names: The name of the label. In a multi-label set any number of names; one that is no label is a list of
    ///     labels, separated by commas.
    ///   - store: The log.
    ///   - set: The label set of the log, or `nil` if there is none.
    /// - Throws: As ``correctedLabel(_:of:_:)``; `usage` for several labels or none if the set is not multi-label.
    package static func correctedLabels(
        _ names: [String], of store: ClassificationLogStore, _ set: LabelSet?
    ) throws -> [Category] {
        guard let set, set.isMultilabel else {
            guard names.count == 1 else {
                throw CommandError(
                    .usage,
                    "\(names.isEmpty ? "no label" : "\(names.count) labels"), but the taxonomy "
                        + "\(store.taxonomy.name) gives each text one label",
                    hint: "name one label; for texts with several: ilk train FILE --name NAME --multilabel")
            }
            return [try correctedLabel(names[0], of: store, set)]
        }
        var labels: [Category] = []
        for name in names {
            let isLabel = !name.contains(",") || store.taxonomy.index(of: Category(name)) != nil
            for part in isLabel ? [Substring(name)] : name.split(separator: ",") {
                let label = try correctedLabel(
                    isLabel ? name : String(part.drop { $0 == " " }), of: store, set)
                if !labels.contains(label) { labels.append(label) }
            }
        }
        return labels
    }

    /// Returns the category with a name from the command line.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - store: The log.
    /// - Throws: `ClassificationLogError.unknownCategory`, which lists the known categories.
    package static func category(_ name: String, of store: ClassificationLogStore) throws -> Category {
        let category = Category(name)
        guard store.taxonomy.index(of: category) != nil else {
            throw ClassificationLogError.unknownCategory(category, known: store.taxonomy.categories)
        }
        return category
    }
}
