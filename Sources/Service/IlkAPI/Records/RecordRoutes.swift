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

    private static var item: JSONSchema { .object([], others: .ignored) }

    private var list: Route {
        let period = Shelf.hasPeriod ? LogParameters.period : []
        let query = Parameter(.query, .init("q", .string(1...1000), Shelf.query))
        return Route(
            .get, RoutePath("/v1/\(Shelf.name)"), "list\(Shelf.name.capitalized)", tag: Shelf.name,
            "List or search \(Shelf.name), newest first.", access: .token(.read),
            parameters: period + Shelf.filters + [query] + ListPage.parameters("records")
                + [CSVTable.parameter],
            answers: [
                .init(
                    200, "A page of records.", ListFormat.mediaTypes,
                    ListPage.form("The records, newest first."))
            ],
            problems: [.invalidQuery, .noSuchPage, .noSuchRecord, .conflict]
        ) { call in
            // Without a store there are no records.
            guard let records = try store.records() else {
                return Self.response(ShelfPage(), call)
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
        switch ListFormat(call) {
        case .json: response = .json(json(page.objects, next: next))
        case .ndjson:
            let lines = page.objects.flatMap { $0 + [UInt8(ascii: "\n")] }
            response = APIResponse(200, ListFormat.ndjson.rawValue, .bytes(lines))
        case .csv:
            var table = CSVTable(call)
            table.append(names: Shelf.columns)
            for row in page.rows { table.append(row) }
            response = APIResponse(200, "text/csv; charset=utf-8", .bytes(table.bytes))
        }
        response = response.tagged.linked(to: next)
        response.headers["Vary"] = "Accept"
        return response
    }

    private static func json(_ objects: [[UInt8]], next: String?) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("items")
        writer.beginArray()
        for object in objects { writer.raw(object) }
        writer.endArray()
        writer.field("next", next)
        writer.endObject()
        return writer.bytes
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
            return try await Shelf.record(call.value("record")?.string ?? "", in: records).response
        }
    }
}
