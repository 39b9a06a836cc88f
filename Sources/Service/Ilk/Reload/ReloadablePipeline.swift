import IlkLearning
import IlkModels
public import IlkPipeline
public import IlkRules
import IlkText
public import IlkVocabulary
import Synchronization

/// A pipeline whose rules and whose model can be changed while it works.
///
/// What decides is one immutable ``Pipeline``, the snapshot. Loading rules anew makes another one beside it: files are
/// read, checked, compiled, and their examples run; only when all of that is well does it take the place of the first, in
/// one step. So does a model that was promoted. Who has a snapshot keeps it: no text is classified by two rule sets or two
/// models, and none fails because they change. When the last one lets go of the old snapshot its memory is free.
///
/// Any thread may call it.
public final class ReloadablePipeline: Sendable {
    private struct State {
        var pipeline: Pipeline
        /// The rules that are active, nil for none.
        var ruleSet: RuleSet?
        /// The model that is in use, nil for none.
        var model: (any TextModel)?
        /// What the file that names the model looked like before it was last read.
        var modelFile: RuleFileState.Mark?
        /// Why the model could not be read the last time; nil when it could, or when it was read and is not fit.
        var unreadable: String?
        /// What the files looked like before they were last read, whatever came of that.
        var files: RuleFileState

        mutating func decide(by classifier: any TextClassifier) {
            pipeline = Pipeline(
                classifier: classifier, threshold: pipeline.thresholds, corrections: pipeline.corrections)
        }
    }

    private let assembly: PipelineAssembly
    /// Where what decides is kept; nil for nowhere.
    private let archive: VerdictArchive?
    /// What rules are asked for: nil when none take part.
    private let ruled: Taxonomy?
    private let state: Mutex<State>
    /// Held while rules or a model are loaded, so that the last call has the last word.
    private let loading = Mutex<Void>(())

    /// A pipeline of these parts.
    ///
    /// - Parameters:
    ///   - assembly: Which rules and which model.
    ///   - corrections: The categories that people gave to texts, by the text's digest.
    ///   - archive: Where rules and model are kept before they decide, so that logged verdicts can be explained when
    ///     others have taken their place; nil for who logs nothing.
    /// - Throws: ``IlkError`` when a file cannot be read or does not fit.
    public init(
        _ assembly: PipelineAssembly, corrections: [ContentDigest: Category] = [:],
        archive: VerdictArchive? = nil
    ) throws(IlkError) {
        self.assembly = assembly
        self.archive = archive
        let modelFile = Self.mark(assembly)
        let model = assembly.deciding == .rules ? nil : try assembly.loadModel()
        let taxonomy = try assembly.decided(by: model)
        ruled = !assembly.deciding.usesRules || assembly.rules.layers.isEmpty ? nil : taxonomy
        let files = RuleFiles.state(of: assembly.rulePaths(taxonomy: taxonomy))
        let ruleSet = !assembly.deciding.usesRules ? nil : try assembly.loadRules(taxonomy: taxonomy)
        let pipeline = Pipeline(
            classifier: try assembly.classifier(ruleSet, model), threshold: assembly.thresholds,
            corrections: corrections)
        if let archive, let ruleSet { archive.keep(ruleSet) }
        if let archive, let model { archive.keep(model) }
        state = Mutex(
            State(pipeline: pipeline, ruleSet: ruleSet, model: model, modelFile: modelFile, files: files))
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

    // MARK: Reloading rules

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
            let classifier = try assembly.classifier(candidate.ruleSet, state.withLock { $0.model })
            if let ruleSet = candidate.ruleSet { archive?.keep(ruleSet) }
            let before = state.withLock { state in
                let before = state.ruleSet?.digest
                state.decide(by: classifier)
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
        _ outcome: ReloadOutcome, _ candidate: RuleCandidate? = nil, before: String? = nil,
        reason: String? = nil
    ) -> RuleReload {
        let active = state.withLock { $0.ruleSet }
        return RuleReload(
            outcome: outcome, before: outcome == .replaced ? before : active?.digest, after: active?.digest,
            ruleCount: active?.rules.count ?? 0, diagnostics: candidate?.diagnostics ?? [],
            failures: candidate?.failures ?? [], reason: reason)
    }

    // MARK: Reloading the model

    private static func mark(_ assembly: PipelineAssembly) -> RuleFileState.Mark? {
        assembly.deciding == .rules ? nil : assembly.modelFile.map { RuleFileState.Mark($0) }
    }

    /// Looks which model is to be used, the one that was promoted or the file that was named, and puts it to use if it is
    /// another one that can be. Takes as long as reading it does; calls at the same time wait for each other.
    @discardableResult
    public func reloadModel() -> ModelReload {
        loading.withLock { _ in loadModel() }
    }

    /// The same if the file that says which model is to be used has changed since it was last read, whatever came of that;
    /// nil when not. Costs one call of the system when it has not: for who looks from time to time.
    ///
    /// A model that could not be read at all (no descriptor was free, the disk failed) is tried again at each look, and the
    /// reason is told once.
    @discardableResult
    public func reloadModelIfChanged() -> ModelReload? {
        loading.withLock { _ in
            guard let now = Self.mark(assembly) else { return nil }
            let (isChanged, reason) = state.withLock { ($0.modelFile != now, $0.unreadable) }
            guard isChanged || reason != nil else { return nil }
            let reload = loadModel()
            return !isChanged && reload.outcome == .refused && reload.reason == reason ? nil : reload
        }
    }

    /// Looks for another model again and again, until its task is cancelled. No thread waits meanwhile.
    ///
    /// - Parameters:
    ///   - interval: How long to wait between two looks.
    ///   - clock: By which clock.
    ///   - told: Called with what came of each change.
    public func watchModel(
        every interval: Duration = .seconds(1), clock: any Clock<Duration> = ContinuousClock(),
        told: @Sendable (ModelReload) -> Void = { _ in }
    ) async {
        while !Task.isCancelled {
            if let reload = reloadModelIfChanged() { told(reload) }
            guard (try? await clock.sleep(for: interval)) != nil else { return }  // Cancelled.
        }
    }

    private func loadModel() -> ModelReload {
        let before = state.withLock { $0.model?.digest.description }
        func outcome(
            _ outcome: ReloadOutcome, version: String? = nil, reason: String? = nil
        ) -> ModelReload {
            ModelReload(
                outcome: outcome, before: before, after: state.withLock { $0.model?.digest.description },
                version: version, reason: reason)
        }
        // Looked at before it is read: what changes meanwhile shows the next time.
        guard let mark = Self.mark(assembly) else { return outcome(.unchanged) }
        state.withLock { state in
            state.modelFile = mark
            state.unreadable = nil
        }
        do throws(IlkError) {
            let (model, version) = try assembly.chosenModel()
            guard model?.digest.description != before else { return outcome(.unchanged, version: version) }
            let taxonomy = current.taxonomy
            guard model == nil || model?.taxonomy.categories == taxonomy.categories else {
                return outcome(
                    .refused, version: version, reason: "it decides among other categories than the old one")
            }
            let classifier = try assembly.classifier(state.withLock { $0.ruleSet }, model)
            if let archive, let model { archive.keep(model) }
            state.withLock { state in
                state.decide(by: classifier)
                state.model = model
            }
            return outcome(.replaced, version: version)
        } catch {
            if error.kind == .noInput { state.withLock { $0.unreadable = error.description } }
            let version = try? assembly.registry.activeVersion()  // Then the reason says it.
            return outcome(
                .refused, version: assembly.model == .active ? version : nil, reason: error.description)
        }
    }
}
