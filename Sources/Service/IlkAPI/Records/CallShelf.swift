import FoundationEssentials
import IlkCalls
import IlkFraming
import IlkHTTP
import IlkStore
import IlkVocabulary

enum CallShelf: RecordShelf {
    static let name = "calls"
    static let record = "call"
    static let query = "Only calls whose notes match these words, as in 'ilk calls search'."

    static let columns = CallRecord.columnNames

    /// The parameters that select calls.
    static let filters = [
        Parameter(.query, .init("contact", .string(1...200), "Only calls with the contact of this name.")),
        Parameter(
            .query,
            .init(
                "emotion", .choice(EmotionalState.allCases.map(\.rawValue)),
                "Only calls with this recorded emotion.")
        ),
    ]

    static func page(_ request: ShelfRequest, in store: CallLogStorage) async throws -> ShelfPage {
        let filter = try await filter(request, in: store)
        let cursor = try request.pageCursor()
        let query = try request.query.map { try FullTextQuery($0) }
        let found =
            if let query {
                try await store.search(query, matching: filter, limit: request.fetchLimit, before: cursor)
            } else {
                try await store.fetchCallLogs(matching: filter, limit: request.fetchLimit, before: cursor)
            }
        if request.format == .csv {
            let records = try await store.records(of: found)
            return try ShelfPage(records, request, cursor: \.call.cursor.token, row: { try $0.columns() })
        }
        let names = try await store.contactNames()
        return try ShelfPage(
            found, request, cursor: \.cursor.token,
            json: { call in
                var fields = call.fields(contact: names[call.contactId] ?? "")
                fields["excerpt"] = query.map { excerpt(of: call.notes ?? "", $0) }
                return try JSONWriter.bytes(of: fields)
            })
    }

    /// Returns an excerpt of notes as parts, with a field that marks those that the search matches.
    private static func excerpt(of notes: String, _ query: FullTextQuery) -> [JSONObject] {
        CallHighlight(notes, query).parts(length: 300).map { ["text": $0.text, "isMatch": $0.isMatch] }
    }

    /// Returns the filter of a request. Throws an error if the contact is unknown.
    static func filter(_ request: ShelfRequest, in store: CallLogStorage) async throws -> CallFilter {
        var filter = CallFilter(since: request.since, until: request.until)
        filter.emotion = request.call.value("emotion")?.string.flatMap(EmotionalState.init)
        if let name = request.call.value("contact")?.string {
            filter.contactId = try await store.contact(named: name).id
        }
        return filter
    }

    static func record(_ reference: String, in store: CallLogStorage) async throws -> ShelfRecord {
        try await record(of: store.fetchCallLog(RecordReference(reference)), in: store)
    }

    /// The fields that a sync sets although the call is unchanged.
    private static let syncFields = ["id", "contactId", "syncStatus", "syncError", "lastSyncAttempt"]

    /// Returns a call with all fields. Its entity tag does not cover the fields of the sync, so that a sync in
    /// the background does not refuse a change with `If-Match`.
    static func record(of call: CallLogEntity, in store: CallLogStorage) async throws -> ShelfRecord {
        let fields = try await store.details(of: call).fields
        var content = fields
        for name in syncFields { content[name] = nil }
        return ShelfRecord(
            try JSONWriter.bytes(of: fields), tag: EntityTag(of: try JSONWriter.bytes(of: content)))
    }
}
