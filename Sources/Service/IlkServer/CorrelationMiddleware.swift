#if Server
    import HTTPTypes
    import Hummingbird
    import IlkDebug
    import IlkVocabulary
    import Logging

    /// Assigns each request a correlation ID: the client's UUID, else the trace ID, else a new one. No other
    /// part of a header is echoed or logged.
    struct CorrelationMiddleware<Context: RequestContext>: RouterMiddleware {
        /// The logger for internal errors.
        let logger: Logger

        private static var name: HTTPField.Name? { HTTPField.Name(TraceParent.correlationHeader) }
        private static var trace: HTTPField.Name? { HTTPField.Name(TraceParent.header) }

        @concurrent func handle(
            _ request: Request, context: Context,
            next: @concurrent (Request, Context) async throws -> Response
        ) async throws -> Response {
            guard let name = Self.name else { return try await next(request, context) }
            let given = TraceParent.correlation(
                header: request.headers[name], traceparent: Self.trace.flatMap { request.headers[$0] })
            let id = (given ?? RecordID(high: .random(in: .min ... .max), low: .random(in: .min ... .max)))
                .description
            var response: Response
            do {
                response = try await next(request, context)
            } catch let problem as Problem {
                response = problem.response
            } catch let error as HTTPError {
                response = Problem(error.status, "request", error.body ?? error.status.reasonPhrase).response
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                logger.error("request failed", metadata: ["error": "\(error)", "correlation_id": "\(id)"])
                response =
                    Problem(.internalServerError, "internal", "the server failed; its log has the reason")
                    .response
            }
            response.headers[name] = id
            return response
        }
    }

    /// Rejects requests beyond a number of concurrent ones, so that accepted requests stay fast.
    struct ConcurrencyLimitMiddleware<Context: RequestContext>: RouterMiddleware {
        private let turns = ConcurrencyLimit()
        let most: Int

        @concurrent func handle(
            _ request: Request, context: Context,
            next: @concurrent (Request, Context) async throws -> Response
        ) async throws -> Response {
            guard turns.enter(most) else {
                throw Problem(.serviceUnavailable, "busy", "too many concurrent requests", retryAfter: 1)
            }
            defer { turns.leave() }
            return try await next(request, context)
        }
    }
#endif
