import GRDB

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
    ///   - checks: The checks of this kind of store, for a thorough check.
    /// - Throws: ``StoreError``, or what `checks` throw.
    /// - Complexity: Linear in the file's size.
    public func fault(
        thorough: Bool = false, checks: StoreChecks = StoreChecks()
    ) async throws -> String? {
        try await read { database in
            let check = thorough ? "integrity_check" : "quick_check"
            guard try String.fetchOne(database, sql: "PRAGMA \(check)(1)") == "ok" else {
                return "SQLite's check fails: restore a backup"
            }
            if thorough, let fault = try checks.rows(database) { return fault }
            if let fault = try self.rangeFaults(readingValues: thorough, in: database).phrase {
                return "\(fault): restore a backup"
            }
            return thorough ? try checks.counts(database) : nil
        }
    }
}
