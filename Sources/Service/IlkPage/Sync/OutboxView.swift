import IlkFraming
import IlkHTTP

/// The calls that wait to be sent to the Monica server, in the order of sending.
struct OutboxView {
    struct Row {
        let path: String
        let contact: String
        let change: String
        let status: String
        let isFailed: Bool
        let attempts: Int
        let notBefore: String
        let error: String
        /// The key of a call that can be sent again, or `nil`.
        let retry: String?
    }

    let rows: [Row]
    /// The number of failed calls that one button sends again, or `nil` if there is no such button.
    let retryAll: Int?
    /// The keys of the refused calls that the server has never stored. They can be deleted.
    let refused: [String]
    let next: String?

    /// - Parameters:
    ///   - query: The query parameters of the page's URL.
    ///   - json: The page of calls.
    ///   - canRetry: `true` if the person may send refused calls again.
    init(_ query: [Pair], _ json: JSONTree, canRetry: Bool) {
        rows = (json["items"]?.elements ?? []).map { Row($0, canRetry: canRetry) }
        let failed = rows.count { $0.isFailed }
        retryAll = canRetry && failed > 1 ? failed : nil
        next = PagePath.next(json, at: "/ui/sync/outbox", query)
        refused = rows.filter { $0.change == "create" }.compactMap(\.retry)
    }
}

extension OutboxView.Row {
    fileprivate init(_ json: JSONTree, canRetry: Bool) {
        let key = json["key"]?.string ?? ""
        path = "/ui" + PagePath.path("calls", key)
        contact = json["contact"]?.string ?? ""
        change = json["change"]?.string ?? ""
        status = json["syncStatus"]?.string ?? ""
        isFailed = status == "failed"
        attempts = json["attempts"]?.integer ?? 0
        notBefore = (json["notBefore"]?.string).map { PageText.time($0) + " UTC" } ?? ""
        error =
            json["syncError"]?.string
            ?? (json["isOutcomeUnknown"]?.bool == true ? "no response to the last attempt" : "")
        retry = canRetry && isFailed ? key : nil
    }
}
