/// What was waited for did not come.
public struct NeverCame: Error {
    /// What it was.
    public let what: String
}

/// Waits until something is so, however long that takes within reason.
///
/// - Throws: ``NeverCame`` when it takes absurdly long.
public func eventually(
    _ what: String, within limit: Duration = .seconds(30), _ condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    while try await !condition() {
        guard ContinuousClock.now < deadline else { throw NeverCame(what: what) }
        try await Task.sleep(for: .milliseconds(1))
    }
}
