public import IlkStore
public import IlkVocabulary

/// Why the store of calls cannot do what was asked, although the database works. Names fields, ids and states, no notes.
public enum CallError: Error, Sendable, Hashable {
    /// Fields of a call are not right: all of them.
    case invalid([CallFieldProblem])
    /// No call answers to the reference.
    case noSuchCall(reference: String)
    /// A status cannot follow another.
    case illegalTransition(from: CallSyncStatus, to: CallSyncStatus)
    /// There is no contact of that name, or number.
    case noSuchContact
    /// So many contacts answer to the name.
    case ambiguousContact(count: Int)
    /// A call of this key, or this server number, is there already, and says something else.
    case conflictingCall(reference: String)
    /// The timer runs already, or does not run.
    case timerRuns(Bool)
    /// There is no such conflict, template or reminder.
    case noSuch(String)
    /// The conflict was decided already.
    case alreadyResolved

    /// The status that a command ends with, of `sysexits`.
    public var exitStatus: Int32 {
        switch self {
        case .invalid, .ambiguousContact: 64
        case .noSuchCall, .noSuchContact, .noSuch: 66
        case .illegalTransition, .timerRuns, .alreadyResolved: 1
        case .conflictingCall: 65
        }
    }
}

extension CallError: InvalidRecord {}

extension CallError: ReportedError {
    /// One sentence: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .invalid(let problems):
            problems.map { "\($0.field.rawValue): \($0.says)" }.joined(separator: "; ")
        case .noSuchCall(let reference): "there is no call \(reference)"
        case .illegalTransition(let from, let to):
            "a call that is \(from.rawValue) cannot become \(to.rawValue)"
        case .noSuchContact: "there is no such contact"
        case .ambiguousContact(let count): "\(count) contacts are called so: name one by its number"
        case .conflictingCall(let reference): "there is a call \(reference) that says something else"
        case .timerRuns(let runs):
            runs
                ? "a call is being timed already: end it with stop"
                : "no call is being timed: begin with start"
        case .noSuch(let what): "there is no such \(what)"
        case .alreadyResolved: "that conflict was decided already"
        }
    }
}
