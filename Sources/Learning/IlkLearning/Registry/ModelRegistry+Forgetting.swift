/// What becomes of versions that have counted what was erased.
extension ModelRegistry {
    /// What was taken away.
    public struct Forgotten: Sendable, Hashable {
        /// The versions that are gone.
        public var versions: [String]
        /// The digests of their models, as far as they could be read.
        public var digests: [String]
        /// What is in use in the place of one of them; nil when none of them was.
        public var wentBackTo: String?

        /// What was taken away.
        public init(versions: [String] = [], digests: [String] = [], wentBackTo: String? = nil) {
            self.versions = versions
            self.digests = digests
            self.wentBackTo = wentBackTo
        }
    }

    /// These versions, and all that were made from one of them, the oldest first.
    ///
    /// - Throws: ``RegistryError``.
    public func withDescendants(of versions: [String]) throws(RegistryError) -> [String] {
        var found = Set(versions)
        // A version whose manifest cannot be read has no children that could be known.
        var digests = Set(versions.compactMap { readableManifest(version: $0)?.digest })
        var isGrowing = !found.isEmpty
        while isGrowing {
            isGrowing = false
            for version in try self.versions() where !found.contains(version) {
                guard let manifest = readableManifest(version: version),
                    manifest.parents.contains(where: { digests.contains($0.digest) })
                else { continue }
                found.insert(version)
                digests.insert(manifest.digest)
                isGrowing = true
            }
        }
        return found.sorted(by: VersionName.isOlder)
    }

    /// Deletes versions. When one of them is in use, something else takes its place first.
    ///
    /// - Parameters:
    ///   - versions: Which.
    ///   - fallback: What is in use then: a version, or ``none``.
    ///   - signature: Who does it, when and why.
    /// - Throws: ``RegistryError``.
    public func forget(
        _ versions: [String], fallingBackTo fallback: String, _ signature: RegistrySignature
    ) throws(RegistryError) -> Forgotten {
        var forgotten = Forgotten(versions: versions, digests: [])
        if versions.contains(try state()) {
            try promote(fallback, signature)
            forgotten.wentBackTo = fallback
        }
        for version in versions {
            if let manifest = readableManifest(version: version) { forgotten.digests.append(manifest.digest) }
            try remove(version, signature)
        }
        return forgotten
    }
}
