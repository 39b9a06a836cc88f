public import FoundationEssentials
import IlkStore
public import IlkVocabulary

/// An event in an app for augmentative and alternative communication (AAC): a tap on a symbol, or a spoken
/// phrase. Stored events never change.
public struct UsageEvent: Sendable, Hashable {
    /// The type and details of an event.
    public enum Action: Sendable, Hashable {
        /// A tap on a symbol.
        case tap(SymbolTap)
        /// A spoken phrase.
        case phrase(PhraseCompletion)
    }

    /// The key of the event (UUID version 7).
    public var id: RecordID
    /// The time of the event, with the offset from UTC.
    public var time: ZonedTime
    /// The type and details of the event.
    public var action: Action
    /// The language setting of the app, such as `en` or `bg`.
    public var language: String
    /// The key of the session to which the event belongs.
    public var sessionID: RecordID
    /// The key of the device that recorded the event: ``UsageDevice/id``.
    public var deviceID: RecordID
    /// The key of the caregiver who was active at the event (``CaregiverProfile/id``), or `nil` if no
    /// caregiver was active.
    public var caregiverProfileID: RecordID?
    /// A label that the caller assigned to the event, or `nil`. The tag of a phrase can serve as a training
    /// label.
    public var tag: String?
    /// The time at which the event was received from another device; `nil` for an event that was recorded in
    /// this store.
    public var receivedAt: Date?

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - id: The key of the event (UUID version 7).
    ///   - time: The time of the event, with the offset from UTC.
    ///   - action: The type and details of the event.
    ///   - language: The app's language setting, such as `en`.
    ///   - sessionID: The key of the session to which the event belongs.
    ///   - deviceID: The key of the device that recorded the event.
    ///   - caregiverProfileID: The key of the active caregiver, or `nil` if no caregiver is active.
    ///   - tag: A label that the caller assigns to the event, or `nil`.
    ///   - receivedAt: The time at which the event was received from another device; `nil` for an event that
    ///     was recorded in this store.
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

    /// The tap, or `nil` if the event is a phrase.
    public var tap: SymbolTap? { if case .tap(let tap) = action { tap } else { nil } }
    /// The phrase, or `nil` if the event is a tap.
    public var phrase: PhraseCompletion? { if case .phrase(let phrase) = action { phrase } else { nil } }
    /// The time of the event.
    public var timestamp: Date { Date(milliseconds: time.milliseconds) }
    /// The last 8 characters of the key, which commands accept as a reference.
    public var shortID: String { String(id.description.suffix(8)) }
}

extension UsageEvent {
    /// The maximum length of a text of an event, in bytes of UTF-8.
    public static let maximumTextLength = 65_536
    /// The maximum value of a number in an event, such as the construction time in milliseconds. The limit
    /// ensures that sums over a whole store fit into 64 bits.
    public static let maximumNumber = 1_000_000_000_000

    /// All validation errors of the event. The array is empty if the event can be stored.
    public var validationErrors: [String] {
        var problems: [String] = []
        if !TimeOrderedRowIDs.usage.times.contains(time.milliseconds) {
            problems.append("timestamp: must be between the years 1691 and 2248")
        }
        if !ZonedTime.zones.contains(time.utcOffset) {
            problems.append("timestamp: the UTC offset must be from -18:00 to +18:00")
        }
        if language.isEmpty { problems.append("language_setting: must not be empty") }
        switch action {
        case .tap(let tap):
            if tap.symbolID.isEmpty { problems.append("symbol_id: must not be empty") }
            if let place = tap.phrasePosition, place < 1 {
                problems.append("phrase_position: must be at least 1")
            }
        case .phrase(let phrase):
            if phrase.phrase.isEmpty { problems.append("phrase: must not be empty") }
            let numbers = [
                ("construction_time_ms", phrase.constructionTime),
                ("edits_made.removed", phrase.edits.removed),
                ("edits_made.reordered", phrase.edits.reordered),
                ("final_phrase_length", phrase.finalPhraseLength),
            ]
            for (name, number) in numbers where number < 0 {
                problems.append("\(name): must not be negative")
            }
            for (name, number) in numbers where number > Self.maximumNumber {
                problems.append("\(name): must be at most \(Self.maximumNumber)")
            }
        }
        if texts.contains(where: { $0.utf8.count > Self.maximumTextLength }) {
            problems.append("each text field must have at most \(Self.maximumTextLength) bytes")
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

    /// The approximate memory of a queued event, in bytes.
    var size: Int {
        switch action {
        case .tap(let tap): 320 + tap.symbolID.utf8.count + tap.label.utf8.count
        case .phrase(let phrase): 320 + phrase.phrase.utf8.count + 32 * phrase.symbolIDs.count
        }
    }
}

extension TimeOrderedRowIDs {
    /// The assignment of row numbers to events by time. Each millisecond has 2^20 row numbers.
    static let usage = TimeOrderedRowIDs(placeBits: 20)
}
