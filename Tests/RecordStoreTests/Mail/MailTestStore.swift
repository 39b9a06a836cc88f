import Foundation
import IlkMail
import IlkStore
import StoreTestSupport

/// The location of a mail store. Each repository test runs on both.
enum MailTestLocation: String, CaseIterable, Sendable {
    case memory
    case file

    /// Opens a store with one account, and closes it after the test.
    func withStore(_ body: (MailTestStore) async throws -> Void) async throws {
        let scratch = try Scratch()
        let service = try DatabaseService.open(
            self == .memory ? .memory : .file(scratch.path("mail.sqlite")))
        let account = Account(
            id: UUID(uuidString: "00000000-0000-7000-8000-00000000000A") ?? UUID(), email: "me@example.com")
        try await service.accounts.save(account)
        try await body(MailTestStore(service: service, account: account, folder: scratch.folder.path))
        try service.close()
    }
}

/// A mail store for a test.
struct MailTestStore {
    let service: DatabaseService
    let account: Account
    /// A folder for files of the test.
    let folder: String

    var emails: EmailRepository { service.emails }

    static let noon = Date(timeIntervalSince1970: 1_700_000_000)

    func email(
        _ id: String, at seconds: Double = 0, subject: String = "", from: String = "a@example.com",
        name: String? = nil, snippet: String = "", body: String? = nil, isRead: Bool = false,
        labels: [String] = ["INBOX"], thread: String = "", messageId: String? = nil,
        references: [String] = [],
        account: Account? = nil
    ) -> Email {
        Email(
            gmailId: id, accountId: (account ?? self.account).id, threadId: thread, messageId: messageId,
            references: references, subject: subject, fromAddress: from, fromName: name,
            date: Self.noon.addingTimeInterval(seconds), snippet: snippet, bodyText: body, isRead: isRead,
            labelIds: labels)
    }

    func other(_ address: String = "other@example.com") async throws -> Account {
        let other = Account(email: address)
        try await service.accounts.save(other)
        return other
    }

    /// The differences between the maintained counts and a recount.
    func countMismatches() async throws -> [String] { try await MailAudit.mismatches(of: service) }
}

/// The keys of messages, for comparisons.
func keys(_ emails: [Email]) -> [String] { emails.map(\.gmailId) }
