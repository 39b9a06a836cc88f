import IlkModels
public import IlkPipeline
public import IlkRules
import IlkText
public import IlkVocabulary
import Synchronization

/// A pipeline whose rules can be changed while it works.
///
/// What decides is one immutable ``Pipeline``, the snapshot. Loading rules anew makes another one beside it: files are
/// read, checked, compiled, and their examples run; only when all of that is well does it take the place of the first, in
/// one step. Who has a snapshot keeps it: no text is classified by two rule sets, and none fails because rules change.
/// When the last one lets go of the old snapshot its memory is free.
///
/// Any thread may call it. The model stays what it was.
public final class ReloadablePipeline: Sendable {
    private struct State {
        var pipeline: Pipeline
        /// The rules that are active, nil for none.
        var ruleSet: RuleSet?
        /// What the files looked like before they were last read, whatever came of that.
        var files: RuleFileState
    }

    private let assembly: PipelineAssembly
    private let model: (any TextModel)?
    /// What rules are asked for: nil when none take part.
    private let ruled: Taxonomy?
    private let state: Mutex<State>
    /// Held while rules are loaded, so that the last call has the last word.
    private let loading = Mutex<Void>(())

    /// A pipeline of these parts.
    ///
    /// - Parameters:
    ///   - assembly: Which rules and which model.
    ///   - corrections: The categories that people gave to texts, by the text's digest.
    /// - Throws: ``IlkError`` when a file cannot be read or does not fit.
    public init(_ assembly: PipelineAssembly, corrections: [ContentDigest: Category] = [:]) throws(IlkError) {
        self.assembly = assembly
        model = assembly.deciding == .rules ? nil : try assembly.loadModel()
        let taxonomy = try assembly.decided(by: model)
        ruled = !assembly.deciding.usesRules || assembly.rules.layers.isEmpty ? nil : taxonomy
        let files = RuleFiles.state(of: assembly.rulePaths(taxonomy: taxonomy))
        let ruleSet = !assembly.deciding.usesRules ? nil : try assembly.loadRules(taxonomy: taxonomy)
        let pipeline = Pipeline(
            classifier: try assembly.classifier(ruleSet, model), threshold: assembly.thresholds,
            corrections: corrections)
        state = Mutex(State(pipeline: pipeline, ruleSet: ruleSet, files: files))
    }

    /// The snapshot at this moment.
    public var current: Pipeline { state.withLock { $0.pipeline } }

    /// The rules of the snapshot at this moment; nil when none take part.
    public var ruleSet: RuleSet? { state.withLock { $0.ruleSet } }

    /// What is decided among. It never changes.
    public var taxonomy: Taxonomy { current.taxonomy }

    /// What kind of text this is, by the snapshot at this moment. From any thread.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - receipts: Whether the verdict lists its evidence.
    /// - Throws: `PipelineError` when ICU is not to be had.
    public func classify(_ text: String, receipts: Bool = false) throws(PipelineError) -> Verdict {
        try current.classify(text, receipts: receipts)
    }

    /// Takes other corrections.
    public func use(corrections: [ContentDigest: Category]) {
        state.withLock { state in
            state.pipeline = Pipeline(
                classifier: state.pipeline.classifier, threshold: state.pipeline.thresholds,
                corrections: corrections)
        }
    }

    // MARK: Reloading

    /// Loads the rules anew: reads, checks and compiles the files, runs their examples, and puts them to use if all is
    /// well. Takes as long as that does; calls at the same time wait for each other.
    @discardableResult
    public func reload() -> RuleReload {
        loading.withLock { _ in load() }
    }

    /// Loads the rules anew if files were changed, added or removed since they were last loaded, whatever came of that;
    /// nil when not. For who looks from time to time, or is told so by the system.
    ///
    /// A file is told to be changed by its size, its time of change and its number on the disk: nothing is opened.
    @discardableResult
    public func reloadIfChanged() -> RuleReload? {
        loading.withLock { _ in
            guard let taxonomy = ruled else { return nil }
            let now = RuleFiles.state(of: assembly.rulePaths(taxonomy: taxonomy))
            guard state.withLock({ $0.files != now }) else { return nil }
            return load()
        }
    }

    private func load() -> RuleReload {
        guard let taxonomy = ruled else { return outcome(.unchanged) }
        // Looked at before they are read: what changes meanwhile shows the next time.
        let files = RuleFiles.state(of: assembly.rulePaths(taxonomy: taxonomy))
        state.withLock { $0.files = files }
        let candidate: RuleCandidate
        do throws(IlkError) {
            candidate = try RuleCandidate(assembly, taxonomy: taxonomy)
        } catch {
            return outcome(.refused, reason: error.description)
        }
        guard candidate.isFit else { return outcome(.refused, candidate) }
        guard candidate.ruleSet?.digest != state.withLock({ $0.ruleSet?.digest }) else {
            return outcome(.unchanged, candidate)
        }
        do throws(IlkError) {
            let classifier = try assembly.classifier(candidate.ruleSet, model)
            let before = state.withLock { state in
                let before = state.ruleSet?.digest
                state.pipeline = Pipeline(
                    classifier: classifier, threshold: assembly.thresholds,
                    corrections: state.pipeline.corrections)
                state.ruleSet = candidate.ruleSet
                return before
            }
            candidate.keep(assembly)
            return outcome(.replaced, candidate, before: before)
        } catch {
            return outcome(.refused, candidate, reason: error.description)
        }
    }

    private func outcome(
        _ outcome: RuleReload.Outcome, _ candidate: RuleCandidate? = nil, before: String? = nil,
        reason: String? = nil
    ) -> RuleReload {
        let active = state.withLock { $0.ruleSet }
        return RuleReload(
            outcome: outcome, before: outcome == .replaced ? before : active?.digest, after: active?.digest,
            ruleCount: active?.rules.count ?? 0, diagnostics: candidate?.diagnostics ?? [],
            failures: candidate?.failures ?? [], reason: reason)
    }
}
