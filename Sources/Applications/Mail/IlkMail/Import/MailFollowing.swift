import Synchronization

/// Finds messages that have left a folder. For this purpose, an import tracks the messages that it has read
/// from a file so far.
///
/// A Maildir may contain a message in several folders. A message has left a folder if the whole Maildir was
/// read and the message was not found in that folder.
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

    /// Records that a message of a Maildir was read. Returns `true` if this import has already read the
    /// message, in another folder.
    func isRepeated(_ key: Int64) -> Bool {
        isMaildir && state.withLock { !$0.seen.insert(key).inserted }
    }

    /// Records the labels that a message seems to have lost. If the import has already read the message in
    /// another folder, removes the labels that were now found from the lost labels.
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

    /// The messages that were read and that have left a folder.
    var moved: [Int64: Missing] {
        state.withLock { $0.missing.filter { !$0.value.labels.isEmpty } }
    }
}
