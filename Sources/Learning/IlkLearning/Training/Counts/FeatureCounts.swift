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
                if lastText[Int(row)] != text {
                    lastText[Int(row)] = text
                    frequency[Int(row)] += Int32(sign)
                }
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
                guard lastText[Int(row)] != text else { continue }
                lastText[Int(row)] = text
                frequency[Int(row)] -= 1
            }
        }
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

    /// Adds the counts of other texts.
    ///
    /// - Parameter other: Counts of the same taxonomy.
    /// - Returns: The row here of each row there.
    @discardableResult
    mutating func merge(_ other: FeatureCounts) -> [Int32] {
        precondition(other.taxonomy == taxonomy, "counts of one taxonomy")
        let categories = taxonomy.count
        for category in 0..<categories {
            documents[category] += other.documents[category]
            documentMass[category] += other.documentMass[category]
            for family in familyMass.indices {
                familyMass[family][category] += other.familyMass[family][category]
                repeats.familyMass[family][category] += other.repeats.familyMass[family][category]
            }
        }
        hasOccurrences = hasOccurrences && other.hasOccurrences
        return (0..<other.featureCount).map { index in
            let place = row(of: other.hashes[index], other.families[index], other.name(index))
            frequency[Int(place)] += other.frequency[index]
            for category in 0..<categories {
                mass[Int(place) * categories + category] += other.mass[index * categories + category]
            }
            for (category, mass) in (other.repeats.masses(of: index) ?? []).enumerated() {
                repeats.add(mass, row: Int(place), category: category)
            }
            return place
        }
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
                guard lastText[row] != text else { continue }
                lastText[row] = text
                frequency[row] += Int32(sign)
            }
            let again = stream.again.compactMap { rows[$0] }
            for category in 0..<categories { addRepeats(again, of: family, category, each[category]) }
        }
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
        let categories = taxonomy.count
        for family in familyMass.indices {
            for category in 0..<categories {
                familyMass[family][category] += scaled(evidence.familyMass[family][category])
                repeats.familyMass[family][category] += scaled(evidence.repeats.familyMass[family][category])
            }
        }
        for index in 0..<evidence.featureCount {
            let texts = Int32(scaled(Int64(evidence.frequency[index])))
            let known = rows[evidence.hashes[index]]
            // What nobody has and too few have here would have no weight.
            guard known != nil || texts > 0 else { continue }
            let place = Int(
                known ?? row(of: evidence.hashes[index], evidence.families[index], evidence.name(index)))
            frequency[place] += texts
            for category in 0..<categories {
                mass[place * categories + category] += scaled(evidence.mass[index * categories + category])
            }
            for (category, mass) in (evidence.repeats.masses(of: index) ?? []).enumerated() {
                repeats.add(scaled(mass), row: place, category: category)
            }
        }
    }

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

    /// Puts other numbers in the place of a row's.
    mutating func replace(row: Int, frequency textCount: Int32, mass rowMass: [Int64]) {
        frequency[row] = textCount
        mass.replaceSubrange(row * taxonomy.count..<(row + 1) * taxonomy.count, with: rowMass)
    }

    /// Puts other numbers in the place of a row's repeats.
    mutating func replaceRepeats(row: Int, with masses: [Int64]) { repeats.replace(row: row, with: masses) }

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
