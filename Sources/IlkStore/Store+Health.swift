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
    ///   - thorough: `true` to check indexes against their tables, and the digest of each range of rows and not only the
    ///     count: several times as long.
    ///   - rows: Checks rows before their ranges are checked; called when the check is thorough.
    ///   - counts: Compares counts that the store keeps with a recount; called when the check is thorough.
    /// - Throws: ``StoreError``, or what `rows` or `counts` throws.
    /// - Complexity: Linear in the file's size.
    public func fault(
        thorough: Bool = false, rows: @escaping @Sendable (Database) throws -> String? = { _ in nil },
        counts: @escaping @Sendable (Database) throws -> String? = { _ in nil }
    ) async throws -> String? {
        try await read { database in
            let check = thorough ? "integrity_check" : "quick_check"
            guard try String.fetchOne(database, sql: "PRAGMA \(check)(1)") == "ok" else {
                return "SQLite's check fails: restore a backup"
            }
            if thorough, let fault = try rows(database) { return fault }
            if let fault = try self.rangeFaults(readingValues: thorough, in: database).phrase {
                return "\(fault): restore a backup"
            }
            return thorough ? try counts(database) : nil
        }
    }
}
