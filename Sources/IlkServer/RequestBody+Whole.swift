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
            // Silence closes the connection (`idleTimeout`): here whoever says something slowly is told.
            let end = ContinuousClock.now + .seconds(seconds)
            var bytes: [UInt8] = []
            do {
                for try await part in body {
                    guard bytes.count + part.readableBytes <= most else { throw tooLong }
                    bytes += part.readableBytesView
                    guard ContinuousClock.now < end else {
                        throw Problem(
                            .requestTimeout, "late", "the body did not come within \(seconds) seconds")
                    }
                }
            } catch {
                throw Self.told(error)
            }
            return bytes
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
#endif
