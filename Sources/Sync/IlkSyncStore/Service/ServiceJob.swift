package import FoundationEssentials
package import IlkVocabulary

/// Work that a server does in the background, after it has answered the request for this work.
package struct ServiceJob: Hashable, Sendable {
    package enum State: String, Hashable, Sendable, CaseIterable {
        case queued
        case running
        case succeeded
        case failed
        case canceled
    }

    /// The originator of a job.
    package enum Origin: Hashable, Sendable {
        /// The name of a token.
        case token(String)
        /// The name of a schedule.
        case schedule(String)
    }

    package let id: RecordID
    /// The type of work, such as `retrain`.
    package let kind: String
    /// The parameters, a JSON object.
    package let parameters: String
    package let origin: Origin
    package let created: Date
    package var state = State.queued
    package var started: Date?
    package var ended: Date?
    /// A number that increases with each change to the job, so that clients can detect changes. It can skip
    /// values.
    package var changes = 1
    /// The name of the part of the work that is running or ran last.
    package var phase: String?
    /// The completed share of the phase, 0 to 1, or `nil` if it is unknown.
    package var fraction: Double?
    /// The result, a JSON value, if the job succeeded.
    package var result: String?
    /// The reason if the job failed.
    package var error: String?

    package init(_ id: RecordID, _ kind: String, parameters: String, by origin: Origin, at created: Date) {
        self.id = id
        self.kind = kind
        self.parameters = parameters
        self.origin = origin
        self.created = created
    }

    /// `true` if the job will not change anymore.
    package var isOver: Bool { ended != nil }
}
