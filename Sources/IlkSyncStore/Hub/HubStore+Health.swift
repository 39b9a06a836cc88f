import FoundationEssentials
import GRDB
import IlkStore
import IlkSync

extension HubStore {
    /// How many accounts, tokens and records there are.
    ///
    /// - Throws: `StoreError`.
    public func counts() async throws -> (accounts: Int, tokens: Int, records: Int) {
        try await store.read { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT (SELECT count(*) FROM hubAccount), (SELECT count(*) FROM hubToken),
                        (SELECT count(*) FROM hubRecord)
                    """)
            return (row?[0] ?? 0, row?[1] ?? 0, row?[2] ?? 0)
        }
    }

    /// How many schema steps the file has seen, and how many the program knows.
    ///
    /// - Throws: `StoreError`.
    public func schemaVersion() async throws -> (file: Int, program: Int) {
        try await store.schemaVersion(of: HubSchema.schema)
    }

    /// What is wrong with the file; nil when it is sound.
    ///
    /// - Parameter thorough: Whether indexes are held against their tables too, and every account is read.
    /// - Throws: `StoreError`.
    /// - Complexity: Linear in the file's size.
    public func fault(thorough: Bool = false) async throws -> String? {
        try await store.fault(thorough: thorough) { database in
            let states = try String.fetchAll(database, sql: "SELECT state FROM hubAccount")
            let decoder = JSONDecoder()
            let unread = states.filter {
                (try? decoder.decode(HubAccount.self, from: Data($0.utf8))) == nil  // That is asked.
            }
            return unread.isEmpty ? nil : "\(unread.count) accounts cannot be read: restore a backup"
        }
    }
}
