public import IlkModels
public import IlkText
public import IlkVocabulary

/// Fits a linear model to labeled texts.
///
/// The bytes of the model do not depend on the order of the texts.
public struct LinearTrainer {
    /// The categories of the model.
    public let taxonomy: Taxonomy
    /// The settings of the model.
    public let settings: LinearSettings

    private var texts: LinearTexts
    private var documents: [Int]

    /// Creates a trainer without texts.
    ///
    /// - Parameters:
    ///   - taxonomy: The categories of the model.
    ///   - settings: The settings of the model.
    public init(taxonomy: Taxonomy, settings: LinearSettings = LinearSettings()) {
        self.taxonomy = taxonomy
        self.settings = settings
        texts = LinearTexts(featureGroups: settings.featureGroups)
        documents = [Int](repeating: 0, count: taxonomy.count)
    }

    /// Creates a trainer with the texts of a Bayes trainer. The features of the texts are not read again.
    ///
    /// - Parameters:
    ///   - trainer: The trainer of the Bayes model.
    ///   - settings: The settings of the model.
    ///   - texts: The weight and the fold of each text, in the order in which the texts were added to the
    ///     Bayes trainer.
    /// - Returns: `nil` if the trainer did not count all feature groups.
    package init?(
        counted trainer: BayesTrainer, settings: LinearSettings, texts: [(weight: Double, fold: Int)]
    ) {
        guard Set(trainer.featureGroups).isSuperset(of: settings.featureGroups) else { return nil }
        taxonomy = trainer.counts.taxonomy
        self.settings = settings
        documents = trainer.counts.documents
        self.texts = LinearTexts(featureGroups: settings.featureGroups, index: trainer.counts.rows)
        for (counted, text) in zip(trainer.texts, texts) {
            self.texts.add(counted, trainer.counts.spans, weight: Self.bounded(text.weight), fold: text.fold)
        }
    }

    /// Adds a text.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text.
    ///   - category: The index of the text's category in the taxonomy.
    ///   - weight: The relative cost of errors on this text. Values are clamped to 1e-4 ... 1e4, and NaN
    ///     counts as 1e-4.
    ///   - fold: The cross-validation fold of the text, from 0, or -1 if it is only used for training.
    /// - Complexity: O(*n*) in the length of the text.
    public mutating func add(
        _ analysis: borrowing AnalyzedText, category: Int, weight: Double = 1, fold: Int
    ) {
        add(analysis, labels: [category], weight: weight, fold: fold)
    }

    /// Adds a text with any number of categories to a multi-label taxonomy, or with one category to another
    /// taxonomy.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text.
    ///   - labels: The indexes of the text's categories in the taxonomy.
    ///   - weight: The weight, as for ``add(_:category:weight:fold:)``.
    ///   - fold: The fold, as for ``add(_:category:weight:fold:)``.
    /// - Complexity: O(*n*) in the length of the text.
    public mutating func add(
        _ analysis: borrowing AnalyzedText, labels: [Int], weight: Double = 1, fold: Int
    ) {
        precondition(taxonomy.isMultilabel || labels.count == 1, "one category a text")
        precondition(
            labels.allSatisfy(taxonomy.categories.indices.contains), "category outside the taxonomy")
        let labels = Set(labels).sorted()
        texts.add(analysis, labels: labels, weight: Self.bounded(weight), fold: fold)
        for label in labels { documents[label] += 1 }
    }

    /// Returns a weight limited to a range in which floating-point sums do not lose the smaller weights.
    private static func bounded(_ weight: Double) -> Double { weight > 1e-4 ? min(weight, 1e4) : 1e-4 }

    /// The maximum number of weights: features times categories.
    var greatestSize = 500_000_000

    /// The maximum size of a feature group's buckets in bytes. More categories mean fewer buckets.
    private static let greatestBuckets = 1 << 26

    private var mostBits: Int {
        let room = max(1, Self.greatestBuckets / max(1, taxonomy.count))
        let bits = Int.bitWidth - 1 - room.leadingZeroBitCount
        return max(WeightBuckets.fewestBits, min(settings.bucketBits, bits))
    }

    private func rows(_ mostBits: Int, _ check: () throws -> Void) throws -> LinearRows {
        let rows = try LinearRows(
            texts, categories: taxonomy.count, isMultilabel: taxonomy.isMultilabel,
            minimumFrequency: settings.minimumFrequency,
            mostBits: mostBits, check: check)
        guard rows.hashes.count <= greatestSize / max(1, taxonomy.count) else {
            throw FormatError(
                .tooLarge, at: 0,
                "\(rows.hashes.count) features for each of \(taxonomy.count) categories are too many for a linear model; raise --minimum-frequency or use --kind bayes"
            )
        }
        return rows
    }

