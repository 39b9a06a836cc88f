public import IlkVocabulary
public import IlkStore

/// An error of the usage store other than a database failure. The messages contain names and keys, but no
/// phrases.
public enum UsageError: Error, Sendable, Hashable {
    /// All validation errors of a record.
    case invalid([String])
    /// A device, caregiver or session does not exist. The first value is `device`, `caregiver` or `session`.
    case notFound(String, reference: String)
    /// Several devices, caregivers or sessions match a name or key.
    case ambiguous(String, reference: String, count: Int)
    /// A record with this key is already stored, with different content.
    case conflicting(key: String)
    /// Another device or caregiver already has this name.
    case nameInUse(String)
    /// A phrase cannot be recorded, because the phrase is empty: no symbol was tapped since the last phrase.
    case nothingToSpeak
    /// A setting, such as the pause that ends a session, has an invalid value. The associated value is the
    /// message for the user.
    case invalidSettings(String)

    /// The exit status for commands, from `sysexits.h`.
    public var exitStatus: Int32 {
        switch self {
        case .invalid, .ambiguous, .invalidSettings: 64
        case .notFound: 66
        case .conflicting: 65
        case .nameInUse, .nothingToSpeak: 1
        }
    }
}

extension UsageError: InvalidRecord {}

extension UsageError: ReportedError {
    /// The message for the user.
    public var description: String {
        switch self {
        case .invalid(let problems): problems.joined(separator: "; ")
        case .notFound(let what, let reference): "there is no \(what) '\(reference)'"
        case .ambiguous(let what, let reference, let count):
            "'\(reference)' is ambiguous: it matches \(count) \(what)"
        case .conflicting(let key): "a record with the key \(key) and different content is already stored"
        case .nameInUse(let name): "the name '\(name)' is already in use"
        case .nothingToSpeak: "the phrase is empty: no symbol was tapped since the last phrase"
        case .invalidSettings(let message): message
        }
    }

    /// A hint for the user, or `nil` if there is no hint.
    public var hint: String? {
        switch self {
        case .notFound("session", _): "list the sessions with: ilk usage session"
        case .notFound("device", _): "list the devices with: ilk usage devices"
        case .notFound("caregiver", _): "list the caregivers with: ilk usage profiles"
        case .ambiguous: "use the full id"
        case .nameInUse: "choose another name"
        case .nothingToSpeak: "record a tap with: ilk usage tap want"
        case .invalid, .notFound, .conflicting, .invalidSettings: nil
        }
    }
}
