import IlkVocabulary

/// Counts from which some texts were taken, as plain numbers.
struct CountsWithout {
    let categories: Int
    private(set) var documents: [Int]
    private(set) var documentMass: [Int]
    private(set) var familyMass: [[Int64]]
    private(set) var frequency: [Int32]
    private(set) var mass: [Int64]
    /// What texts that have a feature more than once add to that.
    private(set) var repeats: RepeatCounts
    /// The features of each family that enough texts have.
    private(set) var kept: [KeptFeatures]
    /// A feature of fewer texts has no weight.
    let minimumFrequency: Int32

    /// Counts without texts that are among them.
    init(_ counts: FeatureCounts, minimumFrequency: Int, without texts: [CountedText] = []) {
        categories = counts.taxonomy.count
        documents = counts.documents
        documentMass = counts.documentMass
        familyMass = counts.familyMass
        frequency = counts.frequency
        mass = counts.mass
        repeats = counts.repeats
        self.minimumFrequency = Int32(clamping: max(1, minimumFrequency))
        kept = [KeptFeatures](repeating: KeptFeatures(), count: FeatureFamily.allCases.count)
        var last = [Int32](repeating: -1, count: texts.isEmpty ? 0 : frequency.count)
        for (place, text) in texts.enumerated() { take(text, Int32(place), &last) }
        for row in frequency.indices where frequency[row] >= self.minimumFrequency {
            let family = counts.families[row].rawValue
            kept[family].count += 1
            kept[family].frequency += Int(frequency[row])
            kept[family].mass += total(of: row)
        }
    }

    private mutating func take(_ text: CountedText, _ place: Int32, _ last: inout [Int32]) {
        documents[text.category] -= 1
        documentMass[text.category] -= text.mass
        for family in FeatureFamily.allCases {
            let rows = text.features(of: family)
            let share = FeatureCounts.share(of: text.mass, family: family, features: rows.count)
            familyMass[family.rawValue][text.category] -= share * Int64(rows.count)
            let again = text.repeats(of: family)
            repeats.familyMass[family.rawValue][text.category] -= share * Int64(again.count)
            for row in again { repeats.add(-share, row: Int(row), category: text.category) }
            for row in rows {
                mass[Int(row) * categories + text.category] -= share
                if last[Int(row)] != place {
                    last[Int(row)] = place
                    frequency[Int(row)] -= 1
                }
            }
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
