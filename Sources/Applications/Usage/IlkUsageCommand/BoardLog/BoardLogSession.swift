import IlkConsole
import IlkFraming
import IlkStore
import IlkUsage
import IlkVocabulary

/// Decodes one session of an Open Board Log.
struct BoardLogSession {
    private let session: JSONTree
    /// The path of this session, from which the keys of events without a UUID are computed.
    private let scope: BoardLogKey
    private let id: RecordID
    private let device: RecordID
    private let language: String?

    /// Creates a decoder.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - user: The path of the user, from which the keys of sessions and events are computed.
    ///   - number: The index of the session in the log, from 0.
    ///   - language: The language of the log, used if the session states no language.
    init(_ session: JSONTree, user: BoardLogKey, number: Int, language: String?) {
        self.session = session
        self.language = session["locale"].flatMap(BoardLogImport.text) ?? language
        let name = session["id"].flatMap(BoardLogImport.text) ?? "session \(number)"
        scope = user.adding(name)
        id = RecordID(name) ?? scope.id
        device = Self.device(Self.text(session, "device_id") ?? "device")
    }

    /// Decodes the events and the session note.
    ///
    /// - Throws: `RecordError`, whose message names the event.
    func records() throws -> [UsageRecord] {
        guard case .array(let events)? = session["events"] else {
            throw RecordError(message: "field 'events' must be an array")
        }
        var records: [UsageRecord] = []
        for (number, event) in events.enumerated() {
            do {
                guard let record = try record(event, number) else { continue }
                guard record.validationErrors.isEmpty else {
                    throw RecordError(message: record.validationErrors.joined(separator: "; "))
                }
                records.append(.event(record))
            } catch let problem as RecordError {
                throw RecordError(message: "event \(number + 1): \(problem.message)")
            }
        }
        let (title, place) = (Self.text(session, "ext_ilk_title"), Self.text(session, "ext_ilk_place"))
        if title != nil || place != nil {
            records.append(.session(UsageSessionNote(id: id, title: title, place: place)))
        }
        return records
    }

    private func record(_ event: JSONTree, _ number: Int) throws -> UsageEvent? {
        guard let action = try action(of: event) else { return nil }
        guard let time = Self.text(event, "timestamp").flatMap({ ZonedTime($0) }) else {
            throw RecordError(message: "field 'timestamp' must be an ISO 8601 time")
        }
        let name = Self.text(event, "id") ?? "\(number)"
        return UsageEvent(
            id: Self.text(event, "ext_ilk_id").flatMap { RecordID($0) } ?? scope.adding(name).id,
            time: time, action: action, language: Self.text(event, "locale") ?? language ?? "und",
            sessionID: Self.text(event, "ext_ilk_session_id").flatMap { RecordID($0) } ?? id,
            deviceID: Self.text(event, "ext_ilk_device_id").map(Self.device) ?? device,
            caregiverProfileID: Self.text(event, "ext_ilk_caregiver_profile_id").map {
                RecordID($0) ?? BoardLogKey("caregiver").adding($0).id
            }, tag: Self.text(event, "ext_ilk_tag"))
    }

    private func action(of event: JSONTree) throws -> UsageEvent.Action? {
        switch Self.text(event, "type") {
        case "button":
            guard let label = Self.text(event, "label") ?? Self.text(event, "vocalization") else {
                throw RecordError(message: "the button has neither the field 'label' nor 'vocalization'")
            }
            let grid = number(event, "ext_ilk_row").flatMap { row in
                number(event, "ext_ilk_col").map { SymbolTap.GridPosition(row: row, column: $0) }
            }
            let symbol = Self.text(event, "button_id") ?? label
            return .tap(
                SymbolTap(
                    symbolID: symbol.isEmpty ? label : symbol, label: label,
                    categoryPath: Self.text(event, "board_id"),
                    gridPosition: grid, phrasePosition: number(event, "ext_ilk_phrase_position"),
                    isModeled: event["modeling"] == .bool(true)))
        case "utterance":
            guard let said = Self.text(event, "text") else {
                throw RecordError(message: "the utterance has no field 'text'")
            }
            // An utterance with an empty text is ignored.
            return said.isEmpty ? nil : .phrase(phrase(event, said))
        default: return nil
        }
    }

    private func phrase(_ event: JSONTree, _ said: String) -> PhraseCompletion {
        var symbols: [String] = []
        if case .array(let buttons)? = event["buttons"] {
            symbols = buttons.map {
                Self.text($0, "id") ?? Self.text($0, "label") ?? Self.text($0, "text") ?? "????"
            }
        }
        return PhraseCompletion(
            symbolIDs: symbols, phrase: said,
            constructionTime: number(event, "ext_ilk_construction_time_ms") ?? 0,
            edits: .init(
                removed: number(event, "ext_ilk_removed") ?? 0,
                reordered: number(event, "ext_ilk_reordered") ?? 0),
            finalPhraseLength: number(event, "ext_ilk_final_phrase_length"))
    }

    private static func text(_ object: JSONTree, _ name: String) -> String? {
        switch object[name] {
        case .string(let text): text
        // Some programs write numbers as ids.
        case .integer(let number): "\(number)"
        default: nil
        }
    }

    private func number(_ object: JSONTree, _ name: String) -> Int? {
        if case .integer(let number)? = object[name] { Int(number) } else { nil }
    }

    private static func device(_ name: String) -> RecordID {
        RecordID(name) ?? BoardLogKey("device").adding(name).id
    }
}

/// Computes keys for records without a UUID. The key is a digest of the names on the path to the record:
/// user, session, event.
///
/// The path of a session is hashed only once, even if it has many events.
struct BoardLogKey {
    private var hasher = ContentHasher()

    init(_ name: String) { hasher.update("open board log\u{1}\(name)".utf8) }

    /// Appends a name to the path.
    func adding(_ name: String) -> BoardLogKey {
        var key = self
        key.hasher.update("\u{1}".utf8)
        key.hasher.update(name.utf8)
        return key
    }

    /// A UUID of version 8, whose bits are application-defined (RFC 9562).
    var id: RecordID {
        let bytes = hasher.finish().bytes
        func word(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
        return RecordID(
            high: word(0..<8) & 0xFFFF_FFFF_FFFF_0FFF | 0x8000,
            low: word(8..<16) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }
}
