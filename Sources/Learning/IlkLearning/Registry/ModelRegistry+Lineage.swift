extension ModelRegistry {
    /// Returns the nearest common ancestor of two versions. The ancestor is one of the two versions if the
    /// other one was fine-tuned from it.
    ///
    /// - Parameters:
    ///   - first: A version.
    ///   - second: Another version.
    /// - Returns: The common ancestor, or `nil` if the versions have none.
    /// - Throws: ``RegistryError``: `unknownVersion`, or `cannotMerge` if the nearest common ancestor is not
    ///   in this registry or is not unique.
    /// - Complexity: O(*v*²) reads of manifests in the number of versions.
    public func commonAncestor(_ first: String, _ second: String) throws(RegistryError) -> String? {
        let names = try namesByDigest()
        let (left, right) = (try lineage(of: first, names), try lineage(of: second, names))
        let common = left.filter { right.contains($0) }
        // Removes all ancestors of other common ancestors.
        var nearest = Set(common)
        for digest in common {
            guard let name = names[digest] else { continue }
            nearest.subtract(try lineage(of: name, names).subtracting([digest]))
        }
        guard nearest.count <= 1 else {
            throw RegistryError(
                .cannotMerge, "cannot merge \(first) and \(second): they have several common base versions",
                hint: "train one model on the texts of both versions with: ilk train")
        }
        guard let digest = nearest.first else { return nil }
        guard let name = names[digest] else {
            throw RegistryError(
                .cannotMerge,
                "cannot merge \(first) and \(second): their common base version (\(digest.prefix(12))) is missing, so texts would count twice",
                hint: "import the missing version with: ilk model import FILE")
        }
        return name
    }

    private func namesByDigest() throws(RegistryError) -> [String: String] {
        var names: [String: String] = [:]
        for version in try (hasBuiltIn ? [Self.builtIn] : []) + versions() {
            if let manifest = readableManifest(version: version) { names[manifest.digest] = version }
        }
        return names
    }

    /// Returns the digests of a version and of all its known ancestors.
    private func lineage(
        of version: String, _ names: [String: String]
    ) throws(RegistryError) -> Set<String> {
        var digests: Set<String> = [try manifest(version: version).digest]
        var waiting = [version]
        while let next = waiting.popLast() {
            for parent in try manifest(version: next).baseVersions where !parent.digest.isEmpty {
                guard digests.insert(parent.digest).inserted, let name = names[parent.digest] else {
                    continue
                }
                waiting.append(name)
            }
        }
        return digests
    }
}
