import Synchronization

/// Finds flags and labels that messages have lost in a file since the last import of the file.
///
/// A file may contain a message several times, for example in two folders of a Maildir. The message has the
/// flags and labels of all its copies. Therefore an import tracks the messages that it has read so far. A
/// message has lost a flag or a label if the import has read the whole file and no copy has it.
final class MailFollowing: Sendable {
    /// The flags and labels that a message had at the last import and that this import has not found yet.
    struct Missing: Sendable {
        var origin: EmailOrigin
        /// `true` if the message is counted as updated.
        var isCounted: Bool
    }

    /// A hash of the path of the mailbox or Maildir, and of `--label` if the option is given.
    let source: Int64
    /// `true` if the import does not read the beginning of the file, which may contain copies of the messages.
    private let isPartial: Bool

    private struct State {
        /// The row numbers of the messages that this import has read so far.
        var seen: Set<Int64> = []
        var missing: [Int64: Missing] = [:]
    }

    private let state = Mutex(State())

    init(source: Int64, isPartial: Bool) {
        (self.source, self.isPartial) = (source, isPartial)
    }

    /// Records that a copy of a message was read.
    ///
    /// - Parameters:
    ///   - key: The row number of the message.
    ///   - found: The flags and labels of the copy.
    ///   - missing: The flags and labels that the message had at the last import, without `found`.
    ///   - isCounted: `true` if the message is counted as updated.
    func note(_ key: Int64, found: EmailOrigin, missing: EmailOrigin, isCounted: Bool) {
        if isPartial { return }
        state.withLock { state in
            guard state.seen.insert(key).inserted else {
                guard let earlier = state.missing[key] else { return }
                state.missing[key] = Missing(
                    origin: earlier.origin.subtracting(found), isCounted: earlier.isCounted || isCounted)
                return
            }
            if !missing.isEmpty { state.missing[key] = Missing(origin: missing, isCounted: isCounted) }
        }
    }

    /// The messages that have lost flags or labels, by row number.
    var lost: [Int64: Missing] {
        state.withLock { $0.missing.filter { !$0.value.origin.isEmpty } }
    }
}
