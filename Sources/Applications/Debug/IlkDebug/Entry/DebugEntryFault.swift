/// Why an entry cannot be sent or taken. Says nothing of what is in it.
public enum DebugEntryFault: String, Error, Sendable, Hashable, CaseIterable {
    /// It is no JSON.
    case notJSON = "not_json"
    /// It is JSON, but no object.
    case notAnObject = "not_an_object"
    /// A member that every entry needs is missing, or of another type.
    case badID = "bad_id"
    /// The correlation, the device or the session is no UUID.
    case badReference = "bad_reference"
    /// The time is none, or one that 64 bits of nanoseconds cannot say.
    case badTimestamp = "bad_timestamp"
    /// There is no such source.
    case badSource = "bad_source"
    /// There is no such level.
    case badLevel = "bad_level"
    /// The event has no name, one of more than 1,024 bytes, or one with control characters.
    case badEvent = "bad_event"
    /// The payload is no object.
    case badPayload = "bad_payload"
    /// Arrays and objects stand too deep in one another.
    case tooDeep = "too_deep"
    /// A number is none, or one that cannot be had back as it was.
    case notANumber = "not_a_number"
    /// A text is no Unicode: half a surrogate pair, or bytes that are no UTF-8.
    case notUnicode = "not_unicode"
    /// An object has two members of one name.
    case repeatedName = "repeated_name"
    /// It is larger than an entry may be.
    case tooLarge = "too_large"
    /// The server will not have it.
    case refused = "refused"

    /// In words, for people.
    public var says: String {
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
