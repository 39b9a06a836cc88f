package import IlkSync
package import IlkTransport
import Synchronization

/// A link that records pushes and fails on request.
package final class FaultyLink: SyncLink {
    package enum Trouble: Hashable, Sendable {
        /// There is no network.
        case cut
        /// The request is lost.
        case lost(TransportFailure)
        /// The hub executes the request, and the response is lost.
        case unanswered
        /// The request arrives twice, and the device receives the second response.
        case repeated
    }

    private struct State {
        var troubles: [Trouble] = []
        var pushes: [Int] = []
        var isCut = false
    }

    private let link: any SyncLink
    private let state = Mutex(State())

    package init(_ link: any SyncLink) { self.link = link }

    /// The number of records in each push.
    package var pushes: [Int] { state.withLock { $0.pushes } }

    package func fail(_ troubles: Trouble...) { state.withLock { $0.troubles += troubles } }

    package func cut(_ isCut: Bool) { state.withLock { $0.isCut = isCut } }

    package func isReachable() async -> Bool { state.withLock { !$0.isCut } }

    package func answer(to request: SyncRequest) async throws(SyncLinkError) -> SyncResponse {
        let trouble = state.withLock { state -> Trouble? in
            if state.isCut { return .cut }
            if case .push(let items) = request.body { state.pushes.append(items.count) }
            return state.troubles.isEmpty ? nil : state.troubles.removeFirst()
        }
        if trouble == .cut { throw SyncLinkError(.noAnswer, "no network", isUnreachable: true) }
        if case .lost(let failure) = trouble { throw SyncLinkError(failure, "lost") }
        let response = try await link.answer(to: request)
        if trouble == .repeated { return try await link.answer(to: request) }
        if trouble == .unanswered { throw SyncLinkError(.noAnswer, "unanswered") }
        return response
    }
}
