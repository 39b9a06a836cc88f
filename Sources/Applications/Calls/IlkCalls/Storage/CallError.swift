public import IlkStore
public import IlkVocabulary

/// An error of the call store other than a database failure. The messages contain field names, ids, statuses
/// and the names that the caller passed, but no notes.
public enum CallError: Error, Sendable, Hashable {
    /// A call or record has invalid fields. The associated value contains each field with a message.
    case invalid([CallFieldError])
    /// No call matches the reference.
    case noSuchCall(reference: String)
    /// The transition between two statuses is not allowed.
    case illegalTransition(from: CallSyncStatus, to: CallSyncStatus)
    /// There is no contact with the given name or id.
    case noSuchContact(reference: String)
    /// Several contacts have the given name.
    case ambiguousContact(reference: String, count: Int)
    /// A call with the same key is already stored, with different content.
    case conflictingCall(reference: String)
    /// Another call has the same server id. The reference names this call.
    case serverIDInUse(Int32, reference: String)
    /// A timer is already running (`true`), or no timer is running (`false`).
    case timerState(Bool)
    /// A conflict, template or reminder does not exist. The first value is `conflict`, `template` or
    /// `reminder`.
    case notFound(String, reference: String)
    /// The conflict is already resolved.
    case alreadyResolved
    /// The call was changed after the caller read it.
    case changed(reference: String)

    /// The exit status for commands, from `sysexits.h`.
    public var exitStatus: Int32 {
        switch self {
        case .invalid, .ambiguousContact: 64
        case .noSuchCall, .noSuchContact, .notFound: 66
        case .illegalTransition, .timerState, .alreadyResolved, .changed: 1
        case .conflictingCall, .serverIDInUse: 65
        }
    }
}

extension CallError: InvalidRecord {}

extension CallError: ReportedError {
    /// The message for the user.
    public var description: String {
        switch self {
        case .invalid(let problems):
            problems.map { "\($0.field.rawValue): \($0.message)" }.joined(separator: "; ")
        case .noSuchCall(let reference): "there is no call '\(reference)'"
        case .illegalTransition(let from, let to):
            "the sync status of a call cannot change from \(from.rawValue) to \(to.rawValue)"
        case .noSuchContact(let reference): "there is no contact '\(reference)'"
        case .ambiguousContact(let reference, let count): "\(count) contacts have the name '\(reference)'"
        case .conflictingCall(let reference): "call \(reference) is already stored, with different content"
        case .serverIDInUse(let id, let reference): "the server id \(id) belongs to call \(reference)"
        case .timerState(let runs): runs ? "the timer of a call is already running" : "no timer is running"
        case .notFound(let what, let reference): "there is no \(what) '\(reference)'"
        case .alreadyResolved: "the conflict is already resolved"
        case .changed(let reference): "call \(reference) was changed meanwhile"
        }
    }

    /// A hint for the user, or `nil` if there is no hint.
    public var hint: String? {
        switch self {
        case .noSuchCall: "list the calls with: ilk calls ls"
        case .noSuchContact: "list the contacts with: ilk calls contacts"
        case .ambiguousContact: "use the number of the contact; list the contacts with: ilk calls contacts"
        case .timerState(true): "stop the timer with: ilk calls stop"
        case .timerState(false): "start a timer with: ilk calls start NAME"
        case .notFound("reminder", _): "list the reminders with: ilk calls remind"
        case .notFound("template", _): "list the templates with: ilk calls templates"
        case .notFound("conflict", _), .alreadyResolved: "list the conflicts with: ilk calls conflicts"
        case .invalid, .illegalTransition, .conflictingCall, .serverIDInUse, .notFound, .changed: nil
        }
    }
}
