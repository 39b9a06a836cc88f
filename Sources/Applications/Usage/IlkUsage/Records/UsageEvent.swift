public import FoundationEssentials
import IlkStore
public import IlkVocabulary

/// Something that was done with a communication app: written once, never changed.
public struct UsageEvent: Sendable, Hashable {
    /// What was done.
    public enum Action: Sendable, Hashable {
        /// A symbol was tapped.
        case tap(SymbolTap)
        /// A phrase was spoken.
        case phrase(PhraseCompletion)
    }

    /// The event's key, of version 7.
    public var id: RecordID
    /// When it was, and what the clock on the wall showed.
    public var time: ZonedTime
    /// What was done.
    public var action: Action
    /// The language that the app was set to, as `en` or `bg`.
    public var language: String
    /// The session it was in.
    public var sessionID: RecordID
    /// The device it was done on: ``UsageDevice/id``.
    public var deviceID: RecordID
    /// The person who was there, when one was set: ``CaregiverProfile/id``.
    public var caregiverProfileID: RecordID?
    /// A caller's own category for it: what a model can be trained on.
    public var tag: String?
    /// When it came from elsewhere; nil for one of this store's own.
    public var receivedAt: Date?

    /// An event of these parts.
    public init(
        id: RecordID, time: ZonedTime, action: Action, language: String, sessionID: RecordID,
        deviceID: RecordID, caregiverProfileID: RecordID? = nil, tag: String? = nil, receivedAt: Date? = nil
    ) {
        self.id = id
        self.time = time
        self.action = action
        self.language = language
        self.sessionID = sessionID
        self.deviceID = deviceID
        self.caregiverProfileID = caregiverProfileID
        self.tag = tag
        self.receivedAt = receivedAt
    }

    /// The tap, if it is one.
    public var tap: SymbolTap? { if case .tap(let tap) = action { tap } else { nil } }
    /// The phrase, if it is one.
    public var phrase: PhraseCompletion? { if case .phrase(let phrase) = action { phrase } else { nil } }
    /// When it was.
    public var timestamp: Date { Date(milliseconds: time.milliseconds) }
    /// What people call it by.
    public var shortID: String { String(id.description.suffix(8)) }
}

extension UsageEvent {
    /// How long one text of an event may be, in bytes.
    public static let longestText = 65_536
    /// The greatest number that an event may have, a time in milliseconds or a count: sums over all events that a file can
    /// hold stay numbers.
    public static let greatestNumber = 1_000_000_000_000

    /// All that is wrong with it; nothing when it can be stored.
    public var problems: [String] {
        var problems: [String] = []
        if !TimedRows.usage.times.contains(time.milliseconds) {
            problems.append("timestamp: it is not between 1691 and 2248")
        }
        if !ZonedTime.zones.contains(time.zone) { problems.append("timestamp: there is no such zone") }
        if language.isEmpty { problems.append("language_setting: it is empty") }
        switch action {
        case .tap(let tap):
            if tap.symbolID.isEmpty { problems.append("symbol_id: it is empty") }
            if let place = tap.phrasePosition, place < 1 {
                problems.append("phrase_position: it is counted from 1")
            }
        case .phrase(let phrase):
            if phrase.phrase.isEmpty { problems.append("phrase: it is empty") }
            let numbers = [
                phrase.constructionTime, phrase.edits.removed, phrase.edits.reordered,
                phrase.finalPhraseLength,
            ]
            if numbers.contains(where: { $0 < 0 }) {
                problems.append("construction_time_ms, edits_made, final_phrase_length: they are not below 0")
            }
            if numbers.contains(where: { $0 > Self.greatestNumber }) {
                problems.append(
                    "construction_time_ms, edits_made, final_phrase_length: they are not above \(Self.greatestNumber)"
                )
            }
        }
        if texts.contains(where: { $0.utf8.count > Self.longestText }) {
            problems.append("a text has more than \(Self.longestText) bytes")
        }
        return problems
    }

    private var texts: [String] {
        let own =
            switch action {
            case .tap(let tap): [tap.symbolID, tap.label, tap.categoryPath ?? ""]
            case .phrase(let phrase): phrase.symbolIDs + [phrase.phrase]
            }
        return own + [language, tag ?? ""]
    }

    /// How much memory it takes while it waits, in bytes.
    var size: Int {
        switch action {
        case .tap(let tap): 320 + tap.symbolID.utf8.count + tap.label.utf8.count
        case .phrase(let phrase): 320 + phrase.phrase.utf8.count + 32 * phrase.symbolIDs.count
        }
    }
}

extension TimedRows {
    /// The places of events: their milliseconds, and a million numbers within each.
    static let usage = TimedRows(placeBits: 20)
}
