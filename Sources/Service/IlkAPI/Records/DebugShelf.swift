import FoundationEssentials
import IlkDebug
import IlkDebugStore
import IlkStore
import IlkVocabulary

enum DebugShelf: RecordShelf {
    static let name = "debug"
    static let record = "debug event"
    static let query = "Words and fields, as in 'ilk debug search'."

    static func page(_ request: ShelfRequest, in store: DebugLogStore) async throws -> ShelfPage {
        var row: Int64?
        if let cursor = request.cursor {
            do {
                row = try await store.entry(RecordReference(cursor)).row
            } catch is RecordStoreError {
                throw RecordStoreError.malformedCursor
            }
        }
        let found = try await matches(request, in: store, limit: request.fetchLimit, before: row)
        return try ShelfPage(found, limit: request.limit, cursor: \.entry.id.description) {
            try DebugRecordJSON.bytes($0)
        }
    }

    /// Returns the newest events that match a search and a period.
    ///
    /// - Parameter row: The row of the last event of the previous page, or `nil`.
    static func matches(
        _ request: ShelfRequest, in store: DebugLogStore, limit: Int, before row: Int64? = nil
    ) async throws -> [DebugRecord] {
        let filter = DebugFilter(since: request.since, until: request.until)
        let calendar = SearchCalendar(timeZone: .gmt, now: request.now)
        let query = try request.query.map { try DebugQuery($0, calendar: calendar) }
        if query != nil { try await store.updateIndex() }
        return try await store.search(query, matching: filter, newest: limit, before: row)
    }

    static func record(_ reference: String, in store: DebugLogStore) async throws -> [UInt8] {
        try DebugRecordJSON.bytes(try await store.entry(RecordReference(reference)))
    }
}
