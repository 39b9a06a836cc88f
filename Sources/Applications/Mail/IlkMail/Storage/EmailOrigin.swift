/// The flags and labels of a message in a file.
struct EmailOrigin: Hashable, Sendable {
    var labels: Set<String> = []
    /// `true` if the labels are folders, `false` if they come from Gmail.
    var hasFolders: Bool
    var isRead = false
    var isStarred = false

    /// `true` if there is neither a flag nor a label.
    var isEmpty: Bool { labels.isEmpty && !isRead && !isStarred }

    func union(_ other: EmailOrigin) -> EmailOrigin {
        EmailOrigin(
            labels: labels.union(other.labels), hasFolders: hasFolders, isRead: isRead || other.isRead,
            isStarred: isStarred || other.isStarred)
    }

    func subtracting(_ other: EmailOrigin) -> EmailOrigin {
        EmailOrigin(
            labels: labels.subtracting(other.labels), hasFolders: hasFolders,
            isRead: isRead && !other.isRead, isStarred: isStarred && !other.isStarred)
    }
}
