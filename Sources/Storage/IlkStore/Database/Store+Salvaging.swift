import GRDB
import GRDBSQLite

extension Store {
    /// Copies the readable rows of a damaged file into a temporary file, which is deleted when the store is
    /// closed.
    ///
    /// Each table is scanned from its beginning, without indexes. After an unreadable page, the scan
    /// continues with the next range of row ids (``RangedTable``). Derived data (counts, search indexes) is
    /// not copied.
    ///
    /// - Throws: `DatabaseError`, and ``StoreError`` if the file has none of the schema's tables.
    static func openSalvaged(
        _ path: String, _ schema: StoreSchema, _ ids: RecordIDSource
    ) throws -> Store {
        var reading = configuration(schema)
        reading.readonly = true
        let source = try DatabaseQueue(path: path, configuration: reading)
        var writing = configuration(schema)
        writing.foreignKeysEnabled = false
        // For an empty path, SQLite uses a temporary file that no other process sees.
        let target = try DatabaseQueue(path: "", configuration: writing)
        let tables = schema.rangedTables + schema.unrangedTables
        try source.inDatabase { source in
            try target.writeWithoutTransaction { target in
                try schema.migrate(target, path: path)
                try target.inTransaction(.immediate) {
                    // Triggers would count rows whose other tables are not copied yet.
                    for trigger in try String.fetchAll(
                        target, sql: "SELECT name FROM sqlite_schema WHERE type = 'trigger'")
                    {
                        try target.execute(sql: "DROP TRIGGER \(trigger)")
                    }
                    let copied = try tables.filter { try copy($0, from: source, to: target) }
                    guard !copied.isEmpty else {
                        throw StoreError(
                            code: .damaged, path: path,
                            detail: "the file is damaged: no table of the \(schema.name) can be read")
                    }
                    try schema.removeDamaged(target)
                    return .commit
                }
            }
        }
        try source.close()
        return Store(
            location: .file(path), schema: schema, writer: target, lock: nil, gauge: WALGauge(),
            ids: ids)
    }

    /// Copies the readable rows of a table.
    ///
    /// - Returns: `false` if no row of the table can be read.
    private static func copy(
        _ table: RangedTable, from source: Database, to target: Database
    ) throws -> Bool {
        // A file of an earlier version may not have the table.
        let exists = (try? source.tableExists(table.name)) ?? true  // Reading the table finds the damage.
        guard exists else { return false }
        let names = try Row.fetchAll(target, sql: "PRAGMA table_info(\(table.name))").map { row in
            (
                name: row["name"] as String,
                isKey: (row["pk"] as Int) == 1 && (row["type"] as String) == "INTEGER"
            )
        }
        let isKeyed = table.rangeBits == nil || names.contains(where: \.isKey)
        let columns = (isKeyed ? [] : ["rowid"]) + names.map(\.name)
        let list = columns.joined(separator: ", ")
        let insert = try RawStatement(
            "INSERT OR IGNORE INTO \(table.name) (\(list)) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))",
            on: target)
        // Migrations fill some tables, such as the labels of a taxonomy.
        try target.execute(sql: "DELETE FROM \(table.name)")
        var start: Int64?
        while true {
            var last = start
            do {
                let place = table.rangeBits == nil ? "0" : "rowid"
                let select = try RawStatement(
                    "SELECT \(list), \(place) FROM \(table.name) NOT INDEXED"
                        + (start == nil ? "" : " WHERE rowid >= ?"), on: source)
                defer { select.reset() }
                if let start { select.bind(start, at: 1) }
                while try select.step() {
                    last = max(last ?? .min, select.integer(Int32(columns.count)))
                    for column in columns.indices {
                        insert.bind(select.value(Int32(column)), at: Int32(column + 1))
                    }
                    try runUnlessRefused(insert)
                }
                return true
            } catch let error as DatabaseError where StoreError(error, path: "").code == .damaged {
                guard let next = nextRange(of: table, after: last, in: source) else { return last != nil }
                start = next
            }
        }
    }

    /// Returns the first row id of the next range that has rows according to the table `rowRange`.
    private static func nextRange(of table: RangedTable, after row: Int64?, in source: Database) -> Int64? {
        guard table.rangeBits != nil else { return nil }
        let range = try? Int64.fetchOne(  // An unreadable ledger does not name a next range.
            source, sql: "SELECT min(range) FROM rowRange WHERE source = ? AND range > ?",
            arguments: [table.name, row.map(table.range(of:)) ?? .min])
        return range.flatMap { table.rows(of: $0)?.lowerBound }
    }

    /// Inserts a row unless the schema rejects it.
    private static func runUnlessRefused(_ insert: RawStatement) throws {
        do {
            try insert.run()
        } catch let error as DatabaseError where StoreError(error, path: "").code == .constraintViolation {}
    }
}
