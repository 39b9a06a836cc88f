/// A message about a change.
struct PageNotice: Sendable {
    var text: String
    /// The path of the page that shows the message. Other open pages do not show the message.
    var path: String
    /// A form that undoes the change, or `nil`.
    var undo: Undo?

    struct Undo: Sendable {
        let path: String
        let fields: [Pair]
    }
}
