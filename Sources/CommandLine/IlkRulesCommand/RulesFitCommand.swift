import IlkFiles
import IlkVerdictConsole
import ArgumentParser
import Ilk
import IlkConsole
import IlkLearning
import IlkModels
import IlkPipeline
import IlkRules
import IlkVocabulary

/// Fits the weights of rules to labeled texts.
struct RulesFitCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "fit",
        abstract: "Fit the weights of rules to labeled texts.",
        discussion: """
            Writes an override file with the changed weights and a reason for each change. The packs are not \
            changed. Fitted weights stay close to the packs' weights. The larger --prior is, the closer they \
            stay. The fit is measured by cross-validation on held-out texts, or on held-out sources if each \
            line has a source.
            """,
        after: [.rule(in: "own.yaml")],
        examples: [
            "Create texts that contradict its weight":
                #"for i in 1 2 3 4 5 6 7 8; do printf '{"text":"thanks %s","label":"message"}\n' $i$i $i; "#
                + #"printf '{"text":"Many thanks for letter %s","label":"email"}\n' $i; done > texts.jsonl"#,
            "Print the fitted weights": "ilk rules fit own.yaml --corpus texts.jsonl",
            "Write them to a file": "ilk rules fit own.yaml --corpus texts.jsonl -o tuned.yaml",
            "Print all figures as JSON": "ilk rules fit own.yaml --corpus texts.jsonl --format json",
        ])

    @OptionGroup var rules: RulePackOptions

    @OptionGroup var corpus: CorpusOptions

    @Option("Trust in the packs' weights, as a number of texts.", value: "count", form: "a number above 0")
    var prior = RuleFit.defaultPrior

    @Option(count: "The number of cross-validation folds.", from: 2)
    var folds = 5

    @Option(help: "Fit for the rules alone, or for rules and model (fused).")
    var classifier: RuleClassifierChoice = .rules

    @Option("The name of the override file.", value: "name")
    var name: String?

    @Option(
        name: .shortAndLong, "The override file. (default: standard output)",
        value: OutputFile.valueName, completion: .file(extensions: ["yaml"]))
    var output: OutputFile?

    @OptionGroup var replacing: ReplacingOptions

    @Option(help: "The format of the report.")
    var format: ResultFormat = .text

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if corpus.corpus.isEmpty { throw ValidationError("specify labeled texts with --corpus.") }
        if !(prior > 0 && prior.isFinite) {
            throw ValidationError.invalid("--prior", prior, expected: "a number above 0")
        }
        if let name,
            name.isEmpty
                || !name.utf8.allSatisfy({ $0.isASCIILowercase || $0.isASCIIDigit || "._-".utf8.contains($0) }
                )
        {
            throw ValidationError.invalid(
                "--name", name, expected: "lowercase words joined by '.', '-' or '_'")
        }
    }

    func run() throws {
        let console = Console.standard(display)
        try rules.scope.requireOneLabel(for: "ilk rules fit", console.folders)
        let packs = try rules.read(console.folders)
        let texts = try corpus.read(console)
        let inputs = packs.files + corpus.corpus + [corpus.groupBy, rules.scope.model].compactMap(\.self)
        try RuleFitting(
            prior: prior, folds: folds,
            model: classifier == .fused ? try rules.scope.assembly(console.folders) : nil, name: name,
            output: try output?.target(isForced: replacing.force, inputs: inputs), format: format,
            console: console
        ).run(packs, texts)
    }
}

/// A fit of rule weights. It writes the changed weights as an override file, and a report.
struct RuleFitting {
    /// The strength of the prior: a weight in the packs counts like this number of texts.
    var prior = RuleFit.defaultPrior
    /// The number of cross-validation folds.
    var folds = 5
    /// The model that the rules complement, or `nil` for rules alone.
    var model: PipelineAssembly?
    /// The name of the override file, or `nil` to name it after the taxonomy.
    var name: String?
    /// The destination of the override file, or `nil` for standard output.
    var output: OutputTarget?
    var format = ResultFormat.text
    let console: Console

    /// Fits the weights and writes the results.
    ///
    /// - Throws: `badConfiguration` if the packs do not compile, `badInput` if there are too few texts or all
    ///   have one label, or `partlyDone` without a message if lines were skipped.
    func run(_ packs: RulePackSources, _ corpus: LabeledInput) throws {
        let ruleSet = try packs.ruleSet(telling: console, otherwise: "nothing was fitted")
        let texts = try corpus.known(to: ruleSet.taxonomy, by: "the rules", telling: console)
        guard Set(texts.map(\.category)).count > 1 else {
            throw CommandError(
                .badInput,
                "all texts have the same label" + (texts.first.map { ": \($0.category)" } ?? ""),
                hint: "fit on texts with at least two labels")
        }
        let report = try fit(ruleSet, texts)
        let file = OverrideFile(
            report: report, taxonomy: ruleSet.taxonomy.name,
            name: name ?? "\(ruleSet.taxonomy.name).fitted")
        try tell(report, file, packs.name)
        if corpus.skippedLines > 0 { throw CommandError(.partlyDone, "") }
    }

    private func fit(_ ruleSet: RuleSet, _ texts: [LabeledText]) throws -> RuleFitReport {
        let model = try model(for: ruleSet.taxonomy)
        var progress = ProgressLine("texts", total: texts.count, on: console)
        defer { progress.erase() }
        let table = try RuleHitTable.of(
            ruleSet, on: texts, beside: model.map { ModelClassifier($0) }
        ) { try progress.show($0) }
        progress.erase()
        let folds = TextFolds(texts, count: folds)
        guard folds.count > 1 else {
            throw CommandError(
                .badInput, "there are too few distinct texts for cross-validation: 1",
                hint: "fit on at least two distinct texts")
        }
        return try RuleFitReport(
            of: table, rules: ruleSet, fit: RuleFit(prior: prior),
            scale: RuleWeights.authoredWeightFactor(beside: model), folds: folds.foldOfText,
            leavesOutSources: folds.holdsOutSources
        ) { fold in
            defer { console.eraseStep() }
            try console.showStep("fit", fold, of: folds.count)
        }
    }

    private func model(for taxonomy: Taxonomy) throws -> (any TextModel)? {
        guard let model = try model?.loadModel() else { return nil }
        guard model.taxonomy.categories == taxonomy.categories else {
            throw CommandError(
                .badConfiguration, "the labels of the model differ from the labels of the rules",
                hint: "choose a model of the taxonomy \(taxonomy.name)")
        }
        return model
    }

    private func tell(_ report: RuleFitReport, _ file: OverrideFile, _ name: String) throws {
        try output?.write(Array(file.text.utf8))
        let text = FitText(style: console.style, columns: console.room)
        switch (format, output) {
        case (.json, _):
            let fields: JSONObject = [
                "report": report, "isWorthwhile": report.improvesLogLoss, "overrides": file.text,
            ]
            try console.write(json: fields)
        case (.text, let output?):
            console.output.append(text.text(report, of: name))
            console.note(
                "\(output.path): \(DecimalText.counted(report.changes.count, "rule")) reweighted")
        case (.text, nil):
            // The file is the data, so the report goes to standard error.
            console.output.append(file.text)
            if !console.isQuiet {
                let plain = FitText(style: Style(isColored: false), columns: console.room)
                console.writeMessage(plain.text(report, of: name))
            }
        }
        try console.output.flush()
    }
}
