import FoundationEssentials
import Glibc
import IlkFiles
import IlkHTTP
import IlkStore
import IlkVocabulary

/// A temporary copy of a store. Its file is unlinked as soon as the copy is complete. An open descriptor
/// keeps the content available until it is sent.
final class StoreCopy: Sendable {
    private let turn: ConcurrencyLimit.Turn
    private let descriptor: Int32
    /// The size in bytes.
    let count: Int

    private static let partSize = 1 << 18

    /// Copies a store while it is in use.
    ///
    /// - Parameters:
    ///   - file: The store.
    ///   - path: The file of the store. The copy is in the same folder while it is written.
    ///   - turn: The turn that counts this copy against the limit on copies. It is released together with the
    ///     copy.
    /// - Throws: `StoreError`.
    init(of file: any StoreFile, beside path: String, _ turn: ConcurrencyLimit.Turn) throws {
        self.turn = turn
        let copy = "\(path).copy-\(RecordID.random)"
        try file.backUp(to: copy)
        defer { unlink(copy) }
        descriptor = open(copy, O_RDONLY | O_CLOEXEC)
        var facts = stat()
        count = fstat(descriptor, &facts) == 0 ? Int(facts.st_size) : -1
        // All properties have values, so `deinit` closes the descriptor.
        guard count >= 0 else {
            throw StoreError(
                code: .missing, path: copy,
                detail: "the backup cannot be read\(SystemError.reason(opening: copy))")
        }
    }

    deinit { close(descriptor) }

    /// Sends the copy.
    ///
    /// - Throws: Errors of the writer, or `StoreError` if the file cannot be read.
    func write(to writer: inout any BodyWriter) async throws {
        var place = 0
        while place < count {
            let part = [UInt8](unsafeUninitializedCapacity: Self.partSize) { bytes, length in
                length = max(0, pread(descriptor, bytes.baseAddress, Self.partSize, place))
            }
            guard !part.isEmpty else {
                throw StoreError(code: .damaged, path: "", detail: "the backup cannot be read")
            }
            try await writer.write(part)
            place += part.count
        }
    }
}
