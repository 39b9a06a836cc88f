package import IlkStore

/// The view of an application's store that the common contract uses. It stores and returns texts.
public protocol ContractStore: Sendable {
    /// Opens the store of a file, and creates the file if it is missing.
    ///
    /// - Parameter path: The file.
    static func open(_ path: String) async throws -> Self
    /// Restores a backup into a file.
    ///
    /// - Parameters:
    ///   - backup: The backup.
    ///   - path: The file to restore.
    static func restore(_ backup: String, to path: String) throws
    /// Reverts a closed file to the schema before folded search indexes. The terms are then not folded.
    ///
    /// - Parameter path: The file.
    static func unfold(_ path: String) async throws
    /// Stores texts, each newer than the previous one.
    ///
    /// - Parameter texts: The texts, oldest first.
    func add(_ texts: [String]) async throws
    /// Returns a page of the texts, newest first.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of texts.
    ///   - after: The number of newer texts to skip.
    func page(_ limit: Int, after: Int) async throws -> [String]
    /// Returns the texts that match a user's query, newest first, or `nil` if the query is empty.
    ///
    /// - Parameter query: The query as written by the user.
    func found(_ query: String) async throws -> [String]?
    /// Returns an export of all texts as one file.
    func exported() async throws -> [UInt8]
    /// Imports an export.
    ///
    /// - Parameter exported: The export.
    /// - Returns: The number of texts that are new to this store.
    func load(_ exported: [UInt8]) async throws -> Int
    /// Purges texts.
    ///
    /// - Parameter word: Selects the texts with this word; `nil` for all.
    func purge(_ word: String?) async throws
    /// Backs up the store.
    ///
    /// - Parameter path: The backup to create.
    func backUp(to path: String) throws
    /// Returns the fault that SQLite finds in the file, or `nil` for an intact file.
    func fault() async throws -> String?
    /// Closes the store.
    func close() async throws
}

/// A contract view of a store with one file.
package protocol StoreFixture: ContractStore {
    associatedtype Records: RecordStore
    var store: Records { get }
}

extension StoreFixture {
    package static func restore(_ backup: String, to path: String) throws {
        try Records.restore(backup, to: path)
    }

    package func backUp(to path: String) throws { try store.backUp(to: path) }

    package func fault() async throws -> String? { try await store.fault() }

    package func close() async throws { try store.close() }
}

/// A contract view with no state besides its store.
package protocol PlainStoreFixture: StoreFixture {
    init(store: Records)
}

extension PlainStoreFixture {
    package static func open(_ path: String) async throws -> Self {
        Self(store: try Records.open(.file(path)))
    }
}
