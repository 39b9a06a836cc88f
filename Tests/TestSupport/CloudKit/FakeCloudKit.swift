import Foundation
import Synchronization

/// A fake of CloudKit's web service for one container, limited to records, zones and their change feeds. It
/// includes the properties that make sync difficult: opaque tags and tokens, user tokens that are valid for
/// one request, atomic batches that fail as a whole, conflict errors without the current record, a wrong
/// clock, and lost responses.
///
/// It has no clock. Each request passes the time.
package final class FakeCloudKit: Sendable {
    /// A fault in the next request of an operation.
    package enum Fault: Sendable, Hashable {
        /// The operation is done, and the connection is closed before the response.
        case dropAfter
        /// The connection is closed before the operation. The user's token may or may not be consumed.
        case dropBefore(usesToken: Bool)
        /// An error of the whole request.
        case error(String, status: Int, retryAfter: Double?)
        /// An error for one record. The others are written, or fail with it in an atomic batch.
        case item(Int, String, retryAfter: Double?)
        /// A failed atomic batch returns one error instead of one for each record.
        case singleError
        /// A proxy in front of CloudKit responds with 502 and an HTML page.
        case badGateway
        /// JSON with an unexpected structure.
        case wrongShape
        /// Repeats the previous page of the feed, with an unchanged token.
        case samePage
        /// All sync tokens become invalid.
        case expireTokens
        /// Another device deletes the zone.
        case deleteZone
        /// Another device signs the user out.
        case signOut
    }

    /// The content that a key has signed.
    package struct Signed: Sendable, Hashable {
        /// The id of the key.
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
        /// The number of operations or records in the request.
        package var items: Int
        package var traceparent: String?
    }

    struct Row: Sendable {
        var name: String
        var type: String
        /// The fields as JSON.
        var fields: [UInt8]
        var tag: String
        /// The sequence number of the change in the database.
        var change: Int
        var isDeleted = false
        /// Milliseconds since 1970, by the clock of the writer.
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
        /// The users by token.
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

        /// Returns the database with the records of a user.
        static func database(of user: String) -> String { user == "_user" ? "private" : "private/" + user }

        mutating func deleteZones() {
            databases["private"] = [:]
            deletions += 1
        }
    }

    let state = Mutex(State())
    /// Returns `true` if a signature is valid.
    let verify: @Sendable (Signed) -> Bool

    package init(verify: @escaping @Sendable (Signed) -> Bool = { _ in false }) { self.verify = verify }

    package static let container = "iCloud.example.ilk"

    // MARK: Configuration

    package var apiToken: String { state.withLock { $0.apiToken } }

    /// Signs a user in on a device.
    ///
    /// - Returns: The token for the first request.
    package func signIn(as user: String = "_user") -> String { state.withLock { $0.token(of: user) } }

    /// Plans a fault for the next request of an operation, or of any operation if the name is empty.
    package func plan(_ fault: Fault, at operation: String = "") {
        state.withLock { $0.faults.append((operation, fault)) }
    }

    /// Removes all planned faults.
    package func removeFaults() { state.withLock { $0.faults = [] } }

    /// Sets the clock skew of writers, in milliseconds.
    package func setSkew(_ milliseconds: Int64) { state.withLock { $0.skew = milliseconds } }

    /// Sets the maximum number of records per page.
    package func setPageSize(_ size: Int) { state.withLock { $0.pageSize = size } }

    /// Sets the user's quota in bytes.
    package func setQuota(_ bytes: Int) { state.withLock { $0.room = bytes } }

    /// Sets whether responses contain a `Date` header.
    package func setSendsDate(_ saysTime: Bool) { state.withLock { $0.saysTime = saysTime } }

    /// The requests so far.
    package var visits: [Visit] { state.withLock { $0.visits } }

    /// Returns the number of records of a type.
    package func count(_ type: String, in database: String = "private") -> Int {
        state.withLock { state in
            (state.databases[database] ?? [:]).values.flatMap(\.rows.values).count {
                $0.type == type && !$0.isDeleted
            }
        }
    }

    /// Returns the existing records in the form of a response.
    package func records(in database: String = "private") -> [[UInt8]] {
        state.withLock { state in
            (state.databases[database] ?? [:]).values.flatMap(\.rows.values).filter { !$0.isDeleted }
                .sorted { $0.name < $1.name }.map { MonicaJSON.bytes(Self.json($0)) }
        }
    }

    /// Permanently deletes records of the user, selected by name and fields.
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

    /// Deletes the zones of the user.
    package func deleteZones() { state.withLock { $0.deleteZones() } }

    /// The number of zone deletions.
    package var deletions: Int { state.withLock { $0.deletions } }

    // MARK: Requests

    /// Responds to a request at a time in seconds since 1970.
    package func answer(_ request: LoopbackRequest, at now: Double) -> LoopbackReply {
        state.withLock { $0.answer(request, at: now, verify) }
    }
}

extension FakeCloudKit.State {
    /// Returns a random string.
    mutating func opaque() -> String {
        next += 1
        // A linear congruential generator with Knuth's MMIX constants. The counter makes each string unique.
        secret = secret &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return String(secret ^ UInt64(next), radix: 36)
    }

    mutating func token(of user: String) -> String {
        let token = "\(opaque())+/\(opaque())="
        users[token] = user
        return token
    }

    mutating func nextFault(_ operation: String) -> FakeCloudKit.Fault? {
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
