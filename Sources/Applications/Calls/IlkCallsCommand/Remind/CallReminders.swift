import IlkConsole
import IlkRules
import IlkVocabulary
import FoundationEssentials
import IlkCalls
import IlkStore

/// Reminders as people and programs read them.
struct CallReminders {
    /// The calls as their commands have them.
    let book: CallBook
    /// How they are shown.
    let format: OutputFormat

    private struct Row: Encodable {
        var schema = "ilk.reminder/1"
        var id: String
        var contact: String
        var dueAt: String
        var isDue: Bool
        var note: String?
    }

    /// Adds one.
    func add(_ name: String, _ when: ZonedMoment, _ note: String?) async throws {
        let contact = try await book.contact(making: name)
        let reminder = try await book.storage.remind(
            of: contact.id, at: when.date(now: book.now, book.timeline, ahead: true), note: note)
        book.console.note("call \(contact.name): \(book.timeline.text(reminder.dueAt, now: book.now))")
    }

    /// Ends one: `1` is the first of the list.
    func end(_ reference: String) async throws {
        let number = Int(reference).flatMap { $0 > 0 && $0 < 10_000_000 ? $0 : nil }
        let reminder = try await book.storage.endReminder(
            number.map { RecordReference.newest($0) } ?? RecordReference(reference))
        book.console.note("done: \(reminder.contact.name)")
    }

    /// Lists them.
    func show(dueOnly: Bool) async throws {
        let reminders = try await book.storage.reminders(dueBy: dueOnly ? book.now : nil)
        let rows = reminders.map { reminder in
            Row(
                id: reminder.id.description, contact: reminder.contact.name,
                dueAt: CallTime.text(reminder.dueAt), isDue: reminder.dueAt <= book.now,
                note: reminder.note)
        }
        switch format {
        case .text: text(reminders)
        case .json: try book.console.write(json: rows)
        case .ndjson: for row in rows { try book.console.write(json: row, isPretty: false) }
        }
        try book.console.output.flush()
        if dueOnly && reminders.isEmpty { throw CommandFailure(.negative, "") }
    }

    private func text(_ reminders: [CallReminder]) {
        guard !reminders.isEmpty else { return book.console.note("nobody is to be called") }
        var table = Table([
            .init("", .right), .init("contact", minWidth: 8, tone: .strong), .init("when"),
            .init("note", minWidth: 8),
        ])
        for (place, reminder) in reminders.enumerated() {
            let isDue = reminder.dueAt <= book.now
            table.add([
                "\(place + 1)", reminder.contact.name,
                book.timeline.text(reminder.dueAt, now: book.now) + (isDue ? " !" : ""), reminder.note ?? "",
            ])
        }
        book.console.output.append(table.rendered(book.console.style, within: book.console.columns))
    }
}
