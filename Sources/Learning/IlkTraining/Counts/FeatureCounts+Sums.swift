import IlkModels
public import IlkVocabulary

/// Counts of two sets of texts.
extension FeatureCounts {
    /// Adds the counts of other texts: then these are those of all of them, in whatever order.
    ///
    /// - Throws: ``FormatError`` when they are for other categories, or a number becomes too large.
    public mutating func add(_ other: FeatureCounts) throws(FormatError) {
        try combine(other) { $0.addingReportingOverflow($1) }
    }

    /// Takes the counts of some of the texts off.
    ///
    /// - Throws: ``FormatError`` when they are for other categories, or were never added: nothing may be below zero.
    public mutating func subtract(_ other: FeatureCounts) throws(FormatError) {
        try combine(other) { $0.subtractingReportingOverflow($1) }
    }

    private mutating func combine(
        _ other: FeatureCounts, _ operation: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
    ) throws(FormatError) {
        guard taxonomy.categories == other.taxonomy.categories else {
            throw FormatError(.malformed, at: 0, "the counts are for other categories")
        }
        // All is computed before anything is changed.
        var (next, other) = (self, other)
        if hasOccurrences != other.hasOccurrences {
            // What only one side knows is not known of the sum.
            next.restore(nil)
            other.restore(nil)
        }
        try next.combine(other) { left, right, greatest throws(FormatError) in
            let (value, overflow) = operation(left, right)
            guard !overflow, (0...greatest).contains(value) else {
                throw FormatError(
                    .malformed, at: 0, "a count is too large, or less was counted than is taken off")
            }
            return value
        }
        self = next
    }
}
