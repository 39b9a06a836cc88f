import IlkPipeline
import IlkVocabulary
import Synchronization

/// Finds the overlays of logged verdicts in the archive, and keeps the overlays that it loaded last.
final class StoredOverlays: Sendable {
    /// The maximum number of loaded overlays. A loaded overlay takes up to some megabytes.
    private static let mostLoaded = 4

    private struct State {
        /// The times at which the overlays were stored, in seconds since 1970-01-01T00:00:00Z, by name. They
        /// only order attempts, so the time of an overlay that was deleted and stored again may be too old.
        var times: [String: Double] = [:]
        /// The loaded overlays, the latest use last.
        var loaded: [(name: String, overlay: CorrectionOverlay)] = []
    }

    private let archive: VerdictArchive
    private let state = Mutex(State())

    init(_ archive: VerdictArchive) { self.archive = archive }

    /// Returns the overlays on a classifier that may have been active at a given time, the most likely first.
    ///
    /// - Parameters:
    ///   - provenance: The classifier.
    ///   - time: The time in seconds since 1970-01-01T00:00:00Z.
    /// - Complexity: O(*n* log *n*) in the number of overlays. An overlay is loaded when the sequence reaches it.
    func overlays(on provenance: Provenance, at time: Double) -> some Sequence<CorrectionOverlay> {
        let names = archive.overlayNames(on: provenance)
        let stored = state.withLock { state in
            names.map { name in
                let known = state.times[name] ?? archive.time(name)
                state.times[name] = known
                return (name: name, time: known)
            }
        }
        // First the last overlay that was stored before the verdict, then earlier overlays, then later ones.
        let order = stored.sorted { one, other in
            let isLater = (one.time > time, other.time > time)
            return isLater.0 == isLater.1 ? one.time > other.time : isLater.1
        }
        return order.lazy.compactMap { [self] item in overlay(item.name, on: provenance) }
    }

    private func overlay(_ name: String, on provenance: Provenance) -> CorrectionOverlay? {
        let known = state.withLock { $0.loaded.first { $0.name == name }?.overlay }
        guard let overlay = known ?? archive.overlay(named: name, on: provenance) else { return nil }
        state.withLock { state in
            state.loaded.removeAll { $0.name == name }
            state.loaded.append((name, overlay))
            if state.loaded.count > Self.mostLoaded { state.loaded.removeFirst() }
        }
        return overlay
    }
}
