#if Server
    import HummingbirdCore
    import Metrics
    import NIOCore
    import Synchronization

    /// The open connections of a server, and the limits on their number.
    ///
    /// A connection counts against the limit of its address until a request on it presents a valid token. Beyond a limit the
    /// connection closes that has waited for its client the longest, so a new client always gets its turn. A connection waits
    /// while it is idle; without a valid token also while its request is incomplete. Connections that the server owes an
    /// answer are never closed for this.
    final class ConnectionTable: Sendable {
        /// The reason why the server closed a connection, as `/metrics` names it.
        enum Reason: String, CaseIterable {
            /// Closed to make room within the limit of an address, or refused because no other could be closed.
            case addressLimit = "address_limit"
            /// Closed to make room within the limit of all connections.
            case connectionLimit = "connection_limit"
            /// The client sent no request in time.
            case idle
            /// The answer did not depend on the rest of the request, mostly a refusal.
            case unreadBody = "unread_body"
            /// The request came below the minimum rate.
            case slowBody = "slow_body"
            /// The client read the answer below the minimum rate.
            case slowReader = "slow_reader"
            /// The header `Host` was missing, or there was more than one.
            case host
        }

        fileprivate struct Member {
            let channel: any Channel
            let address: String
            /// `true` after a request with a valid token.
            var isAuthenticated = false
            /// The serial number of the time since which the connection waits for its client; `nil` while it does not.
            var waitsSince: UInt64?
        }

        fileprivate struct State {
            /// The number of connections that are accepted and not closed.
            var total = 0
            var serial: UInt64 = 0
            var members: [ObjectIdentifier: Member] = [:]
            /// The number of connections without a valid token, by address.
            var counts: [String: Int] = [:]
        }

        private let most: Int
        private let mostPerAddress: Int
        private let state = Mutex(State())
        private let counters: [Reason: Counter]
        private let gauge = Gauge(label: "ilk_http_connections")

        /// Creates an empty table with the limits of `settings`.
        init(_ settings: ServerSettings) {
            most = settings.connections
            mostPerAddress = settings.connectionsPerAddress
            counters = Dictionary(
                uniqueKeysWithValues: Reason.allCases.map {
                    (
                        $0,
                        Counter(
                            label: "ilk_http_connections_closed_total", dimensions: [("reason", $0.rawValue)])
                    )
                })
        }

        /// Counts a connection that the server closes.
        func count(_ reason: Reason) { counters[reason]?.increment() }

        /// Adds a connection. It counts against its address from now on.
        ///
        /// - Returns: `false` if the address has too many and none of them can be closed.
        func insert(_ channel: any Channel) -> Bool {
            let address = channel.remoteAddress?.ipAddress ?? ""
            let (isAccepted, victim) = state.withLock { state -> (Bool, (any Channel)?) in
                var victim: (any Channel)?
                if state.counts[address, default: 0] >= mostPerAddress {
                    victim = state.removeLongestWait { $0.address == address && !$0.isAuthenticated }
                    if victim == nil { return (false, nil) }
                }
                state.counts[address, default: 0] += 1
                state.members[ObjectIdentifier(channel)] = Member(channel: channel, address: address)
                state.wait(channel)
                return (true, victim)
            }
            if victim != nil || !isAccepted { count(.addressLimit) }
            victim?.close(promise: nil)
            return isAccepted
        }

        /// Removes a connection.
        func remove(_ channel: any Channel) { state.withLock { $0.remove(channel) } }

        /// Takes a connection out of the count of its address, because a request on it presented a valid token.
        func authenticate(_ channel: any Channel) {
            state.withLock { state in
                guard var member = state.members[ObjectIdentifier(channel)], !member.isAuthenticated else {
                    return
                }
                state.release(member.address)
                member.isAuthenticated = true
                member.waitsSince = nil
                state.members[ObjectIdentifier(channel)] = member
            }
        }

        /// Notes the head of a request.
        func beginRequest(_ channel: any Channel) {
            state.withLock { state in
                guard state.members[ObjectIdentifier(channel)]?.isAuthenticated == true else { return }
                state.members[ObjectIdentifier(channel)]?.waitsSince = nil
            }
        }

        /// Notes the end of a request: the server owes an answer.
        func endRequest(_ channel: any Channel) {
            state.withLock { $0.members[ObjectIdentifier(channel)]?.waitsSince = nil }
        }

        /// Notes the last answer that the server owed: it waits for the client again.
        func endAnswer(_ channel: any Channel) { state.withLock { $0.wait(channel) } }

        /// Closes the connection that has waited the longest, one without a valid token first.
        private func makeRoom() {
            let victim = state.withLock { state in
                state.removeLongestWait { !$0.isAuthenticated } ?? state.removeLongestWait { _ in true }
            }
            guard let victim else { return }
            count(.connectionLimit)
            victim.close(promise: nil)
        }
    }

    extension ConnectionTable.State {
        mutating func wait(_ channel: any Channel) {
            serial += 1
            members[ObjectIdentifier(channel)]?.waitsSince = serial
        }

        mutating func remove(_ channel: any Channel) {
            guard let member = members.removeValue(forKey: ObjectIdentifier(channel)) else { return }
            if !member.isAuthenticated { release(member.address) }
        }

        /// Counts one connection less of an address.
        mutating func release(_ address: String) {
            let count = counts[address, default: 0] - 1
            counts[address] = count > 0 ? count : nil
        }

        mutating func removeLongestWait(
            where isCandidate: (ConnectionTable.Member) -> Bool
        ) -> (any Channel)? {
            var longest: (since: UInt64, channel: any Channel)?
            for member in members.values where isCandidate(member) {
                guard let since = member.waitsSince, since < longest?.since ?? .max else { continue }
                longest = (since, member.channel)
            }
            if let longest { remove(longest.channel) }
            return longest?.channel
        }
    }

    extension ConnectionTable {
        /// The limit on all connections, for the socket that accepts them.
        struct Door: AvailableConnectionsDelegate {
            let table: ConnectionTable

            func connectionOpened() { table.open(1) }
            func connectionClosed() { table.open(-1) }

            /// `false` while the limit is reached. A connection that waits for its client is closed then, which makes room.
            func isAcceptingNewConnections() -> Bool { table.hasRoom }
        }

        private func open(_ difference: Int) {
            let total = state.withLock { state in
                state.total += difference
                return state.total
            }
            gauge.record(total)
        }

        private var hasRoom: Bool {
            if state.withLock({ $0.total < most }) { return true }
            makeRoom()
            return false
        }
    }
#endif
