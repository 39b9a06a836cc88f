public import FoundationEssentials
public import IlkModels
import IlkPipeline
import IlkRules
import IlkVocabulary

/// The models on one machine: a folder for each taxonomy with a folder for each version.
///
///     <folder>/doctype/1.1.1/doctype.ilk, manifest.json, CARD.md, SHA256SUMS
///     <folder>/doctype/active              the active version; the second line is its history record
///     <folder>/doctype/history             all changes, one JSON object per line, append-only
///     <folder>/doctype/lock                locked while a process changes the registry
///
/// A version is never overwritten. One rename, followed by a sync of the folder, changes the active version.
/// If the process is killed, the old version or the new version is active. The next change cleans up the
/// files that the killed process left.
///
/// The built-in model is also a version, named ``builtIn``. It is active until another version is chosen. The
/// name ``none`` stands for no model: only the rules decide. Like a version, ``none`` can be promoted, and a
/// rollback can activate it.
///
/// Reading takes no lock. A change waits up to ``timeout`` for other changes. The reference is
/// `docs/reference/models.md`.
public struct ModelRegistry: Sendable {
    /// The name of the built-in model.
    public static let builtIn = VersionName.builtIn
    /// The name of the state in which no model is active and only the rules decide.
    public static let none = VersionName.none
    /// The longest wait for the lock.
    public static let timeout: Duration = .seconds(2)

    /// The name of the taxonomy.
    public let taxonomy: String
    let folder: String
    let disk: RegistryDisk
    let timeout: Duration

    /// Creates a registry in a folder. If the folder does not exist, it is created when the first version is
    /// added.
    ///
    /// - Parameters:
    ///   - folder: The folder that contains a subfolder for each taxonomy.
    ///   - taxonomy: The name of the taxonomy: letters, digits, hyphens and underscores.
    public init(folder: String, taxonomy: String) {
        self.init(folder: folder, taxonomy: taxonomy, calls: SystemFileCalls(), timeout: Self.timeout)
    }

    /// Creates a registry with other system calls and another timeout, for tests.
    init(folder: String, taxonomy: String, calls: any RegistryFileSystem, timeout: Duration) {
        self.folder = folder + "/" + taxonomy
        self.taxonomy = taxonomy
        self.timeout = timeout
        disk = RegistryDisk(calls: calls)
    }

    // MARK: Versions

    /// Returns the names of the versions in the folder, the oldest first.
    ///
    /// - Throws: ``RegistryError`` if the folder cannot be read.
    /// - Complexity: O(*v* log *v*) in the number of versions, with one system call for each.
    public func versions() throws(RegistryError) -> [String] {
        try disk.names(in: folder)
            .filter { VersionName.isNumber($0) && disk.status(path(version: $0)) != nil }
            .sorted(by: VersionName.isOlder)
    }

    /// A hint with the command that activates the newest version. If there are no versions, the command
    /// activates the built-in model. The hint is `nil` if there is no built-in model either.
    public var promotionHint: String? {
        let last = try? versions().last  // `ilk model verify` reports a damaged registry.
        let newest = last ?? (hasBuiltIn ? Self.builtIn : nil)
        return newest.map { "activate a version: ilk model promote \($0) --taxonomy \(taxonomy)" }
    }

    /// `true` if there is a built-in model for this taxonomy.
    public var hasBuiltIn: Bool { builtInTaxonomy.map(BuiltIn.hasModel) ?? false }

    /// The shipped taxonomy with this name, or `nil`.
    private var builtInTaxonomy: Taxonomy? { Taxonomy.shipped.first { $0.name == taxonomy } }

    /// Loads the built-in model of this taxonomy.
    ///
    /// - Throws: ``RegistryError``: `unknownVersion` if there is no built-in model, or `damaged` if the model
    ///   cannot be read.
    /// - Complexity: O(*n*) in the size of the model.
    public func builtInModel() throws(RegistryError) -> BayesModel {
        guard let builtInTaxonomy else { throw unknown(Self.builtIn) }
        do {
            return try BuiltIn.model(for: builtInTaxonomy)
        } catch {
            throw RegistryError(.damaged, error.description)
        }
    }

