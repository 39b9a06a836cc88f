import FoundationEssentials
import IlkModels
import IlkPipeline
import IlkVocabulary

/// What changes a registry: one at a time, each in steps of which the one that counts is a single call of the system.
extension ModelRegistry {
    /// Adds a new version: its model, what it says of itself, its card, and the digest of each. It is whole on the disk
    /// when this returns, and not in use.
    ///
    /// - Parameters:
    ///   - model: The bytes of its model.
    ///   - manifest: What it says of itself. Its version is kept when nobody has had it here; else, and when it is empty,
    ///     it gets the next one.
    /// - Returns: The manifest as it was written.
    /// - Throws: ``RegistryError``: `damaged` when the model cannot be read or is not what its manifest says, `versionExists`
    ///   when a version here is that model, `locked`, `cannotWrite`.
    @discardableResult
    public func add(_ model: [UInt8], _ manifest: VersionManifest) throws(RegistryError) -> VersionManifest {
        try Self.check(model, manifest)
        return try changing("adding a version") { () throws(RegistryError) in
            try adding(model, manifest)
        }
    }

    /// Adds a version that was exported elsewhere, or a model that was trained, and writes that down.
    ///
    /// - Throws: As ``add(_:_:)``.
    @discardableResult
    public func add(
        importing model: [UInt8], _ manifest: VersionManifest, _ signature: RegistrySignature
    ) throws(RegistryError) -> VersionManifest {
        try Self.check(model, manifest)
        return try changing("importing a version") { () throws(RegistryError) in
            let added = try adding(model, manifest)
            try append(
                RegistryRecord(
                    .import, added.version, number: try nextNumber(), digest: added.digest, signature))
            return added
        }
    }

    private func adding(
        _ model: [UInt8], _ manifest: VersionManifest
    ) throws(RegistryError) -> VersionManifest {
        if let same = try version(digest: manifest.digest) {
            throw RegistryError(
                .versionExists, "version \(same) is this model already",
                hint: "see it with: ilk model show \(same)")
        }
        var manifest = manifest
        let taken = try takenNames()
        if !VersionName.isNumber(manifest.version) || taken.contains(manifest.version) {
            let last = taken.max(by: VersionName.isOlder)
            manifest.version = last.map(VersionName.next) ?? "1.0.0"
        }
        let target = "\(folder)/\(manifest.version)"
        let draft = "\(folder)/.draft-\(manifest.version)"
        do throws(RegistryError) {
            try disk.makeFolders(draft)
            for file in try VersionBundle.files(manifest, model: model) {
                try disk.create("\(draft)/\(file.name)", file.bytes)
            }
            try disk.sync(folder: draft)
            try disk.rename(draft, to: target)
        } catch {
            try? disk.remove(draft)  // Else the next change does.
            throw error
        }
        try disk.sync(folder: folder)
        return manifest
    }

    /// The names that versions have, or had: a number is used once.
    private func takenNames() throws(RegistryError) -> Set<String> {
        var names = Set(try versions() + recorded().map(\.version)).subtracting([Self.builtIn, Self.none])
        if hasBuiltIn { names.insert(BuiltIn.modelVersion) }
        return names
    }

    // MARK: What is in use

    /// Makes a version the one in use, or none (``none``). Who is killed meanwhile leaves the old one in use, or this one.
    ///
    /// - Returns: What was written down; nil when it was in use already.
    /// - Throws: ``RegistryError``: `unknownVersion`, `damaged` when a file of it is not what its digest says, `unsafe`,
    ///   `locked`, `cannotWrite`.
    @discardableResult
    public func promote(
        _ version: String, _ signature: RegistrySignature
    ) throws(RegistryError) -> RegistryRecord? {
        try changing("promoting \(version)") { () throws(RegistryError) in
            try use(version, .promote, signature)
        }
    }

    /// Makes what was in use before the one in use again (``versionBefore()``): a version, or ``none``.
    ///
    /// - Returns: What was written down.
    /// - Throws: As ``promote(_:_:)``, and `nothingBefore`.
    @discardableResult
    public func rollback(_ signature: RegistrySignature) throws(RegistryError) -> RegistryRecord {
        try changing("rolling back") { () throws(RegistryError) in
            guard let version = try versionBefore(), let record = try use(version, .rollback, signature)
            else {
                throw RegistryError(
                    .nothingBefore, "nothing else of \(taxonomy) was in use before",
                    hint: "choose one with: ilk model promote VERSION")
            }
            return record
        }
    }

