#if DEBUG
    package import IlkDebug
    import IlkVocabulary
    import Synchronization

    /// A server that answers as it is told, and notes what it was sent.
    package final class ScriptedServer: DebugLogCarrier {
        /// Nobody answers.
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
        private let answer: @Sendable (Int, [DebugLogEntry]) async throws -> DebugLogReply

        /// A server.
        ///
        /// - Parameter answer: Answers the request of a number, from 0, with these entries.
        package init(_ answer: @escaping @Sendable (Int, [DebugLogEntry]) async throws -> DebugLogReply) {
            self.answer = answer
        }

        /// One that takes everything.
        package convenience init() { self.init { _, entries in Self.taken(entries) } }

        /// The answer that takes these.
        package static func taken(_ entries: [DebugLogEntry]) -> DebugLogReply {
            let answer = DebugBatchAnswer(batch: nil, items: entries.map { .init(id: $0.id, .stored) })
            return DebugLogReply(status: answer.status, body: answer.json)
        }

        package func post(
            _ body: [UInt8], to path: String, headers: [(name: String, value: String)]
        ) async throws -> DebugLogReply {
            let items = (try? DebugBatch(json: body))?.items ?? []  // Tests see that there is nothing.
            let entries = items.compactMap { try? $0.entry.get() }  // As above.
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

        /// The entries of each request.
        package var requests: [[DebugLogEntry]] { state.withLock { $0.requests } }
        /// The path of each request.
        package var paths: [String] { state.withLock { $0.paths } }
        /// The body of each request.
        package var bodies: [[UInt8]] { state.withLock { $0.bodies } }
        /// The headers of each request.
        package var headers: [[String: String]] { state.withLock { $0.headers } }
        /// How many requests there were at one moment, at most.
        package var mostActive: Int { state.withLock { $0.mostActive } }
    }
#endif
