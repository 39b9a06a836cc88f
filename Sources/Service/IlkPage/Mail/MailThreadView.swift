import IlkFraming
import IlkHTTP

/// The messages of a thread as plain text.
struct MailThreadView {
    struct Message {
        let from: String
        let to: String
        let cc: String
        let time: String
        let subject: String
        let isUnread: Bool
        let labels: String
        let categories: String
        let body: String
        let attachments: [Attachment]
    }

    struct Attachment {
        let name: String
        let type: String
        let size: String
    }

    /// The maximum number of characters of a text that is shown.
    private static let maximumText = 100_000

    let title: String
    let summary: String
    let messages: [Message]

    init(_ json: JSONTree) {
        let items = json["items"]?.elements ?? []
        messages = items.map { Message($0, maximumText: Self.maximumText) }
        let subject = items.first?["subject"]?.string ?? ""
        title = subject.isEmpty ? "(no subject)" : PageText.cut(subject, to: 200)
        summary =
            "\(PageText.counted(items.count, "message")), oldest first, as plain text. Nothing is loaded "
            + "from other servers, and attachments are not opened."
    }

    /// Returns a sender or a recipient as text.
    static func address(_ json: JSONTree?) -> String {
        let (name, address) = (json?["name"]?.string ?? "", json?["address"]?.string ?? "")
        return name.isEmpty ? address : address.isEmpty ? name : "\(name) <\(address)>"
    }
}

extension MailThreadView.Message {
    fileprivate init(_ json: JSONTree, maximumText: Int) {
        func addresses(_ field: String) -> String {
            (json[field]?.elements ?? []).map(MailThreadView.address).joined(separator: ", ")
        }
        from = MailThreadView.address(json["from"])
        (to, cc) = (addresses("to"), addresses("cc"))
        time = PageText.time(json["date"]?.string) + " UTC"
        subject = json["subject"]?.string ?? ""
        isUnread = json["isRead"]?.bool == false
        labels = (json["labels"]?.strings ?? []).joined(separator: ", ")
        categories = (json["verdicts"]?.elements ?? []).map { verdict in
            let share = (verdict["probability"]?.double).map { " (\(PageText.percent($0)))" } ?? ""
            return
                "\(verdict["taxonomy"]?.string ?? ""): \(verdict["category"]?.string ?? "no label")\(share)"
        }.joined(separator: ", ")
        let text = json["body"]?.string
        body = PageText.cut(text ?? json["snippet"]?.string ?? "", to: maximumText)
        attachments = (json["attachments"]?.elements ?? []).map { part in
            MailThreadView.Attachment(
                name: part["filename"]?.string ?? "", type: part["mimeType"]?.string ?? "",
                size: PageText.bytes(part["size"]?.integer ?? 0))
        }
    }
}
