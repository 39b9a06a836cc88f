/// The reason why an entry cannot be sent or accepted. It contains nothing of the entry's content.
public enum DebugEntryError: String, Error, Sendable, Hashable, CaseIterable {
    /// The bytes are not valid JSON.
    case notJSON = "not_json"
    /// The JSON value is not an object.
    case notAnObject = "not_an_object"
    /// The id is missing or not a UUID.
    case badID = "bad_id"
    /// The correlation, device or session id is not a UUID, the sequence is not an integer, or the batch id
    /// is not a UUID.
    case badReference = "bad_reference"
    /// The time is missing or invalid, or exceeds the range of 64-bit nanoseconds.
    case badTimestamp = "bad_timestamp"
    /// The source is missing or unknown.
    case badSource = "bad_source"
    /// The level is unknown.
    case badLevel = "bad_level"
    /// The event is missing, empty, longer than 1,024 bytes, or contains control characters.
    case badEvent = "bad_event"
    /// The payload is not an object.
    case badPayload = "bad_payload"
    /// Arrays and objects are nested too deep.
    case tooDeep = "too_deep"
    /// A number is not finite, or cannot be represented without loss.
    case notANumber = "not_a_number"
    /// A string is not valid Unicode: an unpaired surrogate, or invalid UTF-8.
    case notUnicode = "not_unicode"
    /// An object has two fields with the same name.
    case repeatedName = "repeated_name"
    /// The entry exceeds the size limit.
    case tooLarge = "too_large"
    /// The server rejects the entry.
    case refused = "refused"

    /// A description for people.
    public var message: String {
        switch self {
        case .notJSON: "it is no JSON"
        case .notAnObject: "it is no JSON object"
        case .badID: "its id is no UUID"
        case .badReference: "its correlation, device or session is no UUID"
        case .badTimestamp: "its timestamp is none of RFC 3339, or too far from today"
        case .badSource: "its source is none of ios, backend, web"
        case .badLevel: "its level is none of debug, info, warn, error"
        case .badEvent: "its event has no name, or one that is too long or has control characters"
        case .badPayload: "its payload is no object"
        case .tooDeep: "its payload is nested deeper than \(DebugPayloadValue.maximumDepth) levels"
        case .notANumber: "a number in it cannot be had back as it was"
        case .notUnicode: "a text in it is no Unicode"
        case .repeatedName: "an object in it has two members of one name"
        case .tooLarge: "it is too large"
        case .refused: "the server will not have it"
        }
    }
}
