public import IlkVocabulary
import Glibc
import IlkFiles
public import IlkModels

/// Loads model files by memory mapping.
public enum MappedModel {
    /// Maps a model file. Pages are loaded on demand and shared between processes.
    ///
    /// The file must not be modified in place while it is mapped. Write new versions to new files.
    ///
    /// - Parameter path: The model file.
    /// - Returns: The model, which keeps the file mapped.
    /// - Throws: ``IlkError`` if the file cannot be read or is not a model.
    /// - Complexity: O(*n*) in the bytes of the file, which are read for the checksum.
    public static func load(_ path: String) throws(IlkError) -> any TextModel {
        let storage = try map(path)
        do {
            return try ModelReader.read(storage)
        } catch {
            let kind: IlkError.Kind = error.code == .featureSetMismatch ? .configuration : .badData
            throw IlkError(
                kind, "\(path): \(error.description)",
                hint: "train a model with: ilk train TEXTS.jsonl -o MODEL.ilk")
        }
    }

    private static let namingHint = "specify a model file or a version; 'ilk model ls' lists the versions"

    private static func unreadable(_ path: String, _ error: SystemError) -> IlkError {
        IlkError(.noInput, "\(path): cannot read the model: \(error.words)", hint: namingHint)
    }

    private static func map(_ path: String) throws(IlkError) -> ModelStorage {
        // O_NONBLOCK: opening a named pipe would wait for its writer.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw unreadable(path, .last) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw unreadable(path, .last) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw IlkError(.noInput, "\(path): the model is not a file", hint: namingHint)
        }
        let count = Int(status.st_size)
        guard count > 0 else { return ModelStorage(copying: []) }
        guard let base = mmap(nil, count, PROT_READ, MAP_PRIVATE, file, 0), base != MAP_FAILED else {
            throw unreadable(path, .last)
        }
        // The pages are read-only, and only the storage unmaps them, once, when the storage is freed.
        nonisolated(unsafe) let pages = base
        return ModelStorage(bytes: UnsafeRawBufferPointer(start: base, count: count)) { munmap(pages, count) }
    }
}
