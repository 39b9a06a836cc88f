import IlkLog
import IlkModels
import IlkPipeline
import IlkRules
import IlkTraining
import IlkVocabulary

/// A `ResidualHead` that is fitted to corrections, with its leave-one-out predictions.
struct CorrectionHead {
    let solution: ResidualHeadFit.Solution
    /// For each correction in the head, the residuals that a head fitted without this correction predicts.
    let residualsWithoutText: [ContentDigest: [Double]]

    /// Fits a head to the newest corrections, up to its capacity.
    ///
    /// The base version was not trained on the corrections, so its predictions for them are unbiased.
    ///
    /// - Parameters:
    ///   - corrections: The corrections.
    ///   - ages: The ages of the corrections in quarters of the half-life; a missing age is 0.
    ///   - base: The base version.
    ///   - rules: The rules that complement the base version, or `nil`.
    ///   - assembly: The assembly of its pipeline.
    /// - Returns: The head, or `nil` without corrections.
    /// - Throws: ``IlkError`` if rules and model do not match.
    /// - Complexity: That of ``ResidualHeadFit/solved()``.
    static func fitted(
        to corrections: [CorrectedText], ages: [ContentDigest: Int], on base: RetrainingBase,
        _ rules: RuleSet?,
        _ assembly: PipelineAssembly
    ) throws -> CorrectionHead? {
        guard !corrections.isEmpty else { return nil }
        let pipeline = assembly.pipeline(by: try assembly.classifier(rules, base.model))
        let taxonomy = pipeline.taxonomy
        let session = try pipeline.makeSession()
        var fit = ResidualHeadFit(taxonomy: taxonomy, statistics: base.statistics)
        let newest = corrections.sorted { ($1.timestamp, $0.digest) < ($0.timestamp, $1.digest) }
        for correction in newest.prefix(ResidualHeadFit.capacity(labels: taxonomy.count)) {
            fit.add(
                correction.text, correction.digest, labels: correction.labels ?? [correction.category],
                answeredBy: session,
                weight: AgeDiscount.weight(ages[correction.digest] ?? 0))
        }
        let solution = fit.solved()
        let residuals = solution.answers.map { ($0.digest, $0.residuals) }
        return CorrectionHead(
            solution: solution, residualsWithoutText: Dictionary(residuals, uniquingKeysWith: { $1 }))
    }
}