    /// The version of the built-in model, or `nil`.
    var builtInVersion: String? { builtInTaxonomy.flatMap { BuiltIn.modelVersion(for: $0) } }

    /// The bytes of the built-in model.
    var builtInBytes: [UInt8] { builtInTaxonomy.map { BuiltIn.modelStorage(for: $0).copied() } ?? [] }

    /// Returns the path of a version's model file, without checking it.
    ///
    /// - Parameter version: The version.
    public func path(version: String) -> String {
        "\(folder)/\(version)/\(VersionBundle.modelName(taxonomy))"
    }

    /// Returns the path of a version's model file after checking that it is safe to use.
    ///
    /// - Parameter version: The version.
    /// - Throws: ``RegistryError``: `unknownVersion`, or `unsafe` if a part of the path is a symbolic link or
    ///   world-writable.
    /// - Complexity: A few system calls.
    public func checkedPath(version: String) throws(RegistryError) -> String {
        guard VersionName.isNumber(version), disk.status(path(version: version)) != nil else {
            throw unknown(version)
        }
        for path in [folder, "\(folder)/\(version)", path(version: version)] { try disk.check(path) }
        return path(version: version)
    }

    /// Returns the manifest of a version, which may be the built-in version.
    ///
    /// - Parameter version: The version.
    /// - Throws: ``RegistryError``: `unknownVersion`, or `damaged` if the manifest cannot be read.
    /// - Complexity: One read of a file. For the built-in version, O(*n*) in the size of its model.
    public func manifest(version: String) throws(RegistryError) -> VersionManifest {
        if version == Self.builtIn, hasBuiltIn { return try builtInManifest() }
        guard VersionName.isNumber(version),
            let bytes = try disk.read("\(folder)/\(version)/\(VersionBundle.manifestName)")
        else { throw unknown(version) }
        do {
            return try JSONDecoder().decode(VersionManifest.self, from: Data(bytes))
        } catch {
            throw RegistryError(
                .damaged, "the manifest of version \(version) cannot be read",
                hint: "check all files with: ilk model verify --taxonomy \(taxonomy)")
        }
    }

    /// Returns the manifest of a version, or `nil` if the manifest is missing or cannot be read.
    ///
    /// - Parameter version: The version.
    /// - Complexity: As ``manifest(version:)``.
    public func readableManifest(version: String) -> VersionManifest? {
        try? manifest(version: version)  // `problems(of:)` reports it.
    }

    private func builtInManifest() throws(RegistryError) -> VersionManifest {
        let signature = ChangeAuthor(
            who: "Ilk", why: "version \(builtInVersion ?? "") of the built-in model",
            when: Date(timeIntervalSince1970: 0))
        var manifest = VersionManifest(of: try builtInModel(), signature)
        manifest.version = Self.builtIn
        return manifest
    }

    /// Returns the bytes of the evaluation model of a version, or `nil` if it has none.
    ///
    /// The evaluation model was trained like the version, but without the held-out texts.
    ///
    /// - Parameter version: The version.
    /// - Throws: ``RegistryError`` if the file cannot be read.
    /// - Complexity: O(*n*) in the size of the model, which is read whole.
    public func evaluationModel(version: String) throws(RegistryError) -> [UInt8]? {
        guard VersionName.isNumber(version) else { return nil }
        return try disk.read("\(folder)/\(version)/\(VersionBundle.evaluationModelName)")
    }

