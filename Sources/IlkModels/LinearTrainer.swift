public import IlkText
public import IlkVocabulary

/// Fits a linear model to labelled texts.
///
/// The model is the same, byte for byte, whatever the order of the texts.
public struct LinearTrainer {
    /// What the model decides among.
    public let taxonomy: Taxonomy
    /// How it is fitted.
    public let settings: LinearSettings

    private var texts: LinearTexts
    private var documents: [Int]

    /// A trainer that has seen nothing.
    public init(taxonomy: Taxonomy, settings: LinearSettings = LinearSettings()) {
        self.taxonomy = taxonomy
        self.settings = settings
        texts = LinearTexts(families: settings.families)
        documents = [Int](repeating: 0, count: taxonomy.count)
    }

    /// Takes in a text.
    ///
    /// - Parameters:
    ///   - analysis: The text, taken apart.
    ///   - category: The place of its category in the taxonomy.
    ///   - weight: How much its errors cost; 1 is usual. Above 0.
    ///   - fold: Which part of the texts it is left out with while the cost is chosen, from 0; -1 for never.
    public mutating func add(
        _ analysis: borrowing TextAnalysis, category: Int, weight: Double = 1, fold: Int
    ) {
        precondition(taxonomy.categories.indices.contains(category), "category outside the taxonomy")
        precondition(weight > 0 && weight.isFinite, "a weight is above 0")
        texts.add(analysis, category: category, weight: weight, fold: fold)
        documents[category] += 1
    }

    /// What cross-validation finds, without a model of all texts.
    ///
    /// - Throws: ``ModelError`` when there are too many features and categories to fit.
    public func crossValidate() throws(ModelError) -> LinearChoice {
        LinearFit(rows: try rows(), settings: settings).choose()
    }

    /// The most weights that are fitted: features by categories.
    var greatestSize = 500_000_000

    private func rows() throws(ModelError) -> LinearRows {
        let rows = LinearRows(
            texts, categories: taxonomy.count, minimumFrequency: settings.minimumFrequency)
        guard rows.hashes.count <= greatestSize / max(1, taxonomy.count) else {
            throw ModelError(
                .tooLarge, at: 0,
                "\(rows.hashes.count) features for each of \(taxonomy.count) categories are too many for a linear model: ask for features of more texts, or for naive Bayes"
            )
        }
        return rows
    }

    /// Chooses the cost by cross-validation, fits, calibrates.
    ///
    /// - Returns: The bytes of a model file, and what was chosen.
    /// - Throws: ``ModelError`` when there are too many features and categories to fit, or the file cannot be written.
    /// - Complexity: Linear in the number of features of all texts, by the number of costs and folds.
    public func build() throws(ModelError) -> (bytes: [UInt8], choice: LinearChoice) {
        let rows = try rows()
        let solution = LinearFit(rows: rows, settings: settings).solve()
        let writer = LinearModelWriter(
            taxonomy: taxonomy, documents: documents, settings: settings, rows: rows, solution: solution)
        return (try writer.write(), solution.choice)
    }
}
