#if Server
    import HTTPTypes
    import Metrics
    import Synchronization

    /// The memory that all request bodies of a server may take together.
    final class BodyBudget: Sendable {
        private let most: Int
        private let used = Mutex(0)
        private let gauge = Gauge(label: "ilk_http_body_bytes")
        private let refusals = Counter(label: "ilk_http_bodies_refused_total")

        /// Creates a budget of so many bytes.
        init(_ most: Int) { self.most = most }

        /// Changes what one body takes.
        ///
        /// - Parameters:
        ///   - held: The bytes that the body takes so far. Set to `bytes` on success.
        ///   - bytes: The bytes that it takes from now on.
        /// - Throws: ``Problem`` 503 if the budget has too little left.
        func resize(_ held: inout Int, to bytes: Int) throws {
            let difference = bytes - held
            let total = used.withLock { used -> Int? in
                guard difference <= 0 || used + difference <= most else { return nil }
                used += difference
                return used
            }
            guard let total else {
                refusals.increment()
                throw Problem(
                    .serviceUnavailable, "busy", "too many request bodies are being received", retryAfter: 1)
            }
            gauge.record(total)
            held = bytes
        }

        /// Returns what one body took.
        func release(_ held: Int) {
            let total = used.withLock { used in
                used -= held
                return used
            }
            gauge.record(total)
        }
    }
#endif
