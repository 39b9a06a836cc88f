import FoundationEssentials
import IlkFraming
import IlkHTTP
import IlkStore
import IlkSyncStore
import IlkVocabulary

/// The routes of the records of an application: the list with a search, and a record.
struct RecordRoutes<Shelf: RecordShelf>: Sendable {
    private let store: OpenRecords<Shelf.Records>

    init(_: Shelf.Type, _ store: OpenRecords<Shelf.Records>) { self.store = store }

    var routes: [Route] { [list, show] }

    private static var mediaTypes: [String] { ["application/json", "application/x-ndjson"] }

    private static var item: JSONSchema { .object([], others: .ignored) }

    private var list: Route {
        let period = Shelf.hasPeriod ? LogParameters.period : []
        let parameters = [
            Parameter(.query, .init("q", .string(1...1000), Shelf.query)),
            Parameter(.query, .init("limit", .integer(1...1000), "The number of records; by default 50.")),
            Parameter(
                .query,
                .init("cursor", .string(1...100), "The cursor in the path 'next' of the previous page.")
            ),
        ]
        let page = JSONSchema.object([
            .init("items", .array(of: Self.item), isRequired: true, "The records, newest first."),
            .init("next", .string(), "The path of the next page; missing on the last page."),
        ])
        return Route(
            .get, RoutePath("/v1/\(Shelf.name)"), "list\(Shelf.name.capitalized)", tag: Shelf.name,
            "List or search \(Shelf.name), newest first.", access: .token(.read),
            parameters: period + Shelf.filters + parameters,
            answers: [.init(200, "A page of records.", Self.mediaTypes, page)],
            problems: [.invalidQuery, .noSuchPage, .noSuchRecord, .conflict]
        ) { call in
            // Without a store there are no records.
            guard let records = try store.records() else {
                return Self.response(ShelfPage(items: [], next: nil), call)
            }
            let request = try ShelfRequest(call, now: records.now)
            do {
                return Self.response(try await Shelf.page(request, in: records), call)
            } catch is RecordStoreError where request.cursor != nil && request.query == nil {
                throw Problem(
                    .noSuchPage, "the cursor is not from a page of this list, or its record was erased")
            }
        }
    }

    private static func response(_ page: ShelfPage, _ call: APICall) -> APIResponse {
        let next = page.next.map { call.request.nextPage($0) }
        var response: APIResponse
        if AcceptHeader(call.request.headers["Accept"]).best(of: mediaTypes) == mediaTypes[1] {
            let lines = page.items.flatMap { $0 + [UInt8(ascii: "\n")] }
            response = APIResponse(200, mediaTypes[1], .bytes(lines))
        } else {
            var writer = JSONWriter()
            writer.beginObject()
            writer.key("items")
            writer.beginArray()
            for item in page.items { writer.raw(item) }
            writer.endArray()
            writer.field("next", next)
            writer.endObject()
            response = .json(writer.bytes)
        }
        response = response.tagged
        response.headers["Vary"] = "Accept"
        response.headers["Link"] = next.map { "<\($0)>; rel=\"next\"" }
        return response
    }

    private var show: Route {
        let reference = JSONSchema.Field(
            "record", .string(1...200), isRequired: true,
            "The id of a record, its last 8 digits, or -1 for the newest record, -2 and so on.")
        return Route(
            .get, RoutePath("/v1/\(Shelf.name)/{record}"), "show\(Shelf.name.capitalized)", tag: Shelf.name,
            "Show a \(Shelf.record) with all fields.", access: .token(.read),
            parameters: [Parameter(.path, reference)],
            answers: [.init(200, "The record.", ["application/json"], Self.item)],
            problems: [.noSuchRecord, .conflict]
        ) { call in
            guard let records = try store.records() else {
                throw Problem(.noSuchRecord, "there are no records of \(Shelf.name) yet")
            }
            return .json(try await Shelf.record(call.value("record")?.string ?? "", in: records)).tagged
        }
    }
}
