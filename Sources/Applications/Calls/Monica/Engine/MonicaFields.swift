public import IlkSync
import FoundationEssentials
import IlkVocabulary

/// The fields of a record of Monica's that carries a call, before they become JSON.
public enum MonicaFields: Hashable, Sendable {
    /// A body for `/api/calls`.
    case call(contact: Int32, calledAt: String, content: String, uuid: String)
    /// A body for `/api/activities`; its type is looked up by name, its contacts are numbers.
    case activity(summary: String, description: String, happenedAt: String, contacts: [Int32])
}

/// How calls become records of Monica's and back.
public protocol MonicaMapping: Sendable {
    /// The path of the records, below `/api`.
    var path: String { get }
    /// The fields of a call.
    func fields(_ content: CallContent, key: SyncKey, lineage: CallLineage) -> MonicaFields
    /// The call that fields carry; what a person made there has no key and no lineage.
    func call(_ fields: MonicaFields, contact: Int32) -> (
        content: CallContent, key: SyncKey?, lineage: CallLineage
    )?
}

/// Calls as `/api/calls`: to the second, with what Monica has no field for in a line of the text.
public struct CallsMapping: MonicaMapping {
    /// The mapping.
    public init() {}

    /// `calls`.
    public var path: String { "calls" }

    /// The fields of a call.
    public func fields(_ content: CallContent, key: SyncKey, lineage: CallLineage) -> MonicaFields {
        let trailer = CallTrailer(
            duration: content.duration, emotion: content.emotion, key: key, lineage: lineage)
        return .call(
            contact: content.contact, calledAt: MonicaTime.text(content.calledAt),
            content: trailer.appended(to: content.notes), uuid: key.recordID.description)
    }

    /// The call that fields carry.
    public func call(
        _ fields: MonicaFields, contact: Int32
    ) -> (content: CallContent, key: SyncKey?, lineage: CallLineage)? {
        guard case .call(_, let calledAt, let text, _) = fields, let time = MonicaTime.seconds(calledAt)
        else {
            return nil
        }
        // The uuid is not asked: Monica gives its own to calls that people make there.
        let (notes, trailer) = CallTrailer.parse(text)
        let content = CallContent(
            contact: contact, calledAt: time, duration: trailer?.duration ?? 0, emotion: trailer?.emotion,
            notes: notes)
        return (content, trailer?.key, trailer?.lineage ?? CallLineage())
    }
}

/// Calls as activities: the day is Monica's, all else stands in the description as JSON.
public struct ActivitiesMapping: MonicaMapping {
    /// The summary of an activity that carries a call: at most 255 characters, for Monica cuts without a word.
    public static let summary = "Phone call"

    private struct Description: Codable {
        var ilk: String
        /// Whom it was with: of an activity that lost its contacts nothing else tells.
        var contact: Int32?
        var calledAt: Int64
        var duration: Int32
        var emotion: String?
        var notes: String
        var versions: [String]
    }

    /// The mapping.
    public init() {}

    /// `activities`.
    public var path: String { "activities" }

    /// The fields of a call.
    public func fields(_ content: CallContent, key: SyncKey, lineage: CallLineage) -> MonicaFields {
        let description = Description(
            ilk: key.recordID.description, contact: content.contact, calledAt: content.calledAt,
            duration: content.duration,
            emotion: content.emotion, notes: content.notes,
            versions: lineage.digests.map { String($0, radix: 16) })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = try? encoder.encode(description)  // JSON can say all of it.
        return .activity(
            summary: Self.summary, description: String(decoding: json ?? Data(), as: UTF8.self),
            happenedAt: String(MonicaTime.text(content.calledAt).prefix(10)), contacts: [content.contact])
    }

    /// The call that fields carry. A description that a person wrote is notes, and the call was at noon. Without a contact
    /// (0) it is the one that the description names.
    public func call(
        _ fields: MonicaFields, contact: Int32
    ) -> (content: CallContent, key: SyncKey?, lineage: CallLineage)? {
        guard case .activity(_, let text, let day, _) = fields else { return nil }
        let data = Data(text.utf8)
        let json = try? JSONDecoder().decode(Description.self, from: data)  // Else a person wrote it.
        guard let json else {
            guard let noon = MonicaTime.seconds(day + "T12:00:00Z") else { return nil }
            return (CallContent(contact: contact, calledAt: noon, notes: text), nil, CallLineage())
        }
        let content = CallContent(
            contact: contact == 0 ? json.contact ?? 0 : contact, calledAt: json.calledAt,
            duration: json.duration, emotion: json.emotion,
            notes: json.notes)
        let lineage = CallLineage(json.versions.compactMap { UInt64($0, radix: 16) })
        return (content, RecordID(json.ilk).map { SyncKey($0) }, lineage)
    }
}

/// Monica's times: `YYYY-MM-DDTHH:MM:SSZ`, whole seconds.
public enum MonicaTime {
    /// The text of a time in seconds since 1970.
    public static func text(_ seconds: Int64) -> String {
        Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
    }

    /// Seconds since 1970; nil when the text is no time.
    public static func seconds(_ text: String) -> Int64? {
        let date = try? Date(text, strategy: .iso8601)  // A text that is no time is none of ours.
        return date.map { Int64(saturating: $0.timeIntervalSince1970.rounded(.down)) }
    }
}
