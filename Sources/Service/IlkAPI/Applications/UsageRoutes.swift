import FoundationEssentials
import IlkFraming
import IlkHTTP
import IlkStore
import IlkSyncStore
import IlkUsage
import IlkVocabulary

/// Routes about the use of an app: the report, and symbols that are no longer used.
struct UsageRoutes {
    let store: OpenRecords<UsageStore>

    var routes: [Route] { [report, regressions, check] }

    private static func day(_ name: String, _ summary: String) -> Parameter {
        Parameter(.query, .init(name, .string(10...10), summary))
    }

    /// Returns the day that a parameter gives, or `nil` if the parameter is missing.
    private static func day(_ name: String, _ call: APICall) throws -> CalendarDay? {
        guard let text = call.value(name)?.string else { return nil }
        guard let day = CalendarDay(text) else {
            throw Problem(
                .invalidParameter,
                faults: [FieldFault(.parameter(name), .type, "must be a day, such as 2026-11-21")])
        }
        return day
    }

    /// Returns the day that a parameter gives. If the parameter is missing, returns the UTC day of `now`.
    private static func day(_ name: String, _ call: APICall, orOf now: Date) throws -> CalendarDay {
        try day(name, call) ?? ZonedTime(milliseconds: now.milliseconds, zone: 0).day
    }

    private static let missing = Problem(.noSuchRecord, "there are no records of usage yet")

    private var report: Route {
        let days = JSONSchema.Field("days", .integer(1...36_600), "The number of days; by default 28.")
        let top = JSONSchema.Field(
            "top", .integer(1...1000), "The number of listed symbols and phrases; by default 20.")
        return Route(
            .get, "/v1/usage/report", "reportUsage", tag: "usage",
            "Report engagement, vocabulary, devices, caregivers and frequent symbols.", access: .token(.read),
            parameters: [
                Parameter(.query, days), Self.day("from", "The first day. It overrides 'days'."),
                Self.day("to", "The last day; by default today in UTC."), Parameter(.query, top),
            ],
            answers: [.init(200, "The report.", ["application/json"], .object([], others: .ignored))],
            problems: [.noSuchRecord, .conflict]
        ) { [store] call in
            guard let records = try store.records() else { throw Self.missing }
            let last = try Self.day("to", call, orOf: records.now)
            let first =
                try Self.day("from", call) ?? last.adding(by: 1 - (call.value("days")?.integer ?? 28))
            let report = try await records.report(
                from: first, to: max(first, last), listed: call.value("top")?.integer ?? 20)
            return try APIResponse.json(encoding: report.fields(try await UsageNames(records))).tagged
        }
    }

    // MARK: Regressions

    private static let on = day("on", "The day of the check; by default today in UTC.")

    private static let flags = JSONSchema.named(
        "UsageRegressions",
        .object([
            .init("day", .string(), isRequired: true, "The last day of the recent period."),
            .init("previousFrom", .string(), isRequired: true, "The first day of the previous period."),
            .init("recentFrom", .string(), isRequired: true, "The first day of the recent period."),
            .init(
                "items", .array(of: .object([], others: .ignored)), isRequired: true,
                "The flagged symbols, the lowest probability first."),
        ]))

    private var regressions: Route {
        Route(
            .get, "/v1/usage/regressions", "listRegressions", tag: "usage",
            "List the symbols that the check of a day flagged.", access: .token(.read), parameters: [Self.on],
            answers: [.init(200, "The symbols.", ["application/json"], Self.flags)],
            problems: [.noSuchRecord, .conflict]
        ) { [store] call in
            guard let records = try store.records() else { throw Self.missing }
            let day = try Self.day("on", call, orOf: records.now)
            return try Self.response(try await records.regressions(on: day), of: day)
        }
    }

    private var check: Route {
        Route(
            .post, "/v1/usage/regressions", "checkRegressions", tag: "usage",
            "Flag the symbols that were used often and are no longer used. Missed days are checked too.",
            access: .token(.correct), parameters: [Self.on],
            answers: [.init(200, "The flags of the day.", ["application/json"], Self.flags)],
            problems: [.noSuchRecord, .conflict], isChange: true
        ) { [store] call in
            guard let records = try store.records() else { throw Self.missing }
            let day = try Self.day("on", call, orOf: records.now)
            let found = try await records.findRegressions(on: day) { _ in try Task.checkCancellation() }
            return try Self.response(found.flags, of: day)
        }
    }

    private static func response(_ flags: [UsageRegression], of day: CalendarDay) throws -> APIResponse {
        let settings = UsageRegressionSettings()
        return try APIResponse.json(
            encoding: [
                "day": day.description, "previousFrom": settings.previous(day).lowerBound.description,
                "recentFrom": settings.recent(day).lowerBound.description, "items": flags.map(\.fields),
            ] as JSONObject
        ).tagged
    }
}
