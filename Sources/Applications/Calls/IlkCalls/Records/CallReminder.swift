public import FoundationEssentials
public import IlkVocabulary

/// Somebody is to be called.
public struct CallReminder: Sendable, Hashable {
    /// The reminder's key.
    public var id: RecordID
    /// Whom.
    public var contact: Contact
    /// When.
    public var dueAt: Date
    /// What about.
    public var note: String?
    /// When it was done; nil when it is to be done.
    public var doneAt: Date?
}
