/// The possible effect of a character on sentence boundaries.
enum SentenceMark: UInt8 {
    /// No effect.
    case none
    /// A terminator: `.`, `!` or `?`.
    case terminator
    /// A terminator, such as the Chinese full stop, that needs no space after it and has no other use.
    case strongStop
    /// The single character for three dots (an ellipsis).
    case ellipsis
    /// A line terminator.
    case line
    /// An opening quotation mark or bracket.
    case opener
    /// `)`, which may end the number of a list item.
    case parenthesis
    /// `:` or `;`: a terminator in Armenian or Greek, or the eyes of an emoticon.
    case colon
    /// A character that horizontal rules are drawn with.
    case ruler
    /// The bullet of a list item.
    case bullet
    /// The lead byte of a character that must be decoded.
    case lead

    /// The marks of single bytes, indexed by the value of the byte.
    static let bytes: [SentenceMark] = (0...255).map { mark(ofByte: UInt8($0)) }

    private static func mark(ofByte byte: UInt8) -> SentenceMark {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"): return .terminator
        case 0x0A...0x0D: return .line
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "("), UInt8(ascii: "["),
            UInt8(ascii: "{"):
            return .opener
        case UInt8(ascii: ")"): return .parenthesis
        case UInt8(ascii: ":"), UInt8(ascii: ";"): return .colon
        case UInt8(ascii: "*"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"):
            return .ruler
        // Lead bytes that are not listed here begin only characters without effect: Cyrillic, most Latin,
        // Greek and Armenian letters, Hangul and most ideographs.
        case 0xC2, 0xCD, 0xD6, 0xD8, 0xDB, 0xDC, 0xDF...0xE3, 0xEA, 0xEF...0xF0: return .lead
        default: return .none
        }
    }

    /// Returns the mark of a character outside ASCII. The terminators are the characters with Unicode's
    /// property Sentence_Terminal, except those that are used as commas.
    static func mark(of scalar: UInt32) -> SentenceMark {
        switch scalar {
        case 0x85, 0x2028, 0x2029: return .line
        case 0x2026: return .ellipsis
        case 0x203C, 0x203D, 0x2047...0x2049: return .strongStop
        case 0x2022, 0x2023, 0x2043, 0x204C, 0x204D, 0x2219, 0x25CF, 0x25E6, 0x25AA, 0x25AB, 0x25B8, 0x25BA,
            0x2756, 0x2713, 0x2714, 0x27A2, 0x27A4:
            return .bullet
        default: break
        }
        if closers(of: scalar) != nil { return .opener }
        return isStrongStop(scalar) ? .strongStop : .none
    }

    private static func isStrongStop(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x37E, 0x589, 0x61D...0x61F, 0x6D4, 0x700...0x702, 0x7F9, 0x837, 0x839, 0x83D, 0x83E: return true
        case 0x964, 0x965, 0x104B, 0x1362, 0x1367, 0x1368, 0x166E, 0x1735, 0x1736, 0x17D4, 0x17D5: return true
        case 0x1803, 0x1809, 0x1944, 0x1945, 0x1AA8...0x1AAB, 0x1B5A, 0x1B5B, 0x1B5E, 0x1B5F: return true
        case 0x1C3B, 0x1C3C, 0x1C7E, 0x1C7F, 0x2E2E, 0x2E3C, 0x3002, 0xA4FF, 0xA60E, 0xA60F: return true
        case 0xA6F3, 0xA6F7, 0xA876, 0xA877, 0xA8CE, 0xA8CF, 0xA92F, 0xA9C8, 0xA9C9: return true
        case 0xAA5D...0xAA5F, 0xAAF0, 0xAAF1, 0xABEB, 0xFE12, 0xFE15, 0xFE16, 0xFE52, 0xFE56, 0xFE57:
            return true
        case 0xFF01, 0xFF0E, 0xFF1F, 0xFF61: return true
        case 0x10A56, 0x10A57, 0x11047, 0x11048, 0x110BE...0x110C1, 0x11141...0x11143, 0x111C5, 0x111C6:
            return true
        default: return false
        }
    }

    /// Returns the characters that can close an opening mark: one to three, padded with 0. Returns `nil` if
    /// the character is not an opening mark.
    static func closers(of scalar: UInt32) -> (UInt32, UInt32, UInt32)? {
        switch scalar {
        case 0x22: return (0x22, 0, 0)
        case 0x27, 0x60: return (0x27, 0x2019, 0)
        case 0x28: return (0x29, 0, 0)
        case 0x5B: return (0x5D, 0, 0)
        case 0x7B: return (0x7D, 0, 0)
        case 0xAB: return (0xBB, 0, 0)
        case 0xBB: return (0xAB, 0, 0)
        case 0x2018, 0x201B: return (0x2019, 0x27, 0)
        case 0x201A: return (0x2018, 0x2019, 0)
        case 0x201C, 0x201F: return (0x201D, 0, 0)
        case 0x201D: return (0x201D, 0, 0)
        case 0x201E: return (0x201C, 0x201D, 0x22)
        case 0x2039: return (0x203A, 0, 0)
        case 0x3008...0x3011: return scalar & 1 == 0 ? (scalar + 1, 0, 0) : nil
        case 0x3014, 0x3016, 0x3018: return (scalar + 1, 0, 0)
        case 0xFF08: return (0xFF09, 0, 0)
        case 0xFF3B: return (0xFF3D, 0, 0)
        case 0xFF62: return (0xFF63, 0, 0)
        default: return nil
        }
    }

    /// `true` if a character closes a quotation or a bracket after a terminator.
    static func isCloser(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x22, 0x27, 0x29, 0x5D, 0x7D, 0xBB, 0xAB, 0x2018...0x201D, 0x2039, 0x203A: return true
        case 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x3019, 0xFF09, 0xFF3D, 0xFF63:
            return true
        case 0x301E, 0x301F, 0xFE42, 0xFE44: return true
        default: return false
        }
    }

    /// `true` if a closing character is a bracket, not a quotation mark.
    static func isBracket(_ scalar: UInt32) -> Bool {
        scalar == 0x29 || scalar == 0x5D || scalar == 0x7D || scalar == 0xFF09 || scalar == 0xFF3D
    }
}
