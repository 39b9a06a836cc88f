import FoundationEssentials
import Glibc
import IlkModels
import IlkPipeline
import IlkVocabulary

/// Whether what stands on the disk is what was put there.
extension ModelRegistry {
    /// What is wrong with a version, a line each; none when every file is there and what its digest says, the model can be
    /// read, and its content has the digest that it is named by.
    ///
    /// - Throws: ``RegistryError`` with `unknownVersion`.
    /// - Complexity: Linear in the bytes of its files.
    public func problems(of version: String) throws(RegistryError) -> [String] {
        if version == Self.builtIn, hasBuiltIn { return Self.problemsOfBuiltIn() }
        guard try versions().contains(version) else { throw unknown(version) }
        let folder = "\(folder)/\(version)"
        var problems: [String] = []
        do throws(RegistryError) {
            _ = try checkedPath(version: version)
            let manifest = try manifest(version: version)
            problems += try problemsOfFiles(in: folder, manifest)
            guard let model = try disk.read(path(version: version)) else { return problems }
            try Self.check(model, manifest)
            if manifest.version != version {
                problems.append("\(VersionBundle.manifestName) is that of version \(manifest.version)")
            }
        } catch {
            problems.append(error.description)
        }
        return problems
    }

    private func problemsOfFiles(
        in folder: String, _ manifest: VersionManifest
    ) throws(RegistryError) -> [String] {
        // Programs before this one wrote no digests: the model's own is checked all the same.
        guard let sums = try disk.read("\(folder)/\(VersionBundle.digestsName)") else {
            return manifest.kind == nil ? [] : ["\(VersionBundle.digestsName) is missing"]
        }
        guard let digests = VersionBundle.digests(sums) else {
            return ["\(VersionBundle.digestsName) cannot be read"]
        }
        var problems: [String] = []
        for (name, digest) in digests.sorted(by: { $0.key < $1.key }) {
            guard !name.contains("/"), let bytes = try disk.read("\(folder)/\(name)") else {
                problems.append("\(name) is missing")
                continue
            }
            if ContentDigest(of: bytes) != digest { problems.append("\(name) is not what its digest says") }
            try disk.check("\(folder)/\(name)")
        }
        let known = Set(digests.keys).union([VersionBundle.digestsName])
        for name in try disk.names(in: folder) where !known.contains(name) {
            problems.append("\(name) is no part of it")
        }
        return problems
    }

    private static func problemsOfBuiltIn() -> [String] {
        do {
            _ = try BuiltIn.model()
            return []
        } catch {
            return [error.description]
        }
    }

    /// What is wrong with the registry beside its versions, a line each.
    public func problems() throws(RegistryError) -> [String] {
        var problems: [String] = []
        do throws(RegistryError) {
            if let active = try active() {
                if VersionName.isNumber(active.version), try !versions().contains(active.version) {
                    problems.append("version \(active.version) is in use, and is not there")
                }
                if let digest = active.record?.digest,
                    VersionName.isNumber(active.version),
                    let now = try? manifest(version: active.version),  // Told with the version.
                    now.digest != digest
                {
                    problems.append("version \(active.version) is not the one that was promoted")
                }
            }
        } catch {
            problems.append(error.description)
        }
        if let bytes = try disk.read(historyPath) {
            let lines = bytes.split(separator: 0x0A)
            let bad = lines.count { RegistryRecord(line: $0) == nil }
            if bad > 0 { problems.append("\(bad) of \(lines.count) lines of the history cannot be read") }
        }
        let own: Set = ["active", "history", "lock"]
        let versions = Set(try versions())
        for name in try disk.names(in: folder) where !own.contains(name) && !versions.contains(name) {
            problems.append(
                Self.isLitter(name)
                    ? "\(name) was left half done; the next change puts it away" : "\(name) is no version")
        }
        return problems
    }

    /// Holds a model to its manifest: it can be read, its content has the digest that it states, and that is the one in the
    /// manifest.
    ///
    /// - Throws: ``RegistryError`` with `damaged`.
    static func check(_ model: [UInt8], _ manifest: VersionManifest) throws(RegistryError) {
        let read: any TextModel
        do {
            read = try ModelReader.read(ModelStorage(copying: model))
        } catch {
            throw RegistryError(.damaged, "the model cannot be used: \(error.description)")
        }
        guard read.digest.description == manifest.digest else {
            throw RegistryError(.damaged, "the model is not the one that its manifest names")
        }
        guard ModelReader.contentDigest(of: model) == read.digest else {
            throw RegistryError(.damaged, "the model's content is not what its digest says")
        }
        guard read.taxonomy.name == manifest.taxonomy else {
            throw RegistryError(
                .damaged, "the model decides among \(read.taxonomy.name), not \(manifest.taxonomy)")
        }
    }

    // MARK: Exporting

    /// A version as one file (``VersionBundle``): the same version gives the same bytes.
    ///
    /// - Throws: ``RegistryError``: `unknownVersion`, `damaged` when a file of it is not what its digest says.
    public func exported(_ version: String) throws(RegistryError) -> [UInt8] {
        if let problem = try problems(of: version).first {
            throw RegistryError(.damaged, "version \(version) is not exported: \(problem)")
        }
        var manifest = try manifest(version: version)
        let model: [UInt8]
        if version == Self.builtIn {
            model = BuiltIn.modelStorage().copied()
            manifest.version = BuiltIn.modelVersion
        } else {
            guard let bytes = try disk.read(path(version: version)) else { throw unknown(version) }
            model = bytes
        }
        return VersionBundle.archive(
            try VersionBundle.files(manifest, model: model), time: manifest.created)
    }
}
