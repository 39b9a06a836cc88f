#if DEBUG
    import Synchronization

    /// Wakes one task that waits. A ring that nobody waits for is kept, once.
    final class DebugBell: Sendable {
        private struct State {
            var hasRung = false
            var waiter: CheckedContinuation<Void, Never>?
        }

        private let state = Mutex(State())

        func ring() {
            state.withLock { state in
                guard let waiter = state.waiter else {
                    state.hasRung = true
                    return nil as CheckedContinuation<Void, Never>?
                }
                state.waiter = nil
                return waiter
            }?.resume()
        }

        func wait() async {
            await withCheckedContinuation { continuation in
                let isNow = state.withLock { state in
                    if state.hasRung {
                        state.hasRung = false
                        return true
                    }
                    state.waiter = continuation
                    return false
                }
                if isNow { continuation.resume() }
            }
        }
    }
#endif
