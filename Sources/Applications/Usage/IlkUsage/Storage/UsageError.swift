public import IlkVocabulary
public import IlkStore

/// Why the store of usage cannot do what was asked, although the database works. Names fields and keys, no phrases.
public enum UsageError: Error, Sendable, Hashable {
    /// Fields of a record are not right: all of them.
    case invalid([String])
    /// There is no such device, caregiver profile or session.
    case noSuch(String)
    /// So many answer to the name.
    case ambiguous(String, count: Int)
    /// A record of this key is there already, and says something else.
    case conflicting(key: String)
    /// A name that another one has already.
    case nameTaken(String)
    /// Nothing was tapped since the last phrase.
    case nothingToSpeak
    /// Settings that cannot be.
    case badSettings(String)

    /// The status that a command ends with, of `sysexits`.
    public var exitStatus: Int32 {
        switch self {
        case .invalid, .ambiguous, .badSettings: 64
        case .noSuch: 66
        case .conflicting: 65
        case .nameTaken, .nothingToSpeak: 1
        }
    }
}

extension UsageError: InvalidRecord {}

extension UsageError: ReportedError {
    /// One sentence: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .invalid(let problems): problems.joined(separator: "; ")
        case .noSuch(let what): "there is no such \(what)"
        case .ambiguous(let what, let count): "\(count) of the \(what) answer to that: use the whole key"
        case .conflicting(let key): "there is a record \(key) that says something else"
        case .nameTaken(let what): "there is a \(what) of that name already"
        case .nothingToSpeak: "nothing was tapped since the last phrase: say what is spoken"
        case .badSettings(let says): says
        }
    }
}
