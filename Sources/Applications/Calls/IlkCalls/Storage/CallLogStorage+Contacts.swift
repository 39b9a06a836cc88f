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
            let contacts = try Self.contacts("1", [], in: database)
            guard let notCalledSince else {
                let sorted = contacts.sorted {
                    ($1.lastCalled ?? .distantPast, $0.name, $0.id) < (
                        $0.lastCalled ?? .distantPast, $1.name, $1.id
                    )
                }
                return Array(sorted.prefix(max(0, limit)))
            }
            let silent = contacts.filter {
                !$0.isArchived && ($0.lastCalled ?? .distantPast) < notCalledSince
            }
            let sorted = silent.sorted {
                ($0.lastCalled ?? .distantPast, $0.name, $0.id) < (
                    $1.lastCalled ?? .distantPast, $1.name, $1.id
                )
            }
            return Array(sorted.prefix(max(0, limit)))
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
                let lowest = try Int32.fetchOne(database, sql: "SELECT min(id) FROM callContact") ?? 0
                let id = min(lowest, 0) - 1
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

    /// Takes in what the server says of a contact. One of the same name that only this store knew becomes that contact,
    /// with its calls.
    ///
    /// - Throws: `StoreError`.
    public func takeContact(id: Int32, name: String, isArchived: Bool = false) async throws {
        try await store.write { try Self.takeContact(id: id, name: name, isArchived: isArchived, in: $0) }
    }
}

// MARK: - Inside a transaction

extension CallLogStorage {
    static func checkContact(_ id: Int32, in database: Database) throws {
        let isThere = try Bool.fetchOne(
            database, sql: "SELECT EXISTS(SELECT 1 FROM callContact WHERE id = ?)", arguments: [id])
        guard isThere == true else { throw CallError.noSuchContact }
    }

    static func insertContact(
        id: Int32, name: String, isArchived: Bool = false, in database: Database
    ) throws {
        try database.execute(
            sql: "INSERT INTO callContact VALUES (?, ?, ?, ?)",
            arguments: [id, name, folded(name), isArchived])
    }

    static func takeContact(id: Int32, name: String, isArchived: Bool, in database: Database) throws {
        let form = folded(name)
        let local = try Int32.fetchAll(
            database, sql: "SELECT id FROM callContact WHERE id < 0 AND foldedName = ?", arguments: [form])
        let isKnown =
            try Bool.fetchOne(
                database, sql: "SELECT EXISTS(SELECT 1 FROM callContact WHERE id = ?)", arguments: [id])
            ?? false
        if isKnown {
            try database.execute(
                sql: "UPDATE callContact SET name = ?, foldedName = ?, isArchived = ? WHERE id = ?",
                arguments: [name, form, isArchived, id])
        } else if local.count == 1, let local = local.first {
            // Its calls go with it: their rows follow the number.
            try database.execute(
                sql: "UPDATE callContact SET id = ?, name = ?, foldedName = ?, isArchived = ? WHERE id = ?",
                arguments: [id, name, form, isArchived, local])
        } else {
            try insertContact(
                id: id, name: name.isEmpty ? "#\(id)" : name, isArchived: isArchived, in: database)
        }
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
