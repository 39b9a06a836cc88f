/// Counts as a table with a bar for each count.
struct CountBars {
    struct Row {
        let name: String
        let count: Int
        /// The length of the bar, 0 to 100.
        let width: String
    }

    let heading: String
    let subject: String
    let unit: String
    let rows: [Row]

    /// - Parameters:
    ///   - heading: The title.
    ///   - subject: The heading of the column of names.
    ///   - unit: The heading of the column of counts.
    ///   - counts: The counts in the order of the rows.
    /// - Returns: The table, or `nil` if there are no counts.
    init?(_ heading: String, of subject: String, in unit: String, _ counts: [(name: String, count: Int)]) {
        guard let highest = counts.map(\.count).max() else { return nil }
        (self.heading, self.subject, self.unit) = (heading, subject, unit)
        rows = counts.map { name, count in
            let share = Double(count) / Double(max(highest, 1))
            return Row(name: name, count: count, width: ChartView.place(share * 100))
        }
    }
}
