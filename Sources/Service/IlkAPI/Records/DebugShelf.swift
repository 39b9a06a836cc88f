import FoundationEssentials
import IlkDebug
import IlkDebugStore
import IlkStore
import IlkVocabulary

enum DebugShelf: RecordShelf {
    static let name = "debug"
    static let record = "debug event"
    static let query = "Only events that match these words and fields, as in 'ilk debug search'."
    static let columns = DebugRecordCSV.names

    static func page(_ request: ShelfRequest, in store: DebugLogStore) async throws -> ShelfPage {
        var row: Int64?
        if let cursor = request.cursor {
            do {
                row = try await store.entry(RecordReference(cursor)).row
            } catch is RecordStoreError {
                throw RecordStoreError.malformedCursor
            }
        }
        let (query, filter) = try await selection(request, in: store)
        let found = try await store.search(query, matching: filter, newest: request.fetchLimit, before: row)
        if request.format == .csv {
            return try ShelfPage(
                found, request, cursor: \.entry.id.description, row: { try DebugRecordCSV.fields($0) })
        }
        return try ShelfPage(
            found, request, cursor: \.entry.id.description, json: { try DebugRecordJSON.bytes($0) })
    }

    /// Returns the search and the period of a request. A search first updates the full-text index.
    static func selection(
        _ request: ShelfRequest, in store: DebugLogStore
    ) async throws -> (query: DebugQuery?, filter: DebugFilter) {
        let calendar = SearchCalendar(timeZone: .gmt, now: request.now)
        let query = try request.query.map { try DebugQuery($0, calendar: calendar) }
        if query != nil { try await store.updateIndex() }
        return (query, DebugFilter(since: request.since, until: request.until))
    }

    static func record(_ reference: String, in store: DebugLogStore) async throws -> ShelfRecord {
        ShelfRecord(try DebugRecordJSON.bytes(try await store.entry(RecordReference(reference))))
    }
}
