import FoundationEssentials
import IlkCalls
import IlkStore
import IlkVocabulary

enum CallShelf: RecordShelf {
    static let name = "calls"
    static let record = "call"
    static let query = "Words of the notes, as in 'ilk calls search'."

    static func page(_ request: ShelfRequest, in store: CallLogStorage) async throws -> ShelfPage {
        var filter = CallFilter()
        (filter.since, filter.until) = (request.since, request.until)
        let cursor = try request.pageCursor()
        let found =
            if let query = request.query {
                try await store.search(
                    FullTextQuery(query), matching: filter, limit: request.fetchLimit, before: cursor)
            } else {
                try await store.fetchCallLogs(matching: filter, limit: request.fetchLimit, before: cursor)
            }
        let names = try await store.contactNames()
        let encoder = JSONEncoder.deterministic(isPretty: false)
        return try ShelfPage(found, limit: request.limit, cursor: \.cursor.token) {
            Array(try encoder.encode($0.fields(contact: names[$0.contactId] ?? "")))
        }
    }

    static func record(_ reference: String, in store: CallLogStorage) async throws -> [UInt8] {
        let call = try await store.fetchCallLog(RecordReference(reference))
        return Array(
            try JSONEncoder.deterministic(isPretty: false).encode(try await store.details(of: call).fields))
    }
}
