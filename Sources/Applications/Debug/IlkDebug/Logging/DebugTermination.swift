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

    /// Flushes a logger when the program is asked to end, and then lets it end as it would have: what an app does when it goes
    /// to the background. Keep it as long as it is to hold.
    public final class DebugTermination: Sendable {
        // Made in the initialiser, cancelled in the deinitialiser, touched by nobody between.
        private nonisolated(unsafe) let sources: [any DispatchSourceSignal]
        private let isBegun = Atomic<Bool>(false)

        /// Watches for signals.
        ///
        /// - Parameters:
        ///   - logger: What is flushed.
        ///   - signals: Which; `SIGTERM` where nothing is said.
        ///   - patience: How long the end waits for it.
        ///   - end: Ends the program; nil: by the signal.
        public init(
            flushing logger: DebugLogger, on signals: [Int32]? = nil, patience: Duration = .seconds(2),
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
                    // A second one ends at once.
                    guard let self, !self.isBegun.exchange(true, ordering: .acquiringAndReleasing) else {
                        return Self.end(number)
                    }
                    Task {
                        await logger.close(patience: patience)
                        if let end { end(number) } else { Self.end(number) }
                    }
                }
                source.resume()
            }
            // What is sent before a source is registered would be heard by nobody.
            for _ in sources { _ = registered.wait(timeout: .now() + 5) }
        }

        deinit { for source in sources { source.cancel() } }

        private static func end(_ number: Int32) {
            signal(number, SIG_DFL)
            kill(getpid(), number)
        }
    }
#endif
