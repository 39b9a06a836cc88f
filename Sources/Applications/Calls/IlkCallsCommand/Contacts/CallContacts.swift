import IlkCalls
import IlkConsole
import IlkRules
import Foundation
import IlkStore
import IlkVocabulary

/// Contacts as people and programs read them.
struct CallContacts {
    /// The calls as their commands have them.
    let book: CallBook
    /// How they are shown.
    let format: OutputFormat

    private struct Row: Encodable {
        var schema = "ilk.contact/1"
        var id: Int32
        var name: String
        var calls: Int
        var lastCalled: String?
        var isArchived: Bool
        var usualDays: Double?
        var silentDays: Double?
    }

    /// Reads and shows them.
    func show(silentSince: Date?, suggests: Bool, limit: Int) async throws {
        var usual: [Int32: Double] = [:]
        let contacts: [Contact]
        if suggests {
            let found = try await book.storage.suggestions(now: book.now, limit: limit)
            for suggestion in found { usual[suggestion.contact.id] = suggestion.usualPause / 86_400 }
            contacts = found.map(\.contact)
        } else {
            contacts = try await book.storage.contacts(notCalledSince: silentSince, limit: limit)
        }
        switch format {
        case .text: text(contacts, usual)
        case .json: try book.console.write(json: contacts.map { row($0, usual) })
        case .ndjson:
            for contact in contacts { try book.console.write(json: row(contact, usual), isPretty: false) }
        }
    }

    private func row(_ contact: Contact, _ usual: [Int32: Double]) -> Row {
        Row(
            id: contact.id, name: contact.name, calls: contact.calls,
            lastCalled: contact.lastCalled.map(CallTime.text), isArchived: contact.isArchived,
            usualDays: usual[contact.id],
            silentDays: contact.lastCalled.map { book.now.timeIntervalSince($0) / 86_400 })
    }

    private func text(_ contacts: [Contact], _ usual: [Int32: Double]) {
        guard !contacts.isEmpty else { return book.console.note("no such contact") }
        var table = Table([
            .init("contact", minWidth: 8, tone: .strong), .init("last call"), .init("silent", .right),
            .init("usual", .right, dispensability: 1), .init("calls", .right, dispensability: 2),
        ])
        for contact in contacts {
            let silence = contact.lastCalled.map { Int(saturating: book.now.timeIntervalSince($0) / 86_400) }
            table.add([
                contact.name + (contact.isArchived ? " (archived)" : ""),
                contact.lastCalled.map { book.timeline.day($0, now: book.now) } ?? "never",
                silence.map { "\($0)d" } ?? "",
                usual[contact.id].map { "\(Int(saturating: $0.rounded()))d" } ?? "",
                DecimalText.grouped(contact.calls),
            ])
        }
        book.console.output.append(table.rendered(book.console.style, within: book.console.columns))
    }
}
