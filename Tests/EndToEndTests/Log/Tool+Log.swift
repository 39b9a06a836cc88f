import IlkLog
import IlkStore
import TestSupport

extension Tool {
    /// Returns the entries of the log, newest first.
    func loggedEntries() async throws -> [ClassificationLogEntry] {
        let store = try ClassificationLogStore.open(.file(log), access: .readOnly)
        defer { try? store.close() }  // It was only read.
        return try await store.entries(newest: 100)
    }
}
