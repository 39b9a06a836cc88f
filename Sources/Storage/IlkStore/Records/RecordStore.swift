public import FoundationEssentials
public import GRDB
public import IlkVocabulary

/// A store of records that can be opened, exported and purged.
///
/// A conforming type provides its schema, the pages of an export and the steps of a purge. Extensions of the
/// protocol provide opening, copying, checking and erasing.
public protocol RecordStore: StoreFile {
    /// The type of a record in exports.
    associatedtype ExportedRecord: Sendable
    /// The selection of records for an export.
    associatedtype Filter: Sendable
    /// The position between two pages of an export.
    associatedtype Place: Sendable
    /// The selection of records for a purge. It is stored in the database until the purge ends.
    associatedtype Purge: PurgeCriteria

    /// Creates a store from an open database.
    ///
    /// - Parameter store: The open database.
    /// - Throws: ``StoreError``.
    init(_ store: Store) throws

    /// Returns a page of records in the order of exports.
    ///
    /// - Parameters:
    ///   - place: The ``RecordPage/end`` of the previous page, or `nil` for the first page.
    ///   - limit: The maximum number of records.
    ///   - filter: The selection of records.
    /// - Throws: ``StoreError``.
    func records(
        after place: Place?, limit: Int, matching filter: Filter
    ) async throws -> RecordPage<ExportedRecord, Place>

    /// The erasure job that a purge of this store runs.
    static var erasure: Erasure { get }

    /// Prepares the store for a purge or its preview: checks the criteria and updates the search index.
    ///
    /// - Parameter purge: The purge.
    /// - Throws: ``StoreError``, and errors about the criteria.
    func prepare(_ purge: Purge) async throws

    /// Checks the rows before a purge.
    ///
    /// - Parameter purge: The purge, or `nil` if an interrupted purge has already erased all of its rows.
    /// - Returns: The faulty ranges of rows that the purge will repair by erasing damaged rows.
    /// - Throws: ``StoreError`` with the code `damaged` if the purge cannot run.
    func faults(mendedBy purge: Purge?) async throws -> [RangeFault]

    /// Returns the purge with fixed bounds, so that it does not affect records that are stored later.
    ///
    /// - Parameters:
    ///   - purge: The purge.
    ///   - database: The writing connection, in a transaction.
    /// - Throws: `DatabaseError`, and errors of decoding.
    static func limited(_ purge: Purge, in database: Database) throws -> Purge

    /// Called in the transaction that begins a purge.
    ///
    /// - Parameters:
    ///   - purge: The purge.
    ///   - database: The writing connection, in a transaction.
    /// - Throws: `DatabaseError`, and errors of decoding.
    static func willBegin(_ purge: Purge, in database: Database) throws

    /// Counts the records that a purge would erase, without changing a record.
    ///
    /// - Parameters:
    ///   - purge: The purge.
    ///   - database: The connection to read.
    /// - Throws: `DatabaseError`, and errors of decoding.
    static func preview(_ purge: Purge, in database: Database) throws -> PurgeReport

    /// Erases the next records of a purge.
    ///
    /// - Parameters:
    ///   - purge: The purge.
    ///   - row: The last row of the previous step.
    ///   - database: The writing connection, in a transaction.
    /// - Returns: The last row of this step, or `nil` if no record was left, and the counts of this step.
    /// - Throws: `DatabaseError`, and errors of decoding.
    static func step(
        _ purge: Purge, after row: Int64, in database: Database
    ) throws -> (last: Int64?, report: PurgeReport)
}

/// The selection of records for a purge.
public protocol PurgeCriteria: Sendable, Hashable, Codable {
    /// The selection of all records.
    static var everything: Self { get }
}

/// A page of records of a store.
public struct RecordPage<Element: Sendable, Place: Sendable>: Sendable {
    /// The records. A page may be empty although more pages follow.
    public var records: [Element]
    /// The position at which the next page starts, or `nil` if this is the last page.
    public var end: Place?

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - records: The records.
    ///   - end: The position at which the next page starts, or `nil` if this is the last page.
    public init(_ records: [Element], end: Place?) {
        self.records = records
        self.end = end
    }
}

extension RecordStore {
    package var ids: RecordIDSource { store.ids }
    /// The current time by the store's clock.
    public var now: Date { store.ids.now }
    /// Returns an id for a new record.
    public func nextID() -> RecordID { store.ids.next() }

    /// Opens a store, and creates its file if it is missing. The folder must exist. The schema of an older
    /// file is migrated, even if the store is opened for reading only.
    ///
    /// - Parameters:
    ///   - location: The file, or memory.
    ///   - access: The access to the file.
    ///   - ids: The source of ids and of the current time.
    /// - Returns: The open store.
    /// - Throws: ``StoreError``.
    public static func open(
        _ location: StoreLocation, access: Store.Access = .readWrite, ids: RecordIDSource = RecordIDSource()
    ) throws -> Self {
        let store = try Store.openUpToDate(location, schema: schema, access: access, ids: ids)
        return try Self(store)
    }

    /// Calls a closure with each page of an export, in order.
    ///
    /// - Parameters:
    ///   - filter: The selection of records.
    ///   - size: The maximum number of records in a page.
    ///   - body: Receives the records of a page. If it throws, the export ends.
    /// - Throws: ``StoreError``, and errors of `body`.
    /// - Complexity: O(*n*) in the number of records; one page at a time is in memory.
    public func forEachPage(
        matching filter: Filter, of size: Int = 500, _ body: ([ExportedRecord]) throws -> Void
    ) async throws {
        var place: Place?
        repeat {
            let page = try await records(after: place, limit: size, matching: filter)
            try body(page.records)
            place = page.end
        } while place != nil
    }
}
