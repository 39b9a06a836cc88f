import IlkVocabulary

/// The numbers of actual, predicted and correctly predicted texts of each label.
struct LabelTally {
    /// The actual and predicted labels of one text, as indexes in ascending order.
    struct Row: Hashable {
        var actual: [Int]
        var predicted: [Int]

        var isExact: Bool { actual == predicted }
    }

    private(set) var support: [Int]
    private(set) var given: [Int]
    private(set) var hits: [Int]

    init(_ rows: [Row] = [], categories: Int) {
        support = [Int](repeating: 0, count: categories)
        (given, hits) = (support, support)
        for row in rows { add(row) }
    }

    /// Adds a number of texts with the same labels.
    mutating func add(_ row: Row, texts: Int = 1) {
        for label in row.actual { support[label] += texts }
        for label in row.predicted {
            given[label] += texts
            if row.actual.contains(label) { hits[label] += texts }
        }
    }

    /// The mean F1 over the labels with at least one text. It is 0 without texts.
    var macroF1: Double {
        var (sum, present) = (0.0, 0)
        for label in support.indices where support[label] > 0 {
            sum += Self.f1(hits[label], given[label], support[label])
            present += 1
        }
        return present == 0 ? 0 : sum / Double(present)
    }

    /// The micro-averaged F1. It is 0 if no text has a label and no label is predicted.
    var microF1: Double {
        Self.f1(hits.reduce(0, +), given.reduce(0, +), support.reduce(0, +))
    }

    /// Returns the figures of each label, in the taxonomy's order.
    func figures(of taxonomy: Taxonomy) -> [EvaluationReport.CategoryFigures] {
        taxonomy.categories.enumerated().map { label, category in
            EvaluationReport.CategoryFigures(
                category: category, precision: Self.share(hits[label], given[label]),
                recall: Self.share(hits[label], support[label]),
                f1: Self.f1(hits[label], given[label], support[label]), support: support[label])
        }
    }

    private static func share(_ part: Int, _ whole: Int) -> Double {
        whole == 0 ? 0 : Double(part) / Double(whole)
    }

    private static func f1(_ hits: Int, _ given: Int, _ support: Int) -> Double {
        share(2 * hits, given + support)
    }
}
