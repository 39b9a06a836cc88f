import FoundationEssentials
import GRDB
import IlkStore
import Synchronization

/// Changes that are written together or not at all: a page of a synchronisation with the mark of how far it came.
///
/// Nothing is written before ``commit()``. One that is not committed leaves nothing behind.
public final class MailTransaction: Sendable {
    private let store: Store
    private let changes = Mutex<[@Sendable (EmailWriter) throws -> Void]>([])

    init(_ store: Store) {
        self.store = store
    }

    /// Messages to be saved, in this order.
    public func saveAll(_ emails: [Email]) { add { try EmailRepository.save(emails, with: $0) } }

    /// Labels to be saved.
    public func saveAll(_ labels: [Label]) { add { try LabelRepository.save(labels, in: $0.database) } }

    /// A message to be deleted; one that is not there is no fault here.
    public func delete(_ email: Email) {
        add { _ = try EmailRepository.delete(email, with: $0) }
    }

    /// A mark of how far an account is synchronised.
    public func save(_ state: SyncState) { add { try SyncStateRepository.save(state, in: $0.database) } }

    /// Writes all of it, in the order in which it was added, and is empty again.
    ///
    /// - Throws: ``DatabaseError/saveFailed(_:)``; then nothing is written, and the changes are still here.
    public func commit() async throws {
        let changes = changes.withLock { $0 }
        try await BaseRepository<Email>(store: store).save { database in
            let writer = try EmailWriter(database)
            for change in changes { try change(writer) }
            try writer.finish()
        }
        self.changes.withLock { $0.removeFirst(changes.count) }
    }

    private func add(_ change: @escaping @Sendable (EmailWriter) throws -> Void) {
        changes.withLock { $0.append(change) }
    }
}
