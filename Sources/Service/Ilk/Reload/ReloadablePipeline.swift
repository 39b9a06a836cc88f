import IlkLearning
public import IlkLog
import IlkModels
public import IlkPipeline
public import IlkRules
import IlkText
public import IlkVocabulary
import Synchronization

/// A pipeline whose rules, model and corrections can be replaced while it runs.
///
/// The current ``Pipeline`` is an immutable snapshot. A reload builds a new snapshot: it reads, checks and
/// compiles the files and runs the examples of the rules. The new snapshot replaces the old snapshot
/// atomically, and only if all of these steps succeed. A promoted model is loaded in the same way. Texts in
/// progress keep their snapshot, so no text is classified by a mixture of versions, and no text fails because
/// of a reload. A snapshot is freed when its last user releases it.
///
/// Thread-safe.
public final class ReloadablePipeline: Sendable {
    private struct State {
        var pipeline: Pipeline
        /// The corrections for the overlay.
        var recent = OverlayBuilder()
        /// The versions in the registry when the overlay was built.
        var versions: [String] = []
        var ruleSet: RuleSet?
        var model: (any TextModel)?
        /// The state of the model's file before the last read.
        var modelFile: RuleFileState.Mark?
        /// The error of the last attempt to read the model, or `nil` if the file was readable.
        var unreadable: String?
        /// The state of the rule files before the last read, successful or not.
        var files: RuleFileState
    }

    private let assembly: PipelineAssembly
    private let archive: VerdictArchive?
    /// The taxonomy for the rules, or `nil` without rules.
    private let ruled: Taxonomy?
    private let state: Mutex<State>
    /// Serializes changes of the pipeline, so that the last call determines the result.
    private let loading = Mutex<Void>(())

    /// Creates a pipeline.
    ///
    /// - Parameters:
    ///   - assembly: The rules and the model.
    ///   - corrections: The human labels of corrected texts. The keys are the digests of the texts.
    ///   - archive: The archive that stores rules and models before they are used, so that logged verdicts
    ///     can be explained later. `nil` if verdicts are not logged.
    /// - Throws: ``IlkError`` if a file cannot be read or does not match the taxonomy.
    public init(
        _ assembly: PipelineAssembly, corrections: [ContentDigest: [Category]] = [:],
        archive: VerdictArchive? = nil
    ) throws(IlkError) {
        self.assembly = assembly
        self.archive = archive
        let modelFile = Self.mark(assembly)
        let model = assembly.classifierType == .rules ? nil : try assembly.loadModel()
        let taxonomy = try assembly.taxonomy(by: model)
        ruled = !assembly.classifierType.usesRules || assembly.rules.layers.isEmpty ? nil : taxonomy
        let files = RuleFiles.state(of: assembly.rulePaths(taxonomy: taxonomy))
        let ruleSet = !assembly.classifierType.usesRules ? nil : try assembly.loadRules(taxonomy: taxonomy)
        let pipeline = assembly.pipeline(
            by: try assembly.classifier(ruleSet, model), corrections: corrections)
        if let archive, let ruleSet { archive.store(ruleSet) }
        if let archive, let model { archive.store(model) }
        state = Mutex(
            State(pipeline: pipeline, ruleSet: ruleSet, model: model, modelFile: modelFile, files: files))
    }

    /// The current snapshot.
    public var current: Pipeline { state.withLock { $0.pipeline } }

    /// The rules of the current snapshot, or `nil` if it has no rules.
    public var ruleSet: RuleSet? { state.withLock { $0.ruleSet } }

    /// The warning that the model of the current snapshot was trained with another tokenizer, in one line.
    /// `nil` if there is no warning.
    public var warning: String? { state.withLock { $0.model?.tokenizerWarning } }

    /// The taxonomy of the pipeline, which never changes.
    public var taxonomy: Taxonomy { current.taxonomy }

