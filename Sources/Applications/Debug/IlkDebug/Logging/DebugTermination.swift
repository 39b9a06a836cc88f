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

    /// Closes a logger when the process receives a signal, then ends the process by that signal. The handler
    /// is active while the object is retained.
    public final class DebugTermination: Sendable {
        // Written in the initializer, read in the deinitializer, not accessed in between.
        private nonisolated(unsafe) let sources: [any DispatchSourceSignal]
        private let isBegun = Atomic<Bool>(false)

        /// Creates a handler of signals and activates it.
        ///
        /// - Parameters:
        ///   - logger: The logger to close.
        ///   - signals: The signals; `nil` for `SIGTERM`.
        ///   - timeout: The time limit for sending the pending entries.
        ///   - end: Ends the process, given the signal; `nil` to end it by the signal.
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
            // A signal that arrives before a source is registered would be lost.
            for _ in sources { _ = registered.wait(timeout: .now() + 5) }
        }

        deinit { for source in sources { source.cancel() } }

        private static func end(_ number: Int32) {
            signal(number, SIG_DFL)
            kill(getpid(), number)
        }
    }
#endif
