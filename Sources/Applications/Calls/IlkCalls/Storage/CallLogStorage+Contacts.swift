public import Foundation
import GRDB
import IlkStore

extension CallLogStorage {
    /// All contacts, those called last first; those never called at the end, by name.
    ///
    /// - Parameters:
    ///   - notSince: Only contacts that were not called since this time, the longest silence first.
    ///   - limit: How many at most.
    /// - Throws: `StoreError`.
    /// - Complexity: A few index entries a contact, however many calls.
    public func contacts(notCalledSince: Date? = nil, limit: Int = .max) async throws -> [Contact] {
        try await store.read { database in
            func time(_ contact: Contact) -> Date { contact.lastCalled ?? .distantPast }
            var contacts = try Self.contacts("1", [], in: database)
            if let notCalledSince {
                contacts.removeAll { $0.isArchived || time($0) >= notCalledSince }
            }
            contacts.sort { one, other in
                let (first, second) = notCalledSince == nil ? (other, one) : (one, other)
                return (time(first), one.name, one.id) < (time(second), other.name, other.id)
            }
            return Array(contacts.prefix(max(0, limit)))
        }
    }

    /// The contact of a number.
    ///
    /// - Throws: ``CallError/noSuchContact``, `StoreError`.
    public func contact(id: Int32) async throws -> Contact {
        try await store.read { database in
            guard let contact = try Self.contacts("k.id = ?", [id], in: database).first else {
                throw CallError.noSuchContact
            }
            return contact
        }
    }

    /// The names of contacts, by number: of all of them.
    ///
    /// - Throws: `StoreError`.
    public func contactNames() async throws -> [Int32: String] {
        try await store.read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT id, name FROM callContact")
            return Dictionary(rows.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// The contact of a name, whatever its case and accents, or of a number.
    ///
    /// - Throws: ``CallError/noSuchContact``, ``CallError/ambiguousContact(count:)``, `StoreError`.
    public func contact(named name: String) async throws -> Contact {
        try await store.read { try Self.contact(named: name, in: $0) }
    }

    /// The contact of a name, made where there is none.
    ///
    /// - Returns: The contact, and whether it is new.
    /// - Throws: ``CallError/invalid(_:)`` for a name of nothing, ``CallError/ambiguousContact(count:)``, `StoreError`.
    public func contact(makingNamed name: String) async throws -> (contact: Contact, isNew: Bool) {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !name.isEmpty, !name.utf8.contains(0) else {
            throw CallError.invalid([.init(field: .contact, says: "a contact has a name")])
        }
        return try await store.write { database in
            do {
                return (try Self.contact(named: name, in: database), false)
            } catch CallError.noSuchContact {
                let id = try Self.freeContactID(in: database)
                try Self.insertContact(id: id, name: name, in: database)
                return (Contact(id: id, name: name), true)
            }
        }
    }

    /// Gives a contact another name.
    ///
    /// - Throws: ``CallError``, `StoreError`.
    public func renameContact(_ id: Int32, to name: String) async throws {
        try await store.write { database in
            try database.execute(
                sql: "UPDATE callContact SET name = ?, foldedName = ? WHERE id = ?",
                arguments: [name, Self.folded(name), id])
            if database.changesCount == 0 { throw CallError.noSuchContact }
        }
    }

}

// MARK: - Inside a transaction

extension CallLogStorage {
    static func hasContact(_ id: Int32, in database: Database) throws -> Bool {
        try Int32.fetchOne(database, sql: "SELECT id FROM callContact WHERE id = ?", arguments: [id]) != nil
    }

    static func checkContact(_ id: Int32, in database: Database) throws {
        guard try hasContact(id, in: database) else { throw CallError.noSuchContact }
    }

    /// A number for a contact that only this store knows.
    static func freeContactID(in database: Database) throws -> Int32 {
        min(0, try Int32.fetchOne(database, sql: "SELECT min(id) FROM callContact") ?? 0) - 1
    }

    static func insertContact(
        id: Int32, name: String, isArchived: Bool = false, in database: Database
    ) throws {
        try database.execute(
            sql: "INSERT INTO callContact VALUES (?, ?, ?, ?)",
            arguments: [id, name, folded(name), isArchived])
    }

    static func contact(named name: String, in database: Database) throws -> Contact {
        if let id = Int32(name.hasPrefix("#") ? String(name.dropFirst()) : name),
            let contact = try contacts("k.id = ?", [id], in: database).first
        {
            return contact
        }
        let form = folded(name)
        var found = try contacts("k.foldedName = ?", [form], in: database)
        if found.count > 1 {
            let exact = found.filter { $0.name == name }
            found = exact.count == 1 ? exact : found
        }
        guard found.count < 2 else { throw CallError.ambiguousContact(count: found.count) }
        guard let contact = found.first else { throw CallError.noSuchContact }
        return contact
    }

    static func contacts(
        _ condition: String, _ arguments: StatementArguments, in database: Database
    ) throws -> [Contact] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT k.id, k.name, k.isArchived,
                    (SELECT c.calledAt FROM callLog c WHERE c.contactId = k.id AND c.isMarkedDeleted = 0
                        ORDER BY c.place DESC LIMIT 1) AS lastCalled,
                    (SELECT ifnull(sum(t.calls), 0) FROM callTally t WHERE t.contactId = k.id) AS calls
                FROM callContact k WHERE \(condition)
                """, arguments: arguments
        ).map { row in
            let last: Int64? = row["lastCalled"]
            return Contact(
                id: row["id"], name: row["name"], isArchived: row["isArchived"],
                lastCalled: last.map(Date.init(milliseconds:)), calls: row["calls"])
        }
    }

    /// A name without case, accents and width.
    static func folded(_ name: String) -> String {
        name.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
