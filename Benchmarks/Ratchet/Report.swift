/// Text output of at most 80 columns.
enum Report {
    static func table(_ changes: [Comparison.Change]) -> String {
        let rows =
            [["figure", "recorded", "now", "change", "result"]]
            + changes.map {
                [$0.figure, $0.recorded, $0.now, $0.detail, $0.result.rawValue]
            }
        return rows.map { row in
            let figure = row[0].prefix(36).description
            return pad(figure, 36) + pad(row[1], 10, right: true) + pad(row[2], 10, right: true)
                + pad(row[3], 14, right: true) + "  " + row[4]
        }.joined(separator: "\n")
    }

    /// Returns the first texts that were right in the record and are wrong now.
    static func newlyWrong(_ name: String, in comparison: Comparison, limit: Int = 5) -> [String] {
        guard let old = comparison.record.accuracy[name], let new = comparison.measured[name],
            old.texts == new.digest
        else { return [] }
        let wasWrong = Bits.flags(old.wrong, count: new.outcomes.count)
        let lines = zip(new.outcomes, wasWrong).compactMap { outcome, wasWrong in
            wasWrong ? nil : outcome.wrong.map { "  \(outcome.place): \(outcome.expected), now \($0)" }
        }
        return ["\(name), newly wrong (\(min(limit, lines.count)) of \(lines.count)):"] + lines.prefix(limit)
    }

    private static func pad(_ text: String, _ width: Int, right: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - text.count))
        return right ? space + text : text + space
    }
}
