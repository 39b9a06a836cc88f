public import FoundationEssentials
public import IlkVocabulary

/// A reminder to call a contact.
public struct CallReminder: Sendable, Hashable {
    /// The key of the reminder.
    public var id: RecordID
    /// The contact to call.
    public var contact: Contact
    /// The time at which the reminder is due.
    public var dueAt: Date
    /// The note of the reminder, such as the subject of the call; `nil` if there is no note.
    public var note: String?
    /// The time at which the reminder was completed, or `nil` if the reminder is open.
    public var doneAt: Date?
}
