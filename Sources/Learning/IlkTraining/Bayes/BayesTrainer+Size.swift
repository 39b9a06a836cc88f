public import IlkModels
import IlkVocabulary

extension BayesTrainer {
    /// The model of the counts so far that is no larger than asked for.
    ///
    /// Where the whole is too large, the features that say least for the bytes they take are left out, until what is left
    /// has room. Which families a small model is best made of, ``choose(within:includesCounts:_:check:)``
    /// finds out before.
    ///
    /// - Parameters:
    ///   - scales: How much each signal and family says.
    ///   - includesCounts: Whether the counts go into the file; they are part of its size.
    ///   - mostBytes: The most bytes that the file may have.
    ///   - check: Called now and then. What it throws ends the building.
    /// - Throws: ``FormatError`` when two features cannot be told apart, or no model is as small as that; what `check` throws.
    public func build(
        scales: BayesScales, includesCounts: Bool, mostBytes: Int, check: () throws -> Void = {}
    ) throws -> [UInt8] {
        func bytes(_ rows: [Int]?, folds: Bool = false) throws -> [UInt8] {
            try check()
            return try BayesModelWriter(
                counts: kept(rows), settings: settings, scales: scales, choice: choice
            )
            .write(includesCounts: includesCounts, folds: folds)
        }
        let whole = try bytes(selection?.rows, folds: true)
        guard whole.count > mostBytes else { return whole }
        // What is told twice for speed goes first.
        let plain = try bytes(selection?.rows)
        guard plain.count > mostBytes else { return plain }
        let rows =
            selection?.rows ?? FeatureRanking(counts, settings, includesCounts: includesCounts).rows
        var best = try bytes([])
        guard best.count <= mostBytes else {
            throw FormatError(
                .tooLarge, at: 0,
                "no model of these texts is as small as \(mostBytes) bytes: without any feature it takes \(best.count)"
            )
        }
        var (least, most) = (0, rows.count)
        // As good as full is full.
        while most - least > 1, best.count < mostBytes - mostBytes / 256 {
            let middle = (least + most) / 2
            let found = try bytes(Array(rows.prefix(middle)))
            if found.count > mostBytes { most = middle } else { (least, best) = (middle, found) }
        }
        return best
    }

    /// About how many bytes the model of some features takes, before its scales are fitted.
    func size(
        of rows: [Int]?, _ settings: BayesSettings, includesCounts: Bool = true
    ) throws(FormatError) -> Int {
        // As many digits as a fitted scale has.
        let scales = BayesScales(
            uniform: -0.123_456_789_012_345_67,
            signals: settings.families.contains(.shape) ? ShapeReader.signals.count : 0,
            categories: counts.taxonomy.count)
        return try BayesModelWriter(counts: kept(rows), settings: settings, scales: scales, choice: choice)
            .write(includesCounts: includesCounts, folds: false).count
    }
}
