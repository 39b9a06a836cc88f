/// The error of a condition that did not become true.
public struct ConditionTimeout: Error {
    /// The description of the condition.
    public let what: String
}

/// Waits until a condition is true. Fails after a time limit, but not before a hundred checks: on a
/// machine with more tests than cores, the limit may pass between two checks without any progress of the
/// awaited work.
///
/// - Parameters:
///   - what: A description of the condition, for the error.
///   - limit: The minimum time before the wait fails.
///   - condition: The condition.
/// - Throws: ``ConditionTimeout`` if the condition stays false.
public func eventually(
    _ what: String, within limit: Duration = .seconds(30), _ condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    var looks = 0
    while try await !condition() {
        looks += 1
        guard looks < 100 || ContinuousClock.now < deadline else { throw ConditionTimeout(what: what) }
        try await Task.sleep(for: .milliseconds(1))
    }
}
