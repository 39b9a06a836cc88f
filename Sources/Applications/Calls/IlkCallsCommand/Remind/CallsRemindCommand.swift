import ArgumentParser
import IlkCalls
import IlkConsole
import IlkStore
import IlkVocabulary

/// Creates, lists and completes reminders.
struct CallsRemindCommand: StoreCommand, ShowingArguments {
    static let help = CommandText(
        "remind",
        abstract: "Set, list and complete reminders to call a contact.",
        discussion: "With --due, exits with 1 if no reminder is due, for use in scripts.",
        examples: [
            "Set a reminder in five days": "ilk calls remind Sarah 5d --note birthday",
            "List the reminders": "ilk calls remind",
            "Complete the first reminder": "ilk calls remind --done 1",
        ])

    @Argument(help: "Contact: a name or number. (default: list all reminders)")
    var contact: String?

    @Argument(
        help: "Due time: 5d (in five days), 2w, tomorrow, 2026-12-24.",
        transform: {
            try LocalTimeArgument.parsed($0, form: "a time, such as 5d, 2w, tomorrow or 2026-12-24")
        })
    var when: LocalTimeArgument?

    @Option("Note to store with the reminder.", value: "text")
    var note: String?

    @Flag(help: "List only reminders that are due.")
    var due = false

    @Option("Complete the reminder with this number or id.", value: "reminder")
    var done: String?

    @OptionGroup var shown: ShownOptions<CallsApplication, OutputFormat>

    func validate() throws {
        if (contact == nil) != (when == nil) {
            throw ValidationError("Specify a contact and a time: ilk calls remind Sarah 5d")
        }
    }

    var changes: Bool { contact != nil || done != nil }

    func run(on open: OpenCallStore) async throws {
        if let done {
            try await open.endReminder(done)
        } else if let contact, let when {
            try await open.remind(of: contact, when, note)
        } else {
            try await open.showReminders(dueOnly: due, as: format)
        }
    }
}

extension OpenCallStore {
    func remind(of name: String, _ when: LocalTimeArgument, _ note: String?) async throws {
        let contact = try await contact(making: name)
        let reminder = try await store.remind(
            of: contact.id, at: when.date(now: now, timeline, ahead: true), note: note)
        console.note("Set a reminder for \(contact.name): \(timeline.text(reminder.dueAt, now: now))")
    }

    /// Marks a reminder as completed. `1` is the first reminder in the list.
    func endReminder(_ reference: String) async throws {
        let number = Int(reference).flatMap { $0 > 0 && $0 < 10_000_000 ? $0 : nil }
        let reminder = try await store.completeReminder(
            number.map { RecordReference.newest($0) } ?? CallsApplication.reference(reference, at: "--done"))
        console.note("Completed the reminder for \(reminder.contact.name).")
    }

    func showReminders(dueOnly: Bool, as format: OutputFormat) async throws {
        let reminders = try await store.reminders(dueBy: dueOnly ? now : nil)
        try console.write(
            records: reminders.map { reminder -> JSONObject in
                [
                    "schema": "ilk.reminder/1", "id": reminder.id.description,
                    "contact": reminder.contact.name, "dueAt": CallTime.text(reminder.dueAt),
                    "isDue": reminder.dueAt <= now, "note": reminder.note,
                ]
            }, as: format, empty: "No matching reminders."
        ) {
            text(reminders)
        }
        if dueOnly && reminders.isEmpty { throw CommandError(.checkFailed, "") }
    }

    private func text(_ reminders: [CallReminder]) -> String {
        var table = Table([
            .init("", .right), .init("contact", minWidth: 8, tone: .strong), .init("due"),
            .init("note", minWidth: 8),
        ])
        for (place, reminder) in reminders.enumerated() {
            let mark = reminder.dueAt <= now ? " !" : ""
            table.add([
                "\(place + 1)", reminder.contact.name, timeline.text(reminder.dueAt, now: now) + mark,
                reminder.note ?? "",
            ])
        }
        return console.text(table)
    }
}
