/// What was waited for did not come.
public struct NeverCame: Error {
    /// What it was.
    public let what: String
}

/// Waits until something is so, however long that takes within reason: until the limit is over and it was looked for a
/// hundred times. On a machine with more tests than cores the limit may pass between two looks, and then what is waited for
/// had no turn either.
///
/// - Throws: ``NeverCame`` when it takes absurdly long.
public func eventually(
    _ what: String, within limit: Duration = .seconds(30), _ condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    var looks = 0
    while try await !condition() {
        looks += 1
        guard looks < 100 || ContinuousClock.now < deadline else { throw NeverCame(what: what) }
        try await Task.sleep(for: .milliseconds(1))
    }
}
