import IlkModels
import IlkText
public import IlkVocabulary

/// What a naive Bayes model has learned: for each feature how many texts of each category have it, and how often, as
/// integers.
///
/// Everything else of the model (weights, scales, tables) is derived from these numbers. Counts add and subtract:
/// the counts of two sets of texts are the sum of the counts of each, in any order.
public struct FeatureCounts: Sendable {
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

    /// What texts that have a feature more than once add to that.
    private(set) var repeats: RepeatCounts
    /// Whether it is known how often texts have their features; else only that they have them. Counts of older models do
    /// not know, nor do sums with these.
    public private(set) var hasOccurrences = true

    /// The row of each feature, by its hash.
    private(set) var rows = RowIndex()
    /// The hash of each row.
    var hashes: [UInt64] { rows.hashes }
    /// The family of each row.
    private(set) var families: [FeatureFamily] = []
    /// The names of all rows, one after the other.
    private var nameBytes: [UInt8] = []
    /// Where in them each row's name ends.
    private var nameEnds: [Int] = []
    /// How many texts have the feature of each row.
    private(set) var frequency: [Int32] = []
    /// The mass of the texts of each category that have the feature: `taxonomy.count` numbers a row.
    private(set) var mass: [Int64] = []
    /// The text in which each row was met last: so that a feature that stands twice in a text is one text's.
    private var lastText: [Int32] = []
    private var text: Int32 = 0

    /// No counts yet.
    public init(taxonomy: Taxonomy) {
        self.taxonomy = taxonomy
        documents = [Int](repeating: 0, count: taxonomy.count)
        documentMass = [Int](repeating: 0, count: taxonomy.count)
        let row = [Int64](repeating: 0, count: taxonomy.count)
        familyMass = [[Int64]](repeating: row, count: FeatureFamily.allCases.count)
        repeats = RepeatCounts(categories: taxonomy.count)
    }

    /// How many distinct features were counted.
    public var featureCount: Int { families.count }

    /// The name of a row.
    func name(_ row: Int) -> ArraySlice<UInt8> {
        nameBytes[(row == 0 ? 0 : nameEnds[row - 1])..<nameEnds[row]]
    }

    /// The same counts without the features of other rows: as if no text had them, the sums as they are. The shape stays.
    func keeping(_ kept: [Int]) -> FeatureCounts {
        var isKept = [Bool](repeating: false, count: families.count)
        for row in kept { isKept[row] = true }
        var result = self
        for row in families.indices where !isKept[row] && families[row] != .shape {
            result.frequency[row] = 0
        }
        return result
    }

    /// Counts one text, or takes one back.
    ///
    /// - Parameters:
    ///   - features: The text's features.
    ///   - families: Which of them are counted.
    ///   - category: The place of its category in the taxonomy.
    ///   - textMass: Its weight in units of 1/``massUnit``.
    ///   - sign: 1, or -1 to take back a text that was counted with the same weight.
    /// - Returns: The text as rows.
    @discardableResult
    mutating func add(
        _ features: borrowing FeatureBag, families: [FeatureFamily], category: Int, mass textMass: Int,
        sign: Int = 1
    ) -> CountedText {
        documents[category] += sign
        documentMass[category] += sign * textMass
        var result = CountedText(category: category, mass: textMass)
        let categories = taxonomy.count
        for family in families {
            let stream = features[family]
            let share = Int64(sign) * Self.share(of: textMass, family: family, features: stream.count)
            familyMass[family.rawValue][category] += share * Int64(stream.count)
            text &+= 1
            // Read once: a stream is of another module, and its members are called there.
            let hashes = stream.hashes
            var rows: [Int32] = []
            rows.reserveCapacity(hashes.count)
            for (index, hash) in hashes.enumerated() {
                let row = row(hash, family, stream, index)
                mass[Int(row) * categories + category] += share
                countText(in: Int(row), sign)
                rows.append(row)
            }
            result.take(rows, hashes: hashes, of: family)
            let again = stream.again.compactMap { self.rows[$0] }
            addRepeats(again, of: family, category, share)
            result.takeRepeats(again, hashes: self.hashes, of: family)
        }
        return result
    }

