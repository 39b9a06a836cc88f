package import ArgumentParser
import IlkConsole
import IlkVocabulary

/// The options for routes that implement the APIs of other programs.
package struct ServePeerOptions: ParsableArguments {
    @Option("Label that /v1/moderations flags. Repeatable. (default: spam)", value: "label")
    package var flaggedLabel: [String] = []

    package init() {}

    /// Checks that the labels exist.
    ///
    /// - Parameter known: The labels of all taxonomies that are served.
    /// - Throws: ``CommandError`` (`usage`) for an unknown label.
    static func check(_ labels: [String], known: Set<String>) throws(CommandError) {
        guard let unknown = labels.first(where: { !known.contains($0) }) else { return }
        throw CommandError(
            .usage, "unknown label '\(unknown)'", at: "--flagged-label",
            hint: Suggestion.hint(for: unknown, among: known.sorted(), listing: "allowed:"))
    }
}
