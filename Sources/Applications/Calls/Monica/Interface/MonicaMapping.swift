import FoundationEssentials
import IlkSync
import IlkVocabulary

/// A call decoded from a record. A call without a key and lineage was created by a person in Monica.
struct DecodedCall {
    var content: CallContent
    var key: SyncKey?
    var lineage = CallLineage()
}

/// The mapping to `/api/calls`. Fields that Monica does not have are encoded in a line of the call's text.
enum CallsMapping {
    /// Returns the request body for a new call.
    static func body(_ content: CallContent, key: SyncKey, lineage: CallLineage) -> MonicaWire.CallBody {
        let trailer = CallTrailer(
            duration: content.duration, emotion: content.emotion, key: key, lineage: lineage)
        return MonicaWire.CallBody(
            contactID: content.contact, calledAt: MonicaTime.text(content.calledAt),
            content: trailer.appended(to: content.notes), contactCalled: false,
            uuid: key.recordID.description)
    }

    /// Returns the call in a record, or `nil` if the record is malformed.
    static func call(_ record: MonicaWire.Record) -> DecodedCall? {
        guard let contact = record.contact?.id, let time = record.calledAt.flatMap(MonicaTime.seconds)
        else { return nil }
        // The uuid of the record is ignored, because Monica also assigns uuids to calls that people create
        // there.
        let (notes, trailer) = CallTrailer.parse(record.content ?? "")
        let content = CallContent(
            contact: contact, calledAt: time, duration: trailer?.duration ?? 0, emotion: trailer?.emotion,
            notes: notes)
        return DecodedCall(content: content, key: trailer?.key, lineage: trailer?.lineage ?? CallLineage())
    }
}

/// The mapping to activities. Monica stores the day of an activity; all other fields are JSON in the
/// description.
enum ActivitiesMapping {
    /// The summary of all activities that Ilk creates. Monica silently truncates summaries after 255
    /// characters.
    static let summary = "Phone call"

    private struct Description: Codable {
        var ilk: String
        /// The id of the contact, for an activity that has lost its contact.
        var contact: Int32?
        var calledAt: Int64
        var duration: Int32
        var emotion: String?
        var notes: String
        var versions: [String]

        var key: SyncKey? { RecordID(ilk).map { SyncKey($0) } }
    }

    /// Returns the request body for an activity, without its type.
    static func body(_ content: CallContent, key: SyncKey, lineage: CallLineage) -> MonicaWire.ActivityBody {
        let description = Description(
            ilk: key.recordID.description, contact: content.contact, calledAt: content.calledAt,
            duration: content.duration, emotion: content.emotion, notes: content.notes,
            versions: lineage.digests.map { String($0, radix: 16) })
        let json = try? JSONEncoder.deterministic().encode(description)  // Strings always encode.
        return MonicaWire.ActivityBody(
            summary: summary, description: String(decoding: json ?? Data(), as: UTF8.self),
            happenedAt: String(MonicaTime.text(content.calledAt).prefix(10)), contacts: [content.contact])
    }

    private static func description(_ record: MonicaWire.Record) -> Description? {
        let data = Data((record.description ?? "").utf8)
        return try? JSONDecoder().decode(Description.self, from: data)  // Else a person wrote it.
    }

    /// Returns the key of the call in a record, or `nil` if Ilk did not create the record.
    static func key(_ record: MonicaWire.Record) -> SyncKey? { description(record)?.key }

    /// Returns the call in a record. A description that a person wrote becomes the notes of a call at noon
    /// UTC. If the activity has no contact, the contact in the description is used.
    static func call(_ record: MonicaWire.Record) -> DecodedCall? {
        guard let day = record.day else { return nil }
        let contact = record.attendees?.contacts.first?.id
        guard let json = description(record) else {
            guard let noon = MonicaTime.seconds(day + "T12:00:00Z") else { return nil }
            let notes = record.description ?? ""
            return DecodedCall(content: CallContent(contact: contact ?? 0, calledAt: noon, notes: notes))
        }
        let content = CallContent(
            contact: contact ?? json.contact ?? 0, calledAt: json.calledAt, duration: json.duration,
            emotion: json.emotion, notes: json.notes)
        let lineage = CallLineage(json.versions.compactMap { UInt64($0, radix: 16) })
        return DecodedCall(content: content, key: json.key, lineage: lineage)
    }
}

/// Monica's time format: `YYYY-MM-DDTHH:MM:SSZ`, in whole seconds.
enum MonicaTime {
    /// Formats a time in seconds since 1970.
    static func text(_ seconds: Int64) -> String {
        Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
    }

    /// Parses a time as seconds since 1970. Returns `nil` if it is malformed.
    static func seconds(_ text: String) -> Int64? {
        let date = try? Date(text, strategy: .iso8601)  // Malformed times are `nil`.
        return date.map { Int64(saturating: $0.timeIntervalSince1970.rounded(.down)) }
    }
}
