import FoundationEssentials
import IlkFiles
import IlkModels
import IlkPipeline
import IlkVocabulary

/// Stores and finds the overlays of logged verdicts. An overlay is the effect of recent corrections on the
/// predictions for other texts.
extension VerdictArchive {
    /// The maximum number of overlays. When more are stored, at least the oldest tenth is deleted.
    static let mostOverlays = 1_000

    private static let suffix = ".ilkoverlay"

    /// The prefix of the file names of all overlays on a classifier.
    private static func prefix(_ provenance: Provenance) -> String {
        [provenance.modelDigest, provenance.ruleSetDigest].map { ($0 ?? "none").prefix(16) + "." }.joined()
    }

    private func path(_ digest: ContentDigest, _ provenance: Provenance) -> String {
        "\(overlays)/\(Self.prefix(provenance))\(digest)\(Self.suffix)"
    }

    /// Stores an overlay unless the archive contains it.
    ///
    /// - Parameters:
    ///   - overlay: The overlay.
    ///   - digest: The digest of the overlay.
    ///   - provenance: The classifier.
    /// - Complexity: One system call if the archive contains the overlay, otherwise O(*n*) in its size and in
    ///   the number of overlays.
    func store(_ overlay: ArchivedOverlay, _ digest: ContentDigest, of provenance: Provenance) {
        let path = path(digest, provenance)
        guard !FileManager.default.fileExists(atPath: path) else { return }
        Self.write(overlay.bytes, to: path)
        let names = names()
        guard names.count > Self.mostOverlays else { return }
        let oldest = names.map { (name: $0, time: time($0)) }.sorted { $0.time < $1.time }
        // Some more are deleted than necessary, so that this rarely happens.
        for (name, _) in oldest.prefix(names.count - Self.mostOverlays + Self.mostOverlays / 10) {
            try? FileManager.default.removeItem(atPath: "\(overlays)/\(name)")  // Another process may have.
        }
    }

    /// Returns an overlay, or `nil` if the archive does not contain it.
    func overlay(_ digest: ContentDigest, of provenance: Provenance) -> ArchivedOverlay? {
        Self.read(path(digest, provenance))
    }

    /// Returns the names of the overlays on a classifier.
    func overlayNames(on provenance: Provenance) -> [String] {
        let prefix = Self.prefix(provenance)
        return names().filter { $0.hasPrefix(prefix) }
    }

    /// Returns the overlay with a name, or `nil` if it was deleted or is damaged.
    func overlay(named name: String, on provenance: Provenance) -> CorrectionOverlay? {
        guard let overlay = Self.read("\(overlays)/\(name)"),
            let head = ResidualHead(overlay.weights, .words)
        else { return nil }
        let digest = name.dropFirst(Self.prefix(provenance).count).dropLast(Self.suffix.count)
        return CorrectionOverlay(nearlyEqual: [:], head: head, digest: ContentDigest(String(digest)))
    }

    /// Deletes the overlays that have learned corrections of texts that are no longer in the log. Verdicts
    /// that used these overlays can no longer be explained.
    ///
    /// - Parameters:
    ///   - log: The identifier of the log.
    ///   - digests: The digests of the log's corrected texts.
    func deleteOverlays(of log: String, without digests: Set<ContentDigest>) {
        for name in files() {
            let path = "\(overlays)/\(name)"
            let overlay = Self.read(path)
            // A damaged file, or the draft of a process that was killed, may contain anything.
            guard overlay.map({ $0.log == log && !digests.isSuperset(of: $0.texts) }) ?? true else {
                continue
            }
            try? FileManager.default.removeItem(atPath: path)  // Another process may have.
        }
    }

    private func files() -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: overlays)) ?? []  // There may be no folder.
    }

    private func names() -> [String] { files().filter { $0.hasSuffix(Self.suffix) }.sorted() }

    /// Returns the time at which an overlay was stored, in seconds since 1970-01-01T00:00:00Z.
    func time(_ name: String) -> Double {
        let path = "\(overlays)/\(name)"
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)  // It may have been deleted.
        return (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    }

    private static func read(_ path: String) -> ArchivedOverlay? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        return try? ArchivedOverlay(Array(data))  // A damaged file explains nothing.
    }
}
