import IlkLearning
import IlkLog
import IlkModels
import IlkPipeline
import IlkRules
import IlkVocabulary

/// Tests a candidate on the corrections that it learns, so that these are not lost as evidence.
extension Retraining {
    private static let folds = 5
    /// The fewest corrections that are cross-validated. Fewer would not change the decision.
    private static let fewestToCrossValidate = 10

    /// Returns the answers to the corrections that the active version has not learned: by the active version,
    /// and by models that are trained like the candidate, each without a fifth of these corrections.
    ///
    /// - Parameters:
    ///   - counting: The counts of the candidate.
    ///   - parent: The base version.
    ///   - rules: The rules beside the models.
    ///   - active: The version to compare with, or `nil` for the active one.
    ///   - judges: The corrections that are evidence.
    /// - Complexity: That of training five models.
    func crossValidated(
        _ counting: LogCounting.Result, _ parent: RetrainingBase, _ rules: RuleSet?,
        against active: String?, _ judges: CorrectionJudges
    ) throws -> [GateText] {
        guard let known = try learned(by: active) else { return [] }
        let fresh = counting.words.learned.filter { !known.contains($0.digest) && judges.include($0) }
        guard fresh.count >= Self.fewestToCrossValidate else { return [] }
        let current = try assembly(of: active).pipeline()
        let folds = Dictionary(grouping: fresh) { Int($0.digest.bytes[2]) % Self.folds }
        return try folds.sorted { $0.key < $1.key }.flatMap { _, fold in
            let left = Set(fold.map(\.digest))
            let candidate = try RetrainingCandidate(
                try counting.counted.without(fold), parent,
                counting.words.learned.filter { !left.contains($0.digest) }, rules)
            let next = assembly.pipeline(by: try assembly.classifier(rules, candidate.model))
            return judges.answers(
                to: fold, in: GateSample.crossValidated, by: try PipelineComparison(current, next))
        }
    }

    /// Returns the corrections of this log that a version has learned, or `nil` if they are unknown.
    private func learned(by version: String?) throws -> Set<ContentDigest>? {
        guard let name = try version ?? registry.activeVersion(),
            let manifest = registry.readableManifest(version: name)
        else { return nil }
        guard let trace = manifest.retraining else {
            // A merged version has learned what its base versions have.
            let bases = manifest.baseVersions.map { registry.readableManifest(version: $0.version) }
            return bases.contains { $0?.retraining != nil } ? nil : []
        }
        guard trace.log == log, let counts = countsFile.read(taxonomy, of: manifest.digest) else {
            return nil
        }
        return Set(counts.learned.keys)
    }
}

extension LogCounts {
    /// Returns the counts without some of the corrections.
    fileprivate func without(_ words: [CorrectedText]) throws -> LogCounts {
        var rest = self
        var counting = try CorrectionCounting()
        for word in words {
            guard let label = learned[word.digest] else { continue }
            var text = word.text
            text.withUTF8 { counting.count($0, word.digest, from: label, to: nil, age: 0, in: &rest) }
        }
        return rest
    }
}
