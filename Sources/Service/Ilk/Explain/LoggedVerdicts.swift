import FoundationEssentials
package import IlkFiles
package import IlkLog
import IlkPipeline
package import IlkRules
package import IlkText
package import IlkVocabulary
import Synchronization

/// Reproduces the verdicts of a log with their evidence. Loads each classifier once.
package final class LoggedVerdicts: Sendable {
    /// The key of a loaded classifier: its provenance, and the labels of the logged verdict.
    private struct Key: Hashable {
        let provenance: Provenance
        let labels: [Category]
    }

    private let taxonomy: Taxonomy
    private let set: LabelSet?
    private let archive: VerdictArchive
    private let overlays: StoredOverlays
    private let files: (models: [String], rules: [String])
    private let classifiers = Mutex<[Key: (classifier: any TextClassifier, rules: RuleSet?)]>([:])

    /// - Parameters:
    ///   - taxonomy: The labels of the log.
    ///   - set: The label set of the log, or `nil` if there is none.
    ///   - folders: The user's folders, with the archive of models and rules.
    ///   - files: Further paths of models and compiled rules.
    package init(
        taxonomy: Taxonomy, set: LabelSet?, folders: IlkFolders,
        files: (models: [String], rules: [String]) = ([], [])
    ) {
        self.taxonomy = taxonomy
        self.set = set
        archive = VerdictArchive(folders: folders)
        overlays = StoredOverlays(archive)
        self.files = files
    }

    /// Returns the verdict of an entry with its evidence, the analysis of the text, and the rules, or `nil`
    /// without rules.
    ///
    /// - Throws: ``IlkError`` with `noInput` if the entry has no verdict, or its model or rules no longer
    ///   exist; with `configuration` if the model and the rules now give a different verdict.
    package func explained(_ entry: ClassificationLogEntry) throws -> (Verdict, AnalyzedText, RuleSet?) {
        guard let logged = entry.verdict else {
            throw IlkError(
                .noInput, "entry \(entry.shortID) has no verdict: only its label was logged")
        }
        let (classifier, rules) = try classifier(of: logged)
        let (verdict, analysis) = try replay(entry, logged, classifier)
        return (verdict, analysis, rules)
    }

    /// Returns the labels of a logged verdict that were merged since then, with the labels into which they
    /// were merged.
    package func merged(since verdict: Verdict) -> [Category: Category] {
        let labels = verdict.taxonomy.categories.map { ($0, set?.current($0) ?? $0) }
        return Dictionary(uniqueKeysWithValues: labels.filter { $0 != $1 })
    }

    private func classifier(of logged: ClassificationVerdict) throws -> (any TextClassifier, RuleSet?) {
        let labels = taxonomy.categories.filter { logged.scores[$0] != nil }
        let key = Key(provenance: logged.provenance, labels: labels)
        if let loaded = classifiers.withLock({ $0[key] }) { return loaded }
        let loaded = try archive.classifier(
            of: logged.provenance,
            taxonomy: Taxonomy(
                name: taxonomy.name, categories: labels.isEmpty ? taxonomy.categories : labels,
                isMultilabel: set?.isMultilabel ?? false),
            in: labels.isEmpty ? nil : set, files: files)
        classifiers.withLock { $0[key] = loaded }
        return loaded
    }

    /// Reproduces the verdict. At the time of logging, an overlay, a correction of the text, or a correction
    /// of a nearly equal text may have been in effect. The log does not store this, so all possibilities are
    /// tried.
    private func replay(
        _ entry: ClassificationLogEntry, _ logged: ClassificationVerdict, _ classifier: any TextClassifier
    ) throws -> (Verdict, AnalyzedText) {
        let digest = ContentDigest(of: entry.log.text)
        let isMultilabel = classifier.taxonomy.isMultilabel
        // A corrected label is the most probable one.
        let top = classifier.taxonomy.categories.max { logged.scores[$0] ?? 0 < logged.scores[$1] ?? 0 }
        let words: [[Category]?] = [nil, isMultilabel ? entry.predictedCategories : top.map { [$0] }]
        // The model's thresholds select the categories of a multi-label taxonomy.
        let threshold = isMultilabel ? PredictionThresholds() : 0.0
        func replay(
            _ words: [[Category]?], _ overlay: CorrectionOverlay? = nil
        ) throws -> (Verdict, AnalyzedText)? {
            for word in words {
                let session = try Pipeline(
                    classifier: classifier, threshold: threshold,
                    corrections: word.map { [digest: $0] } ?? [:], overlay: overlay
                ).makeSession()
                // Most attempts fail, and evidence takes most of the time.
                guard isSame(session.classify(entry.log.text), logged) else { continue }
                var verdict = session.classify(entry.log.text, explaining: true)
                if entry.correctedCategories == nil { verdict.obscureCorrection() }
                // Abstention and flags depend on the thresholds and the input at the time of logging.
                verdict.abstention = logged.abstention
                verdict.flags = logged.flags
                return (verdict, session.analysis)
            }
            return nil
        }
        if let found = try replay(words) { return found }
        let time = entry.log.timestamp.timeIntervalSince1970
        for overlay in overlays.overlays(on: logged.provenance, at: time) {
            // The verdict on a corrected text does not depend on the overlay.
            if let found = try replay([nil], overlay) { return found }
        }
        throw IlkError(
            .configuration, "the logged verdict of entry \(entry.shortID) cannot be reproduced",
            hint: logged.provenance.icuVersion == TextAnalyzer.icuVersion
                ? "the verdict was made by another version of ilk, or its labels were merged twice"
                : "the verdict was made with ICU \(logged.provenance.icuVersion), this program has ICU \(TextAnalyzer.icuVersion)"
        )
    }

    private func isSame(_ verdict: Verdict, _ logged: ClassificationVerdict) -> Bool {
        zip(verdict.taxonomy.categories, verdict.probabilities).allSatisfy { logged.scores[$0] == $1 }
    }
}

extension Verdict {
    /// Replaces the evidence id `humanCorrection` by `someCorrection`, because it is unknown whether this
    /// text or a nearly equal text was corrected.
    fileprivate mutating func obscureCorrection() {
        for index in evidence.indices where evidence[index].id == Evidence.humanCorrection {
            evidence[index].id = Evidence.someCorrection
        }
    }
}
