package import ArgumentParser
import FoundationEssentials
package import IlkFiles
package import IlkStore

/// An application to the commands of stores: its store, its options, and its words.
///
/// The commands themselves are generic: ``BackupCommand``, ``RestoreCommand``, ``PurgeCommand`` and so on. A command that needs
/// more of an application requires a protocol of its own, as ``PurgeApplication``.
package protocol StoreApplication: Sendable {
    /// The store.
    associatedtype Records: RecordStore
    /// The option for the store's file, and what else all commands of the application take.
    associatedtype FileOptions: StoreFileOptions

    /// The name of the command group: `calls`.
    static var name: String { get }
    /// The nouns for its records.
    static var words: StoreWords { get }
    /// The contents of a backup, in a sentence for help.
    static var contents: String { get }
    /// More about a restored store, in a sentence for help; empty for nothing.
    static var afterRestoring: String { get }
    /// The first examples of its commands: they make a store.
    static var beginning: [CommandExample] { get }
    /// The file option in examples, with a space before it; empty for the user's own store.
    static var exampleFile: String { get }

    /// The user's own store.
    static func file(_ folders: IlkFolders) -> String
    /// The failure of a command that reads a store that does not exist; `nil` to read an empty one.
    ///
    /// - Parameters:
    ///   - path: The path of the store.
    ///   - option: The option that names it, with a space before it; empty for the user's own store.
    static func missing(_ path: String, _ option: String) -> CommandFailure?
    /// The records of a report in words: `2 calls (31 bytes of notes)`.
    static func phrase(_ report: PurgeReport) -> String
    /// Called before the store in a file is replaced or erased as a whole.
    static func willReplace(_ path: String) throws
}

/// The option for a store's file.
package protocol StoreFileOptions: ParsableArguments {
    /// The file; `nil` for the user's own.
    var file: String? { get }
}

extension StoreApplication {
    package static var afterRestoring: String { "" }
    package static var exampleFile: String { "" }
    package static func missing(_ path: String, _ option: String) -> CommandFailure? { nil }
    package static func willReplace(_ path: String) throws {}

    package static func phrase(_ report: PurgeReport) -> String { words.phrase(report) }

    /// The path of the store that the options name.
    package static func path(_ options: FileOptions, _ console: Console) -> String {
        options.file ?? file(console.folders)
    }

    /// The files of the store, which no output replaces.
    package static func files(_ options: FileOptions, _ console: Console) -> [String] {
        OutputTarget.files(ofStore: path(options, console))
    }
}

extension StoreApplication {
    /// The text of a command of the application.
    ///
    /// - Parameters:
    ///   - verb: The word that names the command.
    ///   - abstract: An imperative in one line.
    ///   - usage: The usage line; `nil` for the parser's own.
    ///   - discussion: The explanation.
    ///   - examples: Titles and lines without the application and its file: `ls --limit 5` for
    ///     `ilk log ls --limit 5 --log-file mine.sqlite`. They are to be run after ``beginning``.
    package static func text(
        _ verb: String, abstract: String, usage: String? = nil, discussion: String = "",
        examples: KeyValuePairs<String, String>
    ) -> CommandText {
        var text = CommandText(
            verb, abstract: abstract, usage: usage, discussion: discussion, after: beginning)
        text.examples += examples.map { CommandExample($0.key, "ilk \(name) \($0.value)\(exampleFile)") }
        return text
    }
}

extension StoreApplication {
    /// Opens a store. If it does not exist, it fails, or an empty store is opened (``missing(_:_:)``): in memory to be read,
    /// a new file to be changed.
    ///
    /// - Parameter file: The file; `nil` for the user's own.
    /// - Throws: The failure of the application, and errors of opening.
    package static func open(_ file: String?, _ console: Console, access: Store.Access) throws -> Records {
        let path = file ?? Self.file(console.folders)
        if !FileManager.default.fileExists(atPath: path) {
            let option = file.map { " --\(name)-file \(ShellText.word($0))" } ?? ""
            if let failure = missing(path, option) { throw failure }
            guard case .readWrite = access else { return try Records.open(.memory) }
            try IlkFolders.makeFolder(of: path)
        }
        return try Records.open(.file(path), access: access)
    }

    /// Opens a store to change it, and creates it if it does not exist.
    ///
    /// - Throws: Errors of opening.
    package static func create(_ file: String?, _ console: Console) throws -> Records {
        let path = file ?? Self.file(console.folders)
        try IlkFolders.makeFolder(of: path)
        return try Records.open(.file(path))
    }
}

extension StoreApplication where Records: IndexedStore {
    /// Opens a store with its index up to date; as it is if it cannot be written.
    ///
    /// - Throws: As ``open(_:_:access:)``.
    package static func openIndexed(_ file: String?, _ console: Console) async throws -> Records {
        let store = try open(file, console, access: .readOnly)
        guard try await store.isIndexBehind() else { return store }
        try store.close()
        do {
            let writable = try open(file, console, access: .readWrite)
            try await writable.catchUp { _ in try console.checkStop() }
            return writable
        } catch let error as StoreError {
            console.note("the index is not up to date: \(error.description)")
            return try open(file, console, access: .readOnly)
        }
    }
}
