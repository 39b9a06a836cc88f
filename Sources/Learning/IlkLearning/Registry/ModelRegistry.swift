import FoundationEssentials
import IlkModels
import IlkPipeline
import IlkRules
import IlkVocabulary

/// The models of one machine: a folder for each taxonomy, a folder for each version in it, and which one is in use.
///
///     <folder>/doctype/1.1.1/doctype.ilk, manifest.json, CARD.md, SHA256SUMS
///     <folder>/doctype/active              the version in use, and on the second line since when, by whom and why
///     <folder>/doctype/history             all changes of it: a line of JSON each, only ever added to
///     <folder>/doctype/lock                who changes something has it
///
/// A version is never overwritten. Which one is in use changes by one rename, and the folder is synced behind it: whoever
/// is killed leaves the old one in use or the new one. What is half done is put away by the next one that changes
/// something. The model in the program is a version too, ``builtIn``: it is in use when no other is. That no model is in use,
/// and the rules alone decide, is a state like the others, ``none``: it can be promoted, and come back to.
///
/// `docs/models.md` is the reference. Reading takes no lock; changing waits for the others for a moment.
public struct ModelRegistry: Sendable {
    /// What the model in the program is called.
    public static let builtIn = VersionName.builtIn
    /// What is in use when no model is: the rules alone decide.
    public static let none = VersionName.none
    /// How long one who changes something waits for another.
    public static let patience: Duration = .seconds(2)

    /// What the models here decide among.
    public let taxonomy: String
    let folder: String
    let disk: RegistryDisk
    let patience: Duration

    /// The registry in a folder. Nothing is made until a model is added.
    ///
    /// - Parameters:
    ///   - folder: The folder of all taxonomies.
    ///   - taxonomy: Which one's models: letters, digits, hyphens and underscores.
    public init(folder: String, taxonomy: String) {
        self.init(folder: folder, taxonomy: taxonomy, calls: SystemFileCalls(), patience: Self.patience)
    }

    /// A registry that changes its folder by other calls than the system's.
    init(folder: String, taxonomy: String, calls: any FileCalls, patience: Duration) {
        self.folder = folder + "/" + taxonomy
        self.taxonomy = taxonomy
        self.patience = patience
        disk = RegistryDisk(calls: calls)
    }

