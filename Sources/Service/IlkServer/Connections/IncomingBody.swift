#if Server
    import HTTPTypes
    import HummingbirdCore
    import IlkAPI
    import IlkHTTP
    import NIOCore
    import Synchronization

    /// The body of a request on a connection. Its memory counts against a budget until the body is released.
    final class IncomingBody: APIBody {
        private let request: Request
        private let length: Int?
        private let seconds: Int
        private let budget: BodyBudget
        private let held = Mutex(0)
        /// One task reads the body at a time.
        nonisolated(unsafe) private var parts: RequestBody.AsyncIterator?

        /// Creates a body.
        ///
        /// - Parameters:
        ///   - request: The request.
        ///   - length: The declared length of the body in bytes, or `nil` if it is unknown.
        ///   - seconds: The deadline for a whole body.
        ///   - budget: The memory for all bodies.
        init(_ request: Request, length: Int?, within seconds: Int, budget: BodyBudget) {
            self.request = request
            self.length = length
            self.seconds = seconds
            self.budget = budget
        }

        deinit { budget.release(held.withLock { $0 }) }

        func keep(_ bytes: Int) throws { try held.withLock { try budget.resize(&$0, to: bytes) } }

        func whole(upTo limit: Int) async throws -> [UInt8] {
            if let length, length > limit { throw Problem.tooLarge(limit) }
            let end = ContinuousClock.now + .seconds(seconds)
            var bytes: [UInt8] = []
            // Reserved memory takes no physical memory until it is written, so a large declared length alone
            // is harmless.
            bytes.reserveCapacity(length ?? 0)
            while let part = try await next() {
                guard bytes.count + part.count <= limit else { throw Problem.tooLarge(limit) }
                try keep(bytes.count + part.count)
                bytes += part
                guard ContinuousClock.now < end else {
                    throw Problem(.slowBody, "the body was not received within \(seconds) seconds")
                }
            }
            return bytes
        }

        func next() async throws -> [UInt8]? {
            var parts = parts ?? request.body.makeAsyncIterator()
            defer { self.parts = parts }
            do {
                return try await parts.next().map { Array($0.readableBytesView) }
            } catch {
                throw Self.problem(of: error)
            }
        }

        /// Maps an error while reading a body to a problem: too slow, broken off or invalid HTTP.
        private static func problem(of error: any Error) -> any Error {
            switch error {
            case is CancellationError: error
            case is ConnectionGuard.SlowBody:
                Problem(.slowBody, "the body arrives more slowly than the minimum rate")
            default: Problem(.malformedBody, "the body cannot be read")
            }
        }
    }
#endif
