public import Foundation
import GRDB
import IlkStore

extension CallLogStorage {
    /// Returns contacts. The most recently called contact is first; contacts without calls are last, sorted
    /// by name.
    ///
    /// - Parameters:
    ///   - notCalledSince: If not `nil`, returns only contacts that were not called since this time and are
    ///     not archived. The order is then reversed: the contact with the oldest last call is first.
    ///   - limit: The maximum number of contacts.
    /// - Throws: `StoreError` if the database fails.
    /// - Complexity: A few index lookups per contact, regardless of the number of calls.
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

    /// Returns the contact with an id.
    ///
    /// - Parameter id: The id.
    /// - Throws: ``CallError/noSuchContact(reference:)``, or `StoreError` if the database fails.
    public func contact(id: Int32) async throws -> Contact {
        try await store.read { database in
            guard let contact = try Self.contacts("k.id = ?", [id], in: database).first else {
                throw CallError.noSuchContact(reference: String(id))
            }
            return contact
        }
    }

    /// Returns the names of all contacts, by id.
    ///
    /// - Throws: `StoreError` if the database fails.
    public func contactNames() async throws -> [Int32: String] {
        try await store.read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT id, name FROM callContact")
            return Dictionary(rows.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// Returns the contact with a name or id.
    ///
    /// - Parameter name: The name, ignoring case and accents, or the id, optionally with a leading `#`.
    /// - Throws: ``CallError/noSuchContact(reference:)``, ``CallError/ambiguousContact(reference:count:)``,
    ///   or `StoreError` if the database fails.
    public func contact(named name: String) async throws -> Contact {
        try await store.read { try Self.contact(named: name, in: $0) }
    }

    /// Returns the contact with a name or id. If there is no such contact, creates a local contact, which
    /// exists only in this store.
    ///
    /// - Parameter name: The name of the contact. White space at both ends is removed.
    /// - Returns: The contact, and `true` if it is new.
    /// - Throws: ``CallError/invalid(_:)`` for an empty name,
    ///   ``CallError/ambiguousContact(reference:count:)``, or `StoreError` if the database fails.
    public func contact(creatingNamed name: String) async throws -> (contact: Contact, isNew: Bool) {
        let name = try Self.contactName(name)
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

    /// Renames a contact.
    ///
    /// - Parameters:
    ///   - id: The id of the contact.
    ///   - name: The new name. White space at both ends is removed.
    /// - Throws: ``CallError/invalid(_:)`` for an empty name, ``CallError/noSuchContact(reference:)``, or
    ///   `StoreError` if the database fails.
    public func renameContact(_ id: Int32, to name: String) async throws {
        let name = try Self.contactName(name)
        try await store.write { database in
            try database.execute(
                sql: "UPDATE callContact SET name = ?, foldedName = ? WHERE id = ?",
                arguments: [name, Self.folded(name), id])
            if database.changesCount == 0 { throw CallError.noSuchContact(reference: String(id)) }
        }
    }

    /// Removes white space at both ends of a name. Throws an error if the name is empty or contains NUL.
    private static func contactName(_ name: String) throws -> String {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !name.isEmpty, !name.utf8.contains(0) else {
            throw CallError.invalid([.init(field: .contact, message: "must not be empty")])
        }
        return name
    }
}

// MARK: - Inside a transaction

extension CallLogStorage {
    static func hasContact(_ id: Int32, in database: Database) throws -> Bool {
        try Int32.fetchOne(database, sql: "SELECT id FROM callContact WHERE id = ?", arguments: [id]) != nil
    }

    static func checkContact(_ id: Int32, in database: Database) throws {
        guard try hasContact(id, in: database) else { throw CallError.noSuchContact(reference: String(id)) }
    }

    /// Returns an unused id for a local contact.
    static func freeContactID(in database: Database) throws -> Int32 {
        let lowest = min(0, try Int32.fetchOne(database, sql: "SELECT min(id) FROM callContact") ?? 0)
        guard lowest == .min else { return lowest - 1 }
        let free = try Int32.fetchOne(
            database,
            sql: """
                SELECT max(id) - 1 FROM callContact k WHERE id < 0 AND id > \(Int32.min)
                    AND NOT EXISTS (SELECT 1 FROM callContact WHERE id = k.id - 1)
                """)
        return free ?? -1
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
        guard found.count < 2 else { throw CallError.ambiguousContact(reference: name, count: found.count) }
        guard let contact = found.first else { throw CallError.noSuchContact(reference: name) }
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

    /// Returns the form of a name for comparisons, which ignores case, accents, width and white space.
    static func folded(_ name: String) -> String {
        name.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
