import Ilk
import IlkPipeline
import IlkRules
import IlkVocabulary

/// One call of `ilk explain`.
struct ExplanationRun {
    private let command: ExplainCommand
    private let console: Console

    init(_ command: ExplainCommand, console: Console) {
        self.command = command
        self.console = console
    }

    /// Explains what there is to explain.
    ///
    /// - Throws: ``CommandFailure`` with the status to end with, unless all went well.
    nonisolated(nonsending) func run() async throws {
        let (thresholds, promise) = try command.claiming.read()
        let assembly = command.deciding.assembly(thresholds: thresholds, folders: console.folders)
        let assembled = try assembly.pipeline()
        try command.claiming.check(assembled, promise)
        let corrections = try await corrections(taxonomy: assembled.taxonomy)
        let pipeline = Pipeline(
            classifier: assembled.classifier, threshold: assembled.thresholds, corrections: corrections)
        let rules = try assembly.loadRules(taxonomy: pipeline.taxonomy)
        let text = ExplanationText(
            top: command.top, style: console.style, columns: console.room,
            sayings: Dictionary((rules?.rules ?? []).map { ($0.id, $0.says) }) { first, _ in first },
            givenUp: GivenUpRules(rules))
        let namesInput = command.input.inputs.count > 1
        let explanation = Explanation(
            text: text, format: command.format, namesInput: namesInput, output: console.output)
        let handler = ExplainedRecords(try pipeline.makeSession(), explanation, namesInput: namesInput)
        let loop = RecordLoop(RecordLoop.Settings(command.input), console: console, handler: handler)
        try await loop.run()
        explanation.finish()
        try console.output.flush()
        if let outcome = loop.tally.outcome(console.stop.request) {
            throw outcome.quieted(command.display.quiet)
        }
    }

    /// A corrected text is explained by the person's word, as classifying it would.
    private nonisolated(nonsending) func corrections(
        taxonomy: Taxonomy
    ) async throws -> [ContentDigest: Category] {
        let path = console.folders.log(taxonomy: taxonomy.name)
        do {
            return try await ClassificationMemory.reading(path, taxonomy: taxonomy).corrections
        } catch {
            console.note("warning: corrections are not used: \(CommandFailure(error).what)")
            return [:]
        }
    }
}