    /// Returns the card of a version in Markdown, or `nil` if it has none. The card of the built-in version is
    /// derived from the model, and names the file with the full card.
    ///
    /// - Parameter version: The version.
    /// - Throws: ``RegistryError`` if the file cannot be read.
    /// - Complexity: As ``manifest(version:)``.
    public func card(version: String) throws(RegistryError) -> String? {
        if version == Self.builtIn, let number = builtInVersion {
            return VersionCard.builtIn(try builtInManifest(), number)
        }
        guard VersionName.isNumber(version) else { return nil }
        return try disk.read("\(folder)/\(version)/\(VersionBundle.cardName)")
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the newest version whose model has the given digest, for example a digest from a verdict.
    ///
    /// - Parameter digest: The digest, in hexadecimal.
    /// - Returns: The version, ``builtIn`` for the built-in model, or `nil` if no model has the digest.
    /// - Throws: ``RegistryError`` if the registry cannot be read.
    /// - Complexity: Up to one read of each manifest.
    public func version(digest: String) throws(RegistryError) -> String? {
        let found = try versions().last { readableManifest(version: $0)?.digest == digest }
        if let found { return found }
        guard hasBuiltIn, try manifest(version: Self.builtIn).digest == digest else { return nil }
        return Self.builtIn
    }

    /// Returns the version that a name from the command line stands for.
    ///
    /// - Parameter name: A version, `active`, `built-in`, `none`, or at least the first six digits of a
    ///   model's digest.
    /// - Throws: ``RegistryError`` with `unknownVersion` and a suggestion.
    /// - Complexity: One read of the folder. For a digest, also one read of each manifest.
    public func find(_ name: String) throws(RegistryError) -> String {
        if name == "active" {
            // An explicit choice of `none` is a valid answer.
            if let choice = try chosenVersion() { return choice }
            guard hasBuiltIn else {
                throw RegistryError(
                    .unknownVersion, "no model of \(taxonomy) is active", hint: promotionHint)
            }
            return Self.builtIn
        }
        if name == Self.none || name == Self.builtIn && hasBuiltIn { return name }
        let versions = try versions()
        if versions.contains(name) { return name }
        if name.utf8.count >= 6, name.allSatisfy(\.isHexDigit) {
            let candidates = versions + (hasBuiltIn ? [Self.builtIn] : [])
            var found: [String] = []
            for version in candidates {
                let digest = try manifest(version: version).digest
                if digest.hasPrefix(name.lowercased()) { found.append(version) }
            }
            if let only = found.first, found.count == 1 { return only }
            if found.count > 1 {
                throw RegistryError(
                    .unknownVersion, "several versions have a digest that begins with \(name)",
                    hint: "these versions match: \(found.joined(separator: ", "))")
            }
        }
        throw unknown(name)
    }

    func unknown(_ name: String) -> RegistryError {
        // An unreadable folder gives no suggestions.
        let known = ((try? versions()) ?? []).reversed() + (hasBuiltIn ? [Self.builtIn] : [])  // Best effort.
        let shown = String(name.prefix(60))
        let hint: String
        if let nearest = Suggestion.nearest(to: name, among: known + ["active"]) {
            hint =
                "did you mean '\(nearest)'? List all versions with: ilk model ls --taxonomy \(taxonomy)"
        } else if known.isEmpty {
            hint = "there are no versions of \(taxonomy); import one: ilk model import FILE"
        } else {
            hint =
                "known versions: \(known.prefix(8).joined(separator: ", "))\(known.count > 8 ? ", ..." : "")"
        }
        return RegistryError(.unknownVersion, "there is no version \(shown) of \(taxonomy)", hint: hint)
    }

    // MARK: Active version

    /// Returns the name of the chosen version, which may be ``none``. It is `nil` if no version was ever
    /// chosen.
    ///
    /// - Throws: ``RegistryError`` if the active file cannot be read or is damaged.
    /// - Complexity: One read of a small file.
    public func chosenVersion() throws(RegistryError) -> String? { try active()?.version }

    /// Returns the active version: the chosen version, or the built-in version if no version was chosen.
    ///
    /// - Returns: The version, or `nil` if no model is active.
    /// - Throws: ``RegistryError`` if the active file cannot be read or is damaged.
    /// - Complexity: One read of a small file.
    public func activeVersion() throws(RegistryError) -> String? {
        let state = try activeVersionOrNone()
        return state == Self.none ? nil : state
    }

    /// Returns the active version, or ``none`` if no model is active.
    ///
    /// - Throws: ``RegistryError`` if the active file cannot be read or is damaged.
    /// - Complexity: One read of a small file.
    public func activeVersionOrNone() throws(RegistryError) -> String {
        try chosenVersion() ?? defaultVersion
    }

    var defaultVersion: String { hasBuiltIn ? Self.builtIn : Self.none }

    /// The path of the active file. Its modification time changes with the active version.
    public var activePath: String { folder + "/active" }

    /// Returns the content of the active file: the version, and its history record. Registries of earlier
    /// releases do not contain the record.
    func active() throws(RegistryError) -> (version: String, record: RegistryRecord?)? {
        guard let bytes = try disk.read(activePath) else { return nil }
        let lines = bytes.split(separator: 0x0A, maxSplits: 1)
        let name = lines.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        guard VersionName.isValid(name) else {
            throw RegistryError(
                .damaged, "\(activePath) is damaged: the file does not name a version",
                hint: "activate a version with: ilk model promote VERSION --taxonomy \(taxonomy)")
        }
        let record = lines.count > 1 ? RegistryRecord(line: lines[1].prefix { $0 != 0x0A }) : nil
        return (name, record?.version == name ? record : nil)
    }

    /// Returns the chosen version and the digest that it had when it was promoted, from one read of the
    /// active file.
    ///
    /// - Returns: The version, or `nil` if no version was ever chosen. The digest is `nil` in registries of
    ///   earlier releases.
    /// - Throws: ``RegistryError`` if the active file cannot be read or is damaged.
    /// - Complexity: One read of a small file.
    public func chosenVersionAndDigest() throws(RegistryError) -> (version: String, digest: String?)? {
        guard let active = try active() else { return nil }
        return (active.version, active.record?.digest)
    }

    /// Returns `true` if a name is a valid version, `built-in` or `none`.
    ///
    /// - Parameter name: The name.
    public static func isVersion(_ name: String) -> Bool { VersionName.isValid(name) }

    // MARK: History

    /// Returns all changes, the oldest first. Damaged lines are skipped.
    ///
    /// - Throws: ``RegistryError`` if a file cannot be read.
    /// - Complexity: O(*n*) in the number of changes.
    public func history() throws(RegistryError) -> [RegistryRecord] {
        var records = try historyRecords()
        // A promotion writes its record to the active file first and then to the history.
        if let last = try active()?.record, last.number > records.last?.number ?? 0 { records.append(last) }
        return records
    }

    var historyPath: String { folder + "/history" }

    func historyRecords() throws(RegistryError) -> [RegistryRecord] {
        guard let bytes = try disk.read(historyPath) else { return [] }
        return bytes.split(separator: 0x0A).compactMap { RegistryRecord(line: $0) }
    }

    /// Returns the version that a rollback would activate: the version that was active before the active
    /// version. Promotions that were rolled back are ignored, and removed versions are skipped. For example,
    /// after promotions of 1.1, 1.2 and 1.3 and one rollback, 1.2 is active and the target is 1.1.
    ///
    /// - Returns: The version, ``none`` if no model was active before, or `nil` if there is nothing to roll
    ///   back to.
    /// - Throws: ``RegistryError`` if a file cannot be read.
    /// - Complexity: O(*n*) in the number of changes and versions.
    public func rollbackTarget() throws(RegistryError) -> String? {
        let records = try history().filter(\.changesActiveVersion)
        var stack = [records.first?.before ?? defaultVersion]
        for record in records {
            // A rollback to a date can activate a version that was rolled back before.
            if record.act == .promote || !stack.contains(record.version) {
                stack.append(record.version)
            } else {
                while stack.count > 1, stack.last != record.version { stack.removeLast() }
            }
        }
        let state = try activeVersionOrNone()
        let there = Set(try versions() + [Self.none] + (hasBuiltIn ? [Self.builtIn] : []))
        if let last = stack.lastIndex(of: state) { stack.removeSubrange(last...) }
        return stack.last { there.contains($0) && $0 != state }
    }

    /// Returns the version that was active at a time, according to the history. The version may have been
    /// removed since then.
    ///
    /// - Parameter time: The time. If it is a whole second, changes within this second count as earlier,
    ///   because the history shows times without fractions.
    /// - Returns: The version, or ``none`` if no model was active.
    /// - Throws: ``RegistryError`` if a file cannot be read.
    /// - Complexity: O(*n*) in the number of changes.
    public func version(activeAt time: Date) throws(RegistryError) -> String {
        let records = try history().filter(\.changesActiveVersion)
        let seconds = time.timeIntervalSince1970
        let isWhole = seconds == seconds.rounded(.down)
        return records.last {
            let when = $0.when.timeIntervalSince1970
            return (isWhole ? when.rounded(.down) : when) <= seconds
        }?.version ?? records.first?.before ?? defaultVersion
    }
}
