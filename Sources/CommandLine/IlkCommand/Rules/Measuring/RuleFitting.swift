import IlkConsole
import Ilk
import IlkLearning
import IlkModels
import IlkPipeline
import IlkRules
import IlkVocabulary

/// Fits weights, writes what changes as an override file, and says why and what it is worth.
struct RuleFitting {
    /// What is fitted, how, and where it goes.
    struct Settings {
        /// The number of texts that an authored weight counts for.
        var prior = RuleFit.usualPrior
        /// The number of parts that are held out in turn to measure.
        var folds = 5
        /// The model that the weights complement; `nil` for rules that decide alone.
        var model: PipelineAssembly?
        /// The name of the override file; `nil` for one after the taxonomy.
        var name: String?
        /// The place of the override file; `nil` for standard output.
        var output: OutputTarget?
        var format = ResultFormat.text
    }

    let settings: Settings
    let console: Console

    /// Fits and tells.
    ///
    /// - Throws: `badConfiguration` when the packs do not compile, `badInput` when there is nothing to learn from;
    ///   `partlyDone`, without words, when lines were left out.
    func run(_ packs: PackSources, _ corpus: CorpusInput) throws {
        let ruleSet = try packs.ruleSet(telling: console, otherwise: "nothing was fitted")
        let texts = try corpus.texts(of: ruleSet.taxonomy)
        guard Set(texts.map(\.category)).count > 1 else {
            throw CommandFailure(
                .badInput, "all texts have the same label: there is nothing to tell apart",
                hint: "weights need texts of at least two labels")
        }
        let report = try fit(ruleSet, texts)
        let file = OverrideFile(
            report, taxonomy: ruleSet.taxonomy.name, name: settings.name ?? "\(ruleSet.taxonomy.name).fitted")
        try tell(report, file, packs.name)
        if corpus.skippedLines > 0 { throw CommandFailure(.partlyDone, "") }
    }

    private func fit(_ ruleSet: RuleSet, _ texts: [LabelledText]) throws -> RuleFitReport {
        let model = try model(for: ruleSet.taxonomy)
        var progress = ProgressLine("texts", total: texts.count, on: console)
        defer { progress.erase() }
        let table = try RuleHitTable.of(
            ruleSet, on: texts, beside: model.map { ModelClassifier($0) }
        ) { try progress.show($0) }
        progress.erase()
        let folds = TextFolds(texts, count: settings.folds)
        guard folds.count > 1 else {
            throw CommandFailure(
                .badInput, "the texts are too few to leave some out",
                hint: "fit on more texts, or name fewer parts with --folds")
        }
        return try RuleFitReport(
            of: table, rules: ruleSet, fit: RuleFit(prior: settings.prior),
            scale: RuleWeights.scale(beside: model), folds: folds.foldOfText,
            leavesOutSources: folds.leavesOutSources
        ) { fold in
            if console.showsProgress { console.tell(Progress.erasing + "fit \(fold) of \(folds.count)") }
            defer { if console.showsProgress { console.tell(Progress.erasing) } }
            try console.checkStop()
        }
    }

    private func model(for taxonomy: Taxonomy) throws -> (any TextModel)? {
        guard let model = try settings.model?.loadModel() else { return nil }
        guard model.taxonomy.categories == taxonomy.categories else {
            throw CommandFailure(.badConfiguration, "the model is for other categories than the rules")
        }
        return model
    }

    private struct Outcome: Encodable {
        var report: RuleFitReport
        var pays: Bool
        /// The override file.
        var overrides: String
    }

    private func tell(_ report: RuleFitReport, _ file: OverrideFile, _ name: String) throws {
        try settings.output?.write(Array(file.text.utf8))
        let text = FitText(style: console.style, columns: console.room)
        switch (settings.format, settings.output) {
        case (.json, _):
            try console.write(json: Outcome(report: report, pays: report.pays, overrides: file.text))
        case (.text, let output?):
            console.output.append(text.text(report, of: name))
            console.note(
                "\(output.path): \(DecimalText.counted(report.changes.count, "rule")) with other weights")
        case (.text, nil):
            // The file is the data; what is said of it goes beside.
            console.output.append(file.text)
            if !console.isQuiet {
                let plain = FitText(style: Style(isColoured: false), columns: console.room)
                console.tell(plain.text(report, of: name))
            }
        }
        try console.output.flush()
    }
}
