/// A key of a review.
enum ReviewKey: Hashable, Sendable {
    case character(Character)
    case enter
    case backspace
    case escape
    case up
    case down
    case pageUp
    case pageDown
}

/// Decodes the bytes of a terminal into keys.
///
/// Pasted text is ignored, so that it assigns no labels. Unknown sequences and invalid UTF-8 are ignored too.
struct ReviewKeyDecoder {
    private var pending: [UInt8] = []
    private var isPasting = false

    /// The maximum length of an escape sequence in bytes. A longer sequence is dropped.
    private static let longestSequence = 32
    /// The sequence that terminals in bracketed paste mode send after pasted text.
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    /// `true` if the last bytes are the beginning of a sequence or of a character.
    var isIncomplete: Bool { !pending.isEmpty }

    /// Returns the keys in the next bytes. An incomplete sequence at the end is kept for the next call.
    mutating func keys(_ bytes: some Sequence<UInt8>) -> [ReviewKey] {
        pending += bytes
        var keys: [ReviewKey] = []
        while let (key, length) = next() {
            pending.removeFirst(length)
            if let key { keys.append(key) }
        }
        return keys
    }

    /// Returns the keys of an incomplete sequence after a pause: a single escape is the Escape key.
    mutating func flush() -> [ReviewKey] {
        guard !isPasting else { return [] }
        defer { pending.removeAll() }
        return pending == [0x1B] ? [.escape] : []
    }

    /// Returns the first key of the pending bytes, or `nil` for none, and its length.
    private mutating func next() -> (key: ReviewKey?, length: Int)? {
        guard let first = pending.first else { return nil }
        if isPasting { return pasted() }
        switch first {
        case 0x1B: return sequence()
        case 0x0A, 0x0D: return (.enter, 1)
        case 0x08, 0x7F: return (.backspace, 1)
        case 0x04: return (.character("q"), 1)
        case 0x20...0x7E: return (.character(Character(Unicode.Scalar(first))), 1)
        case 0x00...0x1F: return (nil, 1)
        default: return character(first)
        }
    }

    /// Skips pasted text up to the sequence that ends it.
    private mutating func pasted() -> (key: ReviewKey?, length: Int)? {
        guard let end = pending.indices.first(where: { pending[$0...].starts(with: Self.pasteEnd) }) else {
            let kept = Self.pasteEnd.count - 1
            return pending.count > kept ? (nil, pending.count - kept) : nil
        }
        isPasting = false
        return (nil, end + Self.pasteEnd.count)
    }

    /// Decodes an escape sequence: CSI (`ESC [`) or SS3 (`ESC O`). If an escape precedes another character,
    /// both are dropped, because the pair is a key with Alt.
    private mutating func sequence() -> (key: ReviewKey?, length: Int)? {
        guard pending.count > 1 else { return nil }
        let isCSI = pending[1] == UInt8(ascii: "[")
        guard isCSI || pending[1] == UInt8(ascii: "O") else { return (nil, 2) }
        guard let end = pending.indices.dropFirst(2).first(where: { 0x40...0x7E ~= pending[$0] }) else {
            return pending.count > Self.longestSequence ? (nil, pending.count) : nil
        }
        let length = end + 1
        switch String(decoding: pending[2..<length], as: UTF8.self) {
        case "A": return (.up, length)
        case "B": return (.down, length)
        case "M" where !isCSI: return (.enter, length)
        case "5~": return (.pageUp, length)
        case "6~": return (.pageDown, length)
        case "200~": isPasting = true
        default: break
        }
        return (nil, length)
    }

    private func character(_ first: UInt8) -> (key: ReviewKey?, length: Int)? {
        let length = first >= 0xF5 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
        guard pending.count >= length else { return nil }
        let text = String(decoding: pending[..<length], as: UTF8.self)
        guard length > 1, let character = text.first, text.count == 1, character != "\u{FFFD}" else {
            return (nil, 1)
        }
        return (.character(character), length)
    }
}
