import Foundation
import Synchronization

/// CloudKit's web service for one container, as far as records, zones and their feeds go, with what makes it hard to sync
/// with: opaque tags and tokens, tokens of users that are good for one request, batches that fail as a whole, errors that do not
/// say what stands there instead, times of a clock that is off, answers that get lost.
///
/// It has no clock of its own: whoever asks says what time it is.
package final class CloudKitStandIn: Sendable {
    /// What goes wrong with the next request of an operation.
    package enum Fault: Sendable, Hashable {
        /// It is done, and the connection ends before the answer.
        case dropAfter
        /// The connection ends before anything is done; the user's token is used up all the same, or is not.
        case dropBefore(usesToken: Bool)
        /// An error of the whole request.
        case error(String, status: Int, retryAfter: Double?)
        /// An error in the place of one record: the others are written, or fail with it in a batch that is atomic.
        case item(Int, String, retryAfter: Double?)
        /// A batch that fails as a whole says so once, and not for each record.
        case terse
        /// What stands before CloudKit: 502 and a page.
        case badGateway
        /// JSON of another shape.
        case wrongShape
        /// The same page of the feed once more, as if nothing had been read.
        case samePage
        /// The sync tokens given out so far are void.
        case expireTokens
        /// Another device deletes the zone.
        case deleteZone
        /// Another device has signed the user out.
        case signOut
    }

    /// What a key has signed.
    package struct Signed: Sendable, Hashable {
        /// The key's number.
        package var key: String
        package var date: String
        package var path: String
        package var body: [UInt8]
        package var signature: [UInt8]
    }

    /// A request that was made.
    package struct Visit: Sendable, Hashable {
        package var operation: String
        package var status: Int
        /// Operations or records that were asked for.
        package var items: Int
        package var traceparent: String?
    }

    struct Row: Sendable {
        var name: String
        var type: String
        /// The fields as JSON.
        var fields: [UInt8]
        var tag: String
        /// Which change of the database this is.
        var change: Int
        var isDeleted = false
        /// Milliseconds since 1970, by the clock of whoever wrote.
        var created: Int64
        var modified: Int64
    }

    struct Zone: Sendable {
        var generation: Int
        var rows: [String: Row] = [:]
    }

    struct State: Sendable {
        var databases: [String: [String: Zone]] = [
            "private": [:], "public": ["_defaultZone": Zone(generation: 0)],
        ]
        var next = 1
        var secret: UInt64 = 0x9E37_79B9_7F4A_7C15
        var apiToken = "api+token/="
        /// Whose the tokens are.
        var users: [String: String] = [:]
        var places: [String: (database: String, generation: Int, change: Int)] = [:]
        var markers: [String: [String]] = [:]
        var faults: [(operation: String, fault: Fault)] = []
        var visits: [Visit] = []
        var skew: Int64 = 0
        var pageSize = 200
        var room = Int.max
        var saysTime = true
        var deletions = 0

        /// Where the records of a user are.
        static func database(of user: String) -> String { user == "_user" ? "private" : "private/" + user }

        mutating func deleteZones() {
            databases["private"] = [:]
            deletions += 1
        }
    }

    let state = Mutex(State())
    /// Whether a request is signed by its key.
    let verify: @Sendable (Signed) -> Bool

    package init(verify: @escaping @Sendable (Signed) -> Bool = { _ in false }) { self.verify = verify }

    /// The container, and its database of a user.
    package static let container = "iCloud.example.ilk"

    // MARK: What a test sets

    /// The container's token.
    package var apiToken: String { state.withLock { $0.apiToken } }

    /// A user signs in on a device.
    ///
    /// - Returns: The token for the first request.
    package func signIn(as user: String = "_user") -> String { state.withLock { $0.token(of: user) } }

    /// What goes wrong with the next request of an operation; with any, when it is empty.
    package func plan(_ fault: Fault, at operation: String = "") {
        state.withLock { $0.faults.append((operation, fault)) }
    }

    /// Nothing goes wrong any more.
    package func calm() { state.withLock { $0.faults = [] } }

    /// What the clocks are off by of whoever writes, in milliseconds.
    package func setSkew(_ milliseconds: Int64) { state.withLock { $0.skew = milliseconds } }

    /// The most records a page.
    package func setPageSize(_ size: Int) { state.withLock { $0.pageSize = size } }

    /// The most bytes that the user's records have.
    package func setRoom(_ bytes: Int) { state.withLock { $0.room = bytes } }

    /// Whether answers say what time it is.
    package func setSaysTime(_ saysTime: Bool) { state.withLock { $0.saysTime = saysTime } }

    /// The requests so far.
    package var visits: [Visit] { state.withLock { $0.visits } }

    /// How many records of a type there are.
    package func count(_ type: String, in database: String = "private") -> Int {
        state.withLock { state in
            (state.databases[database] ?? [:]).values.flatMap(\.rows.values).count {
                $0.type == type && !$0.isDeleted
            }
        }
    }

    /// The records that there are, as they are answered.
    package func records(in database: String = "private") -> [[UInt8]] {
        state.withLock { state in
            (state.databases[database] ?? [:]).values.flatMap(\.rows.values).filter { !$0.isDeleted }
                .sorted { $0.name < $1.name }.map { MonicaJSON.bytes(Self.json($0)) }
        }
    }

    /// Somebody deletes records of the user, for good: by their names and fields.
    package func remove(where isRemoved: (String, String) -> Bool) {
        state.withLock { state in
            for (zone, content) in state.databases["private"] ?? [:] {
                for row in content.rows.values.sorted(by: { $0.name < $1.name })
                where !row.isDeleted && isRemoved(row.name, String(decoding: row.fields, as: UTF8.self)) {
                    state.remove(row.name, from: zone, of: "private")
                }
            }
        }
    }

    /// The zones of the user are deleted.
    package func deleteZones() { state.withLock { $0.deleteZones() } }

    /// How often zones were deleted.
    package var deletions: Int { state.withLock { $0.deletions } }

    // MARK: The door

    /// Answers a request at a time in seconds since 1970.
    package func answer(_ request: LoopbackRequest, at now: Double) -> LoopbackReply {
        state.withLock { $0.answer(request, at: now, verify) }
    }
}

extension CloudKitStandIn.State {
    /// Bits that mean nothing to anybody.
    mutating func opaque() -> String {
        next += 1
        secret = secret &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return String(secret ^ UInt64(next), radix: 36)
    }

    mutating func token(of user: String) -> String {
        let token = "\(opaque())+/\(opaque())="
        users[token] = user
        return token
    }

    mutating func takeFault(_ operation: String) -> CloudKitStandIn.Fault? {
        guard let index = faults.firstIndex(where: { $0.operation.isEmpty || $0.operation == operation })
        else {
            return nil
        }
        return faults.remove(at: index).fault
    }

    mutating func remove(_ name: String, from zone: String, of database: String) {
        guard var row = databases[database]?[zone]?.rows[name] else { return }
        row.isDeleted = true
        row.tag = opaque()
        row.change = next
        databases[database]?[zone]?.rows[name] = row
    }
}
