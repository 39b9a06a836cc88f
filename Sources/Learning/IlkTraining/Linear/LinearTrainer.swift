public import IlkModels
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
    ///   - weight: How much its errors cost; 1 is usual. More than 1e4 counts as that, and what is not a
    ///     number above 1e-4 as that.
    ///   - fold: Which part of the texts it is left out with while the cost is chosen, from 0; -1 for never.
    public mutating func add(
        _ analysis: borrowing AnalyzedText, category: Int, weight: Double = 1, fold: Int
    ) {
        precondition(taxonomy.categories.indices.contains(category), "category outside the taxonomy")
        // Beyond these bounds sums of floating-point numbers hold nothing but the largest.
        let bounded = weight > 1e-4 ? min(weight, 1e4) : 1e-4
        texts.add(analysis, category: category, weight: bounded, fold: fold)
        documents[category] += 1
    }

    /// What cross-validation finds, without a model of all texts.
    ///
    /// - Throws: ``FormatError`` when there are too many features and categories to fit.
    ///   What `check` throws, too, which is called now and then.
    public func crossValidate(check: () throws -> Void = {}) throws -> LinearChoice {
        try LinearFit(rows: try rows(mostBits, check), settings: settings).choose(check: check).choice
    }

    /// The most weights that are fitted: features by categories.
    var greatestSize = 500_000_000

    /// The most bytes of one family's buckets: with many categories there are fewer buckets.
    private static let greatestBuckets = 1 << 26

    /// The most bits that tell buckets apart.
    private var mostBits: Int {
        let room = max(1, Self.greatestBuckets / max(1, taxonomy.count))
        let bits = Int.bitWidth - 1 - room.leadingZeroBitCount
        return max(WeightBuckets.fewestBits, min(settings.bucketBits, bits))
    }

    private func rows(_ mostBits: Int, _ check: () throws -> Void) throws -> LinearRows {
        let rows = try LinearRows(
            texts, categories: taxonomy.count, minimumFrequency: settings.minimumFrequency,
            mostBits: mostBits, check: check)
        guard rows.hashes.count <= greatestSize / max(1, taxonomy.count) else {
            throw FormatError(
                .tooLarge, at: 0,
                "\(rows.hashes.count) features for each of \(taxonomy.count) categories are too many for a linear model: ask for features of more texts, or for naive Bayes"
            )
        }
        return rows
    }

    /// What models of the other texts say of each text, in the order that they were added in: of five folds, or as many
    /// as were given, each is scored by the model that the others made.
    ///
    /// - Returns: The scores of each text, category by category, in natural-log odds; empty for texts that are in no fold
    ///   and when there are too few to leave any out.
    /// - Throws: ``FormatError`` when there are too many features and categories to fit.
    ///   What `check` throws, too, which is called now and then.
    public func leftOutScores(check: () throws -> Void = {}) throws -> [[Double]] {
        let rows = try rows(mostBits, check)
        let (choice, fit, order) = try LinearFit(rows: rows, settings: settings).choose(check: check)
        let bend = ScoreBend(sharpness: choice.sharpness, bend: choice.bend)
        var result = [[Double]](repeating: [], count: rows.count)
        for (place, row) in order.enumerated() {
            result[rows.origins[row]] = fit.scores(of: place).map {
                let score = Double($0) * choice.sharpness
                return score + bend.correction(ofSharpened: score)
            }
        }
        return result
    }

    /// Chooses the cost by cross-validation, fits, calibrates.
    ///
    /// - Parameters:
    ///   - mostBytes: The most bytes that the file may have. Where it would have more there are fewer buckets for pairs and
    ///     pieces, then fewer words, those that move least.
    ///   - check: Called now and then. What it throws ends the fit.
    /// - Returns: The bytes of a model file, and what was chosen.
    /// - Throws: ``FormatError`` when there are too many features and categories to fit, the file cannot be written, or no
    ///   model is as small as that.
    /// - Complexity: Linear in the number of features of all texts, by the number of costs and folds.
    public func build(
        mostBytes: Int = .max, check: () throws -> Void = {}
    ) throws -> (bytes: [UInt8], choice: LinearChoice) {
        let bits = mostBits
        var (writer, bytes) = try fit(bits, settings.costs, check)
        if bytes.count > mostBytes {
            let fewer = try fewerBits(bits, writer, bytes.count, mostBytes)
            if fewer < bits { (writer, bytes) = try fit(fewer, [writer.solution.choice.cost], check) }
            writer.mostBytes = mostBytes
            bytes = try writer.write()
        }
        guard bytes.count <= mostBytes else {
            throw FormatError(.tooLarge, at: 0, Self.noneSoSmall(mostBytes))
        }
        return (bytes, writer.solution.choice)
    }

    private static func noneSoSmall(_ bytes: Int) -> String {
        "no linear model of these texts is as small as \(bytes) bytes"
    }

    private func fit(
        _ bits: Int, _ costs: [Double], _ check: () throws -> Void
    ) throws -> (LinearModelWriter, [UInt8]) {
        let rows = try rows(bits, check)
        var settings = settings
        settings.costs = costs
        let solution = try LinearFit(rows: rows, settings: settings).solve(check: check)
        settings.costs = self.settings.costs
        let writer = LinearModelWriter(
            taxonomy: taxonomy, documents: documents, settings: settings, rows: rows, solution: solution)
        return (writer, try writer.write())
    }

    /// The most bits with which buckets leave room for half of the words, or a quarter of the bytes.
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
        throw FormatError(.tooLarge, at: 0, Self.noneSoSmall(mostBytes))
    }
}
