import IlkModels
import IlkVocabulary

/// The counts of some texts as plain numbers: what other texts are scored by.
struct CountsWithout {
    let categories: Int
    private(set) var documents: [Int]
    private(set) var documentMass: [Int]
    private(set) var familyMass: [[Int64]]
    let frequency: [Int32]
    private(set) var mass: [Int64]
    /// What texts that have a feature more than once add to that.
    private(set) var repeats: RepeatCounts
    /// The features of each family that enough texts have.
    private(set) var kept: [KeptFeatures]
    /// A feature of fewer texts has no weight.
    let minimumFrequency: Int32

    /// Counts as they are.
    ///
    /// - Parameter whole: Counts of all texts, of which some were left out here. What is left of each category is multiplied
    ///   so that it stands for all of it: else the category that texts were taken from is the smaller one, and scales that
    ///   are fitted to scores of texts left out learn to tell by that where a text was taken from.
    init(_ counts: FeatureCounts, minimumFrequency: Int, standingFor whole: FeatureCounts? = nil) {
        categories = counts.taxonomy.count
        documents = counts.documents
        documentMass = counts.documentMass
        familyMass = counts.familyMass
        frequency = counts.frequency
        mass = counts.mass
        repeats = counts.repeats
        self.minimumFrequency = Int32(clamping: max(1, minimumFrequency))
        kept = [KeptFeatures](repeating: KeptFeatures(), count: FeatureFamily.allCases.count)
        if let whole { stand(for: whole, counts.families) }
        for row in frequency.indices where frequency[row] >= self.minimumFrequency {
            let family = counts.families[row].rawValue
            kept[family].count += 1
            kept[family].frequency += Int(frequency[row])
            kept[family].mass += total(of: row)
        }
    }

    private mutating func stand(for whole: FeatureCounts, _ families: [FeatureFamily]) {
        let factors = Self.factors(familyMass, whole.familyMass)
        for row in families.indices {
            let factors = factors[families[row].rawValue]
            for category in 0..<categories {
                let index = row &* categories &+ category
                if mass[index] != 0 {
                    mass[index] = Int64((Double(mass[index]) * factors[category]).rounded())
                }
            }
        }
        repeats.multiply(
            by: Self.factors(repeats.familyMass, whole.repeats.familyMass), of: families)
        for category in 0..<categories where documents[category] > 0 {
            documents[category] = whole.documents[category]
            documentMass[category] = whole.documentMass[category]
            for family in familyMass.indices where familyMass[family][category] > 0 {
                familyMass[family][category] = whole.familyMass[family][category]
            }
        }
    }

    private static func factors(_ parts: [[Int64]], _ wholes: [[Int64]]) -> [[Double]] {
        zip(parts, wholes).map { parts, wholes in
            zip(parts, wholes).map { $0 > 0 ? Double($1) / Double($0) : 1 }
        }
    }

    /// The mass of a family in each category.
    func mass(of family: FeatureFamily, by unit: CountUnit) -> [Int64] {
        let texts = familyMass[family.rawValue]
        guard unit == .occurrences else { return texts }
        return zip(texts, repeats.familyMass[family.rawValue]).map { $0 + $1 }
    }

    /// The mass of a row in all categories.
    @inline(__always)
    func total(of row: Int) -> Int64 {
        var sum: Int64 = 0
        for category in 0..<categories { sum &+= mass[row &* categories &+ category] }
        return sum
    }
}
