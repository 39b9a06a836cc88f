import IlkVocabulary

/// Reads events whose bytes are those that ``UsageRecordJSON`` writes, in one pass and without a tree: nearly all that come by
/// a sync are.
///
/// What it reads is written the same again. Everything else, right or wrong, is left to ``UsageRecordJSON/record(_:)``.
struct UsageEventBytes {
    private let bytes: UnsafeRawBufferPointer
    private var place = 0

    /// The event that these bytes are; nil when they have another form, or are none.
    static func event(_ bytes: [UInt8]) -> UsageEvent? {
        bytes.withUnsafeBytes { raw in
            var reader = UsageEventBytes(bytes: raw)
            return reader.event()
        }
    }

    private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    private mutating func event() -> UsageEvent? {
        let isTap = passes("{\"type\":\"tap\",\"version\":1,\"id\":")
        guard isTap || passes("{\"type\":\"phrase\",\"version\":1,\"id\":"), let id = id(),
            passes(",\"timestamp\":"), let time = time(), passes(",\"session_id\":"), let session = self.id(),
            passes(",\"device_id\":"), let device = self.id()
        else { return nil }
        var caregiver: RecordID?
        if passes(",\"caregiver_profile_id\":") {
            caregiver = self.id()
            if caregiver == nil { return nil }
        }
        guard passes(",\"language_setting\":"), let language = text(),
            let action = isTap ? tap() : phrase(), let tag = optionalText(",\"tag\":"), passes("}"),
            place == bytes.count
        else { return nil }
        return UsageEvent(
            id: id, time: time, action: action, language: language, sessionID: session, deviceID: device,
            caregiverProfileID: caregiver, tag: tag.text)
    }

    private mutating func tap() -> UsageEvent.Action? {
        guard passes(",\"symbol_id\":"), let symbol = text(), passes(",\"symbol_label_displayed\":"),
            let label = text(), let category = optionalText(",\"category_path\":")
        else { return nil }
        var tap = SymbolTap(symbolID: symbol, label: label, categoryPath: category.text)
        if passes(",\"grid_position\":[") {
            guard let row = integer(), passes(","), let column = integer(), passes("]") else { return nil }
            tap.gridPosition = .init(row: row, column: column)
        }
        if passes(",\"phrase_position\":") {
            guard let number = integer() else { return nil }
            tap.phrasePosition = number
        }
        tap.isModeled = passes(",\"modeling\":true")
        return .tap(tap)
    }

    private mutating func phrase() -> UsageEvent.Action? {
        guard passes(",\"symbol_ids\":["), let symbols = texts(), passes(",\"phrase\":"), let phrase = text(),
            passes(",\"construction_time_ms\":"), let time = integer(),
            passes(",\"edits_made\":{\"removed\":"), let removed = integer(),
            passes(",\"reordered\":"), let reordered = integer(),
            passes("},\"final_phrase_length\":"), let length = integer()
        else { return nil }
        return .phrase(
            PhraseCompletion(
                symbolIDs: symbols, phrase: phrase, constructionTime: time,
                edits: .init(removed: removed, reordered: reordered), finalPhraseLength: length))
    }

    // MARK: Values

    /// Passes over these bytes, if they stand here.
    private mutating func passes(_ words: StaticString) -> Bool {
        let count = words.utf8CodeUnitCount
        guard bytes.count - place >= count else { return false }
        for index in 0..<count where bytes[place + index] != words.utf8Start[index] { return false }
        place += count
        return true
    }

    /// A text in quotes in which nothing is escaped.
    private mutating func quoted() -> UnsafeRawBufferPointer? {
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return nil }
        var end = place + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
            guard bytes[end] >= 0x20, bytes[end] != UInt8(ascii: "\\") else { return nil }
            end += 1
        }
        guard end < bytes.count else { return nil }
        defer { place = end + 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[place + 1..<end])
    }

    private mutating func text() -> String? {
        guard let text = quoted() else { return nil }
        return String(validating: text.bindMemory(to: UInt8.self), as: UTF8.self)
    }

    /// A member that need not be there.
    private mutating func optionalText(_ name: StaticString) -> (text: String?, Void)? {
        guard passes(name) else { return (nil, ()) }
        return text().map { ($0, ()) }
    }

    /// The rest of an array of texts.
    private mutating func texts() -> [String]? {
        var texts: [String] = []
        if passes("]") { return texts }
        repeat {
            guard let text = text() else { return nil }
            texts.append(text)
        } while passes(",")
        return passes("]") ? texts : nil
    }

    /// A key in capitals, as it is written.
    private mutating func id() -> RecordID? {
        guard let text = quoted(), !text.contains(where: { $0 >= UInt8(ascii: "a") }) else { return nil }
        return RecordID(utf8: text)
    }

    private mutating func time() -> ZonedTime? {
        guard let text = quoted() else { return nil }
        return ZonedTime(canonical: text)
    }

    /// A whole number of at most 18 digits, in as few as it takes.
    private mutating func integer() -> Int? {
        let isNegative = passes("-")
        let begin = place
        var number = 0
        while place < bytes.count, place - begin < 18 {
            let digit = bytes[place] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            number = number * 10 + Int(digit)
            place += 1
        }
        let isShortest =
            bytes[begin..<place].first != UInt8(ascii: "0") || (place - begin == 1 && !isNegative)
        guard place > begin, isShortest else { return nil }
        return isNegative ? -number : number
    }
}
