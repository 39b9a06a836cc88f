public import FoundationEssentials
import IlkModels
import IlkPipeline
import IlkVocabulary

/// Changes to a registry. A lock serializes all changes. Each change is committed by a single system call.
extension ModelRegistry {
    /// Adds a version: its model, manifest, card and their digests.
    ///
    /// The version is complete on the disk when this method returns. It is not active.
    ///
    /// - Parameters:
    ///   - model: The bytes of the model.
    ///   - manifest: The manifest. The new version keeps the version number of the manifest if this registry
    ///     has never used the number. Otherwise, or if the number is empty, it gets the next number.
    /// - Returns: The manifest as written.
    /// - Throws: ``RegistryError``: `damaged` if the model cannot be read or does not match its manifest,
    ///   `versionExists` if a version with this model exists, `locked`, or `cannotWrite`.
    /// - Complexity: O(*n*) in the size of the model, and one read of each manifest.
    @discardableResult
    public func add(_ model: [UInt8], _ manifest: VersionManifest) throws(RegistryError) -> VersionManifest {
        try Self.check(model, manifest)
        return try withLock("adding a version") { () throws(RegistryError) in
            try adding(model, manifest)
        }
    }

    /// Adds a version that was exported elsewhere, or a trained model, and records the import in the history.
    ///
    /// - Parameters:
    ///   - model: The bytes of the model.
    ///   - manifest: The manifest, as for ``add(_:_:)``.
    ///   - evaluation: The evaluation model, or `nil` for none.
    ///   - signature: The author, time and reason for the history.
    /// - Returns: The manifest as written.
    /// - Throws: ``RegistryError``, as ``add(_:_:)``.
    /// - Complexity: As ``add(_:_:)``, and O(*h*) in the length of the history.
    @discardableResult
    public func add(
        importing model: [UInt8], evaluation: [UInt8]? = nil, _ manifest: VersionManifest,
        _ signature: ChangeAuthor
    ) throws(RegistryError) -> VersionManifest {
        try Self.check(model, manifest)
        return try withLock("importing a version") { () throws(RegistryError) in
            let added = try adding(model, manifest, evaluation)
            try append(
                RegistryRecord(
                    .import, added.version, number: try nextNumber(), digest: added.digest, signature))
            return added
        }
    }

    private func adding(
        _ model: [UInt8], _ manifest: VersionManifest, _ evaluation: [UInt8]? = nil
    ) throws(RegistryError) -> VersionManifest {
        if let same = try version(digest: manifest.digest) {
            throw RegistryError(
                .versionExists, "this model is already version \(same)",
                hint: "show this version with: ilk model show \(same) --taxonomy \(taxonomy)")
        }
        var manifest = manifest
        let taken = try usedNames()
        if !VersionName.isNumber(manifest.version) || taken.contains(manifest.version) {
            let last = taken.max(by: VersionName.isOlder)
            manifest.version = last.map(VersionName.next) ?? "1.0.0"
        }
        let target = "\(folder)/\(manifest.version)"
        let draft = "\(folder)/.draft-\(manifest.version)"
        do throws(RegistryError) {
            try disk.makeFolders(draft)
            for file in try VersionBundle.files(manifest, model: model, evaluation: evaluation) {
                try disk.create("\(draft)/\(file.name)", file.bytes)
            }
            try disk.sync(folder: draft)
            try disk.rename(draft, to: target)
        } catch {
            try? disk.remove(draft)  // A draft that stays is removed by the next change.
            throw error
        }
        try disk.sync(folder: folder)
        return manifest
    }

    /// Adds an imported model. If a version with the same model digest exists, nothing is added.
    ///
    /// - Returns: The version, and `true` if it was added.
    package func addOnce(
        importing model: [UInt8], evaluation: [UInt8]? = nil, _ manifest: VersionManifest,
        _ signature: ChangeAuthor
    ) throws(RegistryError) -> (version: String, isNew: Bool) {
        if let known = try version(digest: manifest.digest) { return (known, false) }
        return (try add(importing: model, evaluation: evaluation, manifest, signature).version, true)
    }

    /// Returns the names of all present and removed versions, because a version number is never reused.
    private func usedNames() throws(RegistryError) -> Set<String> {
        var names = Set(try versions() + historyRecords().map(\.version)).subtracting([
            Self.builtIn, Self.none,
        ])
        if let builtInVersion { names.insert(builtInVersion) }
        return names
    }

    // MARK: Active version

