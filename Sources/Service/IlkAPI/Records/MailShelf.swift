import FoundationEssentials
import IlkFraming
import IlkHTTP
import IlkMail
import IlkStore
import IlkVocabulary

enum MailShelf: RecordShelf {
    static let name = "mail"
    static let record = "message"
    static let query = "Only messages that match, as in 'ilk mail search': invoice from:ann after:2026-11-01."
    /// The list has no parameters for a period: the search terms `after:` and `before:` select one.
    static let hasPeriod = false

    static func page(_ request: ShelfRequest, in store: DatabaseService) async throws -> ShelfPage {
        let cursor = try request.cursor.map { text in
            guard let cursor = EmailCursor(text) else { throw RecordStoreError.malformedCursor }
            return cursor
        }
        let found: EmailRepository.Page
        if let query = request.query {
            let calendar = SearchCalendar(timeZone: .gmt, now: request.now)
            found = try await store.emails.search(
                MailQuery(query, calendar: calendar), limit: request.limit, before: cursor)
        } else {
            found = try await store.emails.page(limit: request.limit, before: cursor)
        }
        let accounts = try await store.addresses()
        let items = try await store.emails.stored(found.records).map {
            try JSONWriter.bytes(
                of: $0.fields(account: accounts[$0.email.accountId] ?? "", hasBody: false))
        }
        return ShelfPage(items: items, next: found.end?.description)
    }

    static func record(_ reference: String, in store: DatabaseService) async throws -> [UInt8] {
        guard let message = try await store.message(reference) else {
            throw Problem(.noSuchRecord, "there is no message '\(reference)'")
        }
        let account = try await store.addresses()[message.email.accountId]
        return try JSONWriter.bytes(of: message.fields(account: account ?? ""))
    }
}