    /// Classifies a text with the current snapshot.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - explaining: `true` to collect evidence.
    /// - Returns: The verdict.
    /// - Throws: `PipelineError` if ICU cannot be loaded.
    /// - Complexity: O(*n*) in the length of the text.
    public func classify(_ text: String, explaining: Bool = false) throws(PipelineError) -> Verdict {
        try current.classify(text, explaining: explaining)
    }

    // MARK: Corrections

    /// Replaces the corrections. The new corrections apply only to texts that are equal to a corrected text.
    ///
    /// - Parameter corrections: The human labels of corrected texts. The keys are the digests of the texts.
    /// - Complexity: O(*n*) in the number of corrections if the label set has merged labels, otherwise
    ///   constant.
    public func use(corrections: [ContentDigest: [Category]]) {
        use(RecentCorrections(labels: corrections))
    }

    /// Replaces the corrections. The new corrections apply to the corrected texts and to nearly equal texts.
    /// They also change the verdicts on similar texts until a retraining has learned them.
    ///
    /// - Parameter recent: The corrections of a log.
    /// - Complexity: O(*n*) in the length of the newest corrected texts, plus O(*m*³) for a fit to the *m*
    ///   corrections that no version has learned (at most 512).
    public func use(_ recent: RecentCorrections) {
        loading.withLock { _ in
            let taxonomy = current.taxonomy
            let previous = state.withLock { $0.recent }
            let builder = OverlayBuilder(recent, after: previous) { [labelSet = assembly.labelSet] labels in
                labelSet.map { $0.current(labels, in: taxonomy) } ?? labels
            }
            decide(by: current.classifier, state.withLock { $0.model }, builder, corrections: recent.labels)
        }
    }

    /// Replaces the pipeline by a new one, with the same or other corrections. The caller holds `loading`.
    private func decide(
        by classifier: any TextClassifier, _ model: (any TextModel)?, _ recent: OverlayBuilder,
        corrections: [ContentDigest: [Category]], _ change: (inout State) -> Void = { _ in }
    ) {
        let overlay = try? recent.overlay(  // A damaged ICU would have prevented the present pipeline too.
            on: classifier, model, assembly, archive: archive)
        let pipeline = assembly.pipeline(by: classifier, corrections: corrections, overlay: overlay)
        let versions = overlay?.head == nil ? [] : self.versions
        state.withLock { state in
            (state.pipeline, state.recent, state.versions) = (pipeline, recent, versions)
            change(&state)
        }
    }

    /// Rebuilds the overlay if the registry has other versions than when the overlay was built. A new version
    /// may have been trained on the overlay's corrections, even if that version is not active.
    private func renewOverlay() {
        let (pipeline, model, recent, versions) = state.withLock {
            ($0.pipeline, $0.model, $0.recent, $0.versions)
        }
        guard pipeline.overlay?.digest != nil, versions != self.versions else { return }
        decide(by: pipeline.classifier, model, recent, corrections: pipeline.corrections)
    }

    private var versions: [String] { (try? assembly.registry.versions()) ?? [] }  // There may be no registry.

    // MARK: Reloading rules

    /// Reloads the rules: reads, checks and compiles the files, runs their examples, and activates the rules
    /// if all of this succeeds. Concurrent calls wait for each other.
    ///
    /// - Returns: The result.
    /// - Complexity: O(*n*) in the size of the rules and their examples.
    @discardableResult
    public func reload() -> RuleReload {
        loading.withLock { _ in load() }
    }

