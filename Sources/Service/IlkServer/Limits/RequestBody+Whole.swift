#if Server
    import HTTPTypes
    import Hummingbird
    import NIOCore

    extension Request {
        /// Calls a function with the whole body, which counts against a budget until the function returns.
        ///
        /// - Parameters:
        ///   - most: The maximum length in bytes.
        ///   - seconds: The deadline for the whole body.
        ///   - budget: The memory for all bodies.
        ///   - use: The function.
        /// - Returns: The result of the function.
        /// - Throws: ``Problem`` 413 if the body is too long (before reading if its length is declared), 408
        ///   if it is late or below the minimum rate, 503 if the budget is exhausted. Rethrows errors of the
        ///   function.
        func withWholeBody<Outcome>(
            upTo most: Int, within seconds: Int, budget: BodyBudget, _ use: ([UInt8]) async throws -> Outcome
        ) async throws -> Outcome {
            var held = 0
            defer { budget.release(held) }
            return try await use(try await whole(upTo: most, within: seconds, budget, &held))
        }

        private func whole(
            upTo most: Int, within seconds: Int, _ budget: BodyBudget, _ held: inout Int
        ) async throws -> [UInt8] {
            let tooLong = Problem(.contentTooLarge, "too-long", "the body has more than \(most) bytes")
            let length = headers[.contentLength].flatMap { Int($0) }
            if let length, length > most { throw tooLong }
            let end = ContinuousClock.now + .seconds(seconds)
            var bytes: [UInt8] = []
            // Reserving costs no physical memory until it is written, so a declared length alone is harmless.
            bytes.reserveCapacity(length ?? 0)
            do {
                for try await part in body {
                    guard bytes.count + part.readableBytes <= most else { throw tooLong }
                    try budget.resize(&held, to: held + part.readableBytes)
                    bytes += part.readableBytesView
                    guard ContinuousClock.now < end else {
                        throw Problem(
                            .requestTimeout, "late", "the body was not received within \(seconds) seconds")
                    }
                }
            } catch {
                throw Self.problem(of: error)
            }
            return bytes
        }

        /// Maps an error while reading a body to a response: too slow, broken off or invalid HTTP.
        static func problem(of error: any Error) -> any Error {
            switch error {
            case is Problem, is CancellationError: error
            case is ConnectionGuard.SlowBody:
                Problem(.requestTimeout, "late", "the body is slower than the minimum rate")
            default: Problem(.badRequest, "body", "the body cannot be read")
            }
        }

        /// The media type of the body in lowercase without parameters, or an empty string.
        var mediaType: String {
            let type = headers[.contentType]?.prefix { $0 != ";" } ?? ""
            return type.lowercased().filter { $0 != " " }
        }
    }
#endif
