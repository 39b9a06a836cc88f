public import IlkSync

/// What carries requests of sync to a hub and its answers back. One conformance suite holds all of them to the same.
public protocol SyncLink: Sendable {
    /// Asks the hub.
    ///
    /// - Throws: ``SyncTrouble``: whatever was asked may or may not have been done.
    func answer(to request: SyncRequest) async throws(SyncTrouble) -> SyncResponse

    /// Whether the hub can be reached now, at little cost to anybody: it is asked every second while it could not be. Where
    /// nothing of that kind can be asked, false: then the pauses after failures are waited for.
    func isReachable() async -> Bool
}

extension SyncLink {
    /// False: nobody was asked.
    public func isReachable() async -> Bool { false }
}

/// Why there is no answer of a hub.
public struct SyncTrouble: Error, Hashable, Sendable {
    /// What the engine makes of it.
    public var failure: TransportFailure
    /// In words, for people.
    public var words: String
    /// Whether nobody could be asked: there is no network, or nobody listens.
    public var isUnreachable: Bool

    /// A trouble of these parts.
    public init(_ failure: TransportFailure, _ words: String, isUnreachable: Bool = false) {
        self.failure = failure
        self.words = words
        self.isUnreachable = isUnreachable
    }
}
