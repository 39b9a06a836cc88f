public import IlkVocabulary

/// A record of a usage store for export, import and sync.
public enum UsageRecord: Sendable, Hashable {
    case event(UsageEvent)
    case device(UsageDevice)
    case caregiver(CaregiverProfile)
    /// A session note.
    case session(UsageSessionNote)

    /// The key of the record.
    public var id: RecordID {
        switch self {
        case .event(let event): event.id
        case .device(let device): device.id
        case .caregiver(let profile): profile.id
        case .session(let note): note.id
        }
    }

    /// The table that stores records of this type.
    var table: String {
        switch self {
        case .event: "usageEvent"
        case .device: "usageDevice"
        case .caregiver: "usageCaregiver"
        case .session: "usageSessionNote"
        }
    }
}
