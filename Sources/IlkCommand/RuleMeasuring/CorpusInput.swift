import IlkLearning
import IlkVocabulary

/// The labelled texts that rules are measured on.
struct CorpusInput {
    private let input: LabelledInput
    private let policy: FaultPolicy
    private let console: Console

    /// Reads the texts that options name.
    ///
    /// - Throws: `noInput` for a file that cannot be read, `badInput` for a line that cannot.
    init(_ options: CorpusOptions, console: Console) throws(CommandFailure) {
        input = try LabelledInput.read(
            options.corpus, sources: options.groupBy, policy: options.onError, console: console)
        policy = options.onError
        self.console = console
    }

    /// How many lines were left out.
    var skippedLines: Int { input.skippedLines }

    /// The texts of the categories of a taxonomy.
    ///
    /// - Throws: `badInput` when there is no text, or one of another category and none may be skipped.
    func texts(of taxonomy: Taxonomy) throws(CommandFailure) -> [LabelledText] {
        guard !input.texts.isEmpty else { throw CommandFailure(.badInput, "there is no text to measure on") }
        let known = input.texts.filter { taxonomy.index(of: $0.category) != nil }
        guard known.count < input.texts.count else { return known }
        let strangers = Set(input.texts.map(\.category)).subtracting(taxonomy.categories).sorted()
        let list =
            strangers.prefix(5).map(\.rawValue).joined(separator: ", ") + (strangers.count > 5 ? ", ..." : "")
        let what = "\(input.texts.count - known.count) texts have labels that the rules do not know: \(list)"
        guard policy == .skip, !known.isEmpty else {
            throw CommandFailure(
                .badInput, what,
                hint: "they know: \(taxonomy.categories.map(\.rawValue).joined(separator: ", "))")
        }
        console.note("left out: \(what)")
        return known
    }
}
