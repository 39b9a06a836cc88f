package import ArgumentParser
import FoundationEssentials
package import IlkFiles
package import IlkStore
import IlkVocabulary

/// The description of an application for the generic store commands: its store, options and nouns.
///
/// The commands are ``BackupCommand``, ``RestoreCommand``, ``PurgeCommand`` and so on. A command with further
/// requirements has a separate protocol, such as ``PurgeApplication``.
package protocol StoreApplication: Sendable {
    associatedtype Records: RecordStore
    /// The option for the store's file and other options that all commands of the application share.
    associatedtype FileOptions: StoreFileOptions

    /// The name of the command group, such as `calls`.
    static var name: String { get }
    static var words: StoreNouns { get }
    /// A sentence for the help about the contents of a backup.
    static var contents: String { get }
    /// A sentence for the help about the state after a restore; empty for none.
    static var afterRestoring: String { get }
    /// The first examples of the commands. They create a store.
    static var setupExamples: [CommandExample] { get }
    /// The option that selects the store's file in examples of the help, with a leading space, such as
    /// ` --log-file mine.sqlite`. Empty if the examples use the user's default store.
    static var exampleFile: String { get }
    /// The name of the command that lists the ids of records, such as `ls`.
    static var idsCommand: String { get }

    /// Returns the path of the user's default store.
    static func file(_ folders: IlkFolders) -> String
    /// Returns the error for reading a store that does not exist. If the result is `nil`, such a store is
    /// read as an empty store.
    ///
    /// - Parameters:
    ///   - path: The path of the store.
    ///   - option: The option that names the store, with a leading space; empty for the user's default store.
    static func missingStoreError(_ path: String, _ option: String) -> CommandError?
    /// Opens a store. If it does not exist and ``missingStoreError(_:_:)`` returns no error, the result is an
    /// empty store: in memory for reading, a new file for writing.
    ///
    /// - Parameters:
    ///   - file: The path, or `nil` for the user's default store.
    ///   - console: The output, the messages and the folders of the command.
    ///   - access: The access to the file.
    /// - Throws: The error from ``missingStoreError(_:_:)``, and errors of opening the store.
    static func open(_ file: String?, _ console: Console, access: Store.Access) throws -> Records
    /// Opens a store for searching, with an up-to-date index if the store has one.
    static func openIndexed(_ file: String?, _ console: Console) async throws -> Records
    /// Opens a store for writing and creates it if it does not exist.
    ///
    /// - Throws: Errors of opening the store.
    static func create(_ file: String?, _ console: Console) throws -> Records
    /// Returns the stores to which `purge --due` and `purge --resume` apply.
    static func dueSettings(_ settings: StoreSettings, _ console: Console) -> [StoreSettings]
    /// Prints a note about other stores of the user, to which a purge or the retention rules do not apply.
    static func noteOthers(_ settings: StoreSettings, _ console: Console)
    /// Prepares for the replacement or deletion of a whole store.
    static func willReplace(_ path: String) throws
}

/// The option for a store's file.
package protocol StoreFileOptions: ParsableArguments {
    /// The path, or `nil` for the user's default store.
    var file: String? { get }
    var settings: StoreSettings { get }
}

extension StoreFileOptions {
    package var settings: StoreSettings { StoreSettings(file: file) }
}

/// The location of a store and the time zone of displayed times.
package struct StoreSettings: Sendable {
    /// The path, or `nil` for the user's default store.
    package var file: String?
    /// The name of the time zone, or `nil` for the zone of the environment.
    package var zone: String?
    /// The name of the store in messages if the command changes several stores, otherwise `nil`.
    package var title: String?

    package init(file: String?, zone: String? = nil, title: String? = nil) {
        self.file = file
        self.zone = zone
        self.title = title
    }
}

extension StoreApplication {
    package static var afterRestoring: String { "" }
    package static var exampleFile: String { "" }
    package static var idsCommand: String { "ls" }
    package static func missingStoreError(_ path: String, _ option: String) -> CommandError? { nil }
    package static func willReplace(_ path: String) throws {}
    package static func dueSettings(_ settings: StoreSettings, _ console: Console) -> [StoreSettings] {
        [settings]
    }
    package static func noteOthers(_ settings: StoreSettings, _ console: Console) {}

