import Foundation
import Synchronization

extension FakeMonica.State {
    // MARK: Calls

    mutating func createCall(_ body: [String: Any], _ second: Int) -> Answer {
        guard let contact = body["contact_id"] as? Int else {
            return MonicaJSON.invalid("The contact id field is required.")
        }
        guard let time = (body["called_at"] as? String).flatMap(MonicaJSON.stored) else {
            return MonicaJSON.invalid("The called at field is required.")
        }
        guard let person = people[contact], person.account == 1 else { return MonicaJSON.missing }
        guard person.isActive else { return MonicaJSON.invalid("The contact is archived.") }
        defer { next += 1 }
        let row = FakeMonica.Row(
            id: next, uuid: body["uuid"] as? String ?? UUID().uuidString, contact: contact, time: time,
            text: body["content"] as? String, contactCalled: body["contact_called"] as? Bool ?? false,
            createdAt: second, updatedAt: second)
        calls[next] = row
        return (201, ["data": callJSON(row)])
    }

    mutating func updateCall(_ id: Int, _ body: [String: Any], _ second: Int) -> Answer {
        guard var row = calls[id] else { return MonicaJSON.invalid("The selected call id is invalid.") }
        guard row.account == 1 else { return MonicaJSON.missing }
        guard let time = (body["called_at"] as? String).flatMap(MonicaJSON.stored) else {
            return MonicaJSON.invalid("The called at field is required.")
        }
        // Everything is replaced except the contact.
        row.time = time
        row.text = body["content"] as? String
        row.contactCalled = body["contact_called"] as? Bool ?? false
        row.updatedAt = second
        calls[id] = row
        return (200, ["data": callJSON(row)])
    }

    mutating func deleteCall(_ id: Int) -> Answer {
        guard calls[id]?.account == 1 else { return MonicaJSON.missing }
        calls[id] = nil
        return (200, ["deleted": true, "id": id])
    }

    // MARK: Activities

    /// Creates an activity. Monica does not create it and attach its contacts in one transaction.
    mutating func createActivity(_ body: [String: Any], _ second: Int, _ isOrphan: Bool) -> Answer {
        if let refusal = refusal(ofActivity: body) { return refusal }
        let contacts = body["contacts"] as? [Any] ?? []
        defer { next += 1 }
        var row = FakeMonica.Row(
            id: next, uuid: UUID().uuidString, time: body["happened_at"] as? String ?? "",
            text: body["description"] as? String, createdAt: second, updatedAt: second)
        row.summary = (body["summary"] as? String).map { String($0.prefix(255)) }
        row.type = body["activity_type_id"] as? Int
        activities[next] = row
        // Objects instead of numbers cause an error here, after the insertion.
        let numbers = contacts.compactMap { $0 as? Int }
        guard numbers.count == contacts.count, !isOrphan else {
            return MonicaJSON.failure(500, 0, "Server Error")
        }
        guard numbers.allSatisfy({ people[$0]?.account == 1 }) else { return MonicaJSON.missing }
        row.contacts = numbers
        activities[next] = row
        return (201, ["data": activityJSON(row)])
    }

    mutating func updateActivity(_ id: Int, _ body: [String: Any], _ second: Int) -> Answer {
        guard var row = activities[id] else {
            return MonicaJSON.invalid("The selected activity id is invalid.")
        }
        guard row.account == 1 else { return MonicaJSON.missing }
        if let refusal = refusal(ofActivity: body) { return refusal }
        let numbers = (body["contacts"] as? [Any] ?? []).compactMap { $0 as? Int }
        guard numbers.allSatisfy({ people[$0]?.account == 1 }) else { return MonicaJSON.missing }
        row.time = body["happened_at"] as? String ?? ""
        row.text = body["description"] as? String
        row.summary = (body["summary"] as? String).map { String($0.prefix(255)) }
        row.type = body["activity_type_id"] as? Int
        row.contacts = numbers
        row.updatedAt = second
        activities[id] = row
        return (200, ["data": activityJSON(row)])
    }

