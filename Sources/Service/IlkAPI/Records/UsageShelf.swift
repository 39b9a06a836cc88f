import IlkStore
import IlkUsage

enum UsageShelf: RecordShelf {
    static let name = "usage"
    static let record = "usage event"
    static let query = "Only events whose spoken phrase contains these words."

    static func page(_ request: ShelfRequest, in store: UsageStore) async throws -> ShelfPage {
        var filter = UsageFilter()
        (filter.since, filter.until) = (request.since, request.until)
        filter.words = try request.query.map { try FullTextQuery($0) }
        let found = try await store.events(
            matching: filter, limit: request.fetchLimit, before: request.pageCursor())
        var json = UsageRecordJSON()
        return ShelfPage(found, limit: request.limit, cursor: \.cursor.token) { json.bytes(.event($0)) }
    }

    static func record(_ reference: String, in store: UsageStore) async throws -> [UInt8] {
        var json = UsageRecordJSON()
        return json.bytes(.event(try await store.event(RecordReference(reference))))
    }
}
