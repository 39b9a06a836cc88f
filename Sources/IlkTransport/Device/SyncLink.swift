public import IlkSync

/// What carries requests of sync to a hub and its answers back. One conformance suite holds all of them to the same.
public protocol SyncLink: Sendable {
    /// Asks the hub.
    ///
    /// - Throws: ``SyncTrouble``: whatever was asked may or may not have been done.
    func answer(to request: SyncRequest) async throws(SyncTrouble) -> SyncResponse
}

/// Why there is no answer of a hub.
public struct SyncTrouble: Error, Hashable, Sendable {
    /// What the engine makes of it.
    public var failure: TransportFailure
    /// In words, for people.
    public var words: String

    /// A trouble of these parts.
    public init(_ failure: TransportFailure, _ words: String) {
        self.failure = failure
        self.words = words
    }
}
