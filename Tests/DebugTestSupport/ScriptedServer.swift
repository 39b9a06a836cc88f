#if DEBUG
    package import IlkDebug
    import IlkVocabulary
    import Synchronization

    /// A server that responds as scripted and records the requests.
    package final class ScriptedServer: DebugLogTransport {
        /// The error for a missing response.
        package struct Silence: Error {
            package init() {}
        }

        private struct State {
            var requests: [[DebugLogEntry]] = []
            var paths: [String] = []
            var bodies: [[UInt8]] = []
            var headers: [[String: String]] = []
            var active = 0
            var mostActive = 0
        }

        private let state = Mutex(State())
        private let answer: @Sendable (Int, [DebugLogEntry]) async throws -> DebugLogResponse

        /// Creates a server. `answer` returns the response to a request, given its number from 0 and its
        /// entries.
        package init(_ answer: @escaping @Sendable (Int, [DebugLogEntry]) async throws -> DebugLogResponse) {
            self.answer = answer
        }

        /// Creates a server that accepts all entries.
        package convenience init() { self.init { _, entries in Self.taken(entries) } }

        package static func taken(_ entries: [DebugLogEntry]) -> DebugLogResponse {
            let answer = DebugBatchResponse(batch: nil, items: entries.map { .init(id: $0.id, .stored) })
            return DebugLogResponse(status: answer.status, body: answer.json)
        }

        package func post(
            _ body: [UInt8], to path: String, headers: [(name: String, value: String)]
        ) async throws -> DebugLogResponse {
            let items = (try? DebugBatch(json: body))?.items ?? []  // Tests check for missing entries.
            let entries = items.compactMap { try? $0.entry.get() }  // Invalid entries are not recorded.
            let number = state.withLock { state in
                state.requests.append(entries)
                state.paths.append(path)
                state.bodies.append(body)
                state.headers.append(
                    Dictionary(headers.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }))
                state.active += 1
                state.mostActive = max(state.mostActive, state.active)
                return state.requests.count - 1
            }
            defer { state.withLock { $0.active -= 1 } }
            return try await answer(number, entries)
        }

        package var requests: [[DebugLogEntry]] { state.withLock { $0.requests } }
        package var paths: [String] { state.withLock { $0.paths } }
        package var bodies: [[UInt8]] { state.withLock { $0.bodies } }
        package var headers: [[String: String]] { state.withLock { $0.headers } }
        /// The highest number of concurrent requests.
        package var mostActive: Int { state.withLock { $0.mostActive } }
    }
#endif
