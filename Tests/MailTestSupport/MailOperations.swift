import Foundation
public import IlkMail
import IlkStore
import TestSupport

/// Random operations on a mail store: inserting and changing messages, replies that join threads, deleting
/// messages and trimming accounts.
public struct MailOperations {
    private let service: DatabaseService
    private let account: Account
    private var random: SeededGenerator
    private let labels = ["INBOX", "SENT", "Lists", "Done", "TRASH"]

    /// Creates a source of operations on an account.
    ///
    /// - Parameters:
    ///   - service: The mail store.
    ///   - account: An account of the store.
    ///   - seed: The seed of the random numbers.
    public init(_ service: DatabaseService, _ account: Account, seed: UInt64) {
        self.service = service
        self.account = account
        random = SeededGenerator(seed: seed)
    }

    /// Performs random operations, at most 128 in a transaction.
    ///
    /// - Parameter count: The number of operations.
    /// - Throws: ``DatabaseError``.
    /// - Complexity: O(*n*) in the count.
    public mutating func perform(_ count: Int) async throws {
        var done = 0
        while done < count {
            let context = service.newBackgroundContext()
            for _ in 0..<min(128, count - done) {
                switch random.below(10) {
                case 0..<8: context.saveAll([email()])
                default: context.delete(email())
                }
                done += 1
            }
            try await context.commit()
            if random.below(50) == 0 {
                try await service.emails.deleteOldest(account: account, keepCount: 100 + random.below(200))
            }
        }
    }

    private mutating func email() -> Email {
        let id = random.below(400)
        let references = (0..<random.below(3)).map { _ in "m\(random.below(400))@x" }
        return Email(
            gmailId: "\(id)", accountId: account.id,
            threadId: random.below(8) == 0 ? "t\(random.below(20))" : "",
            messageId: "m\(id)@x", references: references, subject: "subject \(random.below(50))",
            fromAddress: "a\(random.below(9))@x",
            date: Date(timeIntervalSince1970: 1_700_000_000 + Double(random.below(300))),
            snippet: "snippet \(random.below(30))", isRead: random.below(2) == 0,
            labelIds: labels.filter { _ in random.below(3) == 0 })
    }
}
