extension Console {
    /// Runs asynchronous work and shows its events until it ends or a signal stops it.
    ///
    /// - Parameters:
    ///   - what: The noun in the plural for the progress line, such as `messages`.
    ///   - work: Receives a function that reports events. A signal cancels the work. After the signal, the
    ///     work must leave its data in a consistent state. If events arrive faster than they are shown, only
    ///     the newest ones are kept.
    ///   - follow: Shows an event.
    /// - Throws: Errors of `work`; `CommandError` after a signal.
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
