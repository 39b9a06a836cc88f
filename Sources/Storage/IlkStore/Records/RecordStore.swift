public import FoundationEssentials
public import GRDB
public import IlkVocabulary

/// A store of records that can be opened, exported and purged.
///
/// A conforming type gives its schema, a page of records and a step of a purge; the extensions open, copy, check and erase.
public protocol RecordStore: StoreFile {
    /// A record as exports write it.
    associatedtype ExportedRecord: Sendable
    /// The choice of records for an export.
    associatedtype Filter: Sendable
    /// A position between two pages of an export.
    associatedtype Place: Sendable
    /// The choice of records for a purge. It is stored in the database until the purge ends.
    associatedtype Purge: PurgeCriteria

    /// Wraps an open database.
    ///
    /// - Throws: ``StoreError``.
    init(_ store: Store) throws

    /// A page of records in the order of exports.
    ///
    /// - Parameters:
    ///   - place: The end of the page before; `nil` for the first page.
    ///   - limit: The number of records to read, at most.
    ///   - filter: The choice of records.
    /// - Throws: ``StoreError``.
    func records(
        after place: Place?, limit: Int, matching filter: Filter
    ) async throws -> RecordPage<ExportedRecord, Place>

    /// The purge of this store, as a job in the database.
    static var erasure: Erasure { get }

    /// Makes the store ready for a purge or its preview: checks the criteria, brings the search index up to date.
    ///
    /// - Throws: ``StoreError``, and an error about the criteria.
    func prepare(_ purge: Purge) async throws

    /// Checks the rows before a purge.
    ///
    /// - Parameter purge: The purge; `nil` if an interrupted one is past its rows.
    /// - Returns: Ranges of rows with faults that end when the purge has erased damaged rows.
    /// - Throws: ``StoreError`` with the code `damaged` if the purge cannot run.
    func faults(mendedBy purge: Purge?) async throws -> [RangeFault]

    /// A purge with its bounds set, so that records that come later are not affected.
    static func bounded(_ purge: Purge, in database: Database) throws -> Purge

    /// Called in the transaction that begins a purge.
    static func willBegin(_ purge: Purge, in database: Database) throws

    /// Counts the records of a purge.
    static func preview(_ purge: Purge, in database: Database) throws -> PurgeReport

    /// Erases the next records of a purge.
    ///
    /// - Parameter row: The last row of the step before.
    /// - Returns: The last row, or `nil` if no record was left, and the counts of this step.
    static func step(
        _ purge: Purge, after row: Int64, in database: Database
    ) throws -> (last: Int64?, report: PurgeReport)
}

/// The choice of records for a purge.
public protocol PurgeCriteria: Sendable, Hashable, Codable {
    /// All records.
    static var everything: Self { get }
}

/// A page of records of a store.
public struct RecordPage<Element: Sendable, Place: Sendable>: Sendable {
    /// The records, which may be none although more pages follow.
    public var records: [Element]
    /// The place where the next page begins; `nil` after the last page.
    public var end: Place?

    /// A page.
    public init(_ records: [Element], end: Place?) {
        self.records = records
        self.end = end
    }
}

extension RecordStore {
    /// The source of keys and of the present time.
    package var ids: RecordIDSource { store.ids }
    /// The present time.
    public var now: Date { store.ids.now }
    /// A key for a new record.
    public func nextID() -> RecordID { store.ids.next() }

    /// Opens a store, and creates its file if it is missing. The folder must exist. A file of an older program is brought up
    /// to date, for reading too.
    ///
    /// - Parameters:
    ///   - location: The file.
    ///   - access: The operations that are allowed.
    ///   - ids: The source of keys and of the present time.
    /// - Throws: ``StoreError``.
    public static func open(
        _ location: StoreLocation, access: Store.Access = .readWrite, ids: RecordIDSource = RecordIDSource()
    ) throws -> Self {
        let store = try Store.openUpToDate(location, schema: schema, access: access, ids: ids)
        return try Self(store)
    }

    /// Calls a function with each page of an export, in order.
    ///
    /// - Parameters:
    ///   - filter: The choice of records.
    ///   - size: The number of records in a page, at most.
    ///   - body: Receives the records of a page. If it throws, the export ends.
    /// - Throws: ``StoreError``, and what `body` throws.
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
