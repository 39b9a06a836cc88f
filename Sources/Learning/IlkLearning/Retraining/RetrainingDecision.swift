/// The decision about a retrained model.
public struct RetrainingDecision: Sendable, Hashable {
    /// The version of the model.
    public var version: String
    /// `true` if the version is active.
    public var isPromoted: Bool
    /// The reason for the decision, or `nil`.
    public var reason: String?
}

extension ModelRegistry {
    /// Adds a retrained model to the registry if it is new, and promotes the model if it passes the gate.
    ///
    /// Training is deterministic, so unchanged data give a model that is already registered. A version that
    /// was rolled back, or that another author replaced, is not promoted again.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the model file.
    ///   - digest: The digest of the model.
    ///   - gate: The comparison with the active version.
    ///   - signature: The author, time and reason for the history.
    ///   - manifest: Returns the manifest. Called only for a new model.
    /// - Returns: The decision.
    /// - Throws: ``RegistryError``, and the errors of `manifest`.
    /// - Complexity: As ``ModelRegistry/add(_:_:)`` and ``ModelRegistry/promote(_:_:provided:)``.
    public func decide(
        _ bytes: [UInt8], digest: String, _ gate: RetrainingGate, _ signature: ChangeAuthor,
        manifest: () throws -> VersionManifest
    ) throws -> RetrainingDecision {
        let known = try self.version(digest: digest)
        if let known, known == (try activeVersion()) {
            return RetrainingDecision(
                version: known, isPromoted: true, reason: "Nothing new since version \(known).")
        }
        // A person or later corrections have replaced this version. Learning the same again does not override
        // that decision.
        if let known, try wasReplaced(known, signature) {
            return RetrainingDecision(
                version: known, isPromoted: false,
                reason: "Nothing new since version \(known), which was rolled back. "
                    + "To promote it again: ilk model promote \(known)")
        }
        let version = try known ?? add(bytes, manifest()).version
        if gate.isPassed { try promote(version, signature) }
        return RetrainingDecision(version: version, isPromoted: gate.isPassed, reason: signature.why)
    }

    /// Returns `true` if a version was rolled back, or if an author other than `signature.who` replaced it.
    private func wasReplaced(_ version: String, _ signature: ChangeAuthor) throws -> Bool {
        let end = try history().last { $0.changesActiveVersion && $0.before == version }
        return end.map { $0.act == .rollback || $0.who != signature.who } ?? false
    }
}
