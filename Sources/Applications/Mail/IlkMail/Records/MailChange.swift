/// A change of the flags or labels of messages.
public enum MailChange: Sendable, Hashable {
    /// Marks messages as read, or as unread.
    case read(Bool)
    /// Stars messages, or removes the star.
    case starred(Bool)
    /// Adds the label with this key, which is created if the account does not have it.
    case add(label: String)
    /// Removes the label with this key.
    case remove(label: String)
    /// Moves messages to the folder with this key, which is created if the account does not have it. The
    /// messages leave all other folders: ``Label/folderNames``, and the folders that an import read them
    /// from.
    case move(to: String)
}
