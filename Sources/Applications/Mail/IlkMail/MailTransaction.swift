import FoundationEssentials
import GRDB
import IlkStore
import Synchronization

/// Changes of a mail store that are committed together or not at all. An example is a page of synchronized
/// messages together with the new history id.
///
/// The changes are collected in memory until ``commit()`` writes them.
public final class MailTransaction: Sendable {
    private let store: Store
    private let changes = Mutex<[@Sendable (EmailWriter) throws -> Void]>([])

    init(_ store: Store) {
        self.store = store
    }

    /// Saves messages, in this order, when the transaction commits.
    ///
    /// - Parameter emails: The messages. A message replaces the stored message with the same key.
    public func saveAll(_ emails: [Email]) { add { try EmailRepository.save(emails, with: $0) } }

    /// Saves labels when the transaction commits.
    ///
    /// - Parameter labels: The labels. A label replaces the stored label with the same key.
    public func saveAll(_ labels: [Label]) { add { try LabelRepository.save(labels, in: $0.database) } }

    /// Deletes a message when the transaction commits. A message that does not exist is ignored.
    ///
    /// - Parameter email: The message, identified by its account and its key.
    public func delete(_ email: Email) {
        add { _ = try EmailRepository.delete(email, with: $0) }
    }

    /// Saves a synchronization state when the transaction commits.
    ///
    /// - Parameter state: The state, which replaces the stored state of the same account.
    public func save(_ state: SyncState) { add { try SyncStateRepository.save(state, in: $0.database) } }

    /// Writes all changes in the order in which they were added. With concurrent calls, each change is still
    /// written only once.
    ///
    /// - Throws: ``DatabaseError/saveFailed(_:)``, or ``DatabaseError/notFound(_:)`` if an account does not
    ///   exist. After an error, nothing is written, and the transaction keeps its changes.
    /// - Complexity: O(*n*) in the total size of the changes.
    public func commit() async throws {
        let taken = changes.withLock { changes in
            defer { changes = [] }
            return changes
        }
        do {
            try await BaseRepository<Email>(store: store).save { database in
                let writer = try EmailWriter(database)
                for change in taken { try change(writer) }
                try writer.finish()
            }
        } catch {
            changes.withLock { $0.insert(contentsOf: taken, at: 0) }
            throw error
        }
    }

    private func add(_ change: @escaping @Sendable (EmailWriter) throws -> Void) {
        changes.withLock { $0.append(change) }
    }
}
