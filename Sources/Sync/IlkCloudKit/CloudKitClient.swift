public import IlkTransport
import FoundationEssentials
import IlkSync
public import IlkSyncStore
import IlkVocabulary
import Synchronization

/// The reason why CloudKit did not fulfill a request.
enum CloudKitError: Error, Hashable {
    /// Passed to the device engine as a transport failure.
    case error(SyncLinkError)
    /// Passed to the device engine as a refusal by the hub.
    case refused(HubRefusal)
    /// CloudKit rejected the whole request with this code and did not name the record at fault.
    case whole(String)
}

/// A client of CloudKit Web Services for one container.
public struct CloudKitClient: Sendable {
    /// The credentials for the web service.
    public enum Access: Sendable {
        /// A signed-in user, identified by the container's API token and a web auth token that changes with
        /// each request.
        case user(apiToken: String, any WebTokenStore)
        /// The developer, with a server-to-server key, which gives access only to the public database.
        case server(CloudKitKey)

        var database: String {
            switch self {
            case .user: "private"
            case .server: "public"
            }
        }
    }

    /// The limits for responses. A page of 200 records of 1 MB each in Base64 fits.
    public static var webLimits: CurlClient.Limits {
        var limits = CurlClient.Limits()
        limits.answer = 288 << 20
        return limits
    }

    private let place: CloudKitLocation
    private let access: Access
    private let transport: SyncTransport
    let clock: any SyncClock
    private let skew = ClockSkew()

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - place: The container, environment and zone.
    ///   - access: The credentials.
    ///   - transport: The transport to CloudKit's server, without a bearer token.
    ///   - clock: The clock for the timestamps of signed requests.
    public init(
        _ place: CloudKitLocation, as access: Access, over transport: SyncTransport,
        clock: any SyncClock = SystemSyncClock()
    ) {
        self.place = place
        self.access = access
        self.transport = transport
        self.clock = clock
    }

    /// `true` if the database has custom zones, which provide a change feed and atomic batches.
    var hasZones: Bool { if case .user = access { true } else { false } }

    /// The zone that contains all records.
    var zone: CloudKitWire.ZoneID {
        CloudKitWire.ZoneID(zoneName: hasZones ? place.zone : "_defaultZone")
    }

    /// Sends an operation to the database.
    ///
    /// - Parameters:
    ///   - operation: The path below the database, such as `records/modify`.
    ///   - question: The request body.
    ///   - type: The type of the response body.
    /// - Returns: The response, and the server's time in milliseconds since 1970 if it sent a `Date` header.
    func ask<Question: Encodable, Answer: Decodable>(
        _ operation: String, _ question: Question, as type: Answer.Type = Answer.self
    ) async throws(CloudKitError) -> (answer: Answer, now: Int64?) {
        let body: [UInt8]
        do {
            body = Array(try JSONEncoder.deterministic().encode(question))
        } catch {
            throw .error(SyncLinkError(.noAnswer, "the request cannot be encoded"))
        }
        let reply = try await send(.post, body, to: "\(access.database)/\(operation)")
        return (try Self.read(reply), reply.header("Date").flatMap(HTTPTime.seconds).map { $0 * 1000 })
    }

    /// Returns the record name of the signed-in user, or an empty string for server-to-server access.
    func caller() async throws(CloudKitError) -> String {
        guard hasZones else { return "" }
        let reply = try await send(.get, nil, to: "public/users/caller")
        return try Self.read(reply, as: CloudKitWire.User.self).userRecordName
    }

    private static func read<Answer: Decodable>(
        _ reply: WebReply, as type: Answer.Type = Answer.self
    ) throws(CloudKitError) -> Answer {
        guard reply.status == 200 else { throw fault(of: reply) }
        do {
            return try JSONDecoder().decode(Answer.self, from: Data(reply.body))
        } catch {
            throw .error(SyncLinkError(.noAnswer, "the server is not CloudKit"))
        }
    }

    /// Sends a request with the credentials of the client.
    ///
    /// - Parameter isSecond: `true` if the request is a retry after CloudKit rejected a signature with a
    ///   wrong date.
    private func send(
        _ method: WebRequest.Method, _ body: [UInt8]?, to operation: String, isSecond: Bool = false
    ) async throws(CloudKitError) -> WebReply {
        let path = "/database/1/\(place.container)/\(place.environment.rawValue)/\(operation)"
        var query: [(name: String, value: String)] = []
        var headers: [(name: String, value: String)] = []
        switch access {
        case .user(let apiToken, let keeper):
            query = [("ckAPIToken", Self.escaped(apiToken))]
            // Without a web auth token, CloudKit answers with the address of the sign-in page.
            if let token = try await Self.kept({ try await keeper.token() }) {
                query.append(("ckWebAuthToken", Self.escaped(token)))
            }
        case .server(let key):
            guard let signed = key.headers(of: body ?? [], to: path, at: clock.wall + skew.milliseconds)
            else {
                throw .error(SyncLinkError(.unauthorized, "the key cannot sign requests"))
            }
            headers = signed
        }
        let reply: WebReply
        do throws(WebFailure) {
            reply = try await transport.send(method, path, query: query, headers: headers, body: body)
        } catch {
            throw .error(SyncLinkError(.noAnswer, HubLink.words(error, of: "CloudKit")))
        }
        let isNewsOfClock = skew.learn(reply.header("Date").flatMap(HTTPTime.seconds), at: clock.wall)
        // CloudKit rejects signatures whose date is more than ten minutes off. Sign again with its own time.
        if case .server = access, reply.status == 401, isNewsOfClock, !isSecond {
            return try await send(method, body, to: operation, isSecond: true)
        }
        // Store the next token first, because the old token is void, and without the next token the user
        // would have to sign in again.
        if case .user(_, let keeper) = access, let next = reply.header("X-Apple-CloudKit-Web-Auth-Token") {
            try await Self.kept { try await keeper.keep(next) }
        }
        return reply
    }

    private static func kept<Value: Sendable>(
        _ body: () async throws -> Value
    ) async throws(CloudKitError) -> Value {
        do {
            return try await body()
        } catch {
            throw .error(
                SyncLinkError(.noAnswer, "the user's token cannot be stored: \(SyncLinkError.words(error))"))
        }
    }

    /// Percent-encodes a token for a URL query.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for byte in text.utf8 {
            if byte.isASCIIWord || "-.".utf8.contains(byte) {
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                escaped += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return escaped
    }
}

/// The measured offset between the device's clock and CloudKit's clock, used for signing.
private final class ClockSkew: Sendable {
    /// The largest change of the offset that is ignored, in milliseconds.
    private static let tolerance: Int64 = 60_000

    private let found = Mutex<Int64>(0)

    /// The offset to add to the device's clock.
    var milliseconds: Int64 { found.withLock { $0 } }

    /// Updates the offset from the server's time.
    ///
    /// - Returns: `true` if the offset changed by more than the tolerance.
    func learn(_ seconds: Int64?, at wall: Int64) -> Bool {
        guard let seconds else { return false }
        return found.withLock { found in
            let heard = seconds * 1000 - wall
            guard abs(heard - found) > Self.tolerance else { return false }
            found = heard
            return true
        }
    }
}
