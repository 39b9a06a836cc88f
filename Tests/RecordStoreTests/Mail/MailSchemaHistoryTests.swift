import Foundation
import IlkStore
import StoreTestSupport
import Testing

@testable import IlkMail

/// Released migrations never change, and files of every schema version are migrated without loss.
@Suite struct `Schema history of mail` {
    static let history = SchemaHistory(
        schema: DatabaseService.schema,
        digests: [
            "ac52c0021f62f17c", "ac52c0021f62f17c", "ac52c0021f62f17c", "ad1ab42591f9646f",
            "ebc5f4d969ce7f67", "83e0927ad67f9800", "5c96e126d78c5358",
        ],
        rows: """
            INSERT INTO account (row, id, email, displayName, isEnabled)
                VALUES (1, '00000000-0000-7000-8000-00000000000B', 'me@example.com', 'Me', 1);
            INSERT INTO emailThread (row, account, threadId, lastRow) VALUES (1, 1, 't', 0);
            INSERT INTO email VALUES (1700000000 << 16, 1, 1, 'g1', '<a@b>', 1700000000, 'Über Łódź', 'ann@example.com', 'Ann', '', '',
                'see you', 'see you in Rome', 0, 0, 0, 10, NULL, '');
            INSERT INTO label (row, account, gmailId, name, type) VALUES (1, 1, 'INBOX', 'INBOX', 'system');
            INSERT INTO emailLabel VALUES (1, 1700000000 << 16, 0);
            INSERT INTO emailWords (rowid, subject, sender, recipients, body)
                VALUES (1700000000 << 16, 'Über Łódź', 'Ann ann@example.com', '', 'see you in Rome');
            INSERT INTO emailTrigrams (rowid, text)
                VALUES (1700000000 << 16, replace('uber lodz|ann@example.com|ann|see you|', '|', char(10)));
            """)

    @Test(arguments: 0...history.digests.count)
    func `a file of every schema version is migrated with its messages`(age: Int) async throws {
        let scratch = try Scratch()
        let service = try await Self.history.opened(steps: age, in: scratch) { try DatabaseService.open($0) }
        let messages = age == 0 ? 0 : 1
        #expect(
            try await service.emails.fetch(limit: 9, offset: 0).map(\.subject)
                == Array(repeating: "Über Łódź", count: messages))
        let calendar = SearchCalendar(timeZone: .gmt, now: Date(timeIntervalSince1970: 1_700_000_000))
        for words in ["rome", "ÜBER", "subject:lodz", "from:ann tag:inbox is:unread"] {
            let found = try await service.emails.search(MailQuery(words, calendar: calendar), limit: 9)
            #expect(found.records.count == messages, "\(words)")
        }
        #expect(try await service.emails.search(query: "R ŁÓ", account: nil).count == messages)
        #expect(try await service.fault(thorough: true) == nil)
        try service.close()
    }
}
