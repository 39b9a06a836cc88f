import IlkConsole
import Ilk
import IlkLog
import IlkPipeline
import IlkRules
import IlkStore
import IlkText
import IlkVocabulary

/// Explains an entry of a log by what made its verdict.
struct LogExplaining {
    /// The entry: `-1`, an id, or the end of one.
    var reference: String
    /// How the explanation is shown.
    var format: ExplanationFormat
    /// How many pieces of evidence are shown.
    var top: Int
    /// Where models and compiled rules may be beside where they are kept.
    var files: (models: [String], rules: [String])
    /// Where it is shown.
    var console: Console

    /// Explains.
    ///
    /// - Throws: `noInput` when the entry has no verdict, or what made it is no longer there; `badConfiguration` when what
    ///   is there makes another one.
    func run(_ store: ClassificationLogStore) async throws {
        let entry = try await store.entry(LogReference(reference))
        guard let logged = entry.verdict else {
            throw CommandFailure(
                .noInput, "entry \(entry.shortID) has no verdict: only its category was logged")
        }
        let (classifier, ruleSet) = try VerdictArchive(folders: console.folders).classifier(
            of: logged.provenance, taxonomy: store.taxonomy, files: files)
        let (verdict, analysis) = try replay(entry, logged, classifier)
        let text = ExplanationText(top: top, rules: ruleSet, console: console)
        let explanation = Explanation(text: text, format: format)
        try console.output.withBuffer { output in
            try explanation.append(verdict, analysis, place: entry.shortID, to: &output)
            explanation.finish(&output)
        }
        try console.output.flush()
    }

    /// The verdict once more. It was made with a person's word on the text or without: whichever comes to what was logged.
    private func replay(
        _ entry: ClassificationLogEntry, _ logged: ClassificationVerdict, _ classifier: any TextClassifier
    ) throws -> (Verdict, AnalyzedText) {
        let digest = ContentDigest(of: entry.log.text)
        let words: [Category?] = [nil] + classifier.taxonomy.categories
        for word in words {
            let session = try Pipeline(
                classifier: classifier, threshold: 0.0, corrections: word.map { [digest: $0] } ?? [:]
            ).makeSession()
            var verdict = session.classify(entry.log.text, receipts: true)
            guard isSame(verdict, logged) else { continue }
            // Thresholds are of the time, and so is what had to be done to the text.
            verdict.abstention = logged.abstention
            verdict.flags = logged.flags
            return (verdict, session.analysis)
        }
        throw CommandFailure(
            .badConfiguration, "entry \(entry.shortID) comes to another verdict than the one that was logged",
            hint: logged.provenance.icuVersion == TextAnalyzer.icuVersion
                ? "it was made by another version of ilk"
                : "it was made with ICU \(logged.provenance.icuVersion), this is ICU \(TextAnalyzer.icuVersion)"
        )
    }

    private func isSame(_ verdict: Verdict, _ logged: ClassificationVerdict) -> Bool {
        zip(verdict.taxonomy.categories, verdict.probabilities).allSatisfy { logged.scores[$0] == $1 }
    }
}
