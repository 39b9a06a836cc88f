public import IlkVocabulary
import Glibc
public import IlkModels

/// Model files on disk.
public enum MappedModel {
    /// The model in a file, mapped: its pages are read when they are needed and shared by all processes.
    ///
    /// The file must not be changed in place while it is in use; a new version is a new file.
    ///
    /// - Throws: ``IlkError`` when the file cannot be read or is not a model.
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

    private static func map(_ path: String) throws(IlkError) -> ModelStorage {
        // Opening a pipe would wait for its writer.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            throw IlkError(.noInput, "cannot read the model \(path): \(String(cString: strerror(errno)))")
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else {
            throw IlkError(.noInput, "cannot read the model \(path): \(String(cString: strerror(errno)))")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw IlkError(.noInput, "the model \(path) is not a file")
        }
        let count = Int(status.st_size)
        guard count > 0 else { return ModelStorage(copying: []) }
        guard let base = mmap(nil, count, PROT_READ, MAP_PRIVATE, file, 0), base != MAP_FAILED else {
            throw IlkError(.noInput, "cannot map the model \(path): \(String(cString: strerror(errno)))")
        }
        // Read-only pages that nobody else unmaps: the storage does, once, when it goes.
        nonisolated(unsafe) let pages = base
        return ModelStorage(bytes: UnsafeRawBufferPointer(start: base, count: count)) { munmap(pages, count) }
    }
}
