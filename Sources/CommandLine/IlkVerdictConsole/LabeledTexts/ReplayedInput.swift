import Ilk
package import IlkConsole
import IlkFraming
package import IlkLearning
package import IlkLog
package import IlkVocabulary

/// The texts for a comparison of the verdicts of two classifiers.
package struct ReplayedInput {
    package private(set) var texts: [ReplayedText] = []
    package private(set) var skippedLines = 0
    private var origin = InputOrigin()

    /// Reads texts with optional labels.
    ///
    /// - Parameters:
    ///   - files: The files and folders; `-` is standard input.
    ///   - settings: The format, and the handling of invalid records.
    ///   - console: The console for messages about skipped records.
    /// - Throws: `noInput` for an unreadable file, `badInput` for an invalid record unless such records are
    ///   skipped.
    package init(_ files: [String], settings: LabeledInputSettings, console: Console) throws(CommandError) {
        var reader = LabeledInputReader(settings: settings, labels: .atMostOne, console: console)
        try reader.read(files) { record in
            let label = record.line.label
            texts.append(
                ReplayedText(
                    text: record.line.text, category: label.isEmpty ? nil : Category(label),
                    place: record.place.words))
        }
        skippedLines = reader.skipped
        origin = reader.origin
    }

    /// Returns the error for an input without texts.
    ///
    /// - Parameter verb: The purpose of the texts, such as `compare`.
    package func noTexts(to verb: String) -> CommandError { origin.noTexts(to: verb) }

    /// Replaces merged labels by the labels that they were merged into.
    ///
    /// - Parameter set: The label set.
    package mutating func relabel(by set: LabelSet) {
        for index in texts.indices { texts[index].category = texts[index].category.map(set.current) }
    }

    /// Reads all entries of a log, oldest first. The label of an entry is its correction, if it has one.
    ///
    /// - Parameters:
    ///   - store: The log.
    ///   - console: The console whose user can stop the command.
    /// - Throws: Errors of reading the log.
    package init(log store: ClassificationLogStore, console: Console) async throws {
        texts = try await store.replayedTexts(console.checkStop)
    }
}
