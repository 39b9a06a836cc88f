import IlkFraming
import IlkHTTP

/// The selected calls, whose deletion must be confirmed.
struct CallDeletionView {
    let rows: [CallListView.Row]
    let count: String
    /// The filters of the list, for the path after the deletion.
    let filters: [Pair]
    /// The path of the list.
    let back: String

    /// - Parameter json: The calls.
    init(_ json: JSONTree, filters: [Pair], back: String) {
        rows = (json["items"]?.elements ?? []).map(CallListView.Row.init)
        count = PageText.counted(rows.count, "call")
        self.filters = filters
        self.back = back
    }
}
