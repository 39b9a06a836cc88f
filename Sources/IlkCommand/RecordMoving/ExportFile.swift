import IlkFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that is made for its owner only, and takes its name when it is whole.
enum ExportFile {
    /// Makes it.
    ///
    /// - Parameters:
    ///   - path: Its name. Beside it a `.partial` stands meanwhile.
    ///   - isForced: Whether a file of that name may be replaced.
    ///   - body: Writes it.
    /// - Throws: `cannotCreate` when there is such a file, `inputOutput`, and what `body` throws; then there is no file.
    static func write<Outcome>(
        to path: String, isForced: Bool, _ body: (OutputWriter) async throws -> Outcome
    ) async throws -> Outcome {
        guard isForced || access(path, F_OK) != 0 else {
            throw CommandFailure(
                .cannotCreate, "there is such a file already", at: path, hint: "replace it with: --force")
        }
        let draft = path + ".partial"
        _ = unlink(draft)
        let file = PrivateFile.open(draft, O_WRONLY | O_CREAT | O_EXCL)
        guard file >= 0 else {
            throw CommandFailure(.cannotCreate, "cannot create: \(SystemFault.last.words)", at: path)
        }
        defer { close(file) }
        do {
            let writer = OutputWriter(descriptor: file, name: path, flushesEachRecord: false)
            let outcome = try await body(writer)
            try writer.flush()
            guard fsync(file) == 0, rename(draft, path) == 0 else {
                throw CommandFailure(.inputOutput, "cannot write: \(SystemFault.last.words)", at: path)
            }
            return outcome
        } catch {
            _ = unlink(draft)
            throw error
        }
    }
}
