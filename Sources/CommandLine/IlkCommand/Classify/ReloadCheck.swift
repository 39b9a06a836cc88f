import IlkPipeline
import IlkConsole
import Ilk
import IlkLearning
import IlkVocabulary

/// Reloads the rules and the model between two batches of lines or two inputs, and reports the outcome.
final class ReloadCheck {
    private let reloadable: ReloadablePipeline
    private let guarantee: GuaranteedThresholds?
    private let console: Console
    private var hasPaused = false
    private var lastCheck = MonotonicClock.nanoseconds()
    /// The interval between two checks of the active version: one second, in nanoseconds.
    private static let interval: UInt64 = 1_000_000_000

    init(_ reloadable: ReloadablePipeline, guarantee: GuaranteedThresholds?, console: Console) {
        self.reloadable = reloadable
        self.guarantee = guarantee
        self.console = console
    }

    /// Reloads the rules and the model after SIGHUP. Also reloads the model if another version has been
    /// promoted. Call this before each batch of lines and before each whole input. The active version is
    /// checked after each wait for input, and otherwise once a second.
    func check() {
        renew()
        let now = MonotonicClock.nanoseconds()
        guard hasPaused || now &- lastCheck >= Self.interval else { return }
        hasPaused = false
        lastCheck = now
        reload {
            guard let model = reloadable.reloadModelIfChanged(), model.outcome != .unchanged else { return }
            tell(model.description, isRefusal: model.outcome == .refused)
        }
    }

    /// Reloads the rules and the model after SIGHUP. Call this before a wait for input. The next ``check()``
    /// then looks for a promoted version, because the wait can be long.
    func pause() {
        hasPaused = true
        renew()
    }

    private func renew() {
        guard console.stop.renewal.consume() else { return }
        reload {
            let rules = reloadable.reload()
            tell(rules.description, isRefusal: rules.outcome == .refused)
            let model = reloadable.reloadModel()
            if model.outcome != .unchanged { tell(model.description, isRefusal: model.outcome == .refused) }
        }
    }

    private func reload(_ body: () -> Void) {
        let before = reloadable.current
        body()
        let pipeline = reloadable.current
        if pipeline !== before, guarantee?.isValid(for: pipeline.classifier.provenance) == false {
            console.note(
                "warning: the thresholds are for another model or other rules and guarantee no error rate")
        }
    }

    private func tell(_ text: String, isRefusal: Bool) {
        if isRefusal {
            console.writeMessage("ilk: " + VisibleText.lines(text) + "\n")
        } else {
            console.note(text)
        }
    }
}
