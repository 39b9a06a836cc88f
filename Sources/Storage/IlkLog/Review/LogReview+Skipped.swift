import IlkVocabulary

extension LogReview {
    /// Returns the rows of a queue with the skipped rows last, in the order of skipping.
    ///
    /// - Parameters:
    ///   - skipped: The skipped entries in order.
    ///   - queue: The rows.
    ///   - entries: The entries of a row.
    static func delaying<Row>(
        _ skipped: [RecordID], in queue: [Row], entries: (Row) -> [RecordID]
    ) -> [Row] {
        let places = Dictionary(skipped.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
        let rows = queue.map { row in (row: row, place: entries(row).compactMap { places[$0] }.max() ?? -1) }
        return rows.enumerated().sorted {
            ($0.element.place, $0.offset) < ($1.element.place, $1.offset)
        }.map(\.element.row)
    }
}
