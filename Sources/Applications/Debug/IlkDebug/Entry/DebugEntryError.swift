/// The reason why an entry is invalid, or why it cannot be sent. The messages contain no part of the entry.
public enum DebugEntryError: String, Error, Sendable, Hashable, CaseIterable {
    /// The bytes are not valid JSON.
    case notJSON = "not_json"
    /// The JSON value is not an object.
    case notAnObject = "not_an_object"
    /// The id is missing or not a UUID.
    case badID = "bad_id"
    /// The correlation id, device id, session id or batch id is not a UUID, or the sequence number is not an
    /// integer.
    case badReference = "bad_reference"
    /// The time is missing or invalid, or is outside the years 1677 to 2262.
    case badTimestamp = "bad_timestamp"
    /// The source is missing or unknown.
    case badSource = "bad_source"
    /// The level is unknown.
    case badLevel = "bad_level"
    /// The name of the event is missing, empty, longer than 1,024 bytes, or contains control characters.
    case badEvent = "bad_event"
    /// The payload is not an object.
    case badPayload = "bad_payload"
    /// The arrays and objects of the payload are nested too deeply.
    case tooDeep = "too_deep"
    /// A number is infinite or NaN, or cannot be represented without loss.
    case notANumber = "not_a_number"
    /// A string is not valid Unicode: an unpaired surrogate, or invalid UTF-8.
    case notUnicode = "not_unicode"
    /// An object has two fields with the same name.
    case repeatedName = "repeated_name"
    /// The entry exceeds the size limit.
    case tooLarge = "too_large"
    /// The server rejected the entry.
    case refused = "refused"

    /// The message for users.
    public var message: String {
        switch self {
        case .notJSON: "not valid JSON"
        case .notAnObject: "not a JSON object"
        case .badID: "'id' must be a UUID"
        case .badReference:
            "'correlation_id', 'device_id', 'session_id' and 'batch_id' must be UUIDs, and 'sequence' must "
                + "be an integer"
        case .badTimestamp: "'timestamp' must be an RFC 3339 time between the years 1677 and 2262"
        case .badSource: "'source' must be ios, backend or web"
        case .badLevel: "'level' must be debug, info, warn or error"
        case .badEvent: "'event' must have 1 to 1,024 bytes without control characters"
        case .badPayload: "'payload' must be an object"
        case .tooDeep: "'payload' is nested deeper than \(DebugPayloadValue.maximumDepth) levels"
        case .notANumber: "the event contains a number that is not finite or cannot be represented exactly"
        case .notUnicode: "the event contains a string that is not valid Unicode"
        case .repeatedName: "the event contains an object with two fields of the same name"
        case .tooLarge: "the event is larger than \(DebugLogEntry.maximumSize) bytes"
        case .refused: "the server refuses the event"
        }
    }
}
