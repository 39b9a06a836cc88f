public import IlkModels
public import IlkVocabulary

extension BayesModel {
    /// Reads the counts from which the model was built.
    ///
    /// - Returns: The counts, or `nil` if the file does not contain them.
    /// - Throws: ``FormatError`` if the counts are invalid.
    /// - Complexity: O(*n*) in the size of the counts.
    public func counts() throws(FormatError) -> FeatureCounts? {
        guard let range = file.range(of: .counts) else { return nil }
        let featureGroups = manifest.groupWeights.featureGroups.count
        var counts = try FeatureCountsFile.read(
            file.storage, range, taxonomy: taxonomy, featureGroups: featureGroups)
        var repeats: RepeatCounts?
        if let range = file.range(of: .occurrences) {
            repeats = try RepeatCountsFile.read(
                file.storage, range, beside: counts, featureGroups: featureGroups)
        }
        counts.restore(repeats)
        return counts
    }
}
