extension Console {
    /// Does work that goes on beside the command and tells of itself, until it ends or the user's signals end it.
    ///
    /// - Parameters:
    ///   - what: What the line of progress counts.
    ///   - work: Is given the way to tell. Cancelled by a signal; what it had begun is its own to leave in order. Of what
    ///     is told faster than it is shown the newest stays.
    ///   - follow: Shows what was told.
    /// - Throws: What `work` throws; `CommandFailure` when a signal came.
    package func untilStopped<Event: Sendable, Outcome: Sendable>(
        counting what: String,
        _ work: @escaping @Sendable (@escaping @Sendable (Event) -> Void) async throws -> Outcome,
        following follow: (Event, inout ProgressLine) -> Void
    ) async throws -> Outcome {
        let events = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(16))
        let task = Task {
            defer { events.continuation.finish() }
            return try await work { events.continuation.yield($0) }
        }
        let watch = Task { [stop] in
            while stop.request == nil { try await Task.sleep(for: .milliseconds(100)) }
            task.cancel()
        }
        defer { watch.cancel() }
        var line = ProgressLine(what, total: nil, on: self)
        for await event in events.stream { follow(event, &line) }
        line.erase()
        let result = await task.result
        try checkStop()
        return try result.get()
    }
}
