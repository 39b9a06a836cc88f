/// The scores of texts in a feature group by category.
struct ScoreTable {
    private let categories: Int
    private var scores: [Float]
    /// The number of texts.
    private(set) var count: Int

    init(categories: Int) {
        self.categories = categories
        (scores, count) = ([], 0)
    }

    /// Creates a table of rows, one for each text.
    init(_ rows: [[Double]]) {
        self.init(categories: rows.first?.count ?? 0)
        resize(to: rows.count)
        for (text, row) in rows.enumerated() { set(row, of: text) }
    }

    /// Changes the number of texts. New texts have scores of 0.
    mutating func resize(to texts: Int) {
        if texts < count { scores.removeLast((count - texts) * categories) }
        if texts > count { scores.append(contentsOf: repeatElement(0, count: (texts - count) * categories)) }
        count = texts
    }

    mutating func set(_ row: [Double], of text: Int) {
        for (category, score) in row.enumerated() { scores[text * categories + category] = Float(score) }
    }

    /// Returns the scores of a text by category.
    @inline(__always)
    subscript(text: Int) -> ArraySlice<Float> { scores[text * categories..<(text + 1) * categories] }
}
