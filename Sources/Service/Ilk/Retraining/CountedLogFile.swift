import FoundationEssentials
import Glibc
import IlkFiles
import IlkLearning
import IlkVocabulary

/// The file in which the counts of a log are kept from one retraining to the next. It can be made again of the log.
struct CountedLogFile {
    private let path: String
    /// The counts of the model in use, where those of the last time are of one that was refused.
    private let standing: String

    init(_ folders: IlkFolders, taxonomy: String) {
        path = "\(folders.data)/retraining/\(taxonomy).counts"
        standing = "\(folders.data)/retraining/\(taxonomy).in-use.counts"
    }

    /// What was counted the last time; nil when nothing was, or what there is cannot be read.
    func read(_ taxonomy: Taxonomy) -> CountedLog? { read(path, taxonomy) }

    /// What a model was made of, or the one that is to take its place; nil when that is not known any more.
    func read(_ taxonomy: Taxonomy, of model: String) -> CountedLog? {
        [path, standing].lazy.compactMap { read($0, taxonomy) }
            .first { $0.model == model || $0.unlearnedFrom == model }
    }

    private func read(_ path: String, _ taxonomy: Taxonomy) -> CountedLog? {
        // Then all is counted anew.
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        return CountedLog(Array(data), taxonomy: taxonomy)
    }

    /// Puts the counts in the place of the last ones: those or these are there, whoever is killed.
    ///
    /// - Throws: ``IlkError`` when they cannot be written.
    func write(_ counted: CountedLog) throws {
        try IlkFolders.makeFolder(of: path)
        let bytes = try? counted.bytes()  // What cannot be encoded cannot be written.
        guard let bytes, bytes.withUnsafeBytes({ PrivateFile.replace(path, with: $0) }) == 0 else {
            throw IlkError(.cannotCreate, "cannot write \(path)")
        }
    }

    /// Keeps what was counted the last time, before other counts take its place, where a model was made of it that stays in
    /// use; else what was kept so goes.
    ///
    /// - Parameter model: The digest of the model that stays in use; nil when another one took its place.
    func keep(of model: String?, _ taxonomy: Taxonomy) {
        guard let model else {
            try? FileManager.default.removeItem(atPath: standing)  // Mostly there is none.
            return
        }
        // Where it cannot be kept, the model is out of use when something of it is erased.
        if read(taxonomy)?.model == model { _ = rename(path, standing) }
    }

    /// Takes away what was counted, which has words of texts: everything is counted anew the next time. Whose words are
    /// left out stays. What cannot be read is taken away whole.
    ///
    /// - Throws: ``IlkError`` when it cannot be written.
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
