import FoundationEssentials
import IlkSync
import IlkVocabulary

/// A call as a record of Monica's says it; what a person made there has no key and no lineage.
struct SaidCall {
    var content: CallContent
    var key: SyncKey?
    var lineage = CallLineage()
}

/// Calls as `/api/calls`: to the second, with what Monica has no field for in a line of the text.
enum CallsMapping {
    /// The body of a call that is new there.
    static func body(_ content: CallContent, key: SyncKey, lineage: CallLineage) -> MonicaWire.CallBody {
        let trailer = CallTrailer(
            duration: content.duration, emotion: content.emotion, key: key, lineage: lineage)
        return MonicaWire.CallBody(
            contactID: content.contact, calledAt: MonicaTime.text(content.calledAt),
            content: trailer.appended(to: content.notes), contactCalled: false,
            uuid: key.recordID.description)
    }

    /// The call that a record carries; nil when it cannot be read as one.
    static func call(_ record: MonicaWire.Record) -> SaidCall? {
        guard let contact = record.contact?.id, let time = record.calledAt.flatMap(MonicaTime.seconds)
        else { return nil }
        // The uuid is not asked: Monica gives its own to calls that people make there.
        let (notes, trailer) = CallTrailer.parse(record.content ?? "")
        let content = CallContent(
            contact: contact, calledAt: time, duration: trailer?.duration ?? 0, emotion: trailer?.emotion,
            notes: notes)
        return SaidCall(content: content, key: trailer?.key, lineage: trailer?.lineage ?? CallLineage())
    }
}

/// Calls as activities: the day is Monica's, all else stands in the description as JSON.
enum ActivitiesMapping {
    /// The summary of an activity that carries a call: at most 255 characters, for Monica cuts without a word.
    static let summary = "Phone call"

    private struct Description: Codable {
        var ilk: String
        /// Whom it was with: of an activity that lost its contacts nothing else tells.
        var contact: Int32?
        var calledAt: Int64
        var duration: Int32
        var emotion: String?
        var notes: String
        var versions: [String]

        var key: SyncKey? { RecordID(ilk).map { SyncKey($0) } }
    }

    /// The body of an activity, but for its type, which is looked up by name.
    static func body(_ content: CallContent, key: SyncKey, lineage: CallLineage) -> MonicaWire.ActivityBody {
        let description = Description(
            ilk: key.recordID.description, contact: content.contact, calledAt: content.calledAt,
            duration: content.duration, emotion: content.emotion, notes: content.notes,
            versions: lineage.digests.map { String($0, radix: 16) })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = try? encoder.encode(description)  // JSON can say all of it.
        return MonicaWire.ActivityBody(
            summary: summary, description: String(decoding: json ?? Data(), as: UTF8.self),
            happenedAt: String(MonicaTime.text(content.calledAt).prefix(10)), contacts: [content.contact])
    }

    private static func description(_ record: MonicaWire.Record) -> Description? {
        let data = Data((record.description ?? "").utf8)
        return try? JSONDecoder().decode(Description.self, from: data)  // Else a person wrote it.
    }

    /// The key of the call that a record carries; nil when it is none of ours.
    static func key(_ record: MonicaWire.Record) -> SyncKey? { description(record)?.key }

    /// The call that a record carries. A description that a person wrote is notes, and the call was at noon. Without a contact
    /// it is the one that the description names.
    static func call(_ record: MonicaWire.Record) -> SaidCall? {
        guard let day = record.day else { return nil }
        let contact = record.attendees?.contacts.first?.id
        guard let json = description(record) else {
            guard let noon = MonicaTime.seconds(day + "T12:00:00Z") else { return nil }
            let notes = record.description ?? ""
            return SaidCall(content: CallContent(contact: contact ?? 0, calledAt: noon, notes: notes))
        }
        let content = CallContent(
            contact: contact ?? json.contact ?? 0, calledAt: json.calledAt, duration: json.duration,
            emotion: json.emotion, notes: json.notes)
        let lineage = CallLineage(json.versions.compactMap { UInt64($0, radix: 16) })
        return SaidCall(content: content, key: json.key, lineage: lineage)
    }
}

/// Monica's times: `YYYY-MM-DDTHH:MM:SSZ`, whole seconds.
enum MonicaTime {
    /// The text of a time in seconds since 1970.
    static func text(_ seconds: Int64) -> String {
        Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
    }

    /// Seconds since 1970; nil when the text is no time.
    static func seconds(_ text: String) -> Int64? {
        let date = try? Date(text, strategy: .iso8601)  // A text that is no time is none of ours.
        return date.map { Int64(saturating: $0.timeIntervalSince1970.rounded(.down)) }
    }
}
