/// The outcome of waiting until pending entries are stored or sent.
public enum FlushOutcome: String, Sendable, CaseIterable {
    /// All entries that were pending at the call have been stored or sent.
    case reached
    /// The entries cannot be stored or sent. The journal closed before the entries were written, or the
    /// receiver failed or refused the entries.
    case failed
    /// The timeout passed. The entries are still pending.
    case timedOut
    /// The caller's task was canceled. The entries are still pending.
    case canceled
}
