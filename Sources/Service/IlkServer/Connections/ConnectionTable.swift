#if Server
    import Dispatch
    import HummingbirdCore
    import IlkAPI
    import Metrics
    import NIOCore
    import Synchronization

    /// The open connections of a server, and the limits on their number.
    ///
    /// A connection counts against the limit of its address until a request on it presents a valid token. At
    /// a limit, the server closes the connection that has waited longest for its client, to make room for a
    /// new one.
    ///
    /// A connection waits while it is idle and, without a valid token, also while its request is incomplete.
    /// A connection with a pending response is never closed for this reason.
    final class ConnectionTable: Sendable {
        /// The reason why the server closed a connection, as named in `/metrics`.
        enum Reason: String, CaseIterable {
            /// Closed to respect the limit of an address, or refused because no other connection could be
            /// closed.
            case addressLimit = "address_limit"
            /// Closed to respect the limit on all connections.
            case connectionLimit = "connection_limit"
            /// The client sent no request in time.
            case idle
            /// The response, usually an error, was sent before the whole request was received.
            case unreadBody = "unread_body"
            /// The request body was below the minimum rate.
            case slowBody = "slow_body"
            /// The client read the response below the minimum rate.
            case slowReader = "slow_reader"
            /// The `Host` header was missing or repeated.
            case host
        }

        fileprivate struct Member {
            let channel: any Channel
            let address: String
            /// `true` after a request with a valid token.
            var isAuthenticated = false
            /// The monotonic time in nanoseconds at which the head of the last request arrived.
            var arrival: UInt64?
            /// The serial number of the beginning of the wait for the client: the connection with the lowest
            /// number has waited longest. `nil` if the connection is not waiting.
            var waitsSince: UInt64?

            mutating func beginRequest(_ now: UInt64) {
                arrival = now
                if isAuthenticated { waitsSince = nil }
            }
        }

        fileprivate struct State {
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

        func count(_ reason: Reason) { counters[reason]?.increment() }

        /// Adds a connection and counts it against its address.
        ///
        /// - Returns: `false` if the address is at its limit and none of its connections can be closed.
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

        /// Lets each connection end after its current request.
        func finishRequests() {
            for channel in state.withLock({ $0.members.values.map(\.channel) }) {
                channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
            }
        }

        func remove(_ channel: any Channel) { state.withLock { $0.remove(channel) } }

        /// Stops counting a connection against its address, because a request presented a valid token.
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

        func beginRequest(_ channel: any Channel) {
            let now = DispatchTime.now().uptimeNanoseconds
            state.withLock { state in
                state.members[ObjectIdentifier(channel)]?.beginRequest(now)
            }
        }

        /// Returns the monotonic time in nanoseconds at which the head of the last request arrived on a connection.
        func arrival(_ channel: any Channel) -> UInt64? {
            state.withLock { $0.members[ObjectIdentifier(channel)]?.arrival }
        }

        /// Registers the end of a request. The server owes a response.
        func endRequest(_ channel: any Channel) {
            state.withLock { $0.members[ObjectIdentifier(channel)]?.waitsSince = nil }
        }

        /// Registers the end of the last pending response. The server waits for the client again.
        func endAnswer(_ channel: any Channel) { state.withLock { $0.wait(channel) } }

        /// Closes the connection that has waited longest, preferably a connection without a valid token.
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
        /// The limit on all connections, consulted by the listening socket.
        struct AcceptLimit: AvailableConnectionsDelegate {
            let table: ConnectionTable

            func connectionOpened() { table.open(1) }
            func connectionClosed() { table.open(-1) }

            /// `false` while the limit is reached. In this case, a waiting connection is closed to make room.
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
