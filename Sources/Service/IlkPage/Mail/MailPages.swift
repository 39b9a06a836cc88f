import IlkFraming
import IlkHTTP

/// The pages of mail: threads by label, a search, and the messages of a thread as plain text.
struct MailPages {
    let pages: Pages

    private static let query = ["q", "account", "label", "limit", "cursor"]

    var routes: [Route] { [list, thread] }

    private var list: Route {
        pages.page("/ui/mail", "openMail", "List threads by label, or search messages.", query: Self.query) {
            visit in
            let query = Self.query.map { Pair($0, visit[$0]) }
            let isSearch = !visit["q"].isEmpty
            let names = isSearch ? ["q", "cursor"] : ["account", "label", "limit"]
            let path = PagePath.path(
                isSearch ? "/v1/mail" : "/v1/mail/threads", query.filter { names.contains($0.key) })
            let view = MailListView(
                query, labels: try await visit.get("/v1/mail/labels"), try await visit.get(path))
            let source = PageFrame.Source(path, as: isSearch ? DataFormat.allCases : [.json])
            return visit.html("mail", "Mail", view, source: source)
        }
    }

    private var thread: Route {
        pages.page("/ui/mail/threads/{thread}", "openMailThread", "Show a thread.", query: ["account"]) {
            visit in
            let path = PagePath.path(
                "/v1" + PagePath.path("mail", "threads", visit["thread"]), [Pair("account", visit["account"])]
            )
            let view = MailThreadView(try await visit.get(path))
            return visit.html("mail-thread", view.title, view, source: .init(path))
        }
    }
}
