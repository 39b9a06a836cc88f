import FoundationEssentials
public import IlkFraming
import IlkStore
import IlkVocabulary

/// The JSON encoding of usage records for exports and sync.
///
/// Equal records have identical bytes: the order of fields is fixed, and missing values are omitted.
public struct UsageRecordJSON: Sendable {
    /// The version of the format. Records of later versions are not decoded.
    public static let version = 1

    private var writer = JSONWriter()

    /// Creates an encoder.
    public init() {}

    /// Encodes a record on one line, without a line feed.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - isLocal: `true` to include fields that are not synced, such as the time of receipt.
    public mutating func bytes(_ record: UsageRecord, isLocal: Bool = true) -> [UInt8] {
        writer.reset()
        writer.beginObject()
        switch record {
        case .event(let event): write(event, isLocal: isLocal)
        case .device(let device):
            begin("device", device.id)
            writer.member("account_id", device.accountID)
            writer.member("installation_id", device.installationID)
            writer.member("name", device.name)
        case .caregiver(let profile):
            begin("caregiver", profile.id)
            writer.member("name", profile.name)
            writer.member("role", profile.role)
        case .session(let note):
            begin("session", note.id)
            writer.member("title", note.title)
            writer.member("place", note.place)
        }
        writer.endObject()
        return writer.bytes
    }

    private mutating func begin(_ type: String, _ id: RecordID) {
        writer.member("type", type)
        writer.member("version", Self.version)
        writer.member("id", id.description)
    }

    private mutating func write(_ event: UsageEvent, isLocal: Bool) {
        begin(event.tap == nil ? "phrase" : "tap", event.id)
        writer.member("timestamp", event.time.description)
        writer.member("session_id", event.sessionID.description)
        writer.member("device_id", event.deviceID.description)
        writer.member("caregiver_profile_id", event.caregiverProfileID?.description)
        writer.member("language_setting", event.language)
        switch event.action {
        case .tap(let tap): write(tap)
        case .phrase(let phrase): write(phrase)
        }
        writer.member("tag", event.tag)
        guard isLocal, let received = event.receivedAt else { return }
        writer.member("received_at", ZonedTime(milliseconds: received.milliseconds, zone: 0).description)
    }

    private mutating func write(_ tap: SymbolTap) {
        writer.member("symbol_id", tap.symbolID)
        writer.member("symbol_label_displayed", tap.label)
        writer.member("category_path", tap.categoryPath)
        if let grid = tap.gridPosition {
            writer.key("grid_position")
            writer.beginArray()
            writer.integer(grid.row)
            writer.integer(grid.column)
            writer.endArray()
        }
        if let place = tap.phrasePosition { writer.member("phrase_position", place) }
        guard tap.isModeled else { return }
        writer.member("modeling", true)
    }

    private mutating func write(_ phrase: PhraseCompletion) {
        writer.member("symbol_ids", phrase.symbolIDs)
        writer.member("phrase", phrase.phrase)
        writer.member("construction_time_ms", phrase.constructionTime)
        writer.key("edits_made")
        writer.beginObject()
        writer.member("removed", phrase.edits.removed)
        writer.member("reordered", phrase.edits.reordered)
        writer.endObject()
        writer.member("final_phrase_length", phrase.finalPhraseLength)
    }
}

extension UsageRecordJSON {
    /// Decodes a record.
    ///
    /// - Parameter json: The JSON object.
    /// - Throws: ``UsageError/invalid(_:)`` with all problems, or ``UnknownVersion`` for a record of a later
    ///   version.
    public static func record(_ json: JSONTree) throws -> UsageRecord {
        let members = try UsageMembers(json)
        if let found = try members.number("version"), found > version { throw UnknownVersion(version: found) }
        switch try members.needed("type") {
        case "tap", "phrase": return .event(try event(members))
        case "device":
            return .device(
                UsageDevice(
                    id: try members.id("id"), accountID: try members.text("account_id"),
                    installationID: try members.needed("installation_id"), name: try members.needed("name")))
        case "caregiver":
            return .caregiver(
                CaregiverProfile(
                    id: try members.id("id"), name: try members.needed("name"), role: try members.text("role")
                ))
        case "session":
            return .session(
                UsageSessionNote(
                    id: try members.id("id"), title: try members.text("title"),
                    place: try members.text("place")))
        default: throw UsageError.invalid(["its 'type' is none of tap, phrase, device, caregiver, session"])
        }
    }

    /// The error for a record that a later version of the program wrote.
    public struct UnknownVersion: Error {
        /// The version of the record.
        public let version: Int
    }

    private static func event(_ members: UsageMembers) throws -> UsageEvent {
        let action: UsageEvent.Action =
            try members.needed("type") == "tap"
            ? .tap(
                SymbolTap(
                    symbolID: try members.needed("symbol_id"),
                    label: try members.needed("symbol_label_displayed"),
                    categoryPath: try members.text("category_path"), gridPosition: try members.grid(),
                    phrasePosition: try members.number("phrase_position"),
                    isModeled: try members.flag("modeling") ?? false))
            : .phrase(
                PhraseCompletion(
                    symbolIDs: try members.texts("symbol_ids"), phrase: try members.needed("phrase"),
                    constructionTime: try members.number(needed: "construction_time_ms"),
                    edits: try members.edits(),
                    finalPhraseLength: try members.number("final_phrase_length")))
        let event = UsageEvent(
            id: try members.id("id"), time: try members.time("timestamp"), action: action,
            language: try members.needed("language_setting"), sessionID: try members.id("session_id"),
            deviceID: try members.id("device_id"),
            caregiverProfileID: try members.text("caregiver_profile_id") == nil
                ? nil : members.id("caregiver_profile_id"),
            tag: try members.text("tag"),
            receivedAt: try members.text("received_at") == nil
                ? nil : Date(milliseconds: members.time("received_at").milliseconds))
        guard event.problems.isEmpty else { throw UsageError.invalid(event.problems) }
        return event
    }
}