    /// Reloads the rules if files were changed, added or removed since the last attempt to load them,
    /// successful or not. This method is suitable for polling and for file system notifications.
    ///
    /// Changes are detected by size, modification time and inode number, without opening files.
    ///
    /// - Returns: The result, or `nil` if no file changed.
    /// - Complexity: A few system calls for each rule file if no file changed, otherwise the complexity of
    ///   ``reload()``.
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
        // Take the state before reading, so that a concurrent change is detected the next time.
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
            if let ruleSet = candidate.ruleSet { archive?.store(ruleSet) }
            let (before, model, recent) = state.withLock { ($0.ruleSet?.digest, $0.model, $0.recent) }
            decide(by: classifier, model, recent, corrections: current.corrections) {
                $0.ruleSet = candidate.ruleSet
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
            warnings: active?.warnings ?? [], failures: candidate?.failures ?? [], reason: reason)
    }

    // MARK: Reloading the model

    private static func mark(_ assembly: PipelineAssembly) -> RuleFileState.Mark? {
        assembly.classifierType == .rules ? nil : assembly.modelFile.map { RuleFileState.Mark($0) }
    }

    /// Reloads the model from the registry's active version or the named file. Activates the loaded model if
    /// it differs from the current model and is usable. Concurrent calls wait for each other.
    ///
    /// - Returns: The result.
    /// - Complexity: O(*n*) in the size of the model.
    @discardableResult
    public func reloadModel() -> ModelReload {
        loading.withLock { _ in loadModel() }
    }

    /// Reloads the model if the file that selects the model has changed since the last attempt to load it,
    /// successful or not. This method is suitable for polling: if the file is unchanged, a call costs one
    /// system call, or a few while an overlay is in use.
    ///
    /// A model that could not be read, for example because of a disk error, is retried by each call. The
    /// error is returned once.
    ///
    /// - Returns: The result, or `nil` if there is nothing new.
    @discardableResult
    public func reloadModelIfChanged() -> ModelReload? {
        loading.withLock { _ in
            guard let now = Self.mark(assembly) else { return nil }
            let (isChanged, reason) = state.withLock { ($0.modelFile != now, $0.unreadable) }
            guard isChanged || reason != nil else {
                renewOverlay()
                return nil
            }
            let reload = loadModel()
            return !isChanged && reload.outcome == .refused && reload.reason == reason ? nil : reload
        }
    }

    /// Polls for another model until the task is canceled, without blocking a thread.
    ///
    /// - Parameters:
    ///   - interval: The polling interval.
    ///   - clock: The clock for the interval.
    ///   - onReload: Called with the result of each reload.
    public func watchModel(
        every interval: Duration = .seconds(1), clock: any Clock<Duration> = ContinuousClock(),
        onReload: @Sendable (ModelReload) -> Void = { _ in }
    ) async {
        while !Task.isCancelled {
            if let reload = reloadModelIfChanged() { onReload(reload) }
            guard (try? await clock.sleep(for: interval)) != nil else { return }  // Canceled.
        }
    }

    private func loadModel() -> ModelReload {
        let before = state.withLock { $0.model?.digest.description }
        func outcome(
            _ outcome: ReloadOutcome, version: String? = nil, reason: String? = nil
        ) -> ModelReload {
            ModelReload(
                outcome: outcome, before: before, after: state.withLock { $0.model?.digest.description },
                version: version, reason: reason,
                warning: outcome == .replaced ? warning : nil)
        }
        // Take the state before reading, so that a concurrent change is detected the next time.
        guard let mark = Self.mark(assembly) else { return outcome(.unchanged) }
        state.withLock { state in
            state.modelFile = mark
            state.unreadable = nil
        }
        do throws(IlkError) {
            let (model, version) = try assembly.chosenModel()
            guard model?.digest.description != before else { return outcome(.unchanged, version: version) }
            let taxonomy = current.taxonomy
            let isFit = model.map {
                $0.taxonomy.categories == taxonomy.categories
                    && $0.taxonomy.isMultilabel == taxonomy.isMultilabel
            }
            guard isFit ?? true else {
                return outcome(
                    .refused, version: version,
                    reason: "the labels of the new model differ from the labels of the active model")
            }
            let classifier = try assembly.classifier(state.withLock { $0.ruleSet }, model)
            if let archive, let model { archive.store(model) }
            decide(
                by: classifier, model, state.withLock { $0.recent }, corrections: current.corrections
            ) { $0.model = model }
            return outcome(.replaced, version: version)
        } catch {
            if error.kind == .noInput { state.withLock { $0.unreadable = error.description } }
            let version = try? assembly.registry.chosenVersion()  // The reason explains it.
            return outcome(
                .refused, version: assembly.model == .active ? version : nil, reason: error.description)
        }
    }
}
