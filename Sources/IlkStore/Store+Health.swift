public import GRDB

extension Store {
    /// How many steps of a schema's history the file has seen, and how many this program knows.
    ///
    /// - Throws: ``StoreError``.
    public func schemaVersion(of schema: StoreSchema) async throws -> (file: Int, program: Int) {
        let file = try await read { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
        return (file, schema.migrations.count)
    }

    /// What is wrong with the file, in a sentence; nil when it is sound.
    ///
    /// - Parameters:
    ///   - thorough: Whether indexes are held against their tables too, which takes several times as long.
    ///   - counts: What is said when counts that the store keeps differ from a recount; asked when the check is thorough.
    /// - Throws: ``StoreError``, or what `counts` throws.
    /// - Complexity: Linear in the file's size.
    public func fault(
        thorough: Bool = false, counts: @escaping @Sendable (Database) throws -> String? = { _ in nil }
    ) async throws -> String? {
        try await read { database in
            let check = thorough ? "integrity_check" : "quick_check"
            guard try String.fetchOne(database, sql: "PRAGMA \(check)(1)") == "ok" else {
                return "SQLite's check fails: restore a backup"
            }
            return thorough ? try counts(database) : nil
        }
    }
}
