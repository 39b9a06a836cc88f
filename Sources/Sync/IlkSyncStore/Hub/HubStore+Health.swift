import FoundationEssentials
import GRDB
public import IlkStore
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

    /// Every account can be read.
    public static let checks = StoreChecks(rows: { database in
        let states = try String.fetchAll(database, sql: "SELECT state FROM hubAccount")
        let decoder = JSONDecoder()
        let unread = states.filter {
            (try? decoder.decode(HubAccount.self, from: Data($0.utf8))) == nil  // That is asked.
        }
        return unread.isEmpty ? nil : "\(unread.count) accounts cannot be read: restore a backup"
    })
}
