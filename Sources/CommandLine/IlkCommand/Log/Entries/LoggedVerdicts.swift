import Ilk
import IlkConsole
import IlkFiles
import IlkLog
import IlkPipeline
import IlkRules
import IlkText
import IlkVocabulary

/// Reproduces the verdicts of a log with their evidence. Loads each classifier once.
final class LoggedVerdicts {
    private let taxonomy: Taxonomy
    private let archive: VerdictArchive
    private let files: (models: [String], rules: [String])
    private var classifiers: [Provenance: (classifier: any TextClassifier, rules: RuleSet?)] = [:]

    /// - Parameters:
    ///   - taxonomy: The labels of the log.
    ///   - folders: The user's folders, with the archive of models and rules.
    ///   - files: Further paths of models and compiled rules.
    init(
        taxonomy: Taxonomy, folders: IlkFolders, files: (models: [String], rules: [String]) = ([], [])
    ) {
        self.taxonomy = taxonomy
        archive = VerdictArchive(folders: folders)
        self.files = files
    }

    /// Returns the verdict of an entry with its evidence, the analysis of the text, and the rules or `nil`.
    ///
    /// - Throws: `noInput` if the entry has no verdict, or its model or rules no longer exist;
    ///   `badConfiguration` if they give a different verdict.
    func explained(_ entry: ClassificationLogEntry) throws -> (Verdict, AnalyzedText, RuleSet?) {
        guard let logged = entry.verdict else {
            throw CommandError(
                .noInput, "entry \(entry.shortID) has no verdict: only its label was logged")
        }
        let (classifier, rules) = try classifier(of: logged.provenance)
        let (verdict, analysis) = try replay(entry, logged, classifier)
        return (verdict, analysis, rules)
    }

    private func classifier(of provenance: Provenance) throws -> (any TextClassifier, RuleSet?) {
        if let loaded = classifiers[provenance] { return loaded }
        let loaded = try archive.classifier(of: provenance, taxonomy: taxonomy, files: files)
        classifiers[provenance] = loaded
        return loaded
    }

    /// Reproduces the verdict. The log does not store whether a correction of the text was in effect, so all
    /// possibilities are tried.
    private func replay(
        _ entry: ClassificationLogEntry, _ logged: ClassificationVerdict, _ classifier: any TextClassifier
    ) throws -> (Verdict, AnalyzedText) {
        let digest = ContentDigest(of: entry.log.text)
        let isMultilabel = classifier.taxonomy.isMultilabel
        let words: [[Category]?] =
            [nil] + (isMultilabel ? [entry.predictedCategories] : classifier.taxonomy.categories.map { [$0] })
        // The model's thresholds select the categories of a multi-label taxonomy.
        let threshold = isMultilabel ? PredictionThresholds() : 0.0
        for word in words {
            let session = try Pipeline(
                classifier: classifier, threshold: threshold, corrections: word.map { [digest: $0] } ?? [:]
            ).makeSession()
            var verdict = session.classify(entry.log.text, explaining: true)
            guard isSame(verdict, logged) else { continue }
            // These depend on the thresholds and the input at the time of logging.
            verdict.abstention = logged.abstention
            verdict.flags = logged.flags
            return (verdict, session.analysis)
        }
        throw CommandError(
            .badConfiguration, "entry \(entry.shortID) has another verdict now than the logged one",
            hint: logged.provenance.icuVersion == TextAnalyzer.icuVersion
                ? "it was made by another version of ilk"
                : "it was made with ICU \(logged.provenance.icuVersion), this is ICU \(TextAnalyzer.icuVersion)"
        )
    }

    private func isSame(_ verdict: Verdict, _ logged: ClassificationVerdict) -> Bool {
        zip(verdict.taxonomy.categories, verdict.probabilities).allSatisfy { logged.scores[$0] == $1 }
    }
}