    /// Whether a taxonomy may be called so: the name is that of a folder and of files.
    public static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 64
            && name.utf8.allSatisfy { $0.isASCIIWord || $0 == UInt8(ascii: "-") }
    }

    // MARK: Versions

    /// The versions in the folder, oldest first.
    public func versions() throws(RegistryError) -> [String] {
        try disk.names(in: folder)
            .filter { VersionName.isNumber($0) && disk.status(path(version: $0)) != nil }
            .sorted(by: VersionName.isOlder)
    }

    /// Whether the program has a model of this taxonomy.
    public var hasBuiltIn: Bool { taxonomy == Taxonomy.documentType.name }

    /// The file of a version's model. Nobody has looked whether it is there.
    public func path(version: String) -> String {
        "\(folder)/\(version)/\(VersionBundle.modelName(taxonomy))"
    }

    /// The file of a version's model, for one who is about to use it.
    ///
    /// - Throws: ``RegistryError`` with `unknownVersion`, or with `unsafe` when the way to it leads over a symbolic link, or
    ///   anybody may change it.
    public func checkedPath(version: String) throws(RegistryError) -> String {
        guard VersionName.isNumber(version), disk.status(path(version: version)) != nil else {
            throw unknown(version)
        }
        for path in [folder, "\(folder)/\(version)", path(version: version)] { try disk.check(path) }
        return path(version: version)
    }

    /// What a version says of itself; of the one in the program what is known of it.
    ///
    /// - Throws: ``RegistryError`` with `unknownVersion`, or `damaged` when it cannot be read.
    public func manifest(version: String) throws(RegistryError) -> VersionManifest {
        if version == Self.builtIn, hasBuiltIn { return try Self.builtInManifest() }
        guard VersionName.isNumber(version),
            let bytes = try disk.read("\(folder)/\(version)/\(VersionBundle.manifestName)")
        else { throw unknown(version) }
        do {
            return try JSONDecoder().decode(VersionManifest.self, from: Data(bytes))
        } catch {
            throw RegistryError(
                .damaged, "the manifest of version \(version) cannot be read",
                hint: "see what is whole with: ilk model verify")
        }
    }

    /// The manifest of a version; nil if there is none that can be read, so that nothing is known of the version.
    public func readableManifest(version: String) -> VersionManifest? {
        try? manifest(version: version)  // `problems(of:)` reports it.
    }

    private static func builtInManifest() throws(RegistryError) -> VersionManifest {
        do {
            let model = try BuiltIn.model()
            let signature = RegistrySignature(
                who: "Ilk", why: "version \(BuiltIn.modelVersion) of the model in the program",
                when: Date(timeIntervalSince1970: 0))
            var manifest = VersionManifest(of: model, signature)
            manifest.version = builtIn
            return manifest
        } catch {
            throw RegistryError(.damaged, error.description)
        }
    }

    /// The card of a version, in Markdown; nil when it has none.
    public func card(version: String) throws(RegistryError) -> String? {
        guard VersionName.isNumber(version) else { return nil }
        return try disk.read("\(folder)/\(version)/\(VersionBundle.cardName)")
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// The newest version whose model has this digest, or nil when none has: as of a verdict of some time ago. The model
    /// in the program is one of them, as ``builtIn``.
    public func version(digest: String) throws(RegistryError) -> String? {
        let found = try versions().last { readableManifest(version: $0)?.digest == digest }
        if let found { return found }
        guard hasBuiltIn, try manifest(version: Self.builtIn).digest == digest else { return nil }
        return Self.builtIn
    }

    /// The version that a person means: by its name, `active`, `built-in`, `none`, or the beginning of its digest, six digits or
    /// more.
    ///
    /// - Throws: ``RegistryError`` with `unknownVersion`, naming the nearest there is.
    public func find(_ name: String) throws(RegistryError) -> String {
        if name == "active" {
            // That none is in use is an answer where somebody has chosen it.
            if let choice = try activeVersion() { return choice }
            guard hasBuiltIn else {
                throw RegistryError(.unknownVersion, "no model of \(taxonomy) is in use")
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
                    hint: "they are: \(found.joined(separator: ", "))")
            }
        }
        throw unknown(name)
    }

    /// That there is no such version, and which one may be meant.
    func unknown(_ name: String) -> RegistryError {
        // What cannot be listed cannot be suggested.
        let known = ((try? versions()) ?? []).reversed() + (hasBuiltIn ? [Self.builtIn] : [])  // See above.
        let shown = String(name.prefix(60))
        let hint: String
        if let nearest = Suggestion.nearest(to: name, among: known + ["active"]) {
            hint = "did you mean '\(nearest)'? See all with: ilk model ls"
        } else if known.isEmpty {
            hint = "there is none of \(taxonomy) yet: ilk model import FILE"
        } else {
            hint = "there are: \(known.prefix(8).joined(separator: ", "))\(known.count > 8 ? ", ..." : "")"
        }
        return RegistryError(.unknownVersion, "there is no version \(shown) of \(taxonomy)", hint: hint)
    }

    // MARK: The one in use

    /// What somebody has chosen to be in use: a version, or ``none``; nil when nobody has chosen.
    public func activeVersion() throws(RegistryError) -> String? { try active()?.version }

    /// The version in use: the one that was chosen, else the one in the program; nil when there is neither, and when
    /// ``none`` was chosen.
    public func versionInUse() throws(RegistryError) -> String? {
        let state = try state()
        return state == Self.none ? nil : state
    }

    /// What is in use: a version, or ``none``.
    public func state() throws(RegistryError) -> String { try activeVersion() ?? stateWithoutChoice }

    /// What is in use as long as nobody has chosen anything.
    var stateWithoutChoice: String { hasBuiltIn ? Self.builtIn : Self.none }

    /// The file that says which version is in use: who looks at its time sees that another one is.
    public var activePath: String { folder + "/active" }

    /// What the registry says of the one in use: its name, and the record of how it came to be, which registries of an
    /// older program lack.
    func active() throws(RegistryError) -> (version: String, record: RegistryRecord?)? {
        guard let bytes = try disk.read(activePath) else { return nil }
        let lines = bytes.split(separator: 0x0A, maxSplits: 1)
        let name = lines.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        guard VersionName.isOne(name) else {
            throw RegistryError(
                .damaged, "\(activePath) does not name a version",
                hint: "choose one with: ilk model promote VERSION")
        }
        let record = lines.count > 1 ? RegistryRecord(line: lines[1].prefix { $0 != 0x0A }) : nil
        return (name, record?.version == name ? record : nil)
    }

    /// The version in use that somebody has chosen, and the digest that it had then, which registries of an older program
    /// lack; both of one moment. Nil when nobody has chosen one.
    public func inUse() throws(RegistryError) -> (version: String, digest: String?)? {
        guard let active = try active() else { return nil }
        return (active.version, active.record?.digest)
    }

    /// Whether a version may be called so.
    public static func isVersion(_ name: String) -> Bool { VersionName.isOne(name) }

    // MARK: History

    /// All changes of what is in use, the oldest first. A line that is damaged is left out.
    public func history() throws(RegistryError) -> [RegistryRecord] {
        var records = try recorded()
        // Between the two steps of a change the newest record stands in one file only.
        if let last = try active()?.record, last.number > records.last?.number ?? 0 { records.append(last) }
        return records
    }

    var historyPath: String { folder + "/history" }

    /// The whole lines of the history's file.
    func recorded() throws(RegistryError) -> [RegistryRecord] {
        guard let bytes = try disk.read(historyPath) else { return [] }
        return bytes.split(separator: 0x0A).compactMap { RegistryRecord(line: $0) }
    }

    /// What a rollback makes the one in use: what was before, in the order of promotions that were not rolled back; versions
    /// that were removed are passed over. ``none`` when no model was in use before; nil when nothing was before.
    public func versionBefore() throws(RegistryError) -> String? {
        let records = try history().filter(\.isOfUse)
        var stack = [records.first?.before ?? stateWithoutChoice]
        for record in records {
            if record.act == .promote {
                stack.append(record.version)
            } else {
                while stack.count > 1, stack.last != record.version { stack.removeLast() }
            }
        }
        let state = try state()
        let there = Set(try versions() + [Self.none] + (hasBuiltIn ? [Self.builtIn] : []))
        if let last = stack.lastIndex(of: state) { stack.removeSubrange(last...) }
        return stack.last { there.contains($0) && $0 != state }
    }
}
