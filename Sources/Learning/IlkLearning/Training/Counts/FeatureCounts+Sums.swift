public import IlkModels
import IlkVocabulary

/// Counts of two sets of texts.
extension FeatureCounts {
    /// Adds the counts of other texts: then these are those of all of them, in whatever order.
    ///
    /// - Throws: ``ModelError`` when they are for other categories, or a number becomes too large.
    public mutating func add(_ other: FeatureCounts) throws(ModelError) {
        try combine(other) { $0.addingReportingOverflow($1) }
    }

    /// Takes the counts of some of the texts off.
    ///
    /// - Throws: ``ModelError`` when they are for other categories, or were never added: nothing may be below zero.
    public mutating func subtract(_ other: FeatureCounts) throws(ModelError) {
        try combine(other) { $0.subtractingReportingOverflow($1) }
    }

    private mutating func combine(
        _ other: FeatureCounts, _ operation: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
    ) throws(ModelError) {
        guard taxonomy.categories == other.taxonomy.categories else {
            throw ModelError(.malformed, at: 0, "the counts are for other categories")
        }
        func result(_ left: Int64, _ right: Int64) throws(ModelError) -> Int64 {
            let (value, overflow) = operation(left, right)
            guard !overflow, value >= 0, value < 1 << 62 else {
                throw ModelError(
                    .malformed, at: 0, "a count is too large, or less was counted than is taken off")
            }
            return value
        }
        guard hasOccurrences == other.hasOccurrences else {
            // What only one side knows is not known of the sum.
            var (left, right) = (self, other)
            left.restore(nil)
            right.restore(nil)
            try left.combine(right, operation)
            self = left
            return
        }
        // All is computed before anything is changed.
        var next = self
        try next.combineSums(other, result)
        try next.combineRows(other, result)
        self = next
    }

    private mutating func combineSums(
        _ other: FeatureCounts, _ result: (Int64, Int64) throws(ModelError) -> Int64
    ) throws(ModelError) {
        var (documents, masses, families) = (documents, documentMass, familyMass)
        var repeats = repeats
        for category in documents.indices {
            documents[category] = Int(
                try result(Int64(documents[category]), Int64(other.documents[category])))
            masses[category] = Int(
                try result(Int64(masses[category]), Int64(other.documentMass[category])))
            for family in families.indices {
                families[family][category] = try result(
                    families[family][category], other.familyMass[family][category])
                repeats.familyMass[family][category] = try result(
                    repeats.familyMass[family][category], other.repeats.familyMass[family][category])
            }
        }
        restore(documents: documents, documentMass: masses, familyMass: families)
        restore(hasOccurrences ? repeats : nil)
    }

    private mutating func combineRows(
        _ other: FeatureCounts, _ result: (Int64, Int64) throws(ModelError) -> Int64
    ) throws(ModelError) {
        let categories = taxonomy.count
        let none = [Int64](repeating: 0, count: categories)
        for (from, hash) in other.hashes.enumerated() {
            if rows[hash] == nil {
                restore(
                    family: other.families[from], name: Array(other.name(from)), hash: hash, frequency: 0,
                    mass: none)
            }
            guard let place = rows[hash].map({ Int($0) }) else { continue }
            let texts = try result(Int64(frequency[place]), Int64(other.frequency[from]))
            guard texts <= Int64(Int32.max) else {
                throw ModelError(.malformed, at: 0, "a count is too large")
            }
            var masses = none
            for category in 0..<categories {
                masses[category] = try result(
                    mass[place * categories + category], other.mass[from * categories + category])
            }
            replace(row: place, frequency: Int32(texts), mass: masses)
            guard let further = other.repeats.masses(of: from) else { continue }
            masses = repeats.masses(of: place).map(Array.init) ?? none
            for (category, mass) in further.enumerated() {
                masses[category] = try result(masses[category], mass)
            }
            replaceRepeats(row: place, with: masses)
        }
    }
}
