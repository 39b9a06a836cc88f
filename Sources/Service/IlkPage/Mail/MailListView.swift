import IlkFraming
import IlkHTTP

/// The threads of a label, or the messages that match a search, with the labels and their unread counts.
struct MailListView {
    struct Label {
        let name: String
        let path: String
        let unread: Int
        let messages: Int
        let hasUnread: Bool
        let isChosen: Bool
    }

    struct Account {
        let name: String
        let path: String
        let isChosen: Bool
        let labels: [Label]
    }

    struct Row {
        let path: String
        let time: String
        let from: String
        let subject: String
        let snippet: String
        let count: String
        let isUnread: Bool
        let category: String?
    }

    let accounts: [Account]
    let heading: String
    let rows: [Row]
    let next: String?

    /// The number of threads on a page if the URL has no parameter `limit`.
    private static let usual = 50
    private static let maximum = 1000

    /// - Parameters:
    ///   - query: The query parameters of the page's URL.
    ///   - labels: The labels of all accounts.
    ///   - page: The threads, or the messages of a search.
    init(_ query: [Pair], labels: JSONTree, _ page: JSONTree) {
        let (q, account, label) = (query["q"], query["account"], query["label"])
        let items = labels["items"]?.elements ?? []
        var names: [String] = []
        for item in items {
            let name = item["account"]?.string ?? ""
            if !names.contains(name) { names.append(name) }
        }
        accounts = names.map { name in
            Account(
                name: name, path: PagePath.path("/ui/mail", [Pair("account", name)]),
                isChosen: name == account && label.isEmpty,
                labels: items.filter { $0["account"]?.string == name }.map {
                    Label($0, account: name, chosen: name == account ? label : "")
                })
        }
        let found = page["items"]?.elements ?? []
        let isSearch = !q.isEmpty
        rows = found.map { isSearch ? Row(message: $0) : Row(thread: $0) }
        let chosen = items.first { $0["account"]?.string == account && $0["id"]?.string == label }
        heading = isSearch ? "Messages found" : chosen?["name"]?.string ?? "All threads"
        let limit = Int(query["limit"]) ?? Self.usual
        if isSearch {
            next = PagePath.next(page, at: "/ui/mail", [Pair("q", q)])
        } else if found.count == limit, limit < Self.maximum {
            let more = Pair("limit", "\(min(limit * 4, Self.maximum))")
            next = PagePath.path("/ui/mail", [Pair("account", account), Pair("label", label), more])
        } else {
            next = nil
        }
    }
}

extension MailListView.Label {
    fileprivate init(_ json: JSONTree, account: String, chosen: String) {
        let id = json["id"]?.string ?? ""
        name = json["name"]?.string ?? id
        path = PagePath.path("/ui/mail", [Pair("account", account), Pair("label", id)])
        unread = json["unread"]?.integer ?? 0
        messages = json["messages"]?.integer ?? 0
        hasUnread = unread > 0
        isChosen = !chosen.isEmpty && id == chosen
    }
}

extension MailListView.Row {
    fileprivate init(thread json: JSONTree) {
        self.init(json, date: "date", isUnread: json["unread"]?.integer ?? 0 > 0)
    }

    fileprivate init(message json: JSONTree) {
        self.init(json, date: "date", isUnread: json["isRead"]?.bool == false)
    }

    private init(_ json: JSONTree, date: String, isUnread: Bool) {
        path = PagePath.path(
            "/ui" + PagePath.path("mail", "threads", json["thread"]?.string ?? ""),
            [Pair("account", json["account"]?.string ?? "")])
        time = PageText.time(json[date]?.string)
        from = MailThreadView.address(json["from"])
        let subject = json["subject"]?.string ?? ""
        self.subject = subject.isEmpty ? "(no subject)" : PageText.cut(subject, to: 300)
        snippet = PageText.cut(json["snippet"]?.string ?? "", to: 300)
        let (messages, unread) = (json["messages"]?.integer ?? 1, json["unread"]?.integer ?? 0)
        count = messages > 1 ? "\(messages) messages, \(unread) unread" : ""
        self.isUnread = isUnread
        let corrected = json["corrections"]?.elements?.last?["label"]?.string
        category = corrected ?? json["verdicts"]?.elements?.first?["category"]?.string
    }
}
