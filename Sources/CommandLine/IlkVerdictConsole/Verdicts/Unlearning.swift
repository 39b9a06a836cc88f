package import IlkConsole
package import Ilk
package import IlkLearning

/// Says which models went because texts that they had learned from were erased.
package enum Unlearning {
    /// Nothing where nothing went.
    ///
    /// - Parameters:
    ///   - forgotten: What went.
    ///   - again: The command that learns anew.
    package static func tell(_ forgotten: ModelRegistry.Forgotten, again: String, _ console: Console) {
        if let words = words(forgotten, again: again) { console.note(words) }
    }

    /// The same where a version without what went may be in use.
    package static func tell(_ report: UnlearningReport, again: String, _ console: Console) {
        guard let version = report.version else { return tell(report.forgotten, again: again, console) }
        let texts = DecimalText.counted(report.texts, "text")
        console.note("version \(version) is in use now: \(texts) unlearned" + gone(report.forgotten.versions))
    }

    private static func gone(_ versions: [String]) -> String {
        guard let names = names(versions) else { return "" }
        return "; \(names) deleted"
    }

    /// Versions, and what they are; nil for none.
    private static func names(_ versions: [String]) -> String? {
        guard let last = versions.last else { return nil }
        let others = versions.dropLast().joined(separator: ", ")
        return others.isEmpty ? "version \(last) is" : "versions \(others) and \(last) are"
    }

    /// The same in words; nil where nothing went.
    package static func words(_ forgotten: ModelRegistry.Forgotten, again: String) -> String? {
        guard let names = names(forgotten.versions) else { return nil }
        let now = forgotten.wentBackTo.map { ", and \(VersionChange.subject($0)) is in use now" } ?? ""
        return "\(names) deleted: what was learned may be of what went\(now); learn anew with: \(again)"
    }
}
