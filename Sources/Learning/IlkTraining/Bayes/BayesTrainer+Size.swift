public import IlkModels
import IlkVocabulary

extension BayesTrainer {
    /// Builds a model from the counts so far, within a size limit.
    ///
    /// If the whole model is too large, features are dropped, the least useful per byte first. Call
    /// ``choose(within:includesCounts:_:check:)`` first to select the best feature groups for a small model.
    ///
    /// - Parameters:
    ///   - groupWeights: The weights of style features and feature groups.
    ///   - includesCounts: `true` to include the counts, which are part of the size.
    ///   - mostBytes: The size limit of the file in bytes.
    ///   - check: Called repeatedly. An error thrown here ends the build.
    /// - Returns: The bytes of the model file.
    /// - Throws: ``FormatError`` if two features have the same hash or no model fits the limit, and the
    ///   errors of `check`.
    /// - Complexity: O(log *n*) builds for *n* features.
    public func build(
        groupWeights: GroupWeights, includesCounts: Bool, mostBytes: Int, check: () throws -> Void = {}
    ) throws -> [UInt8] {
        func bytes(_ rows: [Int]?, folds: Bool = false) throws -> [UInt8] {
            try check()
            return try BayesModelWriter(
                counts: kept(rows), settings: settings, groupWeights: groupWeights, choice: choice
            )
            .write(includesCounts: includesCounts, folds: folds)
        }
        let whole = try bytes(selection?.rows, folds: true)
        guard whole.count > mostBytes else { return whole }
        // Drop the precomputed sums first. They only improve speed.
        let plain = try bytes(selection?.rows)
        guard plain.count > mostBytes else { return plain }
        let rows =
            selection?.rows ?? FeatureRanking(counts, settings, includesCounts: includesCounts).rows
        var best = try bytes([])
        guard best.count <= mostBytes else {
            throw ModelFileOptions.limitTooSmall(
                "no model of these texts", mostBytes, ": a model without features has \(best.count) bytes")
        }
        var (least, most) = (0, rows.count)
        // Binary search. A file that uses at least 255/256 of the limit is good enough.
        while most - least > 1, best.count < mostBytes - mostBytes / 256 {
            let middle = (least + most) / 2
            let found = try bytes(Array(rows.prefix(middle)))
            if found.count > mostBytes { most = middle } else { (least, best) = (middle, found) }
        }
        return best
    }

    /// Returns the approximate size in bytes of a model with some features, before its weights are fitted.
    func size(
        of rows: [Int]?, _ settings: BayesSettings, includesCounts: Bool = true
    ) throws(FormatError) -> Int {
        // A value with as many digits as a fitted weight has in JSON.
        let groupWeights = GroupWeights(
            uniform: -0.123_456_789_012_345_67,
            styleFeatures: settings.featureGroups.contains(.style) ? StyleReader.styleFeatures.count : 0,
            categories: counts.taxonomy.count)
        return try BayesModelWriter(
            counts: kept(rows), settings: settings, groupWeights: groupWeights, choice: choice
        )
        .write(includesCounts: includesCounts, folds: false).count
    }
}
