import FoundationEssentials

/// The versions of a model in the order in which they were active, with the accuracy of each.
public struct VersionTimeline: Sendable, Hashable {
    /// A period in which a version was active, or a version that was never active.
    public struct Period: Sendable, Hashable {
        /// The reason why a version became active, or ``candidate`` for a version that was never active.
        public enum Change: String, Sendable, Hashable {
            /// The version was active before the first change.
            case initial
            /// The version was promoted.
            case promote
            /// The version became active again by a rollback.
            case rollback
            /// The version was never active.
            case candidate
        }

        /// The name of the version, which may be `built-in` or `none`.
        public var version: String
        /// The digest of the model. It is empty for `none`, and `nil` if unknown.
        public var digest: String?
        /// The reason why the version became active, or ``Change/candidate`` if it was never active.
        public var change: Change
        /// The time at which the version became active, or at which a candidate was created, in seconds since
        /// 1970-01-01T00:00:00Z. It is `nil` if unknown.
        public var start: Double?
        /// The author of the change, or of the candidate, or `nil` if unknown.
        public var author: String?
        /// The reason that the author stated, or `nil` if none was given. For a candidate, it is the reason
        /// for its creation.
        public var reason: String?
        /// The comparison of the version with the active version before a promotion, or `nil` if there was
        /// none or the version was removed.
        public var gate: RetrainingGate?
        /// The predictions of the version in this period.
        public var predictions = TallyBySelection()
    }

    /// The periods, oldest first.
    public private(set) var periods: [Period] = []
    /// The versions that were never active, oldest first.
    public private(set) var candidates: [Period] = []
    /// The predictions of models that are not in the timeline.
    public private(set) var others = TallyBySelection()

    /// Creates a timeline without predictions.
    ///
    /// - Parameters:
    ///   - history: The changes of the registry, oldest first.
    ///   - initial: The version that was active before these changes.
    ///   - manifests: The manifests of all versions, oldest first, including the built-in version.
    package init(_ history: [RegistryRecord], initial: String, manifests: [VersionManifest]) {
        let changes = history.filter(\.changesActiveVersion)
        func manifest(_ version: String) -> VersionManifest? { manifests.first { $0.version == version } }
        let first = changes.first?.before ?? initial
        let digest = first == ModelRegistry.none ? "" : manifest(first)?.digest
        periods.append(Period(version: first, digest: digest, change: .initial))
        for record in changes {
            // The version may have been removed, and another model may have the same version number.
            let known = manifest(record.version).flatMap { $0.digest == record.digest ? $0 : nil }
            periods.append(
                Period(
                    version: record.version, digest: record.digest,
                    change: record.act == .rollback ? .rollback : .promote,
                    start: record.when.timeIntervalSince1970,
                    author: record.who, reason: record.why,
                    gate: record.act == .promote ? known.flatMap(Self.gate) : nil))
        }
        let active = Set(periods.compactMap(\.digest))
        candidates = manifests.filter {
            $0.version != ModelRegistry.builtIn && !active.contains($0.digest)
        }.map {
            Period(
                version: $0.version, digest: $0.digest, change: .candidate,
                start: $0.created.timeIntervalSince1970, author: $0.by, reason: $0.why, gate: Self.gate($0))
        }
    }

    private static func gate(_ manifest: VersionManifest) -> RetrainingGate? {
        manifest.gate ?? manifest.retraining?.gate
    }

    /// Adds a reviewed text to the last period of its model that began before the prediction. If no period
    /// began before the prediction because a clock was wrong, the model's first period is used. If the model
    /// was never active, the text is added to its candidate or to ``others``.
    mutating func add(_ text: ReviewedText) {
        let places = periods.indices.filter { text.model == nil || periods[$0].digest == text.model }
        let begun = places.last { (periods[$0].start ?? -.infinity) <= text.time }
        if let place = begun ?? places.first {
            periods[place].predictions.add(text)
        } else if let place = candidates.firstIndex(where: { $0.digest == text.model }) {
            candidates[place].predictions.add(text)
        } else {
            others.add(text)
        }
    }

    /// Returns a timeline with only the periods that overlap a range of time, and the candidates that were
    /// created in it.
    ///
    /// - Parameter range: The range, in seconds since 1970-01-01T00:00:00Z.
    func overlapping(_ range: ClosedRange<Double>) -> VersionTimeline {
        var timeline = self
        timeline.periods = periods.indices.filter { place in
            let end = place + 1 < periods.count ? periods[place + 1].start : nil
            return (periods[place].start ?? -.infinity) <= range.upperBound
                && (end ?? .infinity) >= range.lowerBound
        }.map { periods[$0] }
        timeline.candidates = candidates.filter { candidate in
            candidate.start.map(range.contains) ?? true
        }
        return timeline
    }
}

extension ModelRegistry {
    /// Returns the versions in the order in which they were active, without predictions.
    ///
    /// - Throws: ``RegistryError`` if a file cannot be read.
    /// - Complexity: O(*n*) in the number of changes and versions.
    public func timeline() throws(RegistryError) -> VersionTimeline {
        var manifests = try versions().compactMap { readableManifest(version: $0) }
        if hasBuiltIn { manifests.append(try manifest(version: Self.builtIn)) }
        return VersionTimeline(try history(), initial: defaultVersion, manifests: manifests)
    }
}