    /// The same counts without texts that are among them.
    func without(_ texts: [CountedText]) -> FeatureCounts {
        var result = self
        for text in texts { result.takeBack(text) }
        return result
    }

    private mutating func takeBack(_ counted: CountedText) {
        documents[counted.category] -= 1
        documentMass[counted.category] -= counted.mass
        let categories = taxonomy.count
        for family in FeatureFamily.allCases {
            let rows = counted.features(of: family)
            let share = Self.share(of: counted.mass, family: family, features: rows.count)
            familyMass[family.rawValue][counted.category] -= share * Int64(rows.count)
            addRepeats(counted.repeats(of: family), of: family, counted.category, -share)
            text &+= 1
            for row in rows {
                mass[Int(row) * categories + counted.category] -= share
                countText(in: Int(row), -1)
            }
        }
    }

    /// Counts the text at hand among those that have the feature of a row, once.
    @inline(__always)
    private mutating func countText(in row: Int, _ sign: Int) {
        guard lastText[row] != text else { return }
        lastText[row] = text
        frequency[row] += Int32(sign)
    }

    /// Counts features that a text has again, as often as they come again.
    @inline(__always)
    private mutating func addRepeats(
        _ again: [Int32], of family: FeatureFamily, _ category: Int, _ share: Int64
    ) {
        guard !again.isEmpty else { return }
        repeats.familyMass[family.rawValue][category] += share * Int64(again.count)
        for row in again { repeats.add(share, row: Int(row), category: category) }
    }

    /// Counts one text whose category nobody said, as evidence spread over the categories: its features, and no text.
    ///
    /// The shape is left out: its ranges are held against the number of texts, which evidence does not move.
    ///
    /// - Parameters:
    ///   - features: The text's features.
    ///   - families: Which of them are counted.
    ///   - shares: How much of the text goes to each category, in units of 1/``massUnit``.
    ///   - sign: 1, or -1 to take back a text that was counted with the same shares.
    mutating func add(
        evidence features: borrowing FeatureBag, families: [FeatureFamily], shares: [Int], sign: Int = 1
    ) {
        let categories = taxonomy.count
        for family in families where family != .shape {
            let stream = features[family]
            let hashes = stream.hashes
            guard !hashes.isEmpty else { continue }
            let each = shares.map {
                Int64(sign) * Self.share(of: $0, family: family, features: hashes.count)
            }
            for category in 0..<categories {
                familyMass[family.rawValue][category] += each[category] * Int64(hashes.count)
            }
            text &+= 1
            for (index, hash) in hashes.enumerated() {
                let row = Int(row(hash, family, stream, index))
                for category in 0..<categories { mass[row * categories + category] += each[category] }
                countText(in: row, sign)
            }
            let again = stream.again.compactMap { rows[$0] }
            for category in 0..<categories { addRepeats(again, of: family, category, each[category]) }
        }
    }

    /// Adds the counts of other texts.
    ///
    /// - Parameter other: Counts of the same taxonomy.
    /// - Returns: The row here of each row there.
    @discardableResult
    mutating func merge(_ other: FeatureCounts) -> [Int32] {
        precondition(other.taxonomy == taxonomy, "counts of one taxonomy")
        hasOccurrences = hasOccurrences && other.hasOccurrences
        return combine(other) { left, right, _ in left + right }
    }

    /// Adds evidence at a weight, rounded once for each sum: so it is the same however the texts were dealt out.
    ///
    /// - Parameters:
    ///   - evidence: Counts of the same taxonomy that hold no texts.
    ///   - weight: What each of its texts counts for, in units of 1/``massUnit``.
    mutating func merge(evidence: FeatureCounts, weight: Int) {
        precondition(evidence.taxonomy == taxonomy, "counts of one taxonomy")
        guard weight > 0 else { return }
        func scaled(_ number: Int64) -> Int64 { (number * Int64(weight) + Int64(Self.massUnit / 2)) >> 16 }
        // A feature that is new and rounds to no text would have no weight.
        combine(evidence, addingRows: { scaled(Int64(evidence.frequency[$0])) > 0 }) { left, right, _ in
            left + scaled(right)
        }
    }

