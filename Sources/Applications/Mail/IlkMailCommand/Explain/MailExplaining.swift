import IlkConsole
import Ilk
import IlkMail
import IlkPipeline
import IlkRules
import IlkText
import IlkVocabulary

/// Explains why a message is put where it is: by the rules and the model that put it there, or by others that were named.
struct MailExplaining {
    /// What decides, where it is not to be what did.
    var deciding: ClassifierOptions
    /// How the explanation is shown.
    var format: ExplanationFormat
    /// How many pieces of evidence are shown.
    var top: Int
    /// Where it is shown.
    var console: Console

    /// Explains.
    ///
    /// - Throws: `noInput` when what made the verdict is no longer there.
    func run(_ message: StoredMessage) throws {
        let judgement = deciding.namesNothing ? judgement(of: message) : nil
        let (pipeline, rules) = try decider(of: judgement)
        let session = try pipeline.makeSession()
        var verdict = session.classify(message.email.classifiedText, receipts: true)
        tellOfChange(message, judgement, verdict)
        if let judgement {
            verdict.abstention = judgement.abstention.flatMap { Verdict.Abstention(rawValue: $0) }
        }
        let text = ExplanationText(top: top, rules: rules, console: console)
        let explanation = Explanation(text: text, format: format)
        try console.output.withBuffer { output in
            try explanation.append(verdict, session.analysis, place: message.email.gmailId, to: &output)
            explanation.finish(&output)
        }
        try console.output.flush()
    }

    /// What was thought of the message when it came, in the taxonomy that is asked for.
    private func judgement(of message: StoredMessage) -> StoredMessage.Judgement? {
        guard let taxonomy = deciding.taxonomy?.taxonomy.name else { return message.judgements.first }
        return message.judgements.first { $0.taxonomy == taxonomy }
    }

    /// The rules and the model that made a verdict; those that decide now where there is none.
    private func decider(of judgement: StoredMessage.Judgement?) throws -> (Pipeline, RuleSet?) {
        guard let judgement else {
            let reloadable = try ReloadablePipeline(deciding.assembly(folders: console.folders))
            return (reloadable.current, reloadable.ruleSet)
        }
        let taxonomy = Taxonomy.shipped.first { $0.name == judgement.taxonomy } ?? .documentType
        let (classifier, rules) = try VerdictArchive(folders: console.folders).classifier(
            of: judgement.provenance, taxonomy: taxonomy, files: ([], []))
        // Thresholds are of the time.
        return (Pipeline(classifier: classifier, threshold: 0.0), rules)
    }

    /// Says so when it was put elsewhere than is explained: by others than those that were named, or since its text has
    /// changed.
    private func tellOfChange(
        _ message: StoredMessage, _ judgement: StoredMessage.Judgement?, _ verdict: Verdict
    ) {
        let then = judgement ?? message.judgements.first { $0.taxonomy == verdict.taxonomy.name }
        guard let then else { return }
        let was = "it was put into \(then.category) (\(DecimalText.fixed(then.probability, 2)))"
        if then.provenance != verdict.provenance {
            console.note("\(was) by other rules or another model")
        } else if then.category != verdict.category || then.probability != verdict.probability {
            console.note("\(was) before its text was changed")
        }
    }
}

extension ClassifierOptions {
    /// Whether neither a model nor rules are named: what decided then is meant.
    fileprivate var namesNothing: Bool { model == nil && rules.isEmpty && classifier == .fused }
}
