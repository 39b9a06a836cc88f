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
    ///   - taxonomy: What the texts of the user's own are told apart by.
    ///   - access: What for.
    /// - Throws: `noInput` when there is no such file, and what opening throws.
    static func open(
        _ file: String?, of taxonomy: Taxonomy = .documentType, folders: IlkFolders, access: Store.Access
    ) throws -> ClassificationLogStore {
        let path = file ?? folders.log(taxonomy: taxonomy.name)
        guard FileManager.default.fileExists(atPath: path) else {
            let place = file.map { " --log-file \(ShellText.word($0))" } ?? ""
            let kind = taxonomy == .documentType ? "" : " --taxonomy \(taxonomy.name)"
            throw CommandFailure(
                .noInput, "there is no log", at: path,
                hint: "remember texts with: ilk classify --log" + kind + place)
        }
        return try openOrMake(path, access: access)
    }

    /// Opens a log, and makes it, of document types, where it is missing.
    static func openOrMake(
        _ path: String, access: Store.Access = .readWrite
    ) throws -> ClassificationLogStore {
        do {
            return try ClassificationLogStore.open(.file(path), access: access)
        } catch DomainError.otherTaxonomy(_, let categories) {
            // The file says what it is for: the commands of the log take it as it is.
            let taxonomy = Taxonomy(name: path, categories: categories)
            return try ClassificationLogStore.open(.file(path), taxonomy: taxonomy, access: access)
        }
    }

    /// Which of the taxonomies that come with the program a log is of; nil when it is of other categories.
    static func taxonomy(of store: ClassificationLogStore) -> Taxonomy? {
        Taxonomy.shipped.first { $0.categories == store.taxonomy.categories }
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

    /// Opens a log with its search index and its counts up to date; where it cannot be written, as they are.
    static func openCaughtUp(_ file: String?, _ console: Console) async throws -> ClassificationLogStore {
        let store = try open(file, folders: console.folders, access: .readOnly)
        guard try await store.lag(upTo: 1) > 0 else { return store }
        try store.close()
        do {
            let writable = try open(file, folders: console.folders, access: .readWrite)
            try await writable.catchUp { _ in try console.checkStop() }
            return writable
        } catch let error as StoreError {
            console.note("the index is not up to date: \(error.description)")
            return try open(file, folders: console.folders, access: .readOnly)
        }
    }

    /// As much of a text as a line of so many columns can hold, white space as single spaces.
    static func beginning(of text: String, columns: Int) -> String {
        String(text.prefix(4 * columns)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
