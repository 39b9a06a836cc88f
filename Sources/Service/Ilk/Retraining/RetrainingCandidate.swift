import IlkTraining
import IlkLog
import IlkLearning
import IlkModels
import IlkRules
import IlkVocabulary

/// A retrained model before the decision about its promotion.
struct RetrainingCandidate {
    let bytes: [UInt8]
    let model: any TextModel
    let base: RetrainingBase
    /// The corrections used for training.
    let learned: [CorrectedText]
    /// For each correction in the head, the residuals that a head fitted without this correction predicts.
    let residualsWithoutText: [ContentDigest: [Double]]

    /// Trains the model from the base version and a log. If the base version has counts, the model contains
    /// the sum of the base version's and the log's counts. In any case, the model contains a head that is
    /// fitted to the corrections.
    ///
    /// - Parameters:
    ///   - learned: The corrections that are included in the counts.
    ///   - rules: The rules that complement the model, or `nil`.
    ///   - assembly: The assembly of the base version's pipeline.
    init(
        _ counted: LogCounts, _ base: RetrainingBase, _ learned: [CorrectedText], _ rules: RuleSet?,
        _ assembly: PipelineAssembly
    ) throws {
        var bytes = try Self.counted(counted, base, learned, rules)
        let head = try CorrectionHead.fitted(to: learned, ages: counted.ages, on: base, rules, assembly)
        if let head { bytes = try ResidualHead.added(head.solution.rounded(), to: bytes) }
        self.bytes = bytes
        model = try ModelReader.read(ModelStorage(copying: bytes))
        residualsWithoutText = head?.residualsWithoutText ?? [:]
        self.base = base
        self.learned = learned
    }

    /// Returns the model without a head: the sum of the counts, or the base version if it has none.
    ///
    /// - Parameter includesCounts: `true` to include the counts in the file.
    static func counted(
        _ counted: LogCounts, _ base: RetrainingBase, _ learned: [CorrectedText], _ rules: RuleSet?,
        includesCounts: Bool = true
    ) throws -> [UInt8] {
        guard let counting = base.counting else { return base.model.storage.copied() }
        let weights = [counted.trace.ruleWeight, counted.trace.unlabeledWeight]
        let bytes = try counted.counts.model(
            addedTo: counting.model, counts: counting.counts, weights: weights, includesCounts: includesCounts
        )
        return try addingRules(to: bytes, of: counting.model, learned, rules, ages: counted.ages)
    }

    /// The corrections, as described in the manifest.
    var data: VersionManifest.DataSet {
        VersionManifest.DataSet(
            name: "corrections of the log", of: learned.map { ($0.digest, $0.category) })
    }
}
