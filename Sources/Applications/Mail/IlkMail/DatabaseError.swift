public import IlkVocabulary
public import IlkStore

/// Why a repository could not do what was asked. It names ids and codes, no text.
public enum DatabaseError: Error, Sendable {
    /// DB_001: reading failed.
    case fetchFailed(StoreError)
    /// DB_002: saving failed; nothing of it was saved.
    case saveFailed(StoreError)
    /// DB_003: deleting failed; nothing of it was deleted.
    case deleteFailed(StoreError)
    /// DB_004: there is no such record.
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

    /// Advice for the user, or `nil` if there is none.
    public var hint: String? { cause?.hint }

    /// The status that a command ends with, of `sysexits`.
    public var exitStatus: Int32 { cause?.exitStatus ?? 66 }

    private var cause: StoreError? {
        switch self {
        case .fetchFailed(let error), .saveFailed(let error), .deleteFailed(let error): error
        case .notFound: nil
        }
    }
}

extension DatabaseError: ReportedError {
    /// The code, what was tried, and what stood in the way.
    public var description: String {
        switch self {
        case .fetchFailed(let error): "\(code): could not read: \(error)"
        case .saveFailed(let error): "\(code): could not save: \(error)"
        case .deleteFailed(let error): "\(code): could not delete: \(error)"
        case .notFound(let what): "\(code): there is no \(what)"
        }
    }
}
