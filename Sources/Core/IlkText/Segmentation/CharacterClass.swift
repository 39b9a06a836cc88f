import CICU

/// The class of a character that features need.
package struct CharacterClass: OptionSet, Sendable, BitwiseCopyable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let lower = CharacterClass(rawValue: 1)
    package static let upper = CharacterClass(rawValue: 2)
    /// A letter without case.
    package static let uncased = CharacterClass(rawValue: 4)
    package static let digit = CharacterClass(rawValue: 8)
    package static let space = CharacterClass(rawValue: 16)
    /// Punctuation that is common in prose.
    package static let punctuation = CharacterClass(rawValue: 32)
    /// Symbols that are common in code.
    package static let symbol = CharacterClass(rawValue: 64)
    package static let control = CharacterClass(rawValue: 128)
    package static let ideograph = CharacterClass(rawValue: 256)
    package static let kana = CharacterClass(rawValue: 512)
    package static let emoji = CharacterClass(rawValue: 1024)
    /// A mark or a joiner that belongs to the character before it.
    package static let extend = CharacterClass(rawValue: 2048)

    package static let letter: CharacterClass = [.lower, .upper, .uncased, .ideograph, .kana]
    static let alphabetic: CharacterClass = [.lower, .upper, .uncased]
    /// The characters that make a token more than white space.
    static let visible: CharacterClass = [.punctuation, .symbol, .emoji, .control]

    package static let ascii: [CharacterClass] = (0..<128).map { classify(ascii: UInt8($0)) }

    private static func classify(ascii byte: UInt8) -> CharacterClass {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): return .lower
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): return .upper
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return .digit
        case UInt8(ascii: " "), 0x09...0x0D: return .space
        case 0..<0x20, 0x7F: return .control
        case UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "!"),
            UInt8(ascii: "?"), UInt8(ascii: "'"), UInt8(ascii: "\""),
            UInt8(ascii: "-"):
            return .punctuation
        default: return .symbol
        }
    }

    /// Returns the class of a character outside ASCII from ICU's general category and script.
    package static func classify(_ scalar: UInt32) -> CharacterClass {
        switch ilk_general_category(scalar) {
        case 1, 3: return .upper
        case 2: return .lower
        case 4, 5: return classifyUncased(scalar)
        case 6, 7, 8: return .extend
        case 9, 10, 11: return .digit
        case 12, 13, 14: return .space
        case 15, 18: return .control
        case 16: return .extend
        case 27: return ilk_is_emoji_presentation(scalar) != 0 || scalar >= 0x1F000 ? .emoji : .symbol
        case 26: return scalar >= 0x1F3FB && scalar <= 0x1F3FF ? .extend : .symbol
        case 24, 25: return .symbol
        default: return .punctuation
        }
    }

    private static func classifyUncased(_ scalar: UInt32) -> CharacterClass {
        switch scalar {
        case 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF, 0x3005, 0x3007: return .ideograph
        case 0x3041...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: return .kana
        default: return .uncased
        }
    }
}

/// Decodes the character at `offset` of valid UTF-8. Returns it with its length in bytes.
@inline(__always)
func decodeScalar(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> (scalar: UInt32, length: Int) {
    let first = UInt32(bytes[offset])
    if first < 0x80 { return (first, 1) }
    if first < 0xE0 { return ((first & 0x1F) << 6 | UInt32(bytes[offset + 1] & 0x3F), 2) }
    if first < 0xF0 {
        let tail = UInt32(bytes[offset + 1] & 0x3F) << 6 | UInt32(bytes[offset + 2] & 0x3F)
        return ((first & 0x0F) << 12 | tail, 3)
    }
    let tail = UInt32(bytes[offset + 1] & 0x3F) << 12 | UInt32(bytes[offset + 2] & 0x3F) << 6
    return ((first & 0x07) << 18 | tail | UInt32(bytes[offset + 3] & 0x3F), 4)
}
