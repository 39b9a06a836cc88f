public import IlkVocabulary

extension SyncStoreError: ReportedError {
    /// The exit status of a command.
    public var exitStatus: Int32 {
        switch self {
        case .damaged, .nameTaken: 65
        case .noSuchAccount: 66
        }
    }

    /// The error message.
    public var description: String {
        switch self {
        case .damaged: "a record of the sync file is damaged"
        case .noSuchAccount: "the account does not exist"
        case .nameTaken: "the account already has a token with this name"
        }
    }

    /// Advice for the user, or `nil` if there is none.
    public var hint: String? { self == .damaged ? "restore the file from a backup" : nil }
}
