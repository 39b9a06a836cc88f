package import IlkStore

/// A domain's store as the contract of all stores sees it: texts go in, and are had again.
public protocol ContractRoom: Sendable {
    /// Opens the store of a file, and makes it where it is missing.
    static func open(_ path: String) async throws -> Self
    /// Brings a backup back into a file.
    static func restore(_ backup: String, to path: String) throws
    /// Makes a closed file what the program before folded search indexes left: its words as they stand in the texts.
    static func unfold(_ path: String) async throws
    /// Stores texts, each newer than the one before.
    func add(_ texts: [String]) async throws
    /// A page of the texts, newest first: those after so many others.
    func page(_ limit: Int, after: Int) async throws -> [String]
    /// The texts that have what a person types, newest first; nil when that looks for nothing.
    func found(_ query: String) async throws -> [String]?
    /// Everything as one file, and how many of it are new to this store.
    func exported() async throws -> [UInt8]
    func take(_ exported: [UInt8]) async throws -> Int
    /// Takes the texts out that have a word, or all.
    func purge(_ word: String?) async throws
    /// Copies the store.
    func backUp(to path: String) throws
    /// What SQLite finds wrong with the file; nil when it is sound.
    func fault() async throws -> String?
    /// Closes it.
    func close() async throws
}

/// A room that is a file of a store: copied, examined and closed as all of those are.
package protocol StoreRoom: ContractRoom {
    associatedtype Records: RecordStore
    var store: Records { get }
}

extension StoreRoom {
    package static func restore(_ backup: String, to path: String) throws {
        try Records.restore(backup, to: path)
    }

    package func backUp(to path: String) throws { try store.backUp(to: path) }

    package func fault() async throws -> String? { try await store.fault() }

    package func close() async throws { try store.close() }
}

/// A room that has nothing but its store.
package protocol PlainStoreRoom: StoreRoom {
    init(store: Records)
}

extension PlainStoreRoom {
    package static func open(_ path: String) async throws -> Self {
        Self(store: try Records.open(.file(path)))
    }
}
