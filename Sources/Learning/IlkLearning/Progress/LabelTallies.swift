public import IlkVocabulary

/// The numbers of reviewed texts for each label and for each confusion of two labels.
public struct LabelTallies: Sendable, Hashable {
    /// The texts with one label.
    public struct Row: Sendable, Hashable {
        /// The label.
        public var label: Category
        /// The number of texts whose human labels include the label.
        public var actual = 0
        /// The number of texts whose predicted labels include the label.
        public var predicted = 0
        /// The number of texts whose human labels and predicted labels both include the label.
        public var both = 0

        /// The share of correct predictions among the texts predicted as the label.
        public var precision: BinomialProportion { BinomialProportion(events: both, trials: predicted) }
        /// The share of the label's texts for which the label was predicted.
        public var recall: BinomialProportion { BinomialProportion(events: both, trials: actual) }
    }

    /// The number of texts of one label for which another label was predicted.
    public struct Confusion: Sendable, Hashable {
        /// The human label.
        public var actual: Category
        /// The predicted label.
        public var predicted: Category
        /// The number of texts.
        public var texts: Int
    }

    /// One row for each label that occurs. Labels of the taxonomy come first, in its order. Other predicted
    /// labels, such as retired labels, follow.
    public let rows: [Row]
    /// The confusions, the most frequent first. Texts with several labels are excluded.
    public let confusions: [Confusion]

    init(_ texts: [ReviewedText], taxonomy: Taxonomy) {
        var rows: [Category: Row] = [:]
        var confusions: [[Category]: Int] = [:]
        for text in texts {
            let (actual, predicted) = (Set(text.actual), Set(text.predicted))
            for label in actual.union(predicted) {
                let (isActual, isPredicted) = (actual.contains(label), predicted.contains(label))
                rows[label, default: Row(label: label)].actual += isActual ? 1 : 0
                rows[label, default: Row(label: label)].predicted += isPredicted ? 1 : 0
                rows[label, default: Row(label: label)].both += isActual && isPredicted ? 1 : 0
            }
            if let first = actual.first, let second = predicted.first, actual.count + predicted.count == 2,
                first != second
            {
                confusions[[first, second], default: 0] += 1
            }
        }
        func place(_ label: Category) -> Int { taxonomy.index(of: label) ?? taxonomy.count }
        self.rows = rows.values.sorted {
            (place($0.label), $0.label.rawValue) < (place($1.label), $1.label.rawValue)
        }
        self.confusions = confusions.map {
            Confusion(actual: $0.key[0], predicted: $0.key[1], texts: $0.value)
        }
        .sorted {
            ($1.texts, place($0.actual), place($0.predicted), $0.predicted.rawValue)
                < ($0.texts, place($1.actual), place($1.predicted), $1.predicted.rawValue)
        }
    }
}
