import FoundationEssentials
import IlkDomains
import IlkVocabulary

/// Shows the standing rules of a log, and what each would take now.
struct RetentionList {
    /// How it is shown.
    var format: ResultFormat
    /// Where.
    var console: Console

    /// What programs read.
    struct Record: Encodable {
        var number: Int
        var olderThanSeconds: Double?
        var category: String?
        var match: [String]?
        var keptBytes: Int?
        var dueEntries: Int
        var dueBytes: Int
    }

    /// Shows them.
    func show(_ rules: [LogRetention], of store: ClassificationLogStore, now: Date) async throws {
        var records: [Record] = []
        for (place, rule) in rules.enumerated() {
            let due = try await store.preview(of: rule.purge(now: now))
            records.append(
                Record(
                    number: place + 1, olderThanSeconds: rule.age, category: rule.category?.rawValue,
                    match: rule.match?.wanted, keptBytes: rule.keptBytes, dueEntries: due.entries,
                    dueBytes: due.bytes))
        }
        switch format {
        case .json: try console.write(json: records)
        case .text:
            if records.isEmpty { console.output.append("everything is kept\n") }
            for record in records { console.output.append(Self.line(record) + "\n") }
            if records.contains(where: { $0.dueEntries > 0 }) {
                console.note("what is due goes with: ilk log purge --due")
            }
        }
        try console.output.flush()
    }

    private static func line(_ record: Record) -> String {
        var parts: [String] = []
        if let category = record.category { parts.append("of \(category)") }
        if let words = record.match { parts.append("with '\(words.joined(separator: " "))'") }
        if let age = record.olderThanSeconds { parts.append("older than \(phrase(age))") }
        let which = "entries" + parts.map { " " + $0 }.joined()
        let kept = record.keptBytes.map { ", but the newest with \(DecimalText.size($0)) of text" } ?? ""
        let rule = which + kept
        let due = record.dueEntries == 0 ? "none" : DecimalText.grouped(record.dueEntries)
        return "\(record.number). not kept: \(VisibleText.oneLine(rule)); due now: \(due)"
    }

    /// A length of time in the largest unit that it is a whole number of; from two days on always in days.
    static func phrase(_ seconds: Double) -> String {
        let days = seconds / 86_400
        if days >= 2 {
            return (days == days.rounded() ? "\(Int(saturating: days))" : DecimalText.fixed(days, 2))
                + " days"
        }
        for (name, length) in [("day", 86_400.0), ("hour", 3600), ("minute", 60)]
        where seconds >= length && seconds.truncatingRemainder(dividingBy: length) == 0 {
            let count = Int(saturating: seconds / length)
            return "\(count) \(name)\(count == 1 ? "" : "s")"
        }
        return "\(Int(saturating: seconds)) seconds"
    }
}
