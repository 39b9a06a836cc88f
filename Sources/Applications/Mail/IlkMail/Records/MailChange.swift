/// A change of the flags or labels of messages.
public enum MailChange: Sendable, Hashable {
    /// Marks messages as read, or as unread.
    case read(Bool)
    /// Stars messages, or removes the star.
    case starred(Bool)
    /// Adds the label with this key. If the account does not have the label, the label is created.
    case add(label: String)
    /// Removes the label with this key.
    case remove(label: String)
    /// Moves messages to the folder with this key. If the account does not have the folder, the folder is
    /// created. The messages leave all other folders: those in ``Label/folderNames``, and the folders from
    /// which an import read the messages.
    case move(to: String)
}
