/// The body of a request. The server enforces a deadline, a minimum rate and the memory limit for all bodies,
/// and reports violations as ``Problem``.
package protocol APIBody: Sendable {
    /// Returns the whole body.
    ///
    /// - Parameter limit: The maximum length in bytes.
    /// - Throws: ``Problem`` `too-large` (before reading, if the request declares the length), `slow-body`,
    ///   `busy` or `malformed-body`.
    func whole(upTo limit: Int) async throws -> [UInt8]

    /// Returns the next part of the body, or `nil` at the end of the body. Call this method from one task at
    /// a time.
    ///
    /// - Throws: The same ``Problem`` values as ``whole(upTo:)``.
    func next() async throws -> [UInt8]?

    /// Sets the number of bytes of this body that the caller keeps in memory. This number counts against the
    /// memory limit for all bodies.
    ///
    /// - Throws: ``Problem`` `busy` if the bodies would exceed the memory limit.
    func keep(_ bytes: Int) throws
}
