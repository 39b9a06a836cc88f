public import IlkModels

extension BayesModel {
    /// The counts that the model was built from, or nil when it was written without them.
    ///
    /// - Throws: ``ModelError`` when the counts cannot be read.
    public func counts() throws(ModelError) -> FeatureCounts? {
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
