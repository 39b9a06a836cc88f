public import FoundationEssentials
import GRDB
public import IlkStore
import IlkVocabulary

/// Reminders to call contacts.
extension CallLogStorage {
    /// Creates a reminder to call a contact.
    ///
    /// - Parameters:
    ///   - contactId: The id of the contact.
    ///   - dueAt: The time at which the reminder is due.
    ///   - note: The note of the reminder, such as the subject of the call.
    /// - Returns: The new reminder.
    /// - Throws: ``CallError/noSuchContact(reference:)``, or `StoreError` if the database fails.
    public func remind(of contactId: Int32, at dueAt: Date, note: String? = nil) async throws -> CallReminder
    {
        let id = ids.next()
        return try await store.write { database in
            try Self.checkContact(contactId, in: database)
            try database.execute(
                sql: "INSERT INTO callReminder (id, contactId, dueAt, note) VALUES (?, ?, ?, ?)",
                arguments: [id.description, contactId, dueAt.milliseconds, note])
            return try Self.reminders("id = ?", [id.description], in: database)[0]
        }
    }

    /// Returns the open reminders. The reminder that is due first comes first.
    ///
    /// - Parameter moment: The latest due time of the returned reminders, inclusive; `nil` for all open
    ///   reminders.
    /// - Throws: `StoreError` if the database fails.
    public func reminders(dueBy moment: Date? = nil) async throws -> [CallReminder] {
        try await store.read {
            try Self.reminders(
                "doneAt IS NULL AND (?1 IS NULL OR dueAt <= ?1)", [moment?.milliseconds], in: $0)
        }
    }

    /// Marks an open reminder as done.
    ///
    /// - Parameter reference: A reference to the reminder. For ``RecordReference/newest(_:)``, 1 is the open
    ///   reminder that is due first.
    /// - Returns: The reminder with its completion time.
    /// - Throws: ``CallError/notFound(_:reference:)``, or `StoreError` if the database fails.
    @discardableResult
    public func completeReminder(_ reference: RecordReference) async throws -> CallReminder {
        let now = ids.now
        return try await store.write { database in
            let open = try Self.reminders("doneAt IS NULL", [], in: database)
            let found = open.enumerated().first { place, reminder in
                switch reference {
                case .newest(let number): number == place + 1
                case .id(let id): reminder.id == id
                case .suffix(let suffix): reminder.id.description.hasSuffix(suffix)
                }
            }
            guard var reminder = found?.element else {
                throw CallError.notFound("reminder", reference: reference.description)
            }
            reminder.doneAt = now
            try database.execute(
                sql: "UPDATE callReminder SET doneAt = ? WHERE id = ?",
                arguments: [now.milliseconds, reminder.id.description])
            return reminder
        }
    }

    private static func reminders(
        _ condition: String, _ arguments: StatementArguments, in database: Database
    ) throws -> [CallReminder] {
        try Row.fetchAll(
            database, sql: "SELECT * FROM callReminder WHERE \(condition) ORDER BY dueAt, id",
            arguments: arguments
        ).compactMap { row in
            let contact: Int32 = row["contactId"]
            let done: Int64? = row["doneAt"]
            guard let id = RecordID(row["id"] as String),
                let known = try contacts("k.id = ?", [contact], in: database).first
            else { return nil }
            return CallReminder(
                id: id, contact: known, dueAt: Date(milliseconds: row["dueAt"]), note: row["note"],
                doneAt: done.map(Date.init(milliseconds:)))
        }
    }
}

/// The timer of a running call.
extension CallLogStorage {
    /// Starts the timer for a call.
    ///
    /// - Parameter contactId: The id of the contact.
    /// - Throws: ``CallError/timerState(_:)`` if a timer is running, ``CallError/noSuchContact(reference:)``,
    ///   or `StoreError` if the database fails.
    public func startTimer(for contactId: Int32) async throws {
        let now = ids.now
        try await store.write { database in
            try Self.checkContact(contactId, in: database)
            guard try Self.timer(in: database) == nil else { throw CallError.timerState(true) }
            try database.execute(
                sql: "INSERT INTO callTimer VALUES (1, ?, ?)", arguments: [contactId, now.milliseconds])
        }
    }

