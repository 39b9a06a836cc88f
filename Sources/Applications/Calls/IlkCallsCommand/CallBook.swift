import IlkVocabulary
import IlkCalls
import IlkConsole
import IlkRules
import IlkStore

/// The calls to their commands: an open store with the days and the words of the user.
typealias CallBook = OpenStore<CallsApplication>

extension CallBook {
    /// The user's days.
    var timeline: LocalTimeline { options.zoned.timeline(console.environment) }

    /// The contact of a name; nil for none.
    ///
    /// - Throws: `noInput` with the name that was probably meant.
    func contact(_ name: String?) async throws -> Contact? {
        guard let name else { return nil }
        do {
            return try await store.contact(named: name)
        } catch CallError.noSuchContact {
            throw CommandFailure(.noInput, "there is no such contact", hint: try await hint(name))
        }
    }

    /// The contact of a name, made where there is none; that is told, with a name that was perhaps meant.
    func contact(making name: String) async throws -> Contact {
        let near = try await hint(name)
        let (contact, isNew) = try await store.contact(makingNamed: name)
        if isNew {
            console.note("a new contact" + (near.map { "; \($0)" } ?? ""))
        }
        return contact
    }

    private func hint(_ name: String) async throws -> String? {
        Suggestion.nearest(to: name, among: try await store.contactNames().values.sorted())
            .map { "did you mean '\($0)'?" }
    }

    /// The name of a contact.
    func name(_ id: Int32) async throws -> String {
        try await store.contact(id: id).name
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
            let page = try await store.fetchCallLogs(matching: filter, limit: 1000, before: cursor)
            keys += page.map { .id($0.key) }
            guard let last = page.last, page.count == 1000 else { return keys }
            cursor = last.cursor
        }
    }
}
