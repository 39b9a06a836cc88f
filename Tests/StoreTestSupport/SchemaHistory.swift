public import GRDB

/// The steps of a store's schema as they were released, and files as old programs left them.
public struct SchemaHistory: Sendable {
    /// What each step adds, as SQL.
    public let steps: [String]
    /// Rows of a file that has seen the first step only.
    public let rows: String
    /// The mark of such files.
    public let applicationID: Int32
    /// Fills the ledger of ranges, which SQL cannot, in a file that has seen so many steps.
    private let fill: @Sendable (Database, Int) throws -> Void

    /// A history of these parts.
    public init(
        steps: [String], rows: String, applicationID: Int32,
        fill: @escaping @Sendable (Database, Int) throws -> Void
    ) {
        self.steps = steps
        self.rows = rows
        self.applicationID = applicationID
        self.fill = fill
    }

    /// Makes a file as a program left it that knew so many steps.
    public func make(_ path: String, steps count: Int) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write { database in
            for (index, step) in steps.prefix(count).enumerated() {
                try database.execute(sql: step)
                if index == 0 { try database.execute(sql: rows) }
            }
            if try database.tableExists("rowRange") { try fill(database, count) }
            if count > 0 { try database.execute(sql: "PRAGMA application_id = \(applicationID)") }
            try database.execute(sql: "PRAGMA user_version = \(count)")
        }
        try queue.close()
    }

    /// How a file that a program of today has made differs from the steps that were released: the statements of both that
    /// the other does not have at their place.
    public func differences(of path: String, in scratch: Scratch) throws -> [String] {
        let released = scratch.path("released.db")
        try make(released, steps: steps.count)
        return try Self.tables(of: path).difference(from: Self.tables(of: released)).map { change in
            switch change {
            case .insert(_, let statement, _): "now: " + statement
            case .remove(_, let statement, _): "released: " + statement
            }
        }
    }

    /// What the tables, indexes and triggers of a file are, in a fixed order.
    private static func tables(of path: String) throws -> [String] {
        try DatabaseQueue(path: path).read { database in
            try String.fetchAll(
                database, sql: "SELECT sql FROM sqlite_master WHERE sql NOT NULL ORDER BY type, name")
        }
    }
}
