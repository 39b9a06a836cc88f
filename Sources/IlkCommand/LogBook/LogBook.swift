import FoundationEssentials
import Ilk
import IlkDomains
import IlkStore
import IlkVocabulary

/// The log's file as its commands open it: beside a running `classify --log`, for any categories.
enum LogBook {
    /// Opens a log that is there.
    ///
    /// - Parameters:
    ///   - file: The file, or nil for the user's own.
    ///   - access: What for.
    /// - Throws: `noInput` when there is no such file, and what opening throws.
    static func open(
        _ file: String?, folders: IlkFolders, access: Store.Access
    ) throws -> ClassificationLogStore {
        let path = file ?? folders.log(taxonomy: Taxonomy.documentType.name)
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(
                .noInput, "there is no log", at: path,
                hint: "remember texts with: ilk classify --log" + (file == nil ? "" : " --log-file \(path)"))
        }
        do {
            return try ClassificationLogStore.open(.file(path), access: access)
        } catch DomainError.otherTaxonomy(_, let categories) {
            // The file says what it is for: the commands of the log take it as it is.
            let taxonomy = Taxonomy(name: path, categories: categories)
            return try ClassificationLogStore.open(.file(path), taxonomy: taxonomy, access: access)
        }
    }

    /// The category of a name that a person typed.
    ///
    /// - Throws: `DomainError.unknownCategory`, which lists those there are.
    static func category(_ name: String, of store: ClassificationLogStore) throws -> Category {
        let category = Category(name)
        guard store.taxonomy.index(of: category) != nil else {
            throw DomainError.unknownCategory(category, known: store.taxonomy.categories)
        }
        return category
    }
}
