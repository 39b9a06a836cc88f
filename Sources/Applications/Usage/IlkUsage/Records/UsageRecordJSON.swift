import FoundationEssentials
public import IlkFraming
import IlkStore
import IlkVocabulary

/// The JSON encoding of usage records for exports and sync.
///
/// Equal records have identical bytes: the order of fields is fixed, and missing values are omitted.
public struct UsageRecordJSON: Sendable {
    /// The highest version of the format that this program decodes. Corrections have version 2. All other
    /// records have version 1, so earlier programs can read files without corrections.
    public static let version = 2

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
            writer.field("account_id", device.accountID)
            writer.field("installation_id", device.installationID)
            writer.field("name", device.name)
        case .caregiver(let profile):
            begin("caregiver", profile.id)
            writer.field("name", profile.name)
            writer.field("role", profile.role)
        case .session(let note):
            begin("session", note.id)
            writer.field("title", note.title)
            writer.field("place", note.place)
        case .correction(let correction, let phrase):
            begin("correction", phrase, version: 2)
            writer.field(
                "timestamp", ZonedTime(milliseconds: correction.time.milliseconds, zone: 0).description)
            writer.field("tag", correction.label)
            writer.field("author", correction.author)
        }
        writer.endObject()
        return writer.bytes
    }

    private mutating func begin(_ type: String, _ id: RecordID, version: Int = 1) {
        writer.field("type", type)
        writer.field("version", version)
        writer.field("id", id.description)
    }

    private mutating func write(_ event: UsageEvent, isLocal: Bool) {
        begin(event.tap == nil ? "phrase" : "tap", event.id)
        writer.field("timestamp", event.time.description)
        writer.field("session_id", event.sessionID.description)
        writer.field("device_id", event.deviceID.description)
        writer.field("caregiver_profile_id", event.caregiverProfileID?.description)
        writer.field("language_setting", event.language)
        switch event.action {
        case .tap(let tap): write(tap)
        case .phrase(let phrase): write(phrase)
        }
        writer.field("tag", event.tag)
        guard isLocal, let received = event.receivedAt else { return }
        writer.field("received_at", ZonedTime(milliseconds: received.milliseconds, zone: 0).description)
    }

    private mutating func write(_ tap: SymbolTap) {
        writer.field("symbol_id", tap.symbolID)
        writer.field("symbol_label_displayed", tap.label)
        writer.field("category_path", tap.categoryPath)
        if let grid = tap.gridPosition {
            writer.key("grid_position")
            writer.beginArray()
            writer.integer(grid.row)
            writer.integer(grid.column)
            writer.endArray()
        }
        if let place = tap.phrasePosition { writer.field("phrase_position", place) }
        guard tap.isModeled else { return }
        writer.field("modeling", true)
    }

    private mutating func write(_ phrase: PhraseCompletion) {
        writer.field("symbol_ids", phrase.symbolIDs)
        writer.field("phrase", phrase.phrase)
        writer.field("construction_time_ms", phrase.constructionTime)
        writer.key("edits_made")
        writer.beginObject()
        writer.field("removed", phrase.edits.removed)
        writer.field("reordered", phrase.edits.reordered)
        writer.endObject()
        writer.field("final_phrase_length", phrase.finalPhraseLength)
    }
}

extension UsageRecordJSON {
    /// Decodes a record.
    ///
    /// - Parameter json: The JSON object.
    /// - Throws: ``UsageError/invalid(_:)`` with the validation errors, or ``UnknownVersion`` for a record of
    ///   a later version.
    public static func record(_ json: JSONTree) throws -> UsageRecord {
        let members = try UsageJSONFields(json)
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
        case "correction":
            let time = Date(milliseconds: try members.time("timestamp").milliseconds)
            return .correction(
                RecordCorrection(
                    taxonomy: UsageStore.tagTaxonomy, label: try members.text("tag"),
                    author: try members.text("author"), time: time), of: try members.id("id"))
        default:
            throw UsageError.invalid([
                "field 'type' must be tap, phrase, device, caregiver, session or correction"
            ])
        }
    }

    /// The error for a record that a later version of the program wrote.
    public struct UnknownVersion: Error {
        /// The version of the record.
        public let version: Int
    }

    private static func event(_ members: UsageJSONFields) throws -> UsageEvent {
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
        guard event.validationErrors.isEmpty else { throw UsageError.invalid(event.validationErrors) }
        return event
    }
}
