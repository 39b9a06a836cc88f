import FoundationEssentials
import IlkCalls
import IlkFraming
import IlkHTTP
import IlkStore
import IlkSyncStore
import IlkVocabulary

/// Routes that create, change and delete calls, and count them.
struct CallRoutes {
    let store: OpenRecords<CallLogStorage>

    var routes: [Route] { [statistics, contacts, create, replace, delete] }

    private static let record = Parameter(
        .path,
        .init("record", .string(1...200), isRequired: true, "The id of the call, or its last 8 digits."))
    private static let form = JSONSchema.object([], others: .ignored)
    private static let body = BodyForm(
        ["application/json"], .json(CallForm.schema, limit: 65_536), "The fields of the call.")
    private static let missing = Problem(.noSuchRecord, "there are no calls yet")

    // MARK: Changes

    private var create: Route {
        Route(
            .post, "/v1/calls", "createCall", tag: "calls", "Record a call.", access: .token(.correct),
            body: [Self.body], answers: [.init(201, "The call.", ["application/json"], Self.form)],
            problems: [.conflict, .noSuchRecord], isChange: true, createsOnce: true
        ) { [store] call in
            let form = try CallForm(call.json ?? .null)
            let records = try store.recordsOrNew()
            let saved = try await records.saveCallLog(try await form.draft(in: records))
            let fields = try await records.details(of: saved).fields
            var response = try APIResponse.once(status: 201) { hasTexts in
                guard !hasTexts else { return fields }
                var fields = fields
                // A suggested emotion quotes words of the notes.
                (fields["notes"], fields["suggestion"]) = (nil, nil)
                return fields
            }
            response.headers["Location"] = "/v1/calls/\(saved.key)"
            return response
        }
    }

    private var replace: Route {
        Route(
            .put, "/v1/calls/{record}", "replaceCall", tag: "calls", "Replace the fields of a call.",
            access: .token(.correct), parameters: [Self.record, Self.ifMatch], body: [Self.body],
            answers: [.init(200, "The call, with its ETag.", ["application/json"], Self.form)],
            problems: [.conflict, .noSuchRecord, .changed], isChange: true
        ) { [store] call in
            let form = try CallForm(call.json ?? .null)
            guard let records = try store.records() else { throw Self.missing }
            let saved = try await Self.unchanged(call, in: records)
            let key = saved.key
            var draft = CallDraft(contactId: saved.contactId, calledAt: saved.calledAt)
            form.change(&draft)
            let contact = try await form.contact(of: draft, in: records)
            do {
                let changed = try await records.updateCallLogs(
                    [.id(key)], ifUpdated: Self.version(saved, call)
                ) { draft in
                    draft.contactId = contact
                    form.change(&draft)
                }
                guard let saved = changed.first else { throw Self.missing }
                return try await CallShelf.record(of: saved, in: records).response
            } catch CallError.invalid(let problems) {
                throw CallForm.problem(problems)
            } catch CallError.changed {
                throw IfMatch.changed("the call")
            }
        }
    }

    private var delete: Route {
        Route(
            .delete, "/v1/calls/{record}", "deleteCall", tag: "calls",
            "Delete a call. The next sync deletes it on the Monica server too.", access: .token(.correct),
            parameters: [Self.record, Self.ifMatch], answers: [.init(204, "The call was deleted.", [])],
            problems: [.noSuchRecord, .conflict, .changed], isChange: true
        ) { [store] call in
            guard let records = try store.records() else { throw Self.missing }
            let saved = try await Self.unchanged(call, in: records)
            do {
                _ = try await records.deleteCallLogs(
                    [.id(saved.key)], ifUpdated: Self.version(saved, call))
            } catch CallError.changed {
                throw IfMatch.changed("the call")
            }
            return APIResponse(204, nil, .bytes([]))
        }
    }

    private static let ifMatch = IfMatch.parameter(
        "The ETag of the call. If the call has changed since, except for its sync status, the status is 412.")

    /// Returns the call in the path of a request.
    ///
    /// - Throws: ``Problem`` `changed` if the request has `If-Match` with another tag than that of the call.
    private static func unchanged(
        _ call: APICall, in records: CallLogStorage
    ) async throws -> CallLogEntity {
        let saved = try await records.fetchCallLog(RecordReference(call.value("record")?.string ?? ""))
        try await IfMatch.check(
            call, await CallShelf.record(of: saved, in: records).tag.description, "the call")
        return saved
    }

    /// Returns the version that must still be stored at the change, or `nil` without `If-Match`.
    private static func version(_ saved: CallLogEntity, _ call: APICall) -> Date? {
        call.request.headers["If-Match"].map { _ in saved.updatedAt }
    }

    // MARK: Statistics

    /// The number of weeks for which calls are counted.
    private static let weeks = 26

    private var statistics: Route {
        Route(
            .get, "/v1/calls/statistics", "countCalls", tag: "calls",
            "Count calls by week and emotion, and suggest contacts to call.", access: .token(.read),
            parameters: LogParameters.period + CallShelf.filters,
            answers: [.init(200, "The counts.", ["application/json"], Self.form)],
            problems: [.noSuchRecord, .conflict]
        ) { [store] call in
            guard let records = try store.records() else {
                return try APIResponse.json(encoding: CallStatistics().fields).tagged
            }
            let filter = try await CallShelf.filter(ShelfRequest(call, now: records.now), in: records)
            var fields = try await records.statistics(matching: filter).fields
            fields["weeks"] = try await Self.weeks(filter, in: records)
            fields["overdue"] = try await records.suggestions(now: records.now, limit: 20).map { suggestion in
                [
                    "contact": suggestion.contact.name, "usualDays": suggestion.usualInterval / 86_400,
                    "silentDays": suggestion.silence / 86_400,
                ] as JSONObject
            }
            return try APIResponse.json(encoding: fields).tagged
        }
    }

    private var contacts: Route {
        let items = JSONSchema.object([.init("items", .array(of: Self.form), isRequired: true)])
        return Route(
            .get, "/v1/calls/contacts", "listContacts", tag: "calls",
            "List the contacts by the time of the last call, newest first.", access: .token(.read),
            answers: [.init(200, "The contacts.", ["application/json"], items)], problems: [.conflict]
        ) { [store] _ in
            let items = try await store.records()?.contacts().map(\.fields) ?? []
            return try APIResponse.json(encoding: ["items": items] as JSONObject).tagged
        }
    }

    /// Returns the number of calls in each of the last weeks. A week begins on Monday in UTC.
    private static func weeks(
        _ filter: CallFilter, in records: CallLogStorage
    ) async throws -> [JSONObject] {
        let today = ZonedTime(milliseconds: records.now.milliseconds, zone: 0).day.number
        // 1970-01-01 was a Thursday.
        let monday = today - (today + 3) % 7
        let days = (0...weeks).map { monday + 7 * ($0 - weeks + 1) }
        let borders = days.map { Date(timeIntervalSince1970: Double($0) * 86_400) }
        return zip(days, try await records.counts(between: borders, matching: filter)).map { day, count in
            ["week": CalendarDay(day).description, "calls": count.calls, "minutes": count.minutes]
        }
    }
}

extension Contact {
    fileprivate var fields: JSONObject {
        [
            "id": id, "name": name, "calls": calls, "lastCalled": lastCalled.map(CallTime.text),
            "isArchived": isArchived,
        ]
    }
}
