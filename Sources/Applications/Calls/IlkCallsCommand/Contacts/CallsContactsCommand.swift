import IlkStore
import ArgumentParser
import Foundation
import IlkCalls
import IlkConsole
import IlkVocabulary

/// Lists and renames contacts.
struct CallsContactsCommand: StoreCommand, ShowingArguments {
    static let help = CommandText(
        "contacts",
        abstract: "List contacts with their last calls, or rename a contact.",
        discussion: """
            --suggest lists contacts to call again: contacts for whom the time since the last call is more \
            than 1.5 times the usual interval between calls.
            """,
        examples: [
            "Record a call": "ilk calls add Sarah --at 40d",
            "List all contacts": "ilk calls contacts",
            "List contacts not called in the last month": "ilk calls contacts --silent 30d",
            "Suggest contacts to call": "ilk calls contacts --suggest",
        ])

    @Option("Only contacts not called since this time: 30d, 2026-10-01.", value: "time")
    var silent: LocalTimeArgument?

    @Flag(help: "Only contacts whose last call is longer ago than usual.")
    var suggest = false

    @Option("Contact to rename; requires --to.", value: "name")
    var rename: String?

    @Option("With --rename: the new name of the contact.", value: "name")
    var to: String?

    @Option(count: "Maximum number of contacts to list.")
    var limit: Int = 50

    @OptionGroup var shown: ShownOptions<CallsApplication, OutputFormat>

    func validate() throws {
        if (rename == nil) != (to == nil) {
            throw ValidationError("--rename and --to must be used together.")
        }
    }

    var changes: Bool { rename != nil }

    func run(on open: OpenCallStore) async throws {
        if let rename, let to, let contact = try await open.contact(rename) {
            try await open.store.renameContact(contact.id, to: to)
        } else {
            try await open.showContacts(
                silentSince: silent?.date(now: open.now, open.timeline), suggests: suggest, limit: limit,
                as: format)
        }
    }
}

extension OpenCallStore {
    /// Shows all contacts, the contacts without a call since a given time, or the contacts who have been
    /// silent for longer than usual.
    func showContacts(
        silentSince: Date?, suggests: Bool, limit: Int, as format: OutputFormat
    ) async throws {
        var usual: [Int32: Double] = [:]
        let contacts: [Contact]
        if suggests {
            let found = try await store.suggestions(now: now, limit: limit)
            for suggestion in found { usual[suggestion.contact.id] = suggestion.usualInterval / 86_400 }
            contacts = found.map(\.contact)
        } else {
            contacts = try await store.contacts(notCalledSince: silentSince, limit: limit)
        }
        try console.write(
            records: contacts.map { contact -> JSONObject in
                [
                    "schema": "ilk.contact/1", "id": contact.id, "name": contact.name,
                    "calls": contact.calls, "lastCalled": contact.lastCalled.map(CallTime.text),
                    "isArchived": contact.isArchived, "usualDays": usual[contact.id],
                    "silentDays": silentDays(contact),
                ]
            }, as: format, empty: "No matching contacts."
        ) {
            text(contacts, usual)
        }
    }

    private func silentDays(_ contact: Contact) -> Double? {
        contact.lastCalled.map { now.timeIntervalSince($0) / 86_400 }
    }

    private func text(_ contacts: [Contact], _ usual: [Int32: Double]) -> String {
        var table = Table([
            .init("contact", minWidth: 8, tone: .strong), .init("last call"), .init("silent", .right),
            .init("usual", .right, dispensability: 1), .init("calls", .right, dispensability: 2),
        ])
        for contact in contacts {
            table.add([
                contact.name + (contact.isArchived ? " (archived)" : ""),
                contact.lastCalled.map { timeline.day($0, now: now) } ?? "never",
                silentDays(contact).map { "\(Int(saturating: $0))d" } ?? "",
                usual[contact.id].map { "\(Int(saturating: $0.rounded()))d" } ?? "",
                DecimalText.grouped(contact.calls),
            ])
        }
        return console.text(table)
    }
}
