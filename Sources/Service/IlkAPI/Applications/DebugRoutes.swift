import FoundationEssentials
import IlkDebug
import IlkDebugStore
import IlkFraming
import IlkHTTP
import IlkStore
import IlkSyncStore
import IlkVocabulary

/// Routes about several debug events: a histogram of matches, a trace, and templates.
struct DebugRoutes {
    let store: OpenRecords<DebugLogStore>

    /// The maximum number of matching events that a histogram counts.
    private static let countedMatches = 5000

    var routes: [Route] { [histogram, trace, templates] }

    private var histogram: Route {
        let form = JSONSchema.object([
            .init("seconds", .integer(1...Int.max), isRequired: true, "The width of a bar in seconds."),
            .init("entries", .integer(0...Int.max), isRequired: true, "The number of counted events."),
            .init(
                "isComplete", .boolean, isRequired: true,
                "false if older events match too and are not counted."),
            .init(
                "items",
                .array(
                    of: .object([
                        .init("start", .string(), isRequired: true),
                        .init("entries", .integer(0...Int.max), isRequired: true),
                        .init("levels", .object([], others: .each(.integer())), isRequired: true),
                    ])), isRequired: true, "The bars, oldest first."),
        ])
        return Route(
            .get, "/v1/debug/histogram", "countDebug", tag: "debug",
            "Count the newest matching debug events by time and level.", access: .token(.read),
            parameters: [
                Parameter(.query, .init("q", .string(1...1000), DebugShelf.query))
            ] + LogParameters.period,
            answers: [.init(200, "The bars.", ["application/json"], .named("DebugHistogram", form))],
            problems: [.invalidQuery, .conflict]
        ) { [store] call in
            var found: [(nanoseconds: Int64, level: LogLevel?)] = []
            if let records = try store.records() {
                let request = try ShelfRequest(call, now: records.now)
                let (query, filter) = try await DebugShelf.selection(request, in: records)
                found = try await records.levels(query, matching: filter, newest: Self.countedMatches + 1)
            }
            let counted = found.prefix(Self.countedMatches)
            let histogram = DebugHistogram(counted)
            return try APIResponse.json(
                encoding: [
                    "seconds": Int(histogram.seconds), "entries": counted.count,
                    "isComplete": found.count == counted.count, "items": histogram.fields,
                ] as JSONObject
            ).tagged
        }
    }

    private var trace: Route {
        let id = JSONSchema.Field(
            "correlation", .string(36...36), isRequired: true, "A correlation id, or the id of an event.")
        let form = JSONSchema.object([
            .init("items", .array(of: .object([], others: .ignored)), isRequired: true, "Oldest first.")
        ])
        return Route(
            .get, "/v1/debug/traces/{correlation}", "traceDebug", tag: "debug",
            "List the debug events with a correlation id in their order, at most 1,000.",
            access: .token(.read),
            parameters: [Parameter(.path, id)],
            answers: [.init(200, "The events.", ["application/json"], form)], problems: [.noSuchRecord]
        ) { [store] call in
            let name = call.value("correlation")?.string ?? ""
            guard let id = RecordID(name),
                let found = try await store.records()?.trace(id, limit: 1000), !found.isEmpty
            else { throw Problem(.noSuchRecord, "no debug event has the correlation id '\(name)'") }
            var writer = JSONWriter()
            writer.beginObject()
            writer.key("items")
            writer.beginArray()
            for record in found { writer.raw(try DebugRecordJSON.bytes(record)) }
            writer.endArray()
            writer.endObject()
            return .json(writer.bytes).tagged
        }
    }

    private var templates: Route {
        let hours = JSONSchema.Field(
            "hours", .integer(1...8760), "The length of the period in hours; by default 24.")
        let limit = JSONSchema.Field("limit", .integer(1...1000), "The number of templates; by default 50.")
        let form = JSONSchema.object([
            .init("items", .array(of: .object([], others: .ignored)), isRequired: true)
        ])
        return Route(
            .get, "/v1/debug/templates", "listDebugTemplates", tag: "debug",
            "List the most frequent templates of debug events, new and growing ones first.",
            access: .token(.read), parameters: [Parameter(.query, hours), Parameter(.query, limit)],
            answers: [.init(200, "The templates.", ["application/json"], form)], problems: [.conflict]
        ) { [store] call in
            var items: [JSONObject] = []
            if let records = try store.records() {
                try await records.updateIndex()
                items = try await records.top(
                    hours: call.value("hours")?.integer ?? 24, limit: call.value("limit")?.integer ?? 50,
                    now: records.now
                ).map(\.fields)
            }
            return try APIResponse.json(encoding: ["items": items] as JSONObject).tagged
        }
    }
}
