/// Removal of the versions that contain the counts of erased texts.
extension ModelRegistry {
    /// The result of a removal.
    public struct VersionRemoval: Sendable, Hashable {
        /// The removed versions.
        public var versions: [String]
        /// The digests of the models of the removed versions. The list does not include versions whose
        /// manifest could not be read.
        public var digests: [String]
        /// The version that became active instead of a removed version, or `nil` if no removed version was
        /// active.
        public var activatedFallback: String?

        package init(versions: [String] = [], digests: [String] = [], activatedFallback: String? = nil) {
            self.versions = versions
            self.digests = digests
            self.activatedFallback = activatedFallback
        }
    }

    /// Returns the given versions and all versions that were fine-tuned or merged from them, the oldest
    /// first.
    ///
    /// - Parameter versions: The names of the base versions.
    /// - Throws: ``RegistryError`` if the registry cannot be read.
    /// - Complexity: O(*v*²) reads of manifests in the number of versions.
    public func includingDescendants(of versions: [String]) throws(RegistryError) -> [String] {
        var found = Set(versions)
        // A version with an unreadable manifest has no known descendants.
        var digests = Set(versions.compactMap { readableManifest(version: $0)?.digest })
        var isGrowing = !found.isEmpty
        while isGrowing {
            isGrowing = false
            for version in try self.versions() where !found.contains(version) {
                guard let manifest = readableManifest(version: version),
                    manifest.baseVersions.contains(where: { digests.contains($0.digest) })
                else { continue }
                found.insert(version)
                digests.insert(manifest.digest)
                isGrowing = true
            }
        }
        return found.sorted(by: VersionName.isOlder)
    }

    /// Deletes versions. If the active version is among them, `fallback` becomes active first.
    ///
    /// - Parameters:
    ///   - versions: The names of the versions to delete.
    ///   - fallback: The version to activate if necessary, or ``none``.
    ///   - signature: The author, time and reason for the history.
    /// - Throws: ``RegistryError``, as ``promote(_:_:provided:)`` and ``remove(_:_:)``.
    /// - Complexity: As ``remove(_:_:)`` for each version.
    public func remove(
        _ versions: [String], fallingBackTo fallback: String, _ signature: ChangeAuthor
    ) throws(RegistryError) -> VersionRemoval {
        var forgotten = VersionRemoval(versions: versions, digests: [])
        if versions.contains(try activeVersionOrNone()) {
            try promote(fallback, signature)
            forgotten.activatedFallback = fallback
        }
        for version in versions {
            if let manifest = readableManifest(version: version) { forgotten.digests.append(manifest.digest) }
            try remove(version, signature)
        }
        return forgotten
    }
}
