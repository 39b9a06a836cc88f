import FoundationEssentials
import Glibc
import IlkFiles
import IlkLearning
import IlkVocabulary

/// The file that stores the counts of a log between retrainings. It can be recreated from the log.
struct CountedLogFile {
    private let path: String
    /// The path of the counts of the active model. The file exists if the latest counts belong to a refused
    /// model.
    private let standing: String

    init(_ folders: IlkFolders, taxonomy: String) {
        path = "\(folders.data)/retraining/\(taxonomy).counts"
        standing = "\(folders.data)/retraining/\(taxonomy).in-use.counts"
    }

    /// Returns the latest counts, or `nil` if they are missing or unreadable.
    func read(_ taxonomy: Taxonomy) -> LogCounts? { read(path, taxonomy) }

    /// Returns the counts of a model or of its replacement, or `nil` if they are missing.
    func read(_ taxonomy: Taxonomy, of model: String) -> LogCounts? {
        [path, standing].lazy.compactMap { read($0, taxonomy) }
            .first { $0.model == model || $0.unlearnedFrom == model }
    }

    private func read(_ path: String, _ taxonomy: Taxonomy) -> LogCounts? {
        // A missing file means a full recount.
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        return LogCounts(Array(data), taxonomy: taxonomy.name)
    }

    /// Replaces the latest counts atomically.
    ///
    /// - Throws: ``IlkError`` if the file cannot be written.
    func write(_ counted: LogCounts) throws {
        try IlkFolders.makeFolder(of: path)
        let bytes = try? counted.bytes()  // Reported below.
        guard let bytes, bytes.withUnsafeBytes({ PrivateFile.replace(path, with: $0) }) == 0 else {
            throw IlkError(.cannotCreate, "cannot write \(path)")
        }
    }

    /// Preserves the latest counts before they are replaced, if these counts belong to the model that stays
    /// active. If the active model was replaced, deletes counts that were preserved earlier.
    ///
    /// - Parameter model: The digest of the model that stays active, or `nil` if it was replaced.
    func keep(of model: String?, _ taxonomy: Taxonomy) {
        guard let model else {
            try? FileManager.default.removeItem(atPath: standing)  // Usually missing.
            return
        }
        // If the renaming fails, a later erasure of one of the model's texts deletes the model instead of
        // unlearning the text.
        if read(taxonomy)?.model == model { _ = rename(path, standing) }
    }

    /// Deletes the stored counts, which contain words of texts. The next retraining recounts the log.
    /// Excluded authors are kept. Unreadable files are deleted.
    ///
    /// - Throws: ``IlkError`` if a file cannot be written or deleted.
    func stripWords(_ taxonomy: Taxonomy) throws {
        let fileSystem = FileManager.default
        PrivateFile.removeDrafts(of: path)
        for name in [path + ".draft", path, standing] where fileSystem.fileExists(atPath: name) {
            if name == path, let counted = read(taxonomy), !counted.trace.without.isEmpty {
                try write(counted.withoutWords)
                continue
            }
            do {
                try fileSystem.removeItem(atPath: name)
            } catch {
                throw IlkError(.cannotCreate, "cannot delete \(name)")
            }
        }
    }
}
