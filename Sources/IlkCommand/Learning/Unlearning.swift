import IlkLearning

/// Says which models went because texts that they had learned from were erased.
enum Unlearning {
    /// Nothing where nothing went.
    ///
    /// - Parameters:
    ///   - forgotten: What went.
    ///   - again: The command that learns anew.
    static func tell(_ forgotten: ModelRegistry.Forgotten, again: String, _ console: Console) {
        if let words = words(forgotten, again: again) { console.note(words) }
    }

    /// The same in words; nil where nothing went.
    static func words(_ forgotten: ModelRegistry.Forgotten, again: String) -> String? {
        guard let last = forgotten.versions.last else { return nil }
        let others = forgotten.versions.dropLast().joined(separator: ", ")
        let names = others.isEmpty ? "version \(last) is" : "versions \(others) and \(last) are"
        let now = forgotten.wentBackTo.map { ", and \(VersionChange.subject($0)) is in use now" } ?? ""
        return "\(names) deleted: what was learned may be of what went\(now); learn anew with: \(again)"
    }
}
