import Foundation
public import IlkMail
import IlkStore
import TestSupport

/// Random operations on a mail store: inserting and changing messages and their flags and labels, adding
/// replies that join threads, deleting messages and trimming accounts.
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
            if let email = try await service.emails.fetch(byGmailId: "\(random.below(400))") {
                try await service.emails.apply(change(), to: [email])
            }
            if random.below(50) == 0 {
                let keepCount = 100 + random.below(200)
                try await service.emails.trim(
                    account: account, keepCount: keepCount, by: random.below(2) == 0 ? .thread : .message)
            }
        }
    }

    private mutating func change() -> MailChange {
        let label = labels[random.below(labels.count)]
        return switch random.below(5) {
        case 0: .read(random.below(2) == 0)
        case 1: .starred(random.below(2) == 0)
        case 2: .add(label: label)
        case 3: .remove(label: label)
        default: .move(to: label)
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
