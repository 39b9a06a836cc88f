import Dispatch
import IlkStore
import IlkVocabulary
import Synchronization

/// A cache of the tokens in a hub's file. The cache is discarded when any process has changed the file, so a
/// revoked token is refused at once. Requests that arrived before the last check of the file share it.
final class TokenCache: Sendable {
    private struct State {
        var watch: CommitWatch?
        /// The version of the file at the last check. The tokens were read at this version.
        var version: Int64?
        /// The monotonic time in nanoseconds before the version was last read.
        var checked: UInt64 = 0
        var tokens: [ContentDigest: AccessToken] = [:]
    }

    /// The maximum number of cached tokens.
    private static let most = 1000

    private let state = Mutex(State())

    /// Returns a token from the cache, or reads it.
    ///
    /// - Parameters:
    ///   - digest: The digest of the token.
    ///   - store: The hub's file.
    ///   - arrival: The monotonic time in nanoseconds at which the request with the token arrived, or `nil` for now.
    ///   - read: A closure that reads the token from the file.
    /// - Returns: The token, or `nil` if the file does not contain it. This result is not cached, because
    ///   clients that guess tokens would fill the cache.
    /// - Throws: The errors of `read`.
    func token(
        _ digest: ContentDigest, of store: Store, arrived arrival: UInt64?,
        _ read: () throws -> AccessToken?
    ) rethrows -> AccessToken? {
        let (version, known) = state.withLock { state -> (Int64?, AccessToken?) in
            if let arrival, state.checked >= arrival, let known = state.tokens[digest] {
                return (state.version, known)
            }
            let now = DispatchTime.now().uptimeNanoseconds
            let version = Self.version(of: store, &state.watch)
            if version == nil || version != state.version { state.tokens.removeAll(keepingCapacity: true) }
            (state.version, state.checked) = (version, now)
            return (version, state.tokens[digest])
        }
        if let known { return known }
        let token = try read()
        guard let token, let version else { return token }
        state.withLock { state in
            guard state.version == version else { return }  // Another request has seen a change.
            if state.tokens.count >= Self.most { state.tokens.removeAll(keepingCapacity: true) }
            state.tokens[digest] = token
        }
        return token
    }

    /// Returns the version of a file, or `nil` if it is unknown. Each token is then read from the file.
    private static func version(of store: Store, _ watch: inout CommitWatch?) -> Int64? {
        if watch == nil { watch = try? store.commitWatch() }  // The next call tries again.
        return try? watch?.version()  // If the file cannot be read, `read` throws.
    }
}
