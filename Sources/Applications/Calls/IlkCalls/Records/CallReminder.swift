public import FoundationEssentials
public import IlkVocabulary

/// A reminder to call a contact.
public struct CallReminder: Sendable, Hashable {
    /// The key of the reminder.
    public var id: RecordID
    /// The contact to call.
    public var contact: Contact
    /// The time of the reminder.
    public var dueAt: Date
    /// The note of the reminder, such as the subject of the call.
    public var note: String?
    /// The time when the reminder was completed; `nil` if it is open.
    public var doneAt: Date?
}
