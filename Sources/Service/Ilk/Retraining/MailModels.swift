public import FoundationEssentials
public import IlkFiles
public import IlkLearning
import IlkModels
public import IlkVocabulary

/// Which model files learned from a store of mail: so that they go when mail is erased.
///
/// What a model of folders learned from is not written down message by message. So once mail of its store is erased, it may
/// have counted that, and goes: the file, the versions of a registry that are the same model, and what explains verdicts.
public struct MailModels: Sendable {
    private struct Entry: Codable, Hashable {
        /// Where the file was written.
        var path: String
        /// The digest of the model.
        var digest: String
        /// Which store: the beginning of the SHA-256 of its path.
        var store: String
    }

    /// What went.
    public struct Forgotten: Sendable, Hashable {
        /// The files.
        public var files: [String]
        /// The versions.
        public var versions: ModelRegistry.Forgotten
    }

    /// Who deletes versions, as the registry names them.
    static let signer = "ilk mail purge"

    private let folders: IlkFolders
    private let taxonomy: String
    private let store: String
    private let now: Date

    /// The models of a store.
    ///
    /// - Parameters:
    ///   - store: Where the store lies.
    ///   - taxonomy: What the models decide among is called.
    ///   - folders: Where the model registry is.
    ///   - now: What time it is.
    public init(store: String, taxonomy: String, folders: IlkFolders, now: Date) {
        self.store = String(ContentDigest(of: Self.whole(store)).description.prefix(16))
        self.taxonomy = taxonomy
        self.folders = folders
        self.now = now
    }

    /// Notes that a model was written.
    ///
    /// - Throws: ``IlkError`` when the model cannot be read, or the note not be written.
    public func note(_ path: String) throws(IlkError) {
        let lock = try RetrainingLock(folders, taxonomy: taxonomy)
        defer { withExtendedLifetime(lock) {} }
        let path = Self.whole(path)
        let digest = try MappedModel.load(path).digest.description
        let entry = Entry(path: path, digest: digest, store: store)
        try write(entries().filter { $0.path != path } + [entry])
    }

    /// Deletes the models that learned from the store, where they still are what was written.
    ///
    /// - Throws: ``IlkError``, with `tryLater` while a model is noted; `RegistryError`.
    public func forget() throws -> Forgotten {
        let lock = try RetrainingLock(folders, taxonomy: taxonomy)
        defer { withExtendedLifetime(lock) {} }
        let all = entries()
        let own = all.filter { $0.store == store }
        let digests = Set(own.map(\.digest))
        var files: [String] = []
        for entry in own {
            let model = try? MappedModel.load(entry.path)  // One that is gone or another one stays as it is.
            guard model?.digest.description == entry.digest else { continue }
            do {
                try FileManager.default.removeItem(atPath: entry.path)
            } catch {
                throw IlkError(.cannotCreate, "cannot delete \(entry.path)")
            }
            files.append(entry.path)
        }
        let registry = ModelRegistry(folder: folders.models, taxonomy: taxonomy)
        let versions = try registry.versions().filter { version in
            registry.readableManifest(version: version).map { digests.contains($0.digest) } ?? false
        }
        let forgotten = try registry.forget(
            registry.withDescendants(of: versions), fallingBackTo: ModelRegistry.none,
            RegistrySignature(who: Self.signer, why: "it learned from mail that may be erased", when: now))
        VerdictArchive(folders: folders).forget(models: digests.union(forgotten.digests).sorted())
        try write(all.filter { $0.store != store })
        return Forgotten(files: files, versions: forgotten)
    }

    // MARK: The file

    private var file: String { "\(folders.data)/retraining/\(taxonomy).models" }

    /// What was noted; nothing where that cannot be read.
    private func entries() -> [Entry] {
        guard let data = FileManager.default.contents(atPath: file) else { return [] }
        return (try? JSONDecoder().decode([Entry].self, from: data)) ?? []  // See above.
    }

    private func write(_ entries: [Entry]) throws(IlkError) {
        guard !entries.isEmpty || FileManager.default.fileExists(atPath: file) else { return }
        try IlkFolders.makeFolder(of: file)
        // Text and digests can always be encoded.
        let bytes = try? JSONEncoder().encode(entries)  // Encoding text and digests cannot fail.
        guard let bytes, bytes.withUnsafeBytes({ PrivateFile.replace(file, with: $0) }) == 0 else {
            throw IlkError(.cannotCreate, "cannot write \(file)")
        }
    }

    /// A path from the root.
    private static func whole(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }
}
