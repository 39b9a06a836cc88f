import FoundationEssentials
import Glibc
import IlkModels
import IlkPipeline
import IlkVocabulary

extension ModelRegistry {
    /// Checks that all files of a version are present and match their digests, and that the model can be read
    /// and matches its content digest.
    ///
    /// - Parameter version: The version.
    /// - Returns: One line for each problem. The list is empty for an intact version.
    /// - Throws: ``RegistryError`` with `unknownVersion`.
    /// - Complexity: O(*n*) in the size of the version's files.
    public func problems(of version: String) throws(RegistryError) -> [String] {
        if version == Self.builtIn, hasBuiltIn { return problemsOfBuiltIn() }
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
                problems.append("\(VersionBundle.manifestName) is for version \(manifest.version)")
            }
        } catch {
            problems.append(error.description)
        }
        return problems
    }

    private func problemsOfFiles(
        in folder: String, _ manifest: VersionManifest
    ) throws(RegistryError) -> [String] {
        // Earlier releases wrote no digests. The digest in the model itself is still checked.
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
            if ContentDigest(of: bytes) != digest { problems.append("\(name) does not match its digest") }
            try disk.check("\(folder)/\(name)")
        }
        let known = Set(digests.keys).union([VersionBundle.digestsName])
        for name in try disk.names(in: folder) where !known.contains(name) {
            problems.append("\(name) does not belong to the version")
        }
        return problems
    }

    private func problemsOfBuiltIn() -> [String] {
        do throws(RegistryError) {
            _ = try builtInModel()
            return []
        } catch {
            return [error.description]
        }
    }

    /// Checks the files of the registry that do not belong to a version.
    ///
    /// - Returns: One line for each problem. The list is empty for an intact registry.
    /// - Throws: ``RegistryError`` if a file cannot be read.
    /// - Complexity: O(*h* + *v*) for a history of *h* records and *v* versions.
    public func problems() throws(RegistryError) -> [String] {
        var problems: [String] = []
        do throws(RegistryError) {
            if let active = try active() {
                if VersionName.isNumber(active.version), try !versions().contains(active.version) {
                    problems.append("version \(active.version) is active, but its folder is missing")
                }
                if let digest = active.record?.digest,
                    VersionName.isNumber(active.version),
                    let now = try? manifest(version: active.version),  // `problems(of:)` reports it.
                    now.digest != digest
                {
                    problems.append("version \(active.version) has changed since it was promoted")
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
                Self.isLeftover(name)
                    ? "\(name) is left from an unfinished change; the next change removes it"
                    : "\(name) is not a version")
        }
        return problems
    }

    /// Checks that a model is readable, matches its content digest, and is the model that the manifest names.
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
            throw RegistryError(.damaged, "the model does not match its manifest")
        }
        guard ModelReader.contentDigest(of: model) == read.digest else {
            throw RegistryError(.damaged, "the content of the model does not match its digest")
        }
        guard read.taxonomy.name == manifest.taxonomy else {
            throw RegistryError(
                .damaged, "the model has the taxonomy \(read.taxonomy.name), not \(manifest.taxonomy)")
        }
    }

    // MARK: Exporting

    /// Exports a version as the bytes of one file (``VersionBundle``). Equal versions give equal bytes.
    ///
    /// - Parameter version: The version.
    /// - Throws: ``RegistryError``: `unknownVersion`, or `damaged` if a file does not match its digest.
    /// - Complexity: O(*n*) in the size of the version's files.
    public func exported(_ version: String) throws(RegistryError) -> [UInt8] {
        if let problem = try problems(of: version).first {
            throw RegistryError(
                .damaged, "cannot export version \(version): \(problem)",
                hint: "check all files with: ilk model verify --taxonomy \(taxonomy)")
        }
        var manifest = try manifest(version: version)
        let model: [UInt8]
        if version == Self.builtIn {
            model = builtInBytes
            manifest.version = builtInVersion ?? manifest.version
        } else {
            guard let bytes = try disk.read(path(version: version)) else { throw unknown(version) }
            model = bytes
        }
        return TarArchive.bytes(
            of:
                try VersionBundle.files(manifest, model: model), time: manifest.created)
    }
}
