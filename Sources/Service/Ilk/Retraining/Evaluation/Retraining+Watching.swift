import FoundationEssentials
import IlkLearning
import IlkLog
import IlkVocabulary

/// Rolls the active version back if the corrections since its promotion show that an earlier version is
/// better.
extension Retraining {
    /// The minimum number of corrections since a promotion that is required to undo the promotion.
    static let fewestToWatch = 10

    /// Compares the active version with the version before it, and with the version from which automatic
    /// retraining started. None of these versions was trained on the corrections since the promotion. The
    /// better of the two earlier versions becomes active if its probability of a gain exceeds
    /// `RetrainingGate.rollbackProbability`.
    ///
    /// A manual activation is final: a version that a person activated is not replaced, and versions before
    /// it are not reactivated.
    ///
    /// - Parameters:
    ///   - silenced: The authors and sources whose corrections are ignored. Versions that were trained on
    ///     such corrections are not reactivated.
    ///   - writes: `false` to leave the active version unchanged.
    /// - Returns: The change, or `nil` if there is none.
    func watch(without silenced: [String], writes: Bool) async throws -> RetrainingReport.Rollback? {
        let marks = try marks()
        let (all, erased) = try await store.snapshot { snapshot in
            (try snapshot.correctedTexts(), Set(try marks.filter { try !snapshot.holds($0.value) }.keys))
        }
        let promotion = try registry.automaticPromotion(by: Self.signer) { version in
            guard !erased.contains(version), let manifest = registry.readableManifest(version: version)
            else { return false }
            guard let trace = manifest.retraining else { return true }
            return trace.log == log && Set(silenced).isSubset(of: trace.without)
        }
        guard let promotion else { return nil }
        let included = Corrections.included(
            all, without: silenced, categories: labels?.taxonomy ?? taxonomy, labels: labels)
        let corrections = try latest(included, since: promotion.time.timeIntervalSince1970)
        guard corrections.count >= Self.fewestToWatch else { return nil }
        let judges = CorrectionJudges(corrections, without: RetrainingReport.SuspectedAuthor(in: included))
        let strata = try await strata()
        let current = try assembly.pipeline()
        var best: RetrainingReport.Rollback?
        for version in promotion.earlier {
            let contest = try PairedPipelines(current, try assembly(of: version).pipeline())
            let gate = RetrainingGate(
                judges.answers(to: corrections, in: GateSample.newCorrections, by: contest),
                regression: try regressionSamples(contest), strata: strata, prior: .earlier)
            guard let gain = gate.gain, gain.probabilityOfGain > RetrainingGate.rollbackProbability,
                gain.mean > best?.gate.gain?.mean ?? 0
            else { continue }
            best = RetrainingReport.Rollback(from: promotion.version, to: version, gate: gate)
        }
        if writes, let best {
            try registry.rollback(to: best.to, ChangeAuthor(who: Self.signer, why: best.reason, when: now))
        }
        return best
    }

    /// Returns the corrected texts that were first corrected after a time.
    private func latest(_ included: [CorrectedText], since time: Double) throws -> [CorrectedText] {
        let firsts = Dictionary(included.map { ($0.digest, $0.correctionTime) }, uniquingKeysWith: min)
        let regression = try regression
        return HeldOutTexts.latest(included, digest: \.digest).filter { correction in
            firsts[correction.digest].map { $0 > time } ?? false
                && !(regression?.contains(correction.digest) ?? false)
        }
    }

    /// Returns the assembly with a given version, or with the active version for `nil`.
    func assembly(of version: String?) -> PipelineAssembly {
        var assembly = assembly
        if let version { assembly.model = .version(version) }
        return assembly
    }
}
