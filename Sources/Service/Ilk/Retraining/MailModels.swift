public import FoundationEssentials
import Glibc
public import IlkFiles
public import IlkLearning
import IlkModels
public import IlkVocabulary

/// Tracks the model files that were trained on a mail store, so that they can be deleted when mail is erased.
///
/// The messages that a mail model was trained on are not recorded. If any mail of the store is erased, every
/// recorded model may have been trained on this mail. In this case, the model file, equal versions in the
/// registry and the archived copy are deleted.
public struct MailModels: Sendable {
    private struct Entry: Codable, Hashable {
        var path: String
        var digest: String
        /// The mail store: a prefix of the SHA-256 of its path.
        var store: String
    }

    /// The result of deleting models.
    public struct Forgotten: Sendable, Hashable {
        /// The deleted files.
        public var files: [String]
        /// The deleted versions.
        public var versions: ModelRegistry.VersionRemoval
    }

    /// The signer of deletions in the registry.
    static let signer = "ilk mail purge"

    private let folders: IlkFolders
    private let taxonomy: String
    private let store: String
    private let now: Date

    /// Creates a tracker for a mail store.
    ///
    /// - Parameters:
    ///   - store: The path of the mail store.
    ///   - taxonomy: The name of the models' taxonomy.
    ///   - folders: The user's folders, with the model registry.
    ///   - now: The current time.
    public init(store: String, taxonomy: String, folders: IlkFolders, now: Date) {
        self.store = String(ContentDigest(of: Self.whole(store)).description.prefix(16))
        self.taxonomy = taxonomy
        self.folders = folders
        self.now = now
    }

    /// Records a model that was trained on the store.
    ///
    /// - Parameter path: The model file.
    /// - Throws: ``IlkError`` if the model cannot be read or the record cannot be written.
    public func note(_ path: String) throws(IlkError) {
        let lock = try RetrainingLock(folders, taxonomy: taxonomy)
        defer { withExtendedLifetime(lock) {} }
        let path = Self.whole(path)
        let digest = try MappedModel.load(path).digest.description
        let entry = Entry(path: path, digest: digest, store: store)
        try write(entries().filter { $0.path != path } + [entry])
    }

    /// Deletes the recorded models of the store. Files that have changed since they were recorded are kept.
    ///
    /// - Returns: The deleted files and versions.
    /// - Throws: ``IlkError``, with `tryLater` if another process is recording or retraining a model, and
    ///   `RegistryError`.
    public func forget() throws -> Forgotten {
        let lock = try RetrainingLock(folders, taxonomy: taxonomy)
        defer { withExtendedLifetime(lock) {} }
        let all = entries()
        let own = all.filter { $0.store == store }
        let digests = Set(own.map(\.digest))
        var files: [String] = []
        for entry in own {
            let model = try? MappedModel.load(entry.path)  // A missing or changed file is kept.
            guard model?.digest.description == entry.digest else { continue }
            guard unlink(entry.path) == 0 else {
                throw IlkError(.cannotCreate, "\(entry.path): cannot delete: \(SystemError.last.words)")
            }
            files.append(entry.path)
        }
        let registry = ModelRegistry(folder: folders.models, taxonomy: taxonomy)
        let versions = try registry.versions().filter { version in
            registry.readableManifest(version: version).map { digests.contains($0.digest) } ?? false
        }
        let forgotten = try registry.remove(
            registry.includingDescendants(of: versions), fallingBackTo: ModelRegistry.none,
            ChangeAuthor(who: Self.signer, why: "trained on mail that may be erased", when: now))
        VerdictArchive(folders: folders).delete(models: digests.union(forgotten.digests).sorted())
        try write(all.filter { $0.store != store })
        return Forgotten(files: files, versions: forgotten)
    }

    // MARK: The record file

    private var file: String { "\(folders.data)/retraining/\(taxonomy).models" }

    /// Returns the recorded models, or an empty array if the file is unreadable.
    private func entries() -> [Entry] {
        guard let data = FileManager.default.contents(atPath: file) else { return [] }
        return (try? JSONDecoder().decode([Entry].self, from: data)) ?? []  // Unreadable.
    }

    private func write(_ entries: [Entry]) throws(IlkError) {
        guard !entries.isEmpty || FileManager.default.fileExists(atPath: file) else { return }
        try IlkFolders.makeFolder(of: file)
        guard let bytes = try? JSONEncoder().encode(entries) else {  // Encoding text and digests cannot fail.
            throw IlkError(.cannotCreate, "\(file): cannot write: the entries cannot be encoded")
        }
        guard bytes.withUnsafeBytes({ PrivateFile.replace(file, with: $0) }) == 0 else {
            throw IlkError(.cannotCreate, "\(file): cannot write: \(SystemError.last.words)")
        }
    }

    /// Returns a path as an absolute path.
    private static func whole(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }
}
