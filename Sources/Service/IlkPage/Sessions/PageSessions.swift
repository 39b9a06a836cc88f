import IlkSyncStore
import IlkVocabulary
import Synchronization

/// The sessions of a server. The keys are the digests of the session ids.
final class PageSessions: Sendable {
    /// The maximum time without a request, and the maximum length of a session, in milliseconds.
    private static let (idle, longest): (UInt64, UInt64) = (12 * 3_600_000, 7 * 24 * 3_600_000)
    /// The maximum number of sessions. A further session ends the session that was used least recently.
    private static let maximum = 1000

    /// The maximum length of a session in seconds, for the cookie.
    static let seconds = Int(longest / 1000)

    /// Read only while `sessions` is locked, so that no session was used later than the present time.
    private let clock: any SyncClock
    private let sessions = Mutex<[ContentDigest: PageSession]>([:])

    init(_ clock: any SyncClock) { self.clock = clock }

    /// Starts a session.
    ///
    /// - Parameters:
    ///   - token: The digest of the token.
    ///   - ownToken: The name of the token if a link of the server created it.
    /// - Returns: The id, which is always new.
    func start(_ token: ContentDigest, ownToken: String?) -> String {
        let (id, formToken) = (RandomText.make(), RandomText.make())
        sessions.withLock { sessions in
            let now = clock.monotonic
            sessions = sessions.filter { Self.isValid($0.value, now) }
            if sessions.count >= Self.maximum,
                let oldest = sessions.min(by: { $0.value.used < $1.value.used })
            {
                sessions[oldest.key] = nil
            }
            sessions[ContentDigest(of: id)] = PageSession(
                token: token, formToken: formToken, created: now, used: now, ownToken: ownToken)
        }
        return id
    }

    /// Returns the session with an id, or `nil` if there is no such session.
    func session(_ id: String) -> PageSession? {
        change(id) { session in session }
    }

    /// Changes a session, and records the time of its use.
    ///
    /// - Returns: The result of the function, or `nil` if there is no such session.
    @discardableResult func change<Result: Sendable>(
        _ id: String, _ body: @Sendable (inout PageSession) -> Result
    ) -> Result? {
        let key = ContentDigest(of: id)
        return sessions.withLock { sessions in
            let now = clock.monotonic
            guard var session = sessions[key], Self.isValid(session, now) else {
                sessions[key] = nil
                return nil
            }
            session.used = now
            let result = body(&session)
            sessions[key] = session
            return result
        }
    }

    /// Ends a session.
    ///
    /// - Returns: The session, or `nil` if there was none.
    @discardableResult func end(_ id: String) -> PageSession? {
        sessions.withLock { $0.removeValue(forKey: ContentDigest(of: id)) }
    }

    private static func isValid(_ session: PageSession, _ now: UInt64) -> Bool {
        now - session.used < idle && now - session.created < longest
    }
}

/// Random texts that cannot be guessed.
enum RandomText {
    /// Returns 256 random bits of the system's secure generator as 64 hexadecimal digits.
    static func make() -> String {
        (0..<4).map { _ in UInt64.random(in: .min ... .max).zeroPadded(to: 16, radix: 16) }.joined()
    }
}
