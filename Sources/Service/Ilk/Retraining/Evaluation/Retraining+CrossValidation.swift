import IlkLearning
import IlkLog
import IlkPipeline
import IlkVocabulary

/// Tests a candidate on its own training corrections by cross-validation, so that these corrections still
/// count as evidence.
extension Retraining {
    /// The minimum number of corrections for cross-validation. With fewer, the results would not change the
    /// decision.
    private static let fewestToCrossValidate = 10

    /// Returns the results of both versions for corrections that the active version was not trained on. The
    /// candidate's prediction comes from ``LeftOutPredictions``. Corrections that the candidate's head was not
    /// fitted to are omitted.
    ///
    /// - Parameters:
    ///   - left: The candidate, with its predictions without a correction.
    ///   - active: The version to compare with, or `nil` for the active one.
    ///   - contest: The pipelines of that version and of the candidate.
    ///   - judges: The corrections that count as evidence.
    /// - Complexity: That of ``LeftOutPredictions/labels(of:)``.
    func crossValidated(
        _ left: LeftOutPredictions, against active: String?, by contest: PairedPipelines,
        _ judges: CorrectionJudges
    ) throws -> [GateText] {
        guard let known = try learned(by: active) else { return [] }
        let fresh = left.candidate.learned.filter { !known.contains($0.digest) && judges.include($0) }
        guard fresh.count >= Self.fewestToCrossValidate else { return [] }
        let predicted = try left.labels(of: fresh)
        return fresh.compactMap { word in
            guard let labels = predicted[word.digest] else { return nil }
            let text = word.labeledText
            return judges.answer(
                to: word, in: GateSample.crossValidated,
                activeIsCorrect: contest.isActiveRight(text),
                candidateIsCorrect: labels == Set(text.categories))
        }
    }

    /// Returns the corrections of this log that a version was trained on, or `nil` if these corrections are
    /// unknown.
    private func learned(by version: String?) throws -> Set<ContentDigest>? {
        guard let name = try version ?? registry.activeVersion(),
            let manifest = registry.readableManifest(version: name)
        else { return nil }
        guard let trace = manifest.retraining else {
            // A merged version has learned the corrections that its base versions have learned.
            let bases = manifest.baseVersions.map { registry.readableManifest(version: $0.version) }
            return bases.contains { $0?.retraining != nil } ? nil : []
        }
        guard trace.log == log, let counts = countsFile.read(taxonomy, of: manifest.digest) else {
            return nil
        }
        return Set(counts.learned.keys)
    }
}
