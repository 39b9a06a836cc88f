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
    static let columns = StoredMessage.columnNames
    /// The list has no parameters for a period: the search terms `after:` and `before:` select one.
    static let hasPeriod = false

    static func page(_ request: ShelfRequest, in store: DatabaseService) async throws -> ShelfPage {
        let cursor = try request.cursor.map { try EmailCursor(token: $0) }
        let found: EmailRepository.Page
        if let query = request.query {
            let calendar = SearchCalendar(timeZone: .gmt, now: request.now)
            found = try await store.emails.search(
                MailQuery(query, calendar: calendar), limit: request.limit, before: cursor)
        } else {
            found = try await store.emails.page(limit: request.limit, before: cursor)
        }
        let accounts = try await store.addresses()
        let messages = try await store.emails.stored(found.records)
        var page = ShelfPage()
        page.next = found.end?.description
        for message in messages {
            let account = accounts[message.email.accountId] ?? ""
            if request.format == .csv {
                page.rows.append(try message.columns(account: account))
            } else {
                let fields = message.fields(account: account, hasBody: false)
                page.objects.append(try JSONWriter.bytes(of: fields))
            }
        }
        return page
    }

    static func record(_ reference: String, in store: DatabaseService) async throws -> ShelfRecord {
        guard let message = try await store.message(reference) else {
            throw Problem(.noSuchRecord, "there is no message '\(reference)'")
        }
        let account = try await store.addresses()[message.email.accountId]
        return ShelfRecord(try JSONWriter.bytes(of: message.fields(account: account ?? "")))
    }
}

extension EmailCursor {
    /// Parses the cursor of a request.
    ///
    /// - Throws: `RecordStoreError` `malformedCursor`.
    init(token: String) throws {
        guard let cursor = EmailCursor(token) else { throw RecordStoreError.malformedCursor }
        self = cursor
    }
}
