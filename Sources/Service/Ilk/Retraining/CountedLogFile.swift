import FoundationEssentials
import Glibc
import IlkFiles
import IlkLearning
import IlkVocabulary

/// The file that stores the counts of a log between retrainings. It can be recreated from the log.
struct CountedLogFile {
    private let path: String
    /// The path of the counts of the active model, if the latest counts belong to a model that was not
    /// promoted.
    private let standing: String

    init(_ folders: IlkFolders, taxonomy: String) {
        path = "\(folders.data)/retraining/\(taxonomy).counts"
        standing = "\(folders.data)/retraining/\(taxonomy).in-use.counts"
    }

    /// Returns the latest counts, or `nil` if they are missing or unreadable.
    func read(_ taxonomy: Taxonomy) -> LogCounts? { read(path, taxonomy) }

    /// Returns the counts of a model, or of the model that replaced it to unlearn erased texts. Returns `nil`
    /// if they are missing.
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
        guard let bytes = try? counted.bytes() else {  // Reported here.
            throw IlkError(.cannotCreate, "\(path): cannot write: the counts cannot be encoded")
        }
        guard bytes.withUnsafeBytes({ PrivateFile.replace(path, with: $0) }) == 0 else {
            throw IlkError(.cannotCreate, "\(path): cannot write: \(SystemError.last.words)")
        }
    }

    /// Moves the latest counts aside before they are replaced, if they belong to the model that stays active.
    /// If the active model was replaced, deletes the counts that were moved aside earlier.
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

    /// Deletes the stored counts, which contain words of texts. The next retraining recounts the log. The
    /// list of excluded authors is kept, unless the file is unreadable.
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
            guard unlink(name) == 0 else {
                throw IlkError(.cannotCreate, "\(name): cannot delete: \(SystemError.last.words)")
            }
        }
    }
}
