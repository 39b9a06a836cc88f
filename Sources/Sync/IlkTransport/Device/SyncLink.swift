public import IlkSync
import IlkVocabulary

/// A connection that carries sync requests to a hub. All implementations pass the same conformance suite.
public protocol SyncLink: Sendable {
    /// Sends a request and returns the hub's response.
    ///
    /// - Parameter request: The request of the device engine.
    /// - Throws: ``SyncLinkError``. The hub may have executed the request nevertheless.
    func answer(to request: SyncRequest) async throws(SyncLinkError) -> SyncResponse

    /// Returns `true` if the hub is reachable now.
    ///
    /// The sync calls this function every second while the hub is unreachable, so it must be cheap. A link
    /// without a cheap check returns `false`. The sync then waits for the full pause before it sends the next
    /// request.
    func isReachable() async -> Bool
}

extension SyncLink {
    /// Returns `false`, for links without a cheap check.
    public func isReachable() async -> Bool { false }
}

/// The reason why a hub gave no usable response.
public struct SyncLinkError: Error, Hashable, Sendable {
    /// The failure as the device engine sees it.
    public var failure: TransportFailure
    /// The message for the user.
    public var message: String
    /// `true` if there is no network or no listening server.
    public var isUnreachable: Bool

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - failure: The failure as the device engine sees it.
    ///   - words: The message for the user.
    ///   - isUnreachable: `true` if there is no network or no listening server.
    public init(_ failure: TransportFailure, _ words: String, isUnreachable: Bool = false) {
        self.failure = failure
        self.message = words
        self.isUnreachable = isUnreachable
    }

    /// Returns the message of an error of a store, never a Swift description.
    package static func words(_ error: any Error) -> String {
        (error as? any ReportedError)?.description ?? "unknown error"
    }
}
