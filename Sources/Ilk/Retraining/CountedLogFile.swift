import FoundationEssentials
import Glibc
import IlkLearning
import IlkVocabulary

/// The file in which the counts of a log are kept from one retraining to the next. It can be made again of the log.
struct CountedLogFile {
    private let path: String

    init(_ folders: IlkFolders, taxonomy: String) {
        path = "\(folders.data)/retraining/\(taxonomy).counts"
    }

    /// What was counted the last time; nil when nothing was, or what there is cannot be read.
    func read(_ taxonomy: Taxonomy) -> CountedLog? {
        // Then all is counted anew.
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        return CountedLog(Array(data), taxonomy: taxonomy)
    }

    /// Puts the counts in the place of the last ones: those or these are there, whoever is killed.
    ///
    /// - Throws: ``IlkError`` when they cannot be written.
    func write(_ counted: CountedLog) throws {
        try IlkFolders.makeFolder(of: path)
        let draft = path + ".draft"
        do {
            try? FileManager.default.removeItem(atPath: draft)  // There is none but after a crash.
            // Features are words of the log: nobody else is to read them.
            guard
                FileManager.default.createFile(
                    atPath: draft, contents: Data(try counted.bytes()), attributes: [.posixPermissions: 0o600]
                )
            else { throw IlkError(.cannotCreate, "cannot write \(draft)") }
            guard rename(draft, path) == 0 else { throw IlkError(.cannotCreate, "cannot write \(path)") }
        } catch let error as IlkError {
            throw error
        } catch {
            throw IlkError(.cannotCreate, "cannot write \(path)")
        }
    }

    /// Takes away what was counted, which has words of texts: everything is counted anew the next time. Whose words are
    /// left out stays. What cannot be read is taken away whole.
    ///
    /// - Throws: ``IlkError`` when it cannot be written.
    func stripWords(_ taxonomy: Taxonomy) throws {
        let fileSystem = FileManager.default
        for name in [path + ".draft", path] where fileSystem.fileExists(atPath: name) {
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
