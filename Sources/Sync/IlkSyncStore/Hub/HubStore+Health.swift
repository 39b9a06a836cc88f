import FoundationEssentials
import GRDB
public import IlkStore
import IlkSync

extension HubStore {
    /// Returns the numbers of accounts, tokens and records.
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

    /// A check that the state of every account can be decoded.
    public static let checks = StoreChecks(rows: { database in
        let states = try String.fetchAll(database, sql: "SELECT state FROM hubAccount")
        let decoder = JSONDecoder()
        let unread = states.filter {
            (try? decoder.decode(HubAccount.self, from: Data($0.utf8))) == nil  // Counted below.
        }
        let accounts = unread.count == 1 ? "1 account" : "\(unread.count) accounts"
        return unread.isEmpty ? nil : "\(accounts) cannot be read: restore a backup"
    })
}
