#if Server
    import IlkHTTP
    import Metrics
    import Synchronization

    /// The memory shared by all request bodies of a server.
    final class BodyBudget: Sendable {
        private let most: Int
        private let used = Mutex(0)
        private let gauge = Gauge(label: "ilk_http_body_bytes")
        private let refusals = Counter(label: "ilk_http_bodies_refused_total")

        init(_ most: Int) { self.most = most }

        /// Changes the number of bytes that one body counts against the budget.
        ///
        /// - Parameters:
        ///   - held: The number of bytes that the body counts now. Set to `bytes` on success.
        ///   - bytes: The new number of bytes.
        /// - Throws: ``Problem`` 503 if the budget is exhausted.
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
                    .busy, "request bodies use too much memory: the maximum is \(most) bytes", retryAfter: 1)
            }
            gauge.record(total)
            held = bytes
        }

        func release(_ held: Int) {
            let total = used.withLock { used in
                used -= held
                return used
            }
            gauge.record(total)
        }
    }
#endif
