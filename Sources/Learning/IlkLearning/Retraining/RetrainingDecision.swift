/// What became of a model that was made anew.
public struct RetrainingDecision: Sendable, Hashable {
    /// Its version.
    public var version: String
    /// Whether it is in use now.
    public var isPromoted: Bool
    /// Why, or why not; nil where nothing was said.
    public var reason: String?
}

extension ModelRegistry {
    /// Takes a new model in, unless it is there already (the same texts give the same bytes), and puts it to use when the
    /// gate lets it pass.
    ///
    /// - Parameters:
    ///   - bytes: The model's file.
    ///   - digest: Its digest.
    ///   - gate: What it was measured against.
    ///   - signature: Who made it, when and why.
    ///   - manifest: What it says of itself; asked for when it is not there yet.
    /// - Throws: ``RegistryError``, and what `manifest` throws.
    public func decide(
        _ bytes: [UInt8], digest: String, _ gate: RetrainingGate, _ signature: RegistrySignature,
        manifest: () throws -> VersionManifest
    ) throws -> RetrainingDecision {
        let known = try self.version(digest: digest)
        if let known, known == (try versionInUse()) {
            return RetrainingDecision(
                version: known, isPromoted: true, reason: "nothing new since version \(known)")
        }
        // Somebody chose another one since: a machine does not undo that.
        if let known, try wasTakenBack(known, signature) {
            return RetrainingDecision(
                version: known, isPromoted: false,
                reason: "nothing new since version \(known), which was taken back; "
                    + "to use it again: ilk model promote \(known)")
        }
        let version = try known ?? add(bytes, manifest()).version
        if gate.isPassed { try promote(version, signature) }
        return RetrainingDecision(version: version, isPromoted: gate.isPassed, reason: signature.why)
    }

    /// Whether a person put another version in the place of this one.
    private func wasTakenBack(_ version: String, _ signature: RegistrySignature) throws -> Bool {
        let end = try history().last { $0.isOfUse && $0.before == version }
        return end.map { $0.act == .rollback || $0.who != signature.who } ?? false
    }
}