    /// Combines each number of these counts with the same number of other counts.
    ///
    /// - Parameters:
    ///   - other: Counts of the same categories.
    ///   - isAdded: Returns `true` for the rows of `other` whose features are added if they are not counted here.
    ///   - operation: Returns a number of the result, from the number here, the number there and the greatest result.
    /// - Returns: The row here of each row there; -1 for features that are not added.
    @discardableResult
    mutating func combine<Failure: Error>(
        _ other: FeatureCounts, addingRows isAdded: (Int) -> Bool = { _ in true },
        _ operation: (_ here: Int64, _ there: Int64, _ greatest: Int64) throws(Failure) -> Int64
    ) throws(Failure) -> [Int32] {
        func combineRow(
            _ numbers: inout [Int64], _ others: ArraySlice<Int64>, from start: Int = 0
        ) throws(Failure) {
            for (place, number) in others.enumerated() {
                numbers[start + place] = try operation(numbers[start + place], number, Self.greatest)
            }
        }
        for category in documents.indices {
            documents[category] = Int(
                try operation(Int64(documents[category]), Int64(other.documents[category]), Self.greatest))
            documentMass[category] = Int(
                try operation(
                    Int64(documentMass[category]), Int64(other.documentMass[category]), Self.greatest))
        }
        for family in familyMass.indices {
            try combineRow(&familyMass[family], other.familyMass[family][...])
            try combineRow(&repeats.familyMass[family], other.repeats.familyMass[family][...])
        }
        let categories = taxonomy.count
        var places: [Int32] = []
        places.reserveCapacity(other.featureCount)
        for (index, hash) in other.hashes.enumerated() {
            guard rows[hash] != nil || isAdded(index) else {
                places.append(-1)
                continue
            }
            let place = row(of: hash, other.families[index], other.name(index))
            places.append(place)
            let row = Int(place)
            let texts = Int64(other.frequency[index])
            frequency[row] = Int32(try operation(Int64(frequency[row]), texts, Int64(Int32.max)))
            let masses = other.mass[index * categories..<(index + 1) * categories]
            try combineRow(&mass, masses, from: row * categories)
            guard let further = other.repeats.masses(of: index) else { continue }
            var repeated = repeats.masses(of: row).map(Array.init) ?? [Int64](repeating: 0, count: categories)
            try combineRow(&repeated, further)
            repeats.replace(row: row, with: repeated)
        }
        return places
    }

    /// The greatest sum of counts.
    private static let greatest: Int64 = 1 << 62 - 1

    /// The weight of a text as mass: at least 1, and small enough that no sum overflows.
    static func mass(ofWeight weight: Double) -> Int {
        guard weight > 0 else { return 1 }
        return max(1, Int((min(weight, 16_384) * Double(massUnit)).rounded()))
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
        let name = stream.names[index]
        return row(of: hash, family, stream.material[Int(name.lower)..<Int(name.upper)])
    }

    private mutating func row(of hash: UInt64, _ family: FeatureFamily, _ name: ArraySlice<UInt8>) -> Int32 {
        if let row = rows[hash] { return row }
        let row = rows.insert(hash)
        families.append(family)
        nameBytes.append(contentsOf: name)
        nameEnds.append(nameBytes.count)
        frequency.append(0)
        lastText.append(-1)
        for _ in 0..<taxonomy.count { mass.append(0) }
        return row
    }

    /// Puts in a row that was read from a file.
    mutating func restore(
        family: FeatureFamily, name: [UInt8], hash: UInt64, frequency textCount: Int32, mass rowMass: [Int64]
    ) {
        guard rows[hash] == nil else { return }
        let row = Int(row(of: hash, family, name[...]))
        frequency[row] = textCount
        for category in 0..<taxonomy.count { mass[row * taxonomy.count + category] = rowMass[category] }
    }

    /// Puts in what is known of repeats.
    mutating func restore(_ repeats: RepeatCounts?) {
        hasOccurrences = repeats != nil
        self.repeats = repeats ?? RepeatCounts(categories: taxonomy.count)
    }

    /// Puts in the sums over all texts that were read from a file.
    mutating func restore(documents: [Int], documentMass: [Int], familyMass: [[Int64]]) {
        self.documents = documents
        self.documentMass = documentMass
        for family in familyMass.indices { self.familyMass[family] = familyMass[family] }
    }
}
