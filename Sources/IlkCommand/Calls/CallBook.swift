import Foundation
import Ilk
import IlkDomains
import IlkRules
import IlkStore
import IlkVocabulary

/// The calls as their commands have them: the store, the user's days and words, and where things are shown.
struct CallBook {
    /// The calls.
    let storage: CallLogStorage
    /// The user's days.
    let timeline: CallTimeline
    /// Where things are shown.
    let console: Console
    /// The present time.
    let now = Date()

    /// Opens the calls to be changed, and makes their file where it is missing.
    static func writing(_ options: CallFileOptions, _ display: DisplayOptions) throws -> CallBook {
        let console = Console.standard(display)
        let path = options.callsFile ?? console.folders.calls
        try IlkFolders.makeFolder(of: path)
        return CallBook(
            storage: try CallLogStorage.open(.file(path)), timeline: options.timeline(console.environment),
            console: console)
    }

    /// Opens the calls to be looked at. Where there is no file, there are no calls.
    static func reading(
        _ options: CallFileOptions, _ display: DisplayOptions, access: Store.Access = .readOnly
    ) throws -> CallBook {
        let console = Console.standard(display)
        let path = options.callsFile ?? console.folders.calls
        let isThere = FileManager.default.fileExists(atPath: path)
        return CallBook(
            storage: try CallLogStorage.open(
                isThere ? .file(path) : .memory, access: isThere ? access : .readWrite),
            timeline: options.timeline(console.environment), console: console)
    }

    /// Opens the calls to be searched: their index is brought up to date where it can be.
    static func searching(_ options: CallFileOptions, _ display: DisplayOptions) throws -> CallBook {
        let path = options.callsFile ?? Console.standard(display).folders.calls
        guard FileManager.default.isWritableFile(atPath: path) else { return try reading(options, display) }
        return try writing(options, display)
    }

    /// The contact of a name; nil for none.
    ///
    /// - Throws: `noInput` with the name that was probably meant.
    func contact(_ name: String?) async throws -> Contact? {
        guard let name else { return nil }
        do {
            return try await storage.contact(named: name)
        } catch CallError.noSuchContact {
            throw CommandFailure(.noInput, "there is no such contact", hint: try await hint(name))
        }
    }

    /// The contact of a name, made where there is none; that is told, with a name that was perhaps meant.
    func contact(making name: String) async throws -> Contact {
        let near = try await hint(name)
        let (contact, isNew) = try await storage.contact(makingNamed: name)
        if isNew {
            console.note("a new contact" + (near.map { "; \($0)" } ?? ""))
        }
        return contact
    }

    private func hint(_ name: String) async throws -> String? {
        Suggestion.nearest(to: name, among: try await storage.contactNames().values.sorted())
            .map { "did you mean '\($0)'?" }
    }

    /// The name of a contact.
    func name(_ id: Int32) async throws -> String {
        try await storage.contact(id: id).name
    }

    /// The calls that are meant: those that are named, or, when none is, those that pass a filter.
    ///
    /// - Throws: `CallError`; `usage` when neither says anything.
    func references(_ words: [String], _ choice: CallFilterOptions) async throws -> [RecordReference] {
        guard words.isEmpty else { return try words.map { try RecordReference($0) } }
        guard !choice.isEmpty else {
            throw CommandFailure(
                .usage, "no call is named", hint: "name calls, or say which: --contact, --since, ...")
        }
        var keys: [RecordReference] = []
        let filter = try await choice.filter(self)
        var cursor: PageCursor?
        while true {
            let page = try await storage.fetchCallLogs(matching: filter, limit: 1000, before: cursor)
            keys += page.map { .id($0.key) }
            guard let last = page.last, page.count == 1000 else { return keys }
            cursor = last.cursor
        }
    }

    /// Ends: what was written goes out, the file is closed.
    func close() throws {
        try console.output.flush()
        try storage.close()
    }
}
