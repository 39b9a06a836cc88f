import FoundationEssentials
import IlkHTTP
import IlkStore

/// An application whose records the API lists, searches and shows, with the same parameters for all
/// applications.
protocol RecordShelf: SendableMetatype {
    associatedtype Records: RecordStore

    /// The name of the application, the path after `/v1/`.
    static var name: String { get }
    /// The noun for a record in messages, such as `call`.
    static var record: String { get }
    /// The description of the parameter `q` in the OpenAPI document.
    static var query: String { get }
    /// `true` if a list can be limited to a period.
    static var hasPeriod: Bool { get }

    /// The parameters of the list that only this application has.
    static var filters: [Parameter] { get }

    /// The names of the columns in CSV, which are those of the application's export.
    static var columns: [String?] { get }

    /// Returns a page of records in the format of the request, newest first.
    static func page(_ request: ShelfRequest, in store: Records) async throws -> ShelfPage
    /// Returns a record with all its fields.
    ///
    /// - Parameter reference: An id, its last digits, or -1 for the newest record.
    static func record(_ reference: String, in store: Records) async throws -> ShelfRecord
}

extension RecordShelf {
    static var hasPeriod: Bool { true }
    static var filters: [Parameter] { [] }
}

/// A request for a page of records.
struct ShelfRequest {
    /// The search, or `nil` to list all records.
    let query: String?
    let since: Date?
    let until: Date?
    let limit: Int
    /// The cursor of the page, or `nil` for the first page.
    let cursor: String?
    let format: ListFormat
    let now: Date
    /// The request, which also has the parameters in ``RecordShelf/filters``.
    let call: APICall

    /// Reads the parameters `q`, `since`, `until`, `limit` and `cursor`, each of which may be missing.
    ///
    /// - Throws: ``Problem`` `invalid-parameter`.
    init(_ call: APICall, now: Date) throws {
        query = call.value("q")?.string
        since = try LogParameters.time("since", call, now)
        until = try LogParameters.time("until", call, now)
        limit = ListPage.limit(call)
        cursor = call.value("cursor")?.string
        format = ListFormat(call)
        self.now = now
        self.call = call
    }

    /// The number of records to fetch: one more than on the page, which shows that a next page exists.
    var fetchLimit: Int { limit + 1 }

    func pageCursor() throws -> PageCursor? { try cursor.map { try PageCursor(token: $0) } }
}

/// A page of records, and the cursor of the next page, or `nil` on the last page.
struct ShelfPage {
    /// The records as JSON objects; empty for CSV.
    var objects: [[UInt8]] = []
    /// The records as rows of CSV with the columns of the application; empty for other formats.
    var rows: [[String?]] = []
    var next: String?

    /// Creates an empty page.
    init() {}

    /// Creates a page of JSON objects from the records that follow the previous page.
    ///
    /// - Parameters:
    ///   - found: Up to ``ShelfRequest/fetchLimit`` records: one more than the page shows if there is a next
    ///     page.
    ///   - request: The request, with the number of records on a page.
    ///   - cursor: Returns the cursor of the page that begins after a record.
    ///   - json: Returns a record as a JSON object.
    init<Record>(
        _ found: [Record], _ request: ShelfRequest, cursor: (Record) -> String,
        json: (Record) throws -> [UInt8]
    ) rethrows {
        let page = found.prefix(request.limit)
        objects = try page.map(json)
        next = found.count > request.limit ? page.last.map(cursor) : nil
    }

    /// Creates a page of CSV rows from the records that follow the previous page.
    ///
    /// - Parameters:
    ///   - found: Up to ``ShelfRequest/fetchLimit`` records.
    ///   - request: The request, with the number of records on a page.
    ///   - cursor: Returns the cursor of the page that begins after a record.
    ///   - row: Returns the fields of a record.
    init<Record>(
        _ found: [Record], _ request: ShelfRequest, cursor: (Record) -> String,
        row: (Record) throws -> [String?]
    ) rethrows {
        let page = found.prefix(request.limit)
        rows = try page.map(row)
        next = found.count > request.limit ? page.last.map(cursor) : nil
    }
}

/// A record as a JSON object, with its entity tag.
struct ShelfRecord {
    let bytes: [UInt8]
    let tag: EntityTag

    /// - Parameters:
    ///   - bytes: The JSON object.
    ///   - tag: The entity tag, or `nil` for a tag of all bytes.
    init(_ bytes: [UInt8], tag: EntityTag? = nil) {
        self.bytes = bytes
        self.tag = tag ?? EntityTag(of: bytes)
    }

    var response: APIResponse { .json(bytes).tagged(with: tag) }
}
