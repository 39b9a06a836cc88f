import IlkVerdictConsole
import ArgumentParser
import Ilk
import IlkConsole
import IlkPipeline

/// Explains the evidence for and against each category, with its locations in the text.
struct ExplainCommand: StreamCommand, DescribedCommand {
    static let help = CommandText(
        "explain",
        abstract: "Explain a classification with its evidence.",
        examples: [
            "Explain one text": "echo 'Dear Ms Hale, please find the invoice attached.' | ilk explain",
            "Print JSON for a program": "echo 'lol no' | ilk explain --format json",
            "Write a page for a browser": "echo 'lol no' | ilk explain --format html > why.html",
        ])

    @OptionGroup var input: InputOptions
    @OptionGroup var deciding: ClassifierOptions
    @OptionGroup var thresholdOptions: ThresholdOptions

    @Option(help: "The output format; html is a self-contained page.")
    var format: ExplanationFormat = .text

    @Flag(help: "Also show the verdicts of rules alone and of model alone.")
    var components = false

    @Option(count: "The maximum number of pieces of evidence to show.")
    var top: Int = 20

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        try input.check(isJSON: format == .json)
    }

    nonisolated(nonsending) func work(on console: Console) async throws {
        try await ExplanationRun(
            input: input.records(), assembly: try deciding.assembly(folders: console.folders),
            thresholds: thresholdOptions.settings, format: format, top: top,
            showsComponents: components, console: console
        ).run()
    }
}

/// One run of `ilk explain`.
struct ExplanationRun {
    var input: RecordInput
    /// The pipeline, without thresholds.
    var assembly: PipelineAssembly
    /// The minimum probabilities of a prediction.
    var thresholds = ThresholdSettings()
    var format = ExplanationFormat.text
    /// The maximum number of pieces of evidence.
    var top = 20
    /// `true` to also show the verdicts of the rules alone and of the model alone.
    var showsComponents = false
    let console: Console

    /// Explains all texts.
    ///
    /// - Throws: ``CommandError`` with the exit status if an input or a record failed or a stop was
    ///   requested.
    nonisolated(nonsending) func run() async throws {
        var assembly = assembly
        let guarantee = try thresholds.apply(to: &assembly)
        let reloadable = try ReloadablePipeline(assembly)
        try thresholds.check(reloadable.current, guarantee)
        console.warn(of: reloadable)
        // A corrected text is explained by its correction, because `classify` uses it too.
        let memory = await ClassificationLogging.reading(taxonomy: reloadable.taxonomy, console: console)
        reloadable.use(memory.corrections(with: guarantee))
        let text = ExplanationText(top: top, rules: reloadable.ruleSet, console: console)
        let explanation = Explanation(
            text: text, format: format, namesInput: input.isNamed,
            components: showsComponents ? ComponentSession(reloadable.current) : nil)
        let stream = try ClassificationStream(
            ClassificationStream.Source(.fixed(reloadable.current)), records: input.reading
        ) { _ in explanation }
        let loop = try RecordLoop(input, console: console) { stream }
        try await loop.run()
        try loop.check()
    }
}
