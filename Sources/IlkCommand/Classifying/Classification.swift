import Ilk
import IlkDomains
import IlkFraming
import IlkLearning
import IlkPipeline
import IlkText
import IlkVocabulary

/// Classifies records, writes the verdicts and has them remembered.
final class Classification: RecordHandler {
    private let reloadable: ReloadablePipeline
    private var session: PipelineSession
    private let memory: ClassificationMemory?
    private let promise: PromisedThresholds?
    private let challenger: Challenger?
    private let console: Console
    private let output: OutputWriter
    private var shaping: ClassificationOutput
    /// Whether the input was waited for since the model was last looked for, and when that was.
    private var hasPaused = false
    private var lastLook = MonotonicClock.nanoseconds()
    /// A second, in nanoseconds.
    private static let lookInterval: UInt64 = 1_000_000_000
    /// What is to be remembered of the record at hand.
    private var pending: (text: String, verdict: Verdict, answer: ChallengerAnswer?)?

    /// A handler that classifies by what decides at the moment.
    ///
    /// - Throws: `PipelineError` when ICU is not to be had.
    init(
        _ reloadable: ReloadablePipeline, _ shape: ClassificationOutput.Shape, memory: ClassificationMemory?,
        promise: PromisedThresholds?, challenger: Challenger? = nil, console: Console
    ) throws {
        self.reloadable = reloadable
        let pipeline = reloadable.current
        session = try pipeline.makeSession()
        shaping = ClassificationOutput(shape, pipeline: pipeline, style: console.style)
        self.memory = memory
        self.promise = promise
        self.challenger = challenger
        self.console = console
        output = console.output
    }

    /// After SIGHUP: loads rules and model anew and says what came of it.
    func renew() {
        guard console.stop.renewal.take() else { return }
        let rules = reloadable.reload()
        tell(rules.description, isRefusal: rules.outcome == .refused)
        // Whether the model is another one is of interest; that it is the same is not.
        let model = reloadable.reloadModel()
        if model.outcome != .unchanged { tell(model.description, isRefusal: model.outcome == .refused) }
        followSnapshot()
    }

    /// Before the input is waited for: whoever waits may find another model in use afterwards.
    func pause() {
        hasPaused = true
        renew()
    }

    /// Goes on with another model when one was promoted: looked for after each wait for input, and each second.
    private func followModel() {
        let now = MonotonicClock.nanoseconds()
        guard hasPaused || now &- lastLook >= Self.lookInterval else { return }
        hasPaused = false
        lastLook = now
        guard let reload = reloadable.reloadModelIfChanged(), reload.outcome != .unchanged else { return }
        tell(reload.description, isRefusal: reload.outcome == .refused)
        followSnapshot()
    }

    private func tell(_ text: String, isRefusal: Bool) {
        if isRefusal {
            console.tell("ilk: " + VisibleText.lines(text) + "\n")
        } else {
            console.note(text)
        }
    }

    private func followSnapshot() {
        let pipeline = reloadable.current
        guard pipeline !== session.pipeline else { return }
        do {
            session = try pipeline.makeSession()
            shaping.use(pipeline)
            if promise?.hold(for: pipeline.classifier.provenance) == false {
                console.note("warning: the thresholds were found for the rules before: no promise holds")
            }
        } catch {
            console.note("what is new is not used here: \(error.description)")
        }
    }

    func take(_ text: UnsafeBufferPointer<UInt8>, _ record: TextRecord) throws(CommandFailure) {
        followModel()
        var verdict = session.classify(text, receipts: shaping.needsReceipts, isTruncated: record.isTruncated)
        let answer = challenger?.answer(text, isTruncated: record.isTruncated, against: verdict)
        // A line's escapes are repaired before the session sees the text.
        if record.isRepaired, !verdict.flags.contains(.repaired) { verdict.flags.insert(.repaired, at: 0) }
        shaping.append(verdict, of: text, record, to: output)
        if let memory, memory.isWriting {
            pending = (String(decoding: session.analysis.bytes, as: UTF8.self), verdict, answer)
        }
    }

    func take(blank line: UnsafeBufferPointer<UInt8>, ending: FramedLine.Ending) {
        guard shaping.keepsLines else { return }
        output.append(line)
        output.append(ending == .carriageReturnLineFeed ? "\r\n" : "\n")
    }

    func take(_ fault: RecordFault) {
        shaping.append(fault, to: output)
    }

    nonisolated(nonsending) func settle() async {
        guard let pending, let memory else { return }
        self.pending = nil
        await memory.remember(pending.text, pending.verdict, pending.answer)
    }

    /// Ends the output.
    func finish() {
        shaping.finish(output)
        for line in challenger?.lines ?? [] { console.tell(VisibleText.oneLine(line) + "\n") }
    }
}
