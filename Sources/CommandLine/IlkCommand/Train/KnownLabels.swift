import IlkConsole
import IlkLearning
import IlkVocabulary

extension [LabelledText] {
    /// The texts whose labels are categories of a taxonomy.
    ///
    /// - Parameters:
    ///   - taxonomy: The taxonomy.
    ///   - who: What decides among it, for people.
    ///   - policy: What happens when there are others: the command ends, or they are left out.
    ///   - console: Where is told what was left out.
    /// - Throws: `badInput` when there is no text, or one of another category and none may be skipped.
    func known(
        to taxonomy: Taxonomy, by who: String, policy: LabelledFaultPolicy, telling console: Console
    ) throws(CommandFailure) -> [LabelledText] {
        guard !isEmpty else { throw CommandFailure(.badInput, "there is no text to measure on") }
        let known = filter { taxonomy.index(of: $0.category) != nil }
        guard known.count < count else { return known }
        let strangers = Set(map(\.category)).subtracting(taxonomy.categories).sorted().map(\.rawValue)
        let list = strangers.prefix(5).joined(separator: ", ") + (strangers.count > 5 ? ", ..." : "")
        let labels = strangers.count == 1 ? "a label" : "labels"
        let what =
            "\(DecimalText.counted(count - known.count, "text")) with \(labels) unknown to \(who): \(list)"
        guard policy == .skip, !known.isEmpty else {
            throw CommandFailure(
                .badInput, what,
                hint: "known are: \(taxonomy.categories.map(\.rawValue).joined(separator: ", "))")
        }
        console.note("left out: \(what)")
        return known
    }
}
