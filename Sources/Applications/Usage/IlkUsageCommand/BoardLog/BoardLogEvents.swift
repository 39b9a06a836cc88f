import IlkStore
import IlkUsage
import IlkFraming
import IlkVocabulary

/// Writes sessions and events in the Open Board Log format. Fields that the format does not define have the
/// prefix `ext_ilk_`.
struct BoardLogEvents {
    private let mask: BoardLogMask?
    private let shift: Int64
    private var writer = JSONWriter()
    private var session = ""

    /// - Parameter shift: The milliseconds to add to all times.
    init(mask: BoardLogMask?, shift: Int64) {
        self.mask = mask
        self.shift = shift
    }

    /// Returns the start of the JSON object of a session, up to the first event.
    mutating func begin(_ session: UsageSession, _ number: Int) -> String {
        writer.reset()
        writer.beginObject()
        self.session = mask == nil ? session.id.description : "session\(number + 1)"
        writer.field("id", self.session)
        writer.field("type", "log")
        writer.field("started", time(session.start))
        writer.field(
            "ended", time(ZonedTime(milliseconds: session.end.milliseconds, zone: session.start.utcOffset)))
        writer.field("device_id", key(session.deviceID))
        if mask == nil {
            writer.field("ext_ilk_title", session.title)
            writer.field("ext_ilk_place", session.place)
        } else {
            writer.field("anonymizations", BoardLogMask.methods)
        }
        writer.key("events")
        writer.beginArray()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Returns the JSON of an event. The id of the event consists of the id of the session and the position
    /// of the event in the session.
    mutating func bytes(_ event: UsageEvent, place: Int) -> [UInt8] {
        writer.reset()
        writer.beginObject()
        writer.field("id", "\(session):\(place)")
        writer.field("timestamp", time(event.time))
        writer.field("locale", event.language)
        switch event.action {
        case .tap(let tap): write(tap)
        case .phrase(let phrase): write(phrase)
        }
        if mask == nil {
            writer.field("ext_ilk_id", event.id.description)
            writer.field("ext_ilk_session_id", event.sessionID.description)
            writer.field("ext_ilk_tag", event.tag)
        }
        writer.field("ext_ilk_device_id", key(event.deviceID))
        writer.field("ext_ilk_caregiver_profile_id", event.caregiverProfileID.map(key))
        writer.endObject()
        return writer.bytes
    }

    private mutating func write(_ tap: SymbolTap) {
        let isHidden = mask != nil && !BoardLogMask.isCommon(tap.label)
        writer.field("type", "button")
        writer.field("modeling", tap.isModeled)
        writer.field("label", isHidden ? mask?.keyedDigest(tap.label) : tap.label)
        writer.field("spoken", true)
        writer.field("button_id", word(tap.symbolID))
        // The name of a page can identify the user as easily as a label can.
        writer.field(
            "board_id", mask == nil ? tap.categoryPath : tap.categoryPath.map { mask?.keyedDigest($0) ?? "" })
        if isHidden {
            writer.field("redacted", true)
        }
        if let grid = tap.gridPosition {
            writer.field("ext_ilk_row", grid.row)
            writer.field("ext_ilk_col", grid.column)
        }
        if let place = tap.phrasePosition { writer.field("ext_ilk_phrase_position", place) }
    }

    private mutating func write(_ phrase: PhraseCompletion) {
        writer.field("type", "utterance")
        writer.field("text", mask?.masked(phrase.phrase) ?? phrase.phrase)
        writer.key("buttons")
        writer.beginArray()
        for symbol in phrase.symbolIDs {
            writer.beginObject()
            if mask == nil || BoardLogMask.isCommon(symbol) {
                writer.field("id", symbol)
                writer.field("label", symbol)
            } else {
                writer.field("redacted", true)
            }
            writer.endObject()
        }
        writer.endArray()
        writer.field("ext_ilk_construction_time_ms", phrase.constructionTime)
        writer.field("ext_ilk_removed", phrase.edits.removed)
        writer.field("ext_ilk_reordered", phrase.edits.reordered)
        writer.field("ext_ilk_final_phrase_length", phrase.finalPhraseLength)
    }

    private func word(_ text: String) -> String {
        guard let mask, !BoardLogMask.isCommon(text) else { return text }
        return mask.keyedDigest(text)
    }

    private func key(_ id: RecordID) -> String { mask?.keyedDigest(id.description) ?? id.description }

    /// Formats a time. Shifted times are in UTC, because the time zone might identify the user.
    private func time(_ time: ZonedTime) -> String {
        ZonedTime(milliseconds: time.milliseconds + shift, zone: mask == nil ? time.utcOffset : 0).description
    }
}