    /// Returns the contact and the start time of the running timer, or `nil` if no timer is running.
    ///
    /// - Throws: `StoreError` if the database fails.
    public func timer() async throws -> (contactId: Int32, startedAt: Date)? {
        try await store.read { try Self.timer(in: $0) }
    }

    /// Stops the timer and records the call. The duration is rounded up to whole minutes.
    ///
    /// - Parameter fill: A function that sets the other fields of the call.
    /// - Returns: The recorded call.
    /// - Throws: ``CallError/timerState(_:)`` if no timer is running, ``CallError/invalid(_:)``,
    ///   ``CallError/noSuchContact(reference:)``, or `StoreError` if the database fails. After an error, the
    ///   timer still runs.
    public func stopTimer(
        _ fill: @escaping @Sendable (inout CallDraft) -> Void = { _ in }
    ) async throws -> CallLogEntity {
        let (key, now) = (ids.next(), ids.now)
        return try await store.write { database in
            guard let timer = try Self.timer(in: database) else { throw CallError.timerState(false) }
            let minutes = (now.timeIntervalSince(timer.startedAt) / 60).rounded(.up)
            var draft = CallDraft(
                contactId: timer.contactId, calledAt: timer.startedAt,
                duration: Int(max(1, Int32(saturating: minutes))))
            fill(&draft)
            try draft.check(now: now)
            try database.execute(sql: "DELETE FROM callTimer")
            return try Self.insert(draft, key: key, now: now, in: database)
        }
    }

    /// Cancels the timer without recording a call.
    ///
    /// - Throws: ``CallError/timerState(_:)`` if no timer is running, or `StoreError` if the database fails.
    public func cancelTimer() async throws {
        try await store.write { database in
            try database.execute(sql: "DELETE FROM callTimer")
            if database.changesCount == 0 { throw CallError.timerState(false) }
        }
    }

    private static func timer(in database: Database) throws -> (contactId: Int32, startedAt: Date)? {
        let row = try Row.fetchOne(database, sql: "SELECT contactId, startedAt FROM callTimer")
        return row.map { ($0[0], Date(milliseconds: $0[1])) }
    }
}

/// Templates of notes.
extension CallLogStorage {
    /// Returns all templates, sorted by name.
    ///
    /// - Throws: `StoreError` if the database fails.
    public func templates() async throws -> [(name: String, notes: String)] {
        try await store.read { database in
            try Row.fetchAll(database, sql: "SELECT name, notes FROM callTemplate ORDER BY name")
                .map { ($0[0], $0[1]) }
        }
    }

    /// Returns the notes of a template.
    ///
    /// - Parameter name: The exact name of the template.
    /// - Throws: ``CallError/notFound(_:reference:)``, or `StoreError` if the database fails.
    public func template(_ name: String) async throws -> String {
        let notes = try await store.read { database in
            try String.fetchOne(
                database, sql: "SELECT notes FROM callTemplate WHERE name = ?", arguments: [name])
        }
        guard let notes else { throw CallError.notFound("template", reference: name) }
        return notes
    }

    /// Creates, replaces or deletes a template.
    ///
    /// - Parameters:
    ///   - name: The name of the template.
    ///   - notes: The notes, at most ``CallDraft/maximumNotesLength`` Unicode scalars; `nil` to delete the
    ///     template.
    /// - Throws: ``CallError/invalid(_:)`` for an empty name or notes that are too long,
    ///   ``CallError/notFound(_:reference:)`` if the template to delete does not exist, or `StoreError` if
    ///   the database fails.
    public func setTemplate(_ name: String, to notes: String?) async throws {
        try await store.write { database in
            guard let notes else {
                try database.execute(sql: "DELETE FROM callTemplate WHERE name = ?", arguments: [name])
                if database.changesCount == 0 { throw CallError.notFound("template", reference: name) }
                return
            }
            let (length, longest) = (notes.unicodeScalars.count, CallDraft.maximumNotesLength)
            guard length <= longest, !name.isEmpty else {
                let rule =
                    name.isEmpty
                    ? "a template needs a name" : "must have at most \(longest) characters, has \(length)"
                throw CallError.invalid([.init(field: .notes, message: rule)])
            }
            try database.execute(
                sql:
                    "INSERT INTO callTemplate VALUES (?, ?) ON CONFLICT DO UPDATE SET notes = excluded.notes",
                arguments: [name, notes])
        }
    }
}
