import IlkModels
public import IlkVocabulary

extension FeatureCounts {
    /// Adds the counts of other texts.
    ///
    /// - Parameter other: Counts of the same taxonomy.
    /// - Throws: ``FormatError`` if the categories differ or a count is too large. In this case, the counts
    ///   remain unchanged.
    /// - Complexity: O(*f* · *c*) for *f* features and *c* categories.
    public mutating func add(_ other: FeatureCounts) throws(FormatError) {
        try combine(other) { $0.addingReportingOverflow($1) }
    }

    /// Subtracts the counts of some texts.
    ///
    /// - Parameter other: Counts of the same taxonomy. They must have been added before.
    /// - Throws: ``FormatError`` if the categories differ or a count would become negative. In this case, the
    ///   counts remain unchanged.
    /// - Complexity: O(*f* · *c*) for *f* features and *c* categories.
    public mutating func subtract(_ other: FeatureCounts) throws(FormatError) {
        try combine(other) { $0.subtractingReportingOverflow($1) }
    }

    private mutating func combine(
        _ other: FeatureCounts, _ operation: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
    ) throws(FormatError) {
        guard taxonomy.categories == other.taxonomy.categories else {
            throw FormatError(.notRepresentable, at: 0, "the models have different labels")
        }
        // Work on a copy, so that an error leaves the counts unchanged.
        var (next, other) = (self, other)
        if hasOccurrences != other.hasOccurrences {
            // If one side has no occurrence counts, the result has none.
            next.restore(nil)
            other.restore(nil)
        }
        try next.combine(other) { left, right, greatest throws(FormatError) in
            let (value, overflow) = operation(left, right)
            guard !overflow, (0...greatest).contains(value) else {
                throw FormatError(
                    .notRepresentable, at: 0, "a count would be negative or too large")
            }
            return value
        }
        self = next
    }
}
