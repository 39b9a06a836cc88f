package import IlkConsole
package import Foundation
import Ilk
package import IlkCalls
import IlkRules
package import IlkStore
import IlkVocabulary

/// The calls as their commands have them: the store, the user's days and words, and where things are shown.
package struct CallBook {
    /// The calls.
    package let storage: CallLogStorage
    /// The user's days.
    package let timeline: LocalTimeline
    /// Where things are shown.
    package let console: Console
    /// The present time.
    package let now: Date

    /// The calls of an open store.
    init(_ open: OpenStore<CallsApplication>) {
        storage = open.store
        timeline = open.options.timeline(open.console.environment)
        console = open.console
        now = open.now
    }

    /// Opens the calls to change them, and creates their file if it is missing.
    package static func writing(_ options: CallFileOptions, _ display: DisplayOptions) throws -> CallBook {
        CallBook(try .creating(options, .standard(display)))
    }

    /// Opens the calls to read them. Without a file there are none.
    package static func reading(_ options: CallFileOptions, _ display: DisplayOptions) throws -> CallBook {
        CallBook(try .reading(options, .standard(display)))
    }

    /// The contact of a name; nil for none.
    ///
    /// - Throws: `noInput` with the name that was probably meant.
    package func contact(_ name: String?) async throws -> Contact? {
        guard let name else { return nil }
        do {
            return try await storage.contact(named: name)
        } catch CallError.noSuchContact {
            throw CommandFailure(.noInput, "there is no such contact", hint: try await hint(name))
        }
    }

    /// The contact of a name, made where there is none; that is told, with a name that was perhaps meant.
    package func contact(making name: String) async throws -> Contact {
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
    package func name(_ id: Int32) async throws -> String {
        try await storage.contact(id: id).name
    }

    /// The calls that are meant: those that are named, or, when none is, those that pass a filter.
    ///
    /// - Throws: `CallError`; `usage` when neither says anything.
    package func references(_ words: [String], _ choice: CallFilterOptions) async throws -> [RecordReference]
    {
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
    package func close() throws {
        try console.output.flush()
        try storage.close()
    }
}
