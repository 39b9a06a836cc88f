public import FoundationEssentials
public import IlkVocabulary

/// An event of a debug log: its name, time, source, level and payload, and the ids that relate it to other
/// events.
///
/// The JSON object of an entry has the fields `id`, `correlation_id`, `timestamp`, `source`, `level`,
/// `event`, `payload`, `device_id`, `session_id` and `sequence`. ``json`` and ``init(json:)`` are lossless.
/// `Codable` may turn a floating-point number such as 1.0 into an integer, because encoders do not
/// distinguish the two.
public struct DebugLogEntry: Sendable, Hashable {
    /// The maximum length of an event's name, in bytes of UTF-8.
    public static let maximumEventLength = 1024

    /// The unique id of the entry. An entry that is sent several times is stored once, because its id is the
    /// same.
    public var id: RecordID
    /// The id of the request to which the entry belongs. All entries of a request, in all parts of a system,
    /// have the same correlation id. If an entry belongs to no request, its correlation id equals ``id``.
    public var correlationId: RecordID
    /// The time of the event by the sender's clock, in nanoseconds since 1970-01-01T00:00:00Z.
    public var nanoseconds: Int64
    /// The part of the system that logged the event.
    public var source: LogSource
    /// The level of the event, or `nil` if the sender set no level.
    public var level: LogLevel?
    /// The name of the event, for example `API_REQUEST`.
    public var event: String
    /// Additional data of the event, as named values.
    public var payload: DebugPayload
    /// The id of the device that logged the event, or `nil` if the id is unknown.
    public var deviceId: RecordID?
    /// The id of the session: one run of the program that logged the event. `nil` if the session is unknown.
    public var sessionId: RecordID?
    /// The sequence number of the entry within the session, or `nil`. Unlike times, sequence numbers never
    /// decrease.
    public var sequence: Int64?

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - id: The unique id.
    ///   - correlationId: The id of the request to which the entry belongs, or `nil` if it belongs to no
    ///     request.
    ///   - nanoseconds: The time of the event, in nanoseconds since 1970-01-01T00:00:00Z.
    ///   - source: The part of the system that logged the event.
    ///   - level: The level of the event, or `nil` if the level is unknown.
    ///   - event: The name of the event, 1 to 1,024 bytes without control characters.
    ///   - payload: Additional data of the event, as named values.
    ///   - deviceId: The id of the device that logged the event.
    ///   - sessionId: The id of the session, which is one run of the program that logged the event.
    ///   - sequence: The sequence number of the entry within the session.
    public init(
        id: RecordID, correlationId: RecordID? = nil, nanoseconds: Int64, source: LogSource,
        level: LogLevel? = .info, event: String, payload: DebugPayload = DebugPayload(),
        deviceId: RecordID? = nil, sessionId: RecordID? = nil, sequence: Int64? = nil
    ) {
        self.id = id
        self.correlationId = correlationId ?? id
        self.nanoseconds = nanoseconds
        self.source = source
        self.level = level
        self.event = event
        self.payload = payload
        self.deviceId = deviceId
        self.sessionId = sessionId
        self.sequence = sequence
    }

    /// The time of the event as a `Date`, which has a resolution of about 120 nanoseconds today.
    public var timestamp: Date {
        get {
            Date(timeIntervalSince1970: Double(nanoseconds / 1_000_000_000))
                .addingTimeInterval(Double(nanoseconds % 1_000_000_000) / 1e9)
        }
        set { nanoseconds = Self.nanoseconds(newValue) }
    }

    /// Converts a time to nanoseconds since 1970, rounded to microseconds. Times out of range are clamped.
    ///
    /// - Parameter date: The time.
    public static func nanoseconds(_ date: Date) -> Int64 {
        let microseconds = (date.timeIntervalSince1970 * 1e6).rounded()
        guard let whole = Int64(exactly: microseconds), abs(whole) < Int64.max / 1000 else {
            return microseconds > 0 ? .max : .min
        }
        return whole * 1000
    }

    /// Returns `true` if a name is valid for an event: 1 to 1,024 bytes of UTF-8 without control characters.
    ///
    /// - Parameter name: The name.
    public static func isEvent(_ name: String) -> Bool {
        (1...maximumEventLength).contains(name.utf8.count)
            && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    /// The reason why the entry cannot be sent, or `nil` if the entry can be sent.
    ///
    /// - Complexity: O(*n*) in the size of the payload.
    public var sendError: DebugEntryError? {
        Self.isEvent(event) ? payload.fault : .badEvent
    }

    /// The approximate memory of the entry, in bytes.
    public var memory: Int { 200 + event.utf8.count + payload.memory }

    /// The text of the entry for classification and searches: the name of the event, followed by each value
    /// of the payload as `path=value`.
    public var text: String {
        var text = event
        payload.forEachScalar { path, value in
            switch value {
            case .null: text += " \(path)"
            case .bool(let value): text += " \(path)=\(value)"
            case .integer(let value): text += " \(path)=\(value)"
            case .number(let value): text += " \(path)=\(value)"
            case .string(let value): text += " \(path)=\(value)"
            case .array, .object: break
            }
        }
        return text
    }
}
