import IlkLearning
import IlkLog
import IlkModels
import IlkVocabulary

/// Decides about a new model, and deletes versions that were trained on erased texts.
extension Retraining {
    /// The signer of versions in the registry.
    static let signer = "ilk retrain"

    func decide(
        _ candidate: RetrainingCandidate, _ erased: [String], _ report: inout RetrainingReport, writes: Bool
    ) throws {
        report.reason = Self.verdict(report) + Self.unmovedNote(report.onLearned)
        let inUse = try registry.activeVersion()
        guard writes else {
            report.reason += otherLogNote(inUse, candidate, nil) + " Dry run: nothing was written."
            try forget(erased, candidate.base, into: &report, writes: false)
            return
        }
        let signature = ChangeAuthor(who: Self.signer, why: report.reason, when: now)
        let trace = report.trace
        let decision = try registry.decide(
            candidate.bytes, digest: candidate.model.digest.description, report.gate, signature
        ) { try manifest(of: candidate, trace, signature) }
        report.version = decision.version
        report.isPromoted = decision.isPromoted
        if let reason = decision.reason, reason != report.reason {
            report.reason = reason
        } else {
            report.reason += otherLogNote(inUse, candidate, decision.version)
        }
        try forget(
            erased.filter { $0 != decision.version }, candidate.base, into: &report, writes: true)
    }

    /// Returns a note if the active version learned corrections of another log, which the new version does not
    /// contain. Otherwise returns an empty string.
    ///
    /// - Parameters:
    ///   - inUse: The active version before the decision, or `nil` if there is none.
    ///   - candidate: The new model.
    ///   - version: The new version, or `nil` in a dry run.
    private func otherLogNote(
        _ inUse: String?, _ candidate: RetrainingCandidate, _ version: String?
    ) -> String {
        guard let inUse, inUse != version,
            let trace = registry.readableManifest(version: inUse)?.retraining,
            trace.log != log, trace.corrections > 0
        else { return "" }
        let other = LogFiles.existing(folders).first {
            ClassificationLogStore.identifier(ofLog: $0.path) == trace.log
        }
        let (noun, pronoun) = trace.corrections == 1 ? ("correction", "it") : ("corrections", "them")
        let note =
            " Version \(inUse) learned \(trace.corrections) \(noun) of another log"
            + (other.map { " (\($0.path))" } ?? "") + "; this version does not contain \(pronoun)."
        guard let version, candidate.base.counting != nil else { return note }
        let usual = registry.taxonomy == Taxonomy.documentType.name
        return note + " To add the counts of both: ilk model merge \(inUse) \(version)"
            + (usual ? "" : " --taxonomy \(registry.taxonomy)")
    }

    /// Handles a log without training texts. If authors were excluded, the base version becomes active,
    /// because the active version may have learned their corrections.
    func findNothing(
        _ counted: LogCounting.Result, _ base: RetrainingBase, _ report: inout RetrainingReport,
        writes: Bool
    ) throws {
        let silenced = counted.counted.trace.without
        report.reason =
            !silenced.isEmpty
            ? "Nothing to learn without the corrections by \(silenced.joined(separator: ", "))."
            : counted.words.audits.isEmpty
                ? "Nothing to learn: no entry of the log has been corrected. To correct one: \(correction)"
                : "Nothing to learn: all corrections are in the audit sample, which is only used for evaluation."
        try forget(counted.erased, base, into: &report, writes: writes)
        guard writes, !silenced.isEmpty else { return }
        if let inUse = try registry.activeVersion(), inUse != base.version,
            try registry.manifest(version: inUse).retraining?.log == log
        {
            let signature = ChangeAuthor(who: Self.signer, why: report.reason, when: now)
            try registry.promote(base.version, signature)
            report.rolledBackTo = base.version
        }
        // Store the excluded authors for the next retraining.
        try countsFile.write(counted.counted)
    }

    /// A command that corrects an entry of the log.
    private var correction: String {
        let labels = self.labels?.taxonomy ?? taxonomy
        let usual = labels == .documentType
        let label = usual ? Category("email") : labels.categories.first ?? "LABEL"
        let command = "ilk log correct -1 \(ShellText.word(label.rawValue))"
        if let logFile { return command + " --log-file \(ShellText.word(logFile))" }
        return command + (usual ? "" : " --taxonomy \(labels.name)")
    }

    func manifest(
        of candidate: RetrainingCandidate, _ trace: RetrainingTrace?, _ signature: ChangeAuthor
    ) throws -> VersionManifest {
        let base = candidate.base
        var manifest = VersionManifest(
            of: candidate.model, baseVersions: [(base.version, base.source)], signature)
        manifest.data = [candidate.data]
        manifest.retraining = trace
        try assembly.measure(candidate.model, into: &manifest)
        return manifest
    }

    /// Deletes the versions that may have been trained on erased entries. If one of these versions is active
    /// and was not replaced by a new version, the base version becomes active.
    func forget(
        _ versions: [String], _ base: RetrainingBase, into report: inout RetrainingReport, writes: Bool
    ) throws {
        report.erased = try registry.includingDescendants(of: versions)
        guard writes, !versions.isEmpty else { return }
        let signature = ChangeAuthor(who: Self.signer, why: Self.erasure, when: now)
        let forgotten = try registry.remove(report.erased, fallingBackTo: base.version, signature)
        report.rolledBackTo = forgotten.activatedFallback
        VerdictArchive(folders: folders).delete(models: forgotten.digests)
        // The files contain words of erased entries. The current counts are written later.
        try countsFile.stripWords(taxonomy)
    }

    static let erasure = "may have been trained on texts erased from the log"

    private static func verdict(_ report: RetrainingReport) -> String {
        let isHeldOut = report.trace?.holdsOut ?? false
        return report.gate.reason
            + (isHeldOut ? "" : " Fewer than \(HeldOutTexts.fewest) corrections, so none was held out.")
    }

    /// Returns a note if the new model mispredicts some training corrections, and at least as many as the
    /// active model. Otherwise returns an empty string.
    private static func unmovedNote(_ learned: PairedComparison) -> String {
        let before = learned.bothRight + learned.onlyFirstRight
        let after = learned.bothRight + learned.onlySecondRight
        guard after < learned.texts, after <= before else { return "" }
        let left = learned.texts - after
        return
            " The model still mispredicts \(left) corrected \(left == 1 ? "text; your correction applies to it." : "texts; your corrections apply to them.")"
    }
}
