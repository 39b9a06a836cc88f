public import IlkVocabulary

/// What a naive Bayes model has learned: for each feature how many texts of each category have it, as integers.
///
/// Everything else of the model (weights, scales, tables) is derived from these numbers. Counts add and subtract:
/// the counts of two sets of texts are the sum of the counts of each, in any order.
public struct FeatureCounts: Sendable, Hashable {
    /// How many units of mass a text of weight 1 has. A text spreads less of it over each feature the more features it
    /// has: its mass over the square root of their number.
    public static let massUnit = 65_536

    /// The categories, in the order of all rows.
    public let taxonomy: Taxonomy
    /// How many texts of each category were counted.
    public private(set) var documents: [Int]
    /// Their weights added up, in units of 1/``massUnit``.
    public private(set) var documentMass: [Int]
    /// The mass of all features of a family in the texts of each category: one row a family.
    private(set) var familyMass: [[Int64]]

    /// The row of each feature, by its hash.
    private(set) var rows: [UInt64: Int32] = [:]
    /// The family of each row.
    private(set) var families: [FeatureFamily] = []
    /// The name of each row.
    private(set) var names: [[UInt8]] = []
    /// How many texts have the feature of each row.
    private(set) var frequency: [Int32] = []
    /// The mass of the texts of each category that have the feature: `taxonomy.count` numbers a row.
    private(set) var mass: [Int64] = []

    /// No counts yet.
    public init(taxonomy: Taxonomy) {
        self.taxonomy = taxonomy
        documents = [Int](repeating: 0, count: taxonomy.count)
        documentMass = [Int](repeating: 0, count: taxonomy.count)
        let row = [Int64](repeating: 0, count: taxonomy.count)
        familyMass = [[Int64]](repeating: row, count: FeatureFamily.counted.count)
    }

    /// How many distinct features were counted.
    public var featureCount: Int { families.count }

    /// Counts one text.
    ///
    /// - Parameters:
    ///   - features: The text's features.
    ///   - category: The place of its category in the taxonomy.
    ///   - textMass: Its weight in units of 1/``massUnit``.
    /// - Returns: The rows of its features, family by family, in the order of the bag.
    @discardableResult
    mutating func add(_ features: borrowing FeatureBag, category: Int, mass textMass: Int) -> [[Int32]] {
        documents[category] += 1
        documentMass[category] += textMass
        var result: [[Int32]] = []
        for family in FeatureFamily.counted {
            let stream = features[family]
            let share = Self.share(of: textMass, family: family, features: stream.count)
            familyMass[family.rawValue][category] += share * Int64(stream.count)
            result.append(
                (0..<stream.count).map { index in
                    let row = row(stream.hashes[index], family, stream, index)
                    frequency[Int(row)] += 1
                    mass[Int(row) * taxonomy.count + category] += share
                    return row
                })
        }
        return result
    }

    /// The mass that each feature of a text gets. The shape has as many features in every text: each gets it all.
    static func share(of textMass: Int, family: FeatureFamily, features: Int) -> Int64 {
        guard family != .shape else { return Int64(textMass) }
        return Int64((Double(textMass) / Double(max(1, features)).squareRoot()).rounded())
    }

    private mutating func row(
        _ hash: UInt64, _ family: FeatureFamily, _ stream: FeatureStream, _ index: Int
    ) -> Int32 {
        if let row = rows[hash] { return row }
        let row = Int32(families.count)
        rows[hash] = row
        families.append(family)
        let name = stream.names[index]
        names.append(Array(stream.material[Int(name.lower)..<Int(name.upper)]))
        frequency.append(0)
        mass.append(contentsOf: repeatElement(0, count: taxonomy.count))
        return row
    }

    /// Puts in a row that was read from a file.
    mutating func restore(
        family: FeatureFamily, name: [UInt8], hash: UInt64, frequency textCount: Int32, mass rowMass: [Int64]
    ) {
        guard rows[hash] == nil else { return }
        rows[hash] = Int32(families.count)
        families.append(family)
        names.append(name)
        frequency.append(textCount)
        mass.append(contentsOf: rowMass)
    }

    /// Puts other numbers in the place of a row's.
    mutating func replace(row: Int, frequency textCount: Int32, mass rowMass: [Int64]) {
        frequency[row] = textCount
        mass.replaceSubrange(row * taxonomy.count..<(row + 1) * taxonomy.count, with: rowMass)
    }

    /// Puts in the sums over all texts that were read from a file.
    mutating func restore(documents: [Int], documentMass: [Int], familyMass: [[Int64]]) {
        self.documents = documents
        self.documentMass = documentMass
        self.familyMass = familyMass
    }
}
