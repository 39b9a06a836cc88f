import IlkHTTP

/// The decompressed body of a request. Its limits apply to the decompressed bytes.
///
/// The output may have at most 64 KiB plus a hundred times the length of the input. Texts rarely shrink to
/// less than a twentieth, so a larger ratio is an attempt to use up memory.
final class GzipBody: APIBody {
    static let ratio = 100
    static let allowance = 1 << 16

    private let base: any APIBody
    /// One task reads the body at a time.
    nonisolated(unsafe) private let stream: GzipStream
    nonisolated(unsafe) private var pending: ArraySlice<UInt8> = []
    nonisolated(unsafe) private var read = 0
    nonisolated(unsafe) private var written = 0

    /// - Parameter base: The compressed body.
    /// - Throws: ``Problem`` `busy` if memory is short.
    init(_ base: any APIBody) throws(Problem) {
        self.base = base
        stream = try GzipStream(.unpacking)
    }

    func whole(upTo limit: Int) async throws -> [UInt8] {
        receive(try await base.whole(upTo: limit))
        let packed = read
        var bytes: [UInt8] = []
        while let part = try unpack() {
            guard bytes.count + part.count <= limit else { throw Problem.tooLarge(limit) }
            try keep(packed + bytes.count + part.count)
            bytes += part
        }
        try checkEnd()
        try keep(bytes.count)
        return bytes
    }

    func next() async throws -> [UInt8]? {
        while true {
            if let part = try unpack() { return part }
            guard let more = try await base.next() else {
                try checkEnd()
                return nil
            }
            receive(more)
        }
    }

    func keep(_ bytes: Int) throws { try base.keep(bytes) }

    private func receive(_ bytes: [UInt8]) {
        pending = bytes[...]
        read += bytes.count
    }

    /// Returns the next decompressed part, or `nil` if more input is needed or none is left.
    private func unpack() throws(Problem) -> [UInt8]? {
        guard let part = stream.next(&pending), !stream.isEnded || pending.isEmpty else { throw Self.broken }
        written += part.count
        guard written <= Self.allowance + Self.ratio * read else {
            throw Problem(.tooLarge, "the body expands to more than \(Self.ratio) times its size")
        }
        return part.isEmpty ? nil : part
    }

    private func checkEnd() throws(Problem) {
        guard stream.isEnded else { throw Self.broken }
    }

    private static let broken = Problem(.malformedBody, "the body is not gzip, or is truncated")
}