    private func use(
        _ version: String, _ act: RegistryRecord.Act, _ signature: RegistrySignature
    ) throws(RegistryError) -> RegistryRecord? {
        let digest = version == Self.none ? "" : try digestOfWhole(version)
        // What names no version is no obstacle to naming one.
        let before = try? state()  // See above.
        if before == version { return nil }
        let record = RegistryRecord(
            act, version, number: try nextNumber(), digest: digest, before: before, signature)
        let draft = folder + "/.active.draft"
        do throws(RegistryError) {
            try disk.create(draft, Array((version + "\n").utf8) + record.line())
            try disk.rename(draft, to: activePath)
        } catch {
            try? disk.remove(draft)  // Else the next change does.
            throw error
        }
        try disk.sync(folder: folder)
        try append(record)
        return record
    }

    /// The digest of a version of which every file is what it should be.
    private func digestOfWhole(_ version: String) throws(RegistryError) -> String {
        let manifest = try manifest(version: version)
        guard version != Self.builtIn else { return manifest.digest }
        _ = try checkedPath(version: version)
        if let problem = try problems(of: version).first {
            throw RegistryError(
                .damaged, "version \(version) cannot be used: \(problem)",
                hint: "see what is whole with: ilk model verify")
        }
        return manifest.digest
    }

    // MARK: Removing

    /// Deletes a version that is not in use. Its number is not used again.
    ///
    /// - Throws: ``RegistryError``: `unknownVersion`, `notAllowed` for the one in use and the one in the program, `locked`,
    ///   `cannotWrite`.
    public func remove(_ version: String, _ signature: RegistrySignature) throws(RegistryError) {
        try changing("removing \(version)") { () throws(RegistryError) in
            try checkRemoval(of: version)
            // A version whose manifest is damaged can be removed too.
            let digest = readableManifest(version: version)?.digest ?? ""
            // From this line on it is removed: who is killed behind it leaves the rest to the next one.
            try append(
                RegistryRecord(.remove, version, number: try nextNumber(), digest: digest, signature))
            try finishRemoval(of: version)
        }
    }

    /// Checks that a version can be deleted.
    ///
    /// - Throws: ``RegistryError``: `notAllowed` for the active version and the one in the program, `unknownVersion`.
    public func checkRemoval(of version: String) throws(RegistryError) {
        guard version != Self.builtIn else {
            throw RegistryError(.notAllowed, "the model in the program cannot be removed")
        }
        guard try versions().contains(version) else { throw unknown(version) }
        guard try activeVersion() != version else {
            throw RegistryError(
                .notAllowed, "version \(version) is in use: it is not removed",
                hint: "go back to the version before it with: ilk model rollback")
        }
    }

    func finishRemoval(of version: String) throws(RegistryError) {
        let grave = "\(folder)/.removed-\(version)"
        try disk.rename("\(folder)/\(version)", to: grave)
        try disk.sync(folder: folder)
        try disk.remove(grave)
    }

    // MARK: Steps

    private func nextNumber() throws(RegistryError) -> Int { (try recorded().last?.number ?? 0) + 1 }

    func append(_ record: RegistryRecord) throws(RegistryError) {
        let isNew = disk.status(historyPath) == nil
        try disk.append(try record.line(), to: historyPath)
        if isNew { try disk.sync(folder: folder) }
    }

    /// Takes the lock, puts away what others left half done, and changes something.
    private func changing<Result>(
        _ purpose: String, _ body: () throws(RegistryError) -> Result
    ) throws(RegistryError) -> Result {
        try disk.makeFolders(folder)
        try disk.check(folder)
        let lock = try RegistryLock(folder + "/lock", for: purpose, patience: patience)
        defer { lock.release() }
        try tidy()
        return try body()
    }

    /// Puts away, and brings to its end, what a process that was killed left half done.
    private func tidy() throws(RegistryError) {
        for name in try disk.names(in: folder) where Self.isLitter(name) {
            try disk.remove(folder + "/" + name)
        }
        try cutTornLine()
        let records = try recorded()
        // One that cannot be read is told by whoever needs it.
        let active = try? active()  // See above.
        if let record = active?.record, record.number > records.last?.number ?? 0 { try append(record) }
        if let last = records.last, last.act == .remove, try versions().contains(last.version) {
            try finishRemoval(of: last.version)
        }
    }

    /// Whether a name in the folder is that of something half done.
    static func isLitter(_ name: String) -> Bool {
        [".draft-", ".active", ".removed-"].contains { name.hasPrefix($0) }
    }

    /// Cuts off a line that was not written to its end.
    private func cutTornLine() throws(RegistryError) {
        guard let bytes = try disk.read(historyPath), let last = bytes.last, last != 0x0A else { return }
        let whole = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        try disk.truncate(historyPath, to: whole)
    }
}
