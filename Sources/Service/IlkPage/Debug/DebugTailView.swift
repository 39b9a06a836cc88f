import IlkFraming
import IlkHTTP

/// The newest debug events. The script of the page updates them.
struct DebugTailView {
    let path: String
    let rows: [DebugRow]

    init(_ page: JSONTree, q: String) {
        path = PagePath.path("/ui/debug/tail", [Pair("q", q)])
        rows = (page["items"]?.elements ?? []).map(DebugRow.init)
    }
}
