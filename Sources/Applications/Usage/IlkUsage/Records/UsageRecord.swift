public import IlkStore
public import IlkVocabulary

/// A record of a usage store: the unit of exports and imports. Sync transfers all records except corrections.
public enum UsageRecord: Sendable, Hashable {
    case event(UsageEvent)
    case device(UsageDevice)
    case caregiver(CaregiverProfile)
    /// A session note.
    case session(UsageSessionNote)
    /// A correction of the tag of a phrase, with the key of the phrase.
    case correction(RecordCorrection, of: RecordID)

    /// The key of the record. The key of a correction is the key of its phrase.
    public var id: RecordID {
        switch self {
        case .event(let event): event.id
        case .device(let device): device.id
        case .caregiver(let profile): profile.id
        case .session(let note): note.id
        case .correction(_, let phrase): phrase
        }
    }

    /// The name of the database table that stores records of this type.
    var table: String {
        switch self {
        case .event: "usageEvent"
        case .device: "usageDevice"
        case .caregiver: "usageCaregiver"
        case .session: "usageSessionNote"
        case .correction: UsageSchema.corrections.name
        }
    }
}
