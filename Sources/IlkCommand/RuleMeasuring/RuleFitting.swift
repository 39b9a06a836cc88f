import Ilk
import IlkLearning
import IlkModels
import IlkPipeline
import IlkRules
import IlkVocabulary

/// Fits weights, writes what changes as an override file, and says why and what it is worth.
struct RuleFitting {
    private let command: RulesFitCommand
    private let console: Console

    init(_ command: RulesFitCommand, console: Console) {
        self.command = command
        self.console = console
    }

    /// Fits and tells.
    ///
    /// - Throws: `badConfiguration` when the packs do not compile, `badInput` when there is nothing to learn from;
    ///   `partlyDone`, without words, when lines were left out.
    func run(_ packs: PackSources, _ corpus: CorpusInput) throws {
        let corpora =
            command.corpus.corpus + [command.corpus.groupBy, command.rules.scope.model].compactMap(\.self)
        let target = try command.output?.target(command.replacing, inputs: packs.files + corpora)
        let ruleSet = try packs.ruleSet(telling: console, otherwise: "nothing was fitted")
        let texts = try corpus.texts(of: ruleSet.taxonomy)
        guard Set(texts.map(\.category)).count > 1 else {
            throw CommandFailure(
                .badInput, "all texts have the same label: there is nothing to tell apart",
                hint: "weights need texts of at least two labels")
        }
        let report = try fit(ruleSet, texts)
        let file = OverrideFile(
            report, taxonomy: ruleSet.taxonomy.name, name: command.name ?? "\(ruleSet.taxonomy.name).fitted")
        try tell(report, file, packs.name, target)
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
        let folds = TextFolds(texts, count: command.folds)
        guard folds.count > 1 else {
            throw CommandFailure(
                .badInput, "the texts are too few to leave some out",
                hint: "fit on more texts, or name fewer parts with --folds")
        }
        return try RuleFitReport(
            of: table, rules: ruleSet, fit: RuleFit(prior: command.prior),
            scale: RuleWeights.scale(beside: model), folds: folds.foldOfText,
            leavesOutSources: folds.leavesOutSources
        ) { fold in
            if console.showsProgress { console.tell(Progress.erasing + "fit \(fold) of \(folds.count)") }
            defer { if console.showsProgress { console.tell(Progress.erasing) } }
            try console.checkStop()
        }
    }

    private func model(for taxonomy: Taxonomy) throws -> (any TextModel)? {
        guard command.classifier == .fused else { return nil }
        var assembly = PipelineAssembly(folders: console.folders)
        if let model = command.rules.scope.model { assembly.model = .file(model) }
        assembly.taxonomy = command.rules.scope.taxonomy?.taxonomy
        guard let model = try assembly.loadModel() else { return nil }
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

    private func tell(
        _ report: RuleFitReport, _ file: OverrideFile, _ name: String, _ target: OutputTarget?
    ) throws {
        if let target { try target.write(Array(file.text.utf8)) }
        let text = FitText(style: console.style, columns: console.room)
        switch (command.format, command.output) {
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
