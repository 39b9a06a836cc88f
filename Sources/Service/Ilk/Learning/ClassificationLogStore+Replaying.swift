package import IlkLearning
package import IlkLog
import IlkStore

extension ClassificationLogStore {
    /// Returns the texts of the newest entries, oldest first. Corrected texts have their human labels.
    ///
    /// - Parameter limit: The maximum number of entries.
    /// - Throws: Errors of reading the log.
    package func replayedTexts(newest limit: Int) async throws -> [ReplayedText] {
        try await entries(newest: limit).reversed().map(ReplayedText.init)
    }

    /// Returns the texts of all entries, oldest first. Corrected texts have their human labels.
    ///
    /// - Parameter check: Called after each page of entries. An error thrown here ends the reading.
    /// - Throws: Errors of reading the log, and the errors of `check`.
    package func replayedTexts(_ check: () throws -> Void) async throws -> [ReplayedText] {
        var texts: [ReplayedText] = []
        var cursor: PageCursor?
        while true {
            let entries = try await entries(newest: 2_000, before: cursor)
            texts += entries.map(ReplayedText.init)
            guard let last = entries.last else { return texts.reversed() }
            cursor = last.cursor
            try check()
        }
    }
}

extension ReplayedText {
    fileprivate init(_ entry: ClassificationLogEntry) {
        self.init(text: entry.log.text, category: entry.correctedCategory, place: entry.shortID)
    }
}
