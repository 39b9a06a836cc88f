import Synchronization

/// The messages of a file that an import has read so far.
///
/// A Maildir may have a message in several folders. A message leaves a folder only when the whole Maildir was
/// read and the message was not found there.
final class MailFollowing: Sendable {
    /// The labels that a message had at the last import and that this import has not found yet.
    struct Missing: Sendable {
        var labels: Set<String>
        /// `true` if the message is counted as updated.
        var isCounted: Bool
    }

    /// A hash of the file's path.
    let source: Int64
    let isMaildir: Bool

    private struct State {
        /// The rows of the messages of a Maildir that were read.
        var seen: Set<Int64> = []
        var missing: [Int64: Missing] = [:]
    }

    private let state = Mutex(State())

    init(source: Int64, isMaildir: Bool) {
        (self.source, self.isMaildir) = (source, isMaildir)
    }

    /// Notes that a message of a Maildir was read. Returns `true` if it was read before, in another folder.
    func isRepeated(_ key: Int64) -> Bool {
        isMaildir && state.withLock { !$0.seen.insert(key).inserted }
    }

    /// Records the labels that a message has lost. If the import has read the message before, in another
    /// folder, records instead the labels that it has found again.
    func note(
        _ key: Int64, missing labels: Set<String>, found: Set<String>, isRepeated: Bool, isCounted: Bool
    ) {
        state.withLock { state in
            guard isRepeated else {
                if !labels.isEmpty { state.missing[key] = Missing(labels: labels, isCounted: isCounted) }
                return
            }
            state.missing[key]?.labels.subtract(found)
            if isCounted { state.missing[key]?.isCounted = true }
        }
    }

    /// Returns the messages that were read and have left a folder.
    var moved: [Int64: Missing] {
        state.withLock { $0.missing.filter { !$0.value.labels.isEmpty } }
    }
}
