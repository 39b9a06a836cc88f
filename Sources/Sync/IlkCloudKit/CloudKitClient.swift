public import IlkTransport
import FoundationEssentials
import IlkSync
public import IlkSyncStore
import IlkVocabulary
import Synchronization

/// Why CloudKit did not do what was asked.
enum CloudKitFault: Error, Hashable {
    /// The device is told of it as of a failure.
    case trouble(SyncTrouble)
    /// The device is told of it as of an answer.
    case refused(HubRefusal)
    /// The request as a whole, with this code, because of something in it that is not named.
    case whole(String)
}

/// How CloudKit is asked: where, as whom, and what its errors mean.
public struct CloudKitClient: Sendable {
    /// As whom.
    public enum Access: Sendable {
        /// As a user, by the container's token and the user's, which is another one after each request.
        case user(apiToken: String, any WebTokenKeeper)
        /// As the developer, in the public database.
        case server(CloudKitKey)

        var database: String {
            switch self {
            case .user: "private"
            case .server: "public"
            }
        }
    }

    /// What an answer may cost: 200 records of 1 MB, in base64.
    public static var webLimits: CurlClient.Limits {
        var limits = CurlClient.Limits()
        limits.answer = 288 << 20
        return limits
    }

    private let place: CloudKitPlace
    private let access: Access
    private let transport: SyncTransport
    let clock: any SyncClock
    private let skew = ClockSkew()

    /// A client.
    ///
    /// - Parameter transport: To the server, without a token of its own.
    public init(
        _ place: CloudKitPlace, as access: Access, over transport: SyncTransport,
        clock: any SyncClock = SystemSyncClock()
    ) {
        self.place = place
        self.access = access
        self.transport = transport
        self.clock = clock
    }

    /// Whether the database has zones of its own, with a feed and batches that are taken as a whole.
    var hasZones: Bool { if case .user = access { true } else { false } }

    /// The zone of all records.
    var zone: CloudKitWire.ZoneID {
        CloudKitWire.ZoneID(zoneName: hasZones ? place.zone : "_defaultZone")
    }

    /// Asks.
    ///
    /// - Returns: The answer, and the server's clock in milliseconds since 1970 if it said it.
    func ask<Question: Encodable, Answer: Decodable>(
        _ operation: String, _ question: Question, as type: Answer.Type = Answer.self
    ) async throws(CloudKitFault) -> (answer: Answer, now: Int64?) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body: [UInt8]
        do {
            body = Array(try encoder.encode(question))
        } catch {
            throw .trouble(SyncTrouble(.noAnswer, "the request cannot be written: \(error)"))
        }
        let reply = try await send(.post, body, to: "\(access.database)/\(operation)")
        return (try Self.read(reply), reply.header("Date").flatMap(HTTPTime.seconds).map { $0 * 1000 })
    }

    /// The server's name for the user who is signed in; empty for a developer.
    func caller() async throws(CloudKitFault) -> String {
        guard hasZones else { return "" }
        let reply = try await send(.get, nil, to: "public/users/caller")
        return try Self.read(reply, as: CloudKitWire.User.self).userRecordName
    }

    private static func read<Answer: Decodable>(
        _ reply: WebReply, as type: Answer.Type = Answer.self
    ) throws(CloudKitFault) -> Answer {
        guard reply.status == 200 else { throw fault(of: reply) }
        do {
            return try JSONDecoder().decode(Answer.self, from: Data(reply.body))
        } catch {
            throw .trouble(SyncTrouble(.noAnswer, "what answers is no CloudKit"))
        }
    }

    /// - Parameter isSecond: Whether it was asked before, by a clock that was off.
    private func send(
        _ method: WebRequest.Method, _ body: [UInt8]?, to operation: String, isSecond: Bool = false
    ) async throws(CloudKitFault) -> WebReply {
        let path = "/database/1/\(place.container)/\(place.environment.rawValue)/\(operation)"
        var query: [(name: String, value: String)] = []
        var headers: [(name: String, value: String)] = []
        switch access {
        case .user(let apiToken, let keeper):
            query = [("ckAPIToken", Self.escaped(apiToken))]
            // Without a user's token CloudKit says where the user is to sign in.
            if let token = try await Self.kept({ try await keeper.token() }) {
                query.append(("ckWebAuthToken", Self.escaped(token)))
            }
        case .server(let key):
            guard let signed = key.headers(of: body ?? [], to: path, at: clock.wall + skew.milliseconds)
            else {
                throw .trouble(SyncTrouble(.unauthorized, "the key cannot sign"))
            }
            headers = signed
        }
        let reply: WebReply
        do throws(WebFailure) {
            reply = try await transport.send(method, path, query: query, headers: headers, body: body)
        } catch {
            throw .trouble(SyncTrouble(.noAnswer, HubLink.words(error, of: "CloudKit")))
        }
        let isNewsOfClock = skew.learn(reply.header("Date").flatMap(HTTPTime.seconds), at: clock.wall)
        // A signature is good for ten minutes by the server's clock: one by a clock that is off is made anew.
        if case .server = access, reply.status == 401, isNewsOfClock, !isSecond {
            return try await send(method, body, to: operation, isSecond: true)
        }
        // Before anything else: the old one is void, and without the next one the user has to sign in again.
        if case .user(_, let keeper) = access, let next = reply.header("X-Apple-CloudKit-Web-Auth-Token") {
            try await Self.kept { try await keeper.keep(next) }
        }
        return reply
    }

    private static func kept<Value: Sendable>(
        _ body: () async throws -> Value
    ) async throws(CloudKitFault) -> Value {
        do {
            return try await body()
        } catch {
            throw .trouble(SyncTrouble(.noAnswer, "the user's token cannot be kept: \(error)"))
        }
    }

    /// A token as a query has it.
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

/// How far this device's clock is off by the server's: signatures go by the server's.
private final class ClockSkew: Sendable {
    /// What a clock may be off without anybody noticing, in milliseconds.
    private static let tolerance: Int64 = 60_000

    private let found = Mutex<Int64>(0)

    /// To be added to the device's clock.
    var milliseconds: Int64 { found.withLock { $0 } }

    /// Takes what the server's clock said.
    ///
    /// - Returns: Whether that is another time than the one that was gone by.
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
