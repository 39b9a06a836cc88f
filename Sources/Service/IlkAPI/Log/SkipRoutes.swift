import IlkHTTP
import IlkLog
import IlkSyncStore

/// Routes that move a text to the end of the review queue, and back to its place.
struct SkipRoutes {
    let shelf: LogShelf

    /// The number of rows of the queue that are searched for entries with the same text.
    private static let searchedRows = 1000

    var routes: [Route] { [skip, unskip] }

    private var skip: Route {
        Route(
            .post, "/v1/log/{taxonomy}/{entry}/skip", "skipLogEntry", tag: "log",
            "Move a text to the end of the review queue.", access: .token(.correct),
            parameters: [LogParameters.taxonomy, LogParameters.entry],
            answers: [.init(204, "The text is at the end of the queue.", [])],
            problems: LogParameters.problems, isChange: true
        ) { [shelf] call in
            let log = try shelf.log(of: call)
            try await log.skip([try await Self.review(call, log)])
            return APIResponse(204, nil, .bytes([]))
        }
    }

    private var unskip: Route {
        Route(
            .delete, "/v1/log/{taxonomy}/{entry}/skip", "unskipLogEntry", tag: "log",
            "Move a skipped text back to its place in the review queue.", access: .token(.correct),
            parameters: [LogParameters.taxonomy, LogParameters.entry],
            answers: [.init(204, "The text is back in its place.", [])], problems: LogParameters.problems,
            isChange: true
        ) { [shelf] call in
            let log = try shelf.log(of: call)
            try await log.unskip([try await Self.review(call, log)])
            return APIResponse(204, nil, .bytes([]))
        }
    }

    /// Returns the row of the review queue for an entry. A row stands for all entries with the same text.
    private static func review(_ call: APICall, _ log: ClassificationLogStore) async throws -> LogReview {
        let entry = try await log.entry(LogParameters.reference(call))
        let rows = try await log.reviewQueue(limit: searchedRows, delaysSkipped: false)
        return rows.first { $0.entries.contains(entry.id) } ?? LogReview(entry: entry, isAudit: false)
    }
}
