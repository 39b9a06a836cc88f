public import FoundationEssentials
public import IlkVocabulary

/// One event of a log: what happened, where, when, how grave it is, and what belongs together with it.
///
/// Its JSON has the names `id`, `correlation_id`, `timestamp`, `source`, `level`, `event`, `payload`, `device_id`,
/// `session_id` and `sequence`. ``json`` and ``init(json:)`` lose nothing; through `Codable` a whole number with a fraction
/// (1.0) may come back as a whole number, because encoders do not keep the two apart.
public struct DebugLogEntry: Sendable, Hashable {
    /// The most bytes that an event's name has.
    public static let longestEvent = 1024

    /// What tells it from all others: however often it is sent, it is stored once.
    public var id: RecordID
    /// What belongs together with it: a request, over all parts of a system. The entry's own id where nothing does.
    public var correlationId: RecordID
    /// When it happened, by the clock of where it happened: nanoseconds since 1970-01-01T00:00:00Z.
    public var nanoseconds: Int64
    /// Which part of the system it is from.
    public var source: LogSource
    /// How grave it is; nil where nobody said.
    public var level: LogLevel?
    /// Its name, as `API_REQUEST`.
    public var event: String
    /// What else there is to say.
    public var payload: DebugPayload
    /// The device.
    public var deviceId: RecordID?
    /// The run of the program.
    public var sessionId: RecordID?
    /// Its place within the session: clocks go back, this does not.
    public var sequence: Int64?

    /// An entry of these parts.
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

    /// When it happened. A `Date` of today is exact to 120 nanoseconds.
    public var timestamp: Date {
        get {
            Date(timeIntervalSince1970: Double(nanoseconds / 1_000_000_000))
                .addingTimeInterval(Double(nanoseconds % 1_000_000_000) / 1e9)
        }
        set { nanoseconds = Self.nanoseconds(newValue) }
    }

    /// The nanoseconds of a time, to the microsecond; of one that 64 bits cannot say, the nearest.
    public static func nanoseconds(_ date: Date) -> Int64 {
        let microseconds = (date.timeIntervalSince1970 * 1e6).rounded()
        guard let whole = Int64(exactly: microseconds), abs(whole) < Int64.max / 1000 else {
            return microseconds > 0 ? .max : .min
        }
        return whole * 1000
    }

    /// Whether a name can be an event's: 1 to 1,024 bytes, no control character.
    public static func isEvent(_ name: String) -> Bool {
        (1...longestEvent).contains(name.utf8.count) && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    /// What keeps it from being sent; nil when nothing does.
    ///
    /// - Complexity: Linear in the payload.
    public var fault: DebugEntryFault? {
        Self.isEvent(event) ? payload.fault : .badEvent
    }

    /// About how many bytes of memory it takes.
    public var memory: Int { 200 + event.utf8.count + payload.memory }

    /// What the pipeline and the search read: the event, then the payload's values behind their names, in their order.
    public var text: String {
        var text = event
        payload.leaves { path, value in
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
