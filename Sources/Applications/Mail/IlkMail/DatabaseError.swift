public import IlkVocabulary
public import IlkStore

/// An error of a mail repository. The messages contain ids and codes, but no text of mail.
public enum DatabaseError: Error, Sendable {
    /// Code `DB_001`: reading failed.
    case fetchFailed(StoreError)
    /// Code `DB_002`: saving failed. The transaction was rolled back.
    case saveFailed(StoreError)
    /// Code `DB_003`: deleting failed. The transaction was rolled back.
    case deleteFailed(StoreError)
    /// Code `DB_004`: a record does not exist. The associated value names the record.
    case notFound(String)

    /// The code: `DB_001` to `DB_004`.
    public var code: String {
        switch self {
        case .fetchFailed: "DB_001"
        case .saveFailed: "DB_002"
        case .deleteFailed: "DB_003"
        case .notFound: "DB_004"
        }
    }

    /// A hint for the user, or `nil` if there is no hint.
    public var hint: String? {
        if case .notFound(let what) = self, what.hasPrefix("message") {
            return "list the messages with: ilk mail ls"
        }
        return cause?.hint
    }

    /// The exit status for commands, from `sysexits.h`.
    public var exitStatus: Int32 { cause?.exitStatus ?? 66 }

    private var cause: StoreError? {
        switch self {
        case .fetchFailed(let error), .saveFailed(let error), .deleteFailed(let error): error
        case .notFound: nil
        }
    }
}

extension DatabaseError: ReportedError {
    /// The message for the user: the code, the failed operation and the cause.
    public var description: String {
        switch self {
        case .fetchFailed(let error): "\(code): cannot read: \(error)"
        case .saveFailed(let error): "\(code): cannot save: \(error)"
        case .deleteFailed(let error): "\(code): cannot delete: \(error)"
        case .notFound(let what): "\(code): there is no \(what)"
        }
    }
}
