public import IlkModels
public import IlkVocabulary

extension BayesModel {
    /// Reads the counts that the model was built from.
    ///
    /// - Returns: The counts, or `nil` if the file does not contain them.
    /// - Throws: ``FormatError`` if the counts are invalid.
    /// - Complexity: O(*n*) in the size of the counts.
    public func counts() throws(FormatError) -> FeatureCounts? {
        guard let range = file.range(of: .counts) else { return nil }
        let families = manifest.scales.families.count
        var counts = try FeatureCountsFile.read(
            file.storage, range, taxonomy: taxonomy, families: families)
        var repeats: RepeatCounts?
        if let range = file.range(of: .occurrences) {
            repeats = try RepeatCountsFile.read(file.storage, range, beside: counts, families: families)
        }
        counts.restore(repeats)
        return counts
    }
}
