import IlkStore
import Synchronization

/// Make pieces of the two search indexes beside the writer, each on a thread of its own, from the first piece on.
final class MailIndexBuilders: Sendable {
    private struct Builders: Sendable {
        let words: FullTextBuilder
        let trigrams: FullTextBuilder
    }

    private let words: FullTextIndex
    private let trigrams: FullTextIndex
    private let builders = Mutex<Builders?>(nil)

    init(words: FullTextIndex = MailSchema.words, trigrams: FullTextIndex = MailSchema.trigrams) {
        (self.words, self.trigrams) = (words, trigrams)
    }

    /// Pieces of both indexes that are being made.
    struct Pieces: Sendable {
        /// The messages that they are of, in the order of rows.
        let entries: [MailIndex.Entry]
        let words: FullTextBuilder.Work
        let trigrams: FullTextBuilder.Work
    }

    /// Begins with the pieces of messages, and comes back at once.
    ///
    /// - Parameter entries: In the order of their rows.
    /// - Throws: SQLite's errors.
    func begin(_ entries: [MailIndex.Entry]) throws -> Pieces {
        let builders = try builders.withLock { builders in
            if let builders { return builders }
            let new = Builders(
                words: try FullTextBuilder(words), trigrams: try FullTextBuilder(trigrams))
            builders = new
            return new
        }
        return Pieces(
            entries: entries,
            words: builders.words.begin { statement in
                for entry in entries { try entry.runWords(statement) }
            },
            trigrams: builders.trigrams.begin { statement in
                for entry in entries { try entry.runTrigrams(statement) }
            })
    }
}
