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

    /// Returns a page of records as JSON objects, newest first.
    static func page(_ request: ShelfRequest, in store: Records) async throws -> ShelfPage
    /// Returns a record with all its fields as a JSON object.
    ///
    /// - Parameter reference: An id, its last digits, or -1 for the newest record.
    static func record(_ reference: String, in store: Records) async throws -> [UInt8]
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
        limit = call.value("limit")?.integer ?? 50
        cursor = call.value("cursor")?.string
        self.now = now
        self.call = call
    }

    /// The number of records to fetch: one more than on the page, which shows that a next page exists.
    var fetchLimit: Int { limit + 1 }

    func pageCursor() throws -> PageCursor? { try cursor.map { try PageCursor(token: $0) } }
}

/// A page of records as JSON objects, and the cursor of the next page, or `nil` on the last page.
struct ShelfPage {
    var items: [[UInt8]]
    var next: String?

    init(items: [[UInt8]], next: String?) {
        self.items = items
        self.next = next
    }

    /// Creates a page from the records that follow the previous page.
    ///
    /// - Parameters:
    ///   - found: Up to ``ShelfRequest/fetchLimit`` records: one more than the page shows if there is a next
    ///     page.
    ///   - limit: The number of records on a page.
    ///   - cursor: Returns the cursor of the page that begins after a record.
    ///   - json: Returns a record as a JSON object.
    init<Record>(
        _ found: [Record], limit: Int, cursor: (Record) -> String, json: (Record) throws -> [UInt8]
    ) rethrows {
        let page = found.prefix(limit)
        items = try page.map(json)
        next = found.count > limit ? page.last.map(cursor) : nil
    }
}
