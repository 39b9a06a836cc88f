public import IlkVocabulary

/// A record of a usage store as it leaves it and comes into another.
public enum UsageRecord: Sendable, Hashable {
    /// Something that was done.
    case event(UsageEvent)
    /// A device.
    case device(UsageDevice)
    /// A caregiver.
    case caregiver(CaregiverProfile)
    /// What people say of a session.
    case session(UsageSessionNote)

    /// Its key.
    public var id: RecordID {
        switch self {
        case .event(let event): event.id
        case .device(let device): device.id
        case .caregiver(let profile): profile.id
        case .session(let note): note.id
        }
    }

    /// The table of such records.
    var table: String {
        switch self {
        case .event: "usageEvent"
        case .device: "usageDevice"
        case .caregiver: "usageCaregiver"
        case .session: "usageSessionNote"
        }
    }
}