    private func refusal(ofActivity body: [String: Any]) -> Answer? {
        guard body["summary"] is String else { return MonicaJSON.invalid("The summary field is required.") }
        let day = body["happened_at"] as? String ?? ""
        guard day.wholeMatch(of: #/\d{4}-\d{2}-\d{2}/#) != nil else {
            return MonicaJSON.invalid("The happened at does not match the format Y-m-d.")
        }
        guard body["contacts"] is [Any] else { return MonicaJSON.invalid("The contacts field is required.") }
        if let type = body["activity_type_id"] as? Int, types[type]?.account != 1 {
            return MonicaJSON.missing
        }
        return nil
    }

    mutating func deleteActivity(_ id: Int) -> Answer {
        guard let row = activities[id] else {
            return MonicaJSON.invalid("The selected activity id is invalid.")
        }
        guard row.account == 1 else { return MonicaJSON.missing }
        activities[id] = nil
        return (200, ["deleted": true, "id": id])
    }
}

// MARK: - Changes in the web interface

extension FakeMonica {
    /// A record in the form that tests compare.
    package struct Record: Sendable, Hashable {
        package var id: Int
        package var contacts: [Int]
        package var time: String
        package var text: String
        package var type: String?
        package var contactCalled: Bool
    }

    /// Adds a contact.
    @discardableResult
    package func addContact(_ name: String, at second: Int = 0) -> Int {
        state.withLock { state in
            defer { state.next += 1 }
            state.people[state.next] = Person(id: state.next, name: name, updatedAt: second)
            return state.next
        }
    }

    /// Adds an activity type unless one with this name exists.
    package func addType(_ name: String) {
        state.withLock { state in
            guard !state.types.values.contains(where: { $0.account == 1 && $0.name == name }) else { return }
            state.types[state.next] = Named(id: state.next, name: name, category: 1)
            state.next += 1
        }
    }

    /// Deletes a contact with all its calls.
    package func removeContact(_ id: Int) {
        state.withLock { state in
            state.people[id] = nil
            state.calls = state.calls.filter { $0.value.contact != id }
            for key in Array(state.activities.keys) { state.activities[key]?.contacts.removeAll { $0 == id } }
        }
    }

    /// Archives a contact.
    package func archiveContact(_ id: Int) { state.withLock { $0.people[id]?.isActive = false } }

    /// Adds a call, or an activity of a type, as a user of the web interface would.
    @discardableResult
    package func addRecord(
        isCall: Bool, contact: Int, text: String, at second: Int, type: String? = nil, account: Int = 1
    ) -> Int {
        state.withLock { state in
            defer { state.next += 1 }
            var row = Row(
                id: state.next, account: account, uuid: UUID().uuidString, contact: contact,
                contacts: [contact], time: MonicaJSON.time(second), text: text, contactCalled: true,
                createdAt: second, updatedAt: second)
            if isCall {
                state.calls[row.id] = row
            } else {
                row.time = String(row.time.prefix(10))
                row.summary = "Something"
                row.type = state.types.values.first { $0.name == type && $0.account == 1 }?.id
                state.activities[row.id] = row
            }
            return row.id
        }
    }

    /// Edits the text of a record, as a user of the web interface would.
    package func edit(isCall: Bool, _ id: Int, at second: Int, _ body: (String) -> String) {
        state.withLock { state in
            var row = isCall ? state.calls[id] : state.activities[id]
            let before = row?.text ?? ""
            row?.text = body(before)
            row?.updatedAt = second
            if isCall { state.calls[id] = row } else { state.activities[id] = row }
        }
    }

    /// Deletes a record, as a user of the web interface would.
    package func remove(isCall: Bool, _ id: Int) {
        state.withLock { state in
            if isCall { state.calls[id] = nil } else { state.activities[id] = nil }
        }
    }

    /// Returns the records of the account, by id.
    package func records(isCall: Bool) -> [Record] {
        state.withLock { state in
            (isCall ? state.calls : state.activities).values.filter { $0.account == 1 }
                .sorted { $0.id < $1.id }
                .map { row in
                    Record(
                        id: row.id, contacts: isCall ? [row.contact].compactMap { $0 } : row.contacts,
                        time: row.time, text: row.text ?? "",
                        type: row.type.flatMap { state.types[$0]?.name },
                        contactCalled: row.contactCalled)
                }
        }
    }

    /// The names of the account's activity types.
    package var typeNames: [String] {
        state.withLock { state in
            state.types.values.filter { $0.account == 1 }.sorted { $0.id < $1.id }.map(\.name)
        }
    }
}