    /// Makes a version active. If the process is killed during the change, either this version or the
    /// previous version is active.
    ///
    /// - Parameters:
    ///   - version: The version, or ``none`` for no active version.
    ///   - signature: The author, time and reason for the history.
    ///   - condition: Returns `false` to refuse the change. It is called while the registry is locked, so no
    ///     other change can happen between the condition and this change. It must not change the registry.
    /// - Returns: The history record, or `nil` if the version was already active.
    /// - Throws: ``RegistryError``: `changed` if the condition is `false`, `unknownVersion`, `damaged` if a
    ///   file does not match its digest, `unsafe`, `locked`, or `cannotWrite`.
    /// - Complexity: O(*n*) in the size of the version's files, which are verified.
    @discardableResult
    public func promote(
        _ version: String, _ signature: ChangeAuthor, provided condition: () -> Bool = { true }
    ) throws(RegistryError) -> RegistryRecord? {
        try withLock("promoting \(version)") { () throws(RegistryError) in
            try require(condition)
            return try use(version, .promote, signature)
        }
    }

    /// Activates the previously active version (``rollbackTarget()``), which may be ``none``.
    ///
    /// - Parameters:
    ///   - signature: The author, time and reason for the history.
    ///   - condition: Returns `false` to refuse the change, as for ``promote(_:_:provided:)``.
    /// - Returns: The history record.
    /// - Throws: ``RegistryError``, as ``promote(_:_:provided:)``, and `nothingBefore`.
    /// - Complexity: As ``promote(_:_:provided:)``, and O(*h*) in the length of the history.
    @discardableResult
    public func rollback(
        _ signature: ChangeAuthor, provided condition: () -> Bool = { true }
    ) throws(RegistryError) -> RegistryRecord {
        try withLock("rolling back") { () throws(RegistryError) in
            try require(condition)
            guard let version = try rollbackTarget(), let record = try use(version, .rollback, signature)
            else {
                throw RegistryError(
                    .nothingBefore, "no other version of \(taxonomy) was active before",
                    hint: promotionHint)
            }
            return record
        }
    }

    /// Activates the version that was active at a time. The version may be ``none``.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - signature: The author, time and reason for the history.
    ///   - condition: Returns `false` to refuse the change, as for ``promote(_:_:provided:)``.
    /// - Returns: The history record, or `nil` if the version is already active.
    /// - Throws: ``RegistryError``, as ``promote(_:_:provided:)``; `unknownVersion` if the version has been
    ///   removed since then.
    /// - Complexity: As ``promote(_:_:provided:)``, and O(*h*) in the length of the history.
    @discardableResult
    public func rollback(
        to time: Date, _ signature: ChangeAuthor, provided condition: () -> Bool = { true }
    ) throws(RegistryError) -> RegistryRecord? {
        try withLock("rolling back") { () throws(RegistryError) in
            try require(condition)
            return try use(version(activeAt: time), .rollback, signature)
        }
    }

    /// Activates an earlier version.
    ///
    /// - Parameters:
    ///   - version: The version.
    ///   - signature: The author, time and reason for the history.
    /// - Returns: The history record, or `nil` if the version is already active.
    /// - Throws: ``RegistryError``, as ``promote(_:_:provided:)``.
    @discardableResult
    package func rollback(
        to version: String, _ signature: ChangeAuthor
    ) throws(RegistryError) -> RegistryRecord? {
        try withLock("rolling back") { () throws(RegistryError) in
            try use(version, .rollback, signature)
        }
    }

    /// - Throws: ``RegistryError`` `changed` if the condition is `false`.
    private func require(_ condition: () -> Bool) throws(RegistryError) {
        guard condition() else {
            throw RegistryError(.changed, "the active version of \(taxonomy) has changed")
        }
    }

    private func use(
        _ version: String, _ act: RegistryRecord.ChangeType, _ signature: ChangeAuthor
    ) throws(RegistryError) -> RegistryRecord? {
        let digest = version == Self.none ? "" : try verifiedDigest(version)
        let before = try? activeVersionOrNone()  // An unreadable file must not prevent its replacement.
        if before == version { return nil }
        let record = RegistryRecord(
            act, version, number: try nextNumber(), digest: digest, before: before, signature)
        let draft = folder + "/.active.draft"
        do throws(RegistryError) {
            try disk.create(draft, Array((version + "\n").utf8) + record.line())
            try disk.rename(draft, to: activePath)
        } catch {
            try? disk.remove(draft)  // A draft that stays is removed by the next change.
            throw error
        }
        try disk.sync(folder: folder)
        try append(record)
        return record
    }

