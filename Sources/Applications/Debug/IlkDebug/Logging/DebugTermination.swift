#if DEBUG
    import Dispatch
    import Synchronization

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// Closes a logger when the process receives a signal, then ends the process with the same signal. The
    /// handler is active as long as this object is retained.
    public final class DebugTermination: Sendable {
        // The property is written in the initializer and read in the deinitializer only, so there is no data
        // race.
        private nonisolated(unsafe) let sources: [any DispatchSourceSignal]
        private let isBegun = Atomic<Bool>(false)

        /// Creates and activates a signal handler.
        ///
        /// - Parameters:
        ///   - logger: The logger to close.
        ///   - signals: The signals; `nil` for `SIGTERM`.
        ///   - timeout: The time limit for sending the pending entries.
        ///   - end: A function that ends the process. Its argument is the number of the signal. `nil` ends
        ///     the process with the signal.
        public init(
            flushing logger: DebugLogger, on signals: [Int32]? = nil, timeout: Duration = .seconds(2),
            end: (@Sendable (Int32) -> Void)? = nil
        ) {
            let signals = signals ?? [SIGTERM]
            sources = signals.map { signal in
                DispatchSource.makeSignalSource(signal: signal, queue: .global())
            }
            let registered = DispatchSemaphore(value: 0)
            for (number, source) in zip(signals, sources) {
                signal(number, SIG_IGN)
                source.setRegistrationHandler { registered.signal() }
                source.setEventHandler { [weak self] in
                    // A second signal ends the process at once.
                    guard let self, !self.isBegun.exchange(true, ordering: .acquiringAndReleasing) else {
                        return Self.end(number)
                    }
                    Task {
                        await logger.close(timeout: timeout)
                        if let end { end(number) } else { Self.end(number) }
                    }
                }
                source.resume()
            }
            // Wait until the signal sources are registered: an earlier signal would be lost.
            for _ in sources { _ = registered.wait(timeout: .now() + 5) }
        }

        deinit { for source in sources { source.cancel() } }

        private static func end(_ number: Int32) {
            signal(number, SIG_DFL)
            kill(getpid(), number)
        }
    }
#endif
