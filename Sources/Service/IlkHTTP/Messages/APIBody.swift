/// The body of a request. The server enforces a deadline, a minimum rate and the memory limit for all bodies,
/// and reports violations as ``Problem``.
package protocol APIBody: Sendable {
    /// Returns the whole body.
    ///
    /// - Parameter limit: The maximum length in bytes.
    /// - Throws: ``Problem`` `too-large`, before reading if the length is declared; `slow-body`, `busy` or
    ///   `malformed-body`.
    func whole(upTo limit: Int) async throws -> [UInt8]

    /// Calls a function with each part of the body in order.
    ///
    /// - Throws: ``Problem`` as ``whole(upTo:)``, and errors of the function.
    func forEachPart(_ use: ([UInt8]) async throws -> Void) async throws

    /// Counts parts that the caller keeps against the memory for all bodies.
    ///
    /// - Throws: ``Problem`` `busy` if it exceeds the memory for all bodies.
    func keep(_ bytes: Int) throws
}

/// A body in memory, for requests within the process.
package struct BytesBody: APIBody {
    private let bytes: [UInt8]

    package init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    package func whole(upTo limit: Int) async throws -> [UInt8] {
        guard bytes.count <= limit else { throw Problem.tooLarge(limit) }
        return bytes
    }

    package func forEachPart(_ use: ([UInt8]) async throws -> Void) async throws {
        try await use(bytes)
    }

    package func keep(_ bytes: Int) {}
}
