package import IlkFiles
import IlkConsole
import FoundationEssentials
import Ilk
package import IlkLog
package import IlkStore
package import IlkVocabulary

/// The log's file as its commands open it: beside a running `classify --log`, for any categories.
package enum LogBook {
    /// Opens a log that is there.
    ///
    /// - Parameters:
    ///   - file: The file, or nil for the user's own.
    ///   - taxonomy: What the texts of the user's own are told apart by.
    ///   - access: What for.
    /// - Throws: `noInput` when there is no such file, and what opening throws.
    package static func open(
        _ file: String?, of taxonomy: Taxonomy = .documentType, folders: IlkFolders, access: Store.Access
    ) throws -> ClassificationLogStore {
        let path = file ?? folders.log(taxonomy: taxonomy.name)
        guard FileManager.default.fileExists(atPath: path) else {
            let option = file.map { " --log-file \(ShellText.word($0))" } ?? ""
            let kind = taxonomy == .documentType ? "" : " --taxonomy \(taxonomy.name)"
            throw LogApplication.missingLog(path, kind + option)
        }
        return try openOrMake(path, access: access)
    }

    /// Opens a log, and makes it, of document types, where it is missing.
    package static func openOrMake(
        _ path: String, access: Store.Access = .readWrite
    ) throws -> ClassificationLogStore {
        try ClassificationLogStore.open(.file(path), access: access)
    }

    /// Which of the taxonomies that come with the program a log is of; nil when it is of other categories.
    package static func taxonomy(of store: ClassificationLogStore) -> Taxonomy? {
        Taxonomy.shipped.first { $0.categories == store.taxonomy.categories }
    }

    /// The category of a name that a person typed.
    ///
    /// - Throws: `ClassificationLogError.unknownCategory`, which lists those there are.
    static func category(_ name: String, of store: ClassificationLogStore) throws -> Category {
        let category = Category(name)
        guard store.taxonomy.index(of: category) != nil else {
            throw ClassificationLogError.unknownCategory(category, known: store.taxonomy.categories)
        }
        return category
    }
}
