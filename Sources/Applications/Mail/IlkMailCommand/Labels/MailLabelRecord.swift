import IlkMail

/// A label as programs read it.
struct MailLabelRecord: Encodable {
    var schema = "ilk.mail.label/1"
    var id: String
    var name: String
    var account: String
    var type: String
    var messages: Int
    var unread: Int

    /// The record of a label.
    init(_ label: Label, account: String) {
        id = label.gmailId
        name = label.name
        self.account = account
        type = label.type.rawValue
        messages = label.messagesTotal
        unread = label.messagesUnread
    }
}
