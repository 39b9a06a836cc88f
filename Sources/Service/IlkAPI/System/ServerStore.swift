import IlkStore
import IlkVocabulary

/// A store whose file the server reads or writes.
struct ServerStore: Sendable {
    /// The name, such as `calls`, `hub` or `log-doctype`.
    let name: String
    let path: String
    /// Returns the open store, or `nil` if it has no file yet.
    let open: @Sendable () throws -> (any StoreFile)?

    init(_ name: String, _ path: String, open: @escaping @Sendable () throws -> (any StoreFile)?) {
        self.name = name
        self.path = path
        self.open = open
    }

    /// Creates the store of an application. The store is opened when it is first needed.
    init<Records: RecordStore>(_ name: String, _ records: OpenRecords<Records>) {
        self.init(name, records.path) { try records.records() }
    }

    /// Opens the store if it is not open, and reads from it. Returns the problem without the path, because
    /// clients without a token may see it, or `nil` if there is none. A store without a file has no problem.
    func problem() async -> String? {
        do {
            try await open()?.checkReading()
            return nil
        } catch {
            return (error as? StoreError)?.detail ?? "the store cannot be read"
        }
    }
}
