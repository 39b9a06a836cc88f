import IlkVocabulary
import IlkCalls
import IlkConsole
import IlkRules
import IlkStore

/// An open call store, with the console and the clock of a command.
typealias OpenCallStore = OpenStore<CallsApplication>

extension OpenCallStore {
    /// Returns the contact with a name, or `nil` if no name is given.
    ///
    /// - Throws: `CommandError` if no contact has the name. The hint of the error suggests the most similar
    ///   name.
    func contact(_ name: String?) async throws -> Contact? {
        guard let name else { return nil }
        do {
            return try await store.contact(named: name)
        } catch CallError.noSuchContact {
            let error = CallError.noSuchContact(reference: name)
            throw CommandError(
                .noInput, error.description,
                hint: try await nearest(name).map { "did you mean '\($0)'?" } ?? error.hint)
        }
    }

    /// Returns the contact with a name. If there is none, creates the contact and prints the most similar
    /// name.
    func contact(making name: String) async throws -> Contact {
        let near = try await nearest(name)
        let (contact, isNew) = try await store.contact(creatingNamed: name)
        if isNew {
            console.note("Created contact \(contact.name)." + (near.map { " Did you mean '\($0)'?" } ?? ""))
        }
        return contact
    }

    private func nearest(_ name: String) async throws -> String? {
        Suggestion.nearest(to: name, among: try await store.contactNames().values.sorted())
    }

    func name(_ id: Int32) async throws -> String {
        try await store.contact(id: id).name
    }

    /// Returns a reference to each selected call, without duplicates. For a filter, the newest call is first.
    func references(_ selection: CallSelection) async throws -> [RecordReference] {
        var keys: [RecordReference] = []
        let filter: CallFilter
        switch selection {
        case .records(let references):
            var seen: Set<RecordID> = []
            return try await store.records(references).map(\.call.key).filter { seen.insert($0).inserted }
                .map { .id($0) }
        case .matching(let matching): filter = matching
        }
        var cursor: PageCursor?
        while true {
            let page = try await store.fetchCallLogs(matching: filter, limit: 1000, before: cursor)
            keys += page.map { .id($0.key) }
            guard let last = page.last, page.count == 1000 else { return keys }
            cursor = last.cursor
        }
    }
}
