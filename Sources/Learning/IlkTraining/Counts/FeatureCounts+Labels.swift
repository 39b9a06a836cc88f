public import IlkModels
public import IlkVocabulary

extension FeatureCounts {
    /// Returns the counts of the same texts under other labels. If several labels became one label, their
    /// counts are added. Merging labels therefore equals counting their texts under one label.
    ///
    /// The number of texts with a feature is one number for all labels. It is therefore unchanged even if
    /// labels are dropped.
    ///
    /// - Parameters:
    ///   - taxonomy: The labels of the result.
    ///   - targets: For each label of these counts, the index of the label that it became, or `nil` to drop
    ///     its texts.
    /// - Complexity: O(*f* · *c*) for *f* features and *c* labels.
    public func relabeled(to taxonomy: Taxonomy, _ targets: [Int?]) -> FeatureCounts {
        func sums<Number: AdditiveArithmetic>(_ row: some Collection<Number>) -> [Number] {
            var sums = [Number](repeating: .zero, count: taxonomy.count)
            for (number, target) in zip(row, targets) {
                if let target { sums[target] += number }
            }
            return sums
        }
        var result = FeatureCounts(taxonomy: taxonomy)
        result.restore(
            documents: sums(documents), weightedDocuments: sums(weightedDocuments),
            weightedFeatures: weightedFeatures.map { sums($0) })
        var repeated = RepeatCounts(categories: taxonomy.count)
        repeated.weightedFeatures = repeats.weightedFeatures.map { sums($0) }
        for (row, hash) in hashes.enumerated() {
            let rowCounts = sums(weightedCounts.counts(of: row))
            guard rowCounts.contains(where: { $0 != 0 }) else { continue }
            if let more = repeats.counts(of: row) {
                repeated.set(row: result.featureCount, to: sums(more))
            }
            result.restore(
                group: featureGroups[row], name: Array(name(row)), hash: hash, frequency: frequency[row],
                weightedCounts: rowCounts)
        }
        result.restore(hasOccurrences ? repeated : nil)
        return result
    }
}

extension BayesModel {
    /// Returns the model under other labels, and its counts.
    ///
    /// A merged label gets the group weights of its most frequent former label. Its constant is the logarithm
    /// of the sum of the exponentials of its former labels' constants, so that their odds add up. A label
    /// without texts gets the mean group weights and the mean constant of all labels with texts, so that it
    /// can be learned from corrections.
    ///
    /// - Parameters:
    ///   - taxonomy: The labels of the result.
    ///   - targets: For each label of the model, the index of the label that it became, or `nil` to drop its
    ///     texts.
    ///   - counts: The counts of the model.
    /// - Throws: ``FormatError`` if the model cannot be written.
    /// - Complexity: O(*f* log *f* + *f* · *c*) for *f* features and *c* labels.
    public func relabeled(
        to taxonomy: Taxonomy, _ targets: [Int?], counts: FeatureCounts
    ) throws(FormatError) -> (model: BayesModel, counts: FeatureCounts) {
        let relabeled = counts.relabeled(to: taxonomy, targets)
        let groupWeights = manifest.groupWeights.relabeled(
            to: taxonomy.count, targets, documents: counts.documents)
        var bytes = try BayesTrainer(resuming: relabeled, settings: manifest.settings, of: manifest)
            .build(groupWeights: groupWeights)
        if let section = try Familiarity.section(of: storage) {
            bytes = try Familiarity.added(section, to: bytes)
        }
        if let rules {
            bytes = try rules.relabeled(to: taxonomy.count, targets).added(to: bytes)
        }
        return (try BayesModel(ModelStorage(copying: bytes)), relabeled)
    }
}

extension GroupWeights {
    fileprivate func relabeled(to count: Int, _ targets: [Int?], documents: [Int]) -> GroupWeights {
        // For each label, the former label with the most texts.
        var parts = [Int?](repeating: nil, count: count)
        for (part, target) in targets.enumerated() where documents[part] > 0 {
            guard let target else { continue }
            if let other = parts[target], documents[other] >= documents[part] { continue }
            parts[target] = part
        }
        let present = documents.indices.filter { documents[$0] > 0 }
        func mean(_ row: [Double]) -> Double {
            present.reduce(0) { $0 + row[$1] } / Double(max(1, present.count))
        }
        func weights(_ row: [Double]) -> [Double] { parts.map { $0.map { row[$0] } ?? mean(row) } }
        var result = self
        result.styleFeatures = styleFeatures.map(weights)
        result.featureGroups = featureGroups.map(weights)
        result.constants = weights(constants)
        for target in 0..<count {
            var merged = present.filter { targets[$0] == target }.map { constants[$0] }
            guard merged.count > 1 else { continue }
            result.constants[target] = merged.withUnsafeMutableBufferPointer { Softmax.logSumExp($0) }
        }
        return result
    }
}
