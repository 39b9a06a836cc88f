package import IlkSyncStore
import IlkVocabulary
import Synchronization

/// A secret that signs in once as an administrator. `ilk serve --open-page` prints it.
package final class SignInLink: Sendable {
    /// The time for which the link is valid, in milliseconds.
    package static let time: UInt64 = 600_000

    /// The path of the link, with the secret.
    package let path: String
    private let clock: any SyncClock
    private let state: Mutex<(digest: ContentDigest, end: UInt64)?>

    /// - Parameter clock: The clock for the validity, which starts now.
    package init(_ clock: any SyncClock) {
        let secret = RandomText.make()
        path = "/ui/sign-in?link=\(secret)"
        self.clock = clock
        state = Mutex((ContentDigest(of: secret), clock.monotonic + Self.time))
    }

    /// Uses the link.
    ///
    /// - Returns: `false` if the secret is wrong, was used before or is no longer valid.
    func use(_ secret: String) -> Bool {
        let now = clock.monotonic
        return state.withLock { state in
            guard let known = state, known.digest == ContentDigest(of: secret) else { return false }
            state = nil
            return now < known.end
        }
    }
}
