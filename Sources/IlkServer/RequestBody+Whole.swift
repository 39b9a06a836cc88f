#if Server
    import HTTPTypes
    import Hummingbird
    import NIOCore

    extension Request {
        /// The whole body, when it comes in time and is not too long.
        ///
        /// - Throws: ``Problem`` 413, before anything is read where its length is said; 408 when it drips.
        func whole(upTo most: Int, within seconds: Int) async throws -> [UInt8] {
            let tooLong = Problem(.contentTooLarge, "too-long", "the body has more than \(most) bytes")
            if let length = headers[.contentLength].flatMap({ Int($0) }), length > most { throw tooLong }
            let body = self.body
            return try await Deadline.within(seconds) {
                var bytes: [UInt8] = []
                do {
                    for try await part in body {
                        guard bytes.count + part.readableBytes <= most else { throw tooLong }
                        bytes += part.readableBytesView
                    }
                } catch {
                    throw Self.told(error)
                }
                return bytes
            }
        }

        /// What is told of a body that cannot be read: it broke off, or is no HTTP, which is the client's doing.
        static func told(_ error: any Error) -> any Error {
            error is Problem || error is CancellationError
                ? error : Problem(.badRequest, "body", "the body cannot be read")
        }

        /// The media type of the body, in lower case and without parameters; empty when there is none.
        var mediaType: String {
            let type = headers[.contentType]?.prefix { $0 != ";" } ?? ""
            return type.lowercased().filter { $0 != " " }
        }
    }

    /// Ends what takes too long.
    enum Deadline {
        /// - Throws: ``Problem`` 408, or what `body` throws.
        static func within<Result: Sendable>(
            _ seconds: Int, _ body: @escaping @Sendable () async throws -> Result
        ) async throws -> Result {
            try await withThrowingTaskGroup(of: Result?.self) { group in
                group.addTask { try await body() }
                group.addTask {
                    try await Task.sleep(for: .seconds(seconds))
                    return nil
                }
                defer { group.cancelAll() }
                guard let result = try await group.next() ?? nil else {
                    throw Problem(.requestTimeout, "late", "the body did not come within \(seconds) seconds")
                }
                return result
            }
        }
    }
#endif