    /// Returns the digest of a version after checking all of its files.
    private func verifiedDigest(_ version: String) throws(RegistryError) -> String {
        let manifest = try manifest(version: version)
        guard version != Self.builtIn else { return manifest.digest }
        _ = try checkedPath(version: version)
        if let problem = try problems(of: version).first {
            throw RegistryError(
                .damaged, "version \(version) is damaged: \(problem)",
                hint: "check all files with: ilk model verify --taxonomy \(taxonomy)")
        }
        return manifest.digest
    }

    // MARK: Removing

    /// Deletes a version that is not active. Its number is not used again.
    ///
    /// - Parameters:
    ///   - version: The version.
    ///   - signature: The author, time and reason for the history.
    /// - Throws: ``RegistryError``: `unknownVersion`, `notAllowed` for the active version and the built-in
    ///   version, `locked`, or `cannotWrite`.
    /// - Complexity: O(*h*) in the length of the history, and the deletion of the files.
    public func remove(_ version: String, _ signature: ChangeAuthor) throws(RegistryError) {
        try withLock("removing \(version)") { () throws(RegistryError) in
            try checkRemoval(of: version)
            // A version with a damaged manifest can be removed too.
            let digest = readableManifest(version: version)?.digest ?? ""
            // The history record commits the removal. If the process is killed after this line, the next
            // change completes the removal.
            try append(
                RegistryRecord(.remove, version, number: try nextNumber(), digest: digest, signature))
            try finishRemoval(of: version)
        }
    }

    /// Checks that a version can be deleted.
    ///
    /// - Parameter version: The version.
    /// - Throws: ``RegistryError``: `notAllowed` for the active version and the built-in version, or
    ///   `unknownVersion`.
    /// - Complexity: One read of the folder and of the active file.
    public func checkRemoval(of version: String) throws(RegistryError) {
        guard version != Self.builtIn else {
            throw RegistryError(.notAllowed, "the built-in model cannot be deleted")
        }
        guard try versions().contains(version) else { throw unknown(version) }
        guard try chosenVersion() != version else {
            throw RegistryError(
                .notAllowed, "cannot delete version \(version): it is active",
                hint: "restore the previous version with: ilk model rollback --taxonomy \(taxonomy)")
        }
    }

    func finishRemoval(of version: String) throws(RegistryError) {
        let grave = "\(folder)/.removed-\(version)"
        try disk.rename("\(folder)/\(version)", to: grave)
        try disk.sync(folder: folder)
        try disk.remove(grave)
    }

    // MARK: Steps

    private func nextNumber() throws(RegistryError) -> Int { (try historyRecords().last?.number ?? 0) + 1 }

    func append(_ record: RegistryRecord) throws(RegistryError) {
        let isNew = disk.status(historyPath) == nil
        try disk.append(try record.line(), to: historyPath)
        if isNew { try disk.sync(folder: folder) }
    }

    /// Acquires the lock, cleans up after interrupted changes, and runs a change.
    private func withLock<Result>(
        _ purpose: String, _ body: () throws(RegistryError) -> Result
    ) throws(RegistryError) -> Result {
        try disk.makeFolders(folder)
        try disk.check(folder)
        let lock = try RegistryLock(folder + "/lock", for: purpose, timeout: timeout)
        defer { lock.release() }
        try cleanUp()
        return try body()
    }

    /// Removes or completes the unfinished change of a killed process.
    private func cleanUp() throws(RegistryError) {
        for name in try disk.names(in: folder) where Self.isLeftover(name) {
            try disk.remove(folder + "/" + name)
        }
        try truncateIncompleteLine()
        let records = try historyRecords()
        let active = try? active()  // The caller that needs it reports the error.
        if let record = active?.record, record.number > records.last?.number ?? 0 { try append(record) }
        if let last = records.last, last.act == .remove, try versions().contains(last.version) {
            try finishRemoval(of: last.version)
        }
    }

    /// Returns `true` if a file name belongs to an unfinished change.
    static func isLeftover(_ name: String) -> Bool {
        [".draft-", ".active", ".removed-"].contains { name.hasPrefix($0) }
    }

    /// Cuts off an incomplete last line of the history.
    private func truncateIncompleteLine() throws(RegistryError) {
        guard let bytes = try disk.read(historyPath), let last = bytes.last, last != 0x0A else { return }
        let whole = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        try disk.truncate(historyPath, to: whole)
    }
}