    /// Returns the cross-validated scores of each text: the calibrated scores from a model that was trained
    /// on the other folds. The taxonomy must not be multi-label.
    ///
    /// - Parameter check: Called repeatedly. An error thrown here ends the fit.
    /// - Returns: The scores in natural log-odds by category, in the order in which the texts were added.
    ///   They are empty for texts without a fold. All scores are empty if there are too few texts for
    ///   cross-validation.
    /// - Throws: ``FormatError`` if there are too many features and categories to fit, and the errors of
    ///   `check`.
    /// - Complexity: O(*n* · *c* · *f*) for a total of *n* features in all texts, *c* costs and *f* folds.
    public func leftOutScores(check: () throws -> Void = {}) throws -> [[Double]] {
        let rows = try rows(mostBits, check)
        let (choice, fit, order, _) = try LinearFit(rows: rows, settings: settings).choose(check: check)
        let bend = CalibrationCurve(sharpness: choice.sharpness, bend: choice.bend)
        var result = [[Double]](repeating: [], count: rows.count)
        for (place, row) in order.enumerated() {
            result[rows.origins[row]] = fit.scores(of: place).map {
                let score = Double($0) * choice.sharpness
                return score + bend.correction(ofSharpened: score)
            }
        }
        return result
    }

    /// Chooses the cost by cross-validation, fits and calibrates the model, and builds its file.
    ///
    /// - Parameters:
    ///   - mostBytes: The size limit of the file in bytes. If the model is larger, it gets fewer buckets for
    ///     bigrams and character n-grams first. If it is still too large, its least important unigrams are
    ///     dropped.
    ///   - budget: The time limit, or `nil`. If it is reached after a pass over the texts, the weights of the
    ///     passes so far are used.
    ///   - check: Called repeatedly. An error thrown here ends the fit.
    /// - Returns: The bytes of the model file, the choice of the cost, and the parts of the training that the
    ///   time limit ended.
    /// - Throws: ``FormatError`` if there are too many features and categories to fit, the file cannot be
    ///   written, or no model fits the size limit, ``TimeLimitReached``, and the errors of `check`.
    /// - Complexity: O(*n* · *c* · *f*) for a total of *n* features in all texts, *c* costs and *f* folds.
    public func build(
        mostBytes: Int = .max, budget: TimeBudget? = nil, check: () throws -> Void = {}
    ) throws -> (bytes: [UInt8], choice: LinearChoice, unfinished: [TimeLimitMark.Part]) {
        func fit(_ bits: Int, _ costs: [Double]) throws -> (LinearModelWriter, [UInt8]) {
            try self.fit(bits, costs, budget) {
                try budget?.check()
                try check()
            }
        }
        let bits = mostBits
        var (writer, bytes) = try fit(bits, settings.costs)
        let unfinished = writer.solution.unfinished
        if bytes.count > mostBytes {
            let fewer = try fewerBits(bits, writer, bytes.count, mostBytes)
            if fewer < bits { (writer, bytes) = try fit(fewer, [writer.solution.choice.cost]) }
            writer.mostBytes = mostBytes
            bytes = try writer.write()
        }
        guard bytes.count <= mostBytes else {
            throw ModelFileOptions.limitTooSmall("no linear model of these texts", mostBytes)
        }
        let all = Set(unfinished + writer.solution.unfinished)
        return (bytes, writer.solution.choice, TimeLimitMark.Part.allCases.filter(all.contains))
    }

    private func fit(
        _ bits: Int, _ costs: [Double], _ budget: TimeBudget?, _ check: () throws -> Void
    ) throws -> (LinearModelWriter, [UInt8]) {
        let rows = try rows(bits, check)
        var settings = settings
        settings.costs = costs
        let solution = try LinearFit(rows: rows, settings: settings, budget: budget).solve(check: check)
        settings.costs = self.settings.costs
        let writer = LinearModelWriter(
            taxonomy: taxonomy, documents: documents, settings: settings, rows: rows, solution: solution)
        return (writer, try writer.write())
    }

    /// Returns the maximum number of bucket bits that leaves enough space for the rest of the file. Enough
    /// space is half of the current size of the rest, or a quarter of the size limit if that is less.
    private func fewerBits(
        _ bits: Int, _ writer: LinearModelWriter, _ bytes: Int, _ mostBytes: Int
    ) throws(FormatError) -> Int {
        func size(_ bits: Int) -> Int {
            writer.rows.bucketBits.reduce(0) { $0 + ($1 > 0 ? taxonomy.count << min($1, bits) : 0) }
        }
        let rest = bytes - size(bits)
        for fewer in stride(from: bits, through: WeightBuckets.fewestBits, by: -1)
        where size(fewer) + min(rest / 2, mostBytes / 4) <= mostBytes {
            return fewer
        }
        throw ModelFileOptions.limitTooSmall("no linear model of these texts", mostBytes)
    }
}
