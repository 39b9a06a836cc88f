import IlkStore
import IlkUsage

enum UsageShelf: RecordShelf {
    static let name = "usage"
    static let record = "usage event"
    static let query = "Only events whose spoken phrase contains these words."
    static let columns = UsageRecord.columnNames

    static func page(_ request: ShelfRequest, in store: UsageStore) async throws -> ShelfPage {
        var filter = UsageFilter()
        (filter.since, filter.until) = (request.since, request.until)
        filter.words = try request.query.map { try FullTextQuery($0) }
        let found = try await store.events(
            matching: filter, limit: request.fetchLimit, before: request.pageCursor())
        var json = UsageRecordJSON()
        if request.format == .csv {
            return ShelfPage(
                found, request, cursor: \.cursor.token,
                row: { UsageRecord.columns(of: json.bytes(.event($0))) })
        }
        return ShelfPage(found, request, cursor: \.cursor.token, json: { json.bytes(.event($0)) })
    }

    static func record(_ reference: String, in store: UsageStore) async throws -> ShelfRecord {
        var json = UsageRecordJSON()
        return ShelfRecord(json.bytes(.event(try await store.event(RecordReference(reference)))))
    }
}