    /// Parses a reference to a record: `-1`, an id, or the end of an id.
    ///
    /// - Parameter place: The argument or option with the reference, such as `<session>` or `--entry`. The
    ///   default is the argument with the noun of the application's records.
    /// - Throws: `usage` for a malformed reference.
    package static func reference(
        _ text: String, at place: String? = nil
    ) throws(CommandError) -> RecordReference {
        do {
            return try RecordReference(text)
        } catch {
            let hint = RecordStoreError.malformedReference(text).hint ?? ""
            throw CommandError.invalid(place ?? "<\(words.record)>", text, hint: hint)
        }
    }

    /// Returns the command error for an error about a reference to a record.
    ///
    /// - Parameter record: The noun for the record. The default is the noun for the application's records.
    static func commandError(_ error: RecordStoreError, record: String? = nil) -> CommandError {
        let records = record.map { $0 + "s" } ?? words.records
        var failure = CommandError(error)
        switch error {
        case .noSuchEntry(let reference):
            failure.what = "there is no \(record ?? words.record) '\(reference)'"
            failure.hint = "'ilk \(name) \(idsCommand)' lists the ids of \(records)"
        case .ambiguousReference(let reference, let count):
            failure.what = "\(count) \(records) have an id that ends with \(reference)"
        default: break
        }
        return failure
    }

    /// Returns the path of a store.
    ///
    /// - Parameter file: The path, or `nil` for the user's default store.
    package static func path(_ file: String?, _ console: Console) -> String {
        file ?? Self.file(console.folders)
    }

    /// Returns the files of a store. No output may replace them.
    package static func files(_ file: String?, _ console: Console) -> [String] {
        OutputTarget.files(ofStore: path(file, console))
    }
}

extension StoreApplication {
    /// Returns the name, the help and the examples of a command of the application.
    ///
    /// - Parameter examples: The purpose and the command line of each example, without the name of the
    ///   application and the option for its file. For the log, `ls --limit 5` becomes `ilk log ls --limit 5
    ///   --log-file mine.sqlite`. These examples run after ``setupExamples``.
    package static func text(
        _ verb: String, abstract: String, usage: String? = nil, discussion: String = "",
        examples: KeyValuePairs<String, String>
    ) -> CommandText {
        var text = CommandText(
            verb, abstract: abstract, usage: usage, discussion: discussion, after: setupExamples)
        text.examples += examples.map { CommandExample($0.key, "ilk \(name) \($0.value)\(exampleFile)") }
        return text
    }
}

extension StoreApplication {
    package static func open(_ file: String?, _ console: Console, access: Store.Access) throws -> Records {
        let path = path(file, console)
        if !FileManager.default.fileExists(atPath: path) {
            if let failure = missingStoreError(path, fileOption(file)) { throw failure }
            guard case .readWrite = access else { return try Records.open(.memory) }
            try IlkFolders.makeFolder(of: path)
        }
        return try Records.open(.file(path), access: access)
    }

    /// Checks that a store exists.
    ///
    /// - Parameter file: The path, or `nil` for the user's default store.
    /// - Throws: The error from ``missingStoreError(_:_:)``, otherwise `noInput`.
    package static func requireStore(_ file: String?, _ console: Console) throws(CommandError) {
        let path = path(file, console)
        guard !FileManager.default.fileExists(atPath: path) else { return }
        throw missingStoreError(path, fileOption(file))
            ?? CommandError(
                .noInput, "there is no \(name) store", at: path,
                hint: "specify the file of the store: --\(name)-file FILE")
    }

    /// Returns the option that selects a store in a command, with a leading space. Empty for the default
    /// store.
    static func fileOption(_ file: String?) -> String {
        file.map { " --\(name)-file \(ShellText.word($0))" } ?? ""
    }

    package static func create(_ file: String?, _ console: Console) throws -> Records {
        let path = path(file, console)
        try IlkFolders.makeFolder(of: path)
        return try Records.open(.file(path))
    }

    package static func openIndexed(_ file: String?, _ console: Console) async throws -> Records {
        try open(file, console, access: .readOnly)
    }
}

extension StoreApplication where Records: IndexedStore {
    /// Opens a store and updates its index. If the index cannot be updated, prints a note and opens the store
    /// with the existing index.
    ///
    /// - Throws: The errors of ``open(_:_:access:)``.
    package static func openIndexed(_ file: String?, _ console: Console) async throws -> Records {
        let store = try open(file, console, access: .readOnly)
        guard try await store.isIndexBehind() else { return store }
        try store.close()
        do {
            let writable = try open(file, console, access: .readWrite)
            try await writable.updateIndex { _ in try console.checkStop() }
            return writable
        } catch let error as StoreError {
            console.note("the search index is not up to date: \(error.description)")
            return try open(file, console, access: .readOnly)
        }
    }
}
