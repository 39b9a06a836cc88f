import CICU
import IlkVocabulary

/// Terminators with the characters attached to them.
extension SentenceScanner {
    /// A run of terminators with the closing marks, notes and emoticons after it.
    struct TerminatorRun {
        var lower: Int
        /// The end of the terminators.
        var upper: Int
        /// The end of the characters that belong to the sentence.
        var end: Int
        var dots = 0
        var hasExclamation = false
        var hasQuestion = false
        var isStrong = false
        var hasEllipsis = false
        var isSpaced = false
        var closesQuote = false
        var closesBracket = false
        var hasNote = false
        var hasFace = false
        var closes: Bool { closesQuote || closesBracket }
    }

    /// Handles a terminator at `position`, and ends the sentence after it if it is a boundary.
    mutating func stop(into spans: inout [TextSpan]) {
        if continueItem(before: position, into: &spans) { return }
        var group = readGroup(at: position)
        readClosers(into: &group)
        position = group.end
        guard group.lower > start, group.end < count else { return }
        guard Self.isSpace(character(at: group.end).scalar) else {
            if let end = numberNoteEnd(group) {
                cut(at: end, into: &spans)
            } else if endsWithoutSpace(group) {
                cut(at: group.end, into: &spans)
            }
            return
        }
        readFaces(into: &group)
        position = group.end
        let next = skipSpace(group.end)
        guard next < count else { return }
        let breaks = lineBreaks(from: group.end, to: next)
        if breaks > 1 || group.hasFace || ends(group, before: next) { cut(at: group.end, into: &spans) }
    }

    /// Reads adjacent terminators. Full stops may be separated by single spaces.
    private func readGroup(at lower: Int) -> TerminatorRun {
        var group = TerminatorRun(lower: lower, upper: lower, end: lower)
        while group.upper < count {
            let (scalar, length) = character(at: group.upper)
            switch scalar {
            case 0x2E: group.dots += 1
            case 0x21: group.hasExclamation = true
            case 0x3F: group.hasQuestion = true
            case 0x3A, 0x3B:
                if group.upper > lower { return group }
                group.isStrong = true
            case 0x20:
                guard group.dots > 0, isSpacedDot(group.upper + 1) else { return group }
                group.isSpaced = true
            default:
                let mark = scalar < 0x80 ? .none : SentenceMark.mark(of: scalar)
                if mark == .ellipsis {
                    group.hasEllipsis = true
                } else if mark == .strongStop {
                    group.isStrong = true
                } else if !Self.isIgnorable(scalar) || group.upper == lower {
                    return group
                }
            }
            group.upper += length
            group.end = group.upper
        }
        return group
    }

    /// `true` if there is a full stop at an offset, and after it the end of the text, a space, a line break,
    /// `"`, `)` or a byte 0xE2, with which quotation marks such as `”` begin.
    private func isSpacedDot(_ offset: Int) -> Bool {
        guard offset < count, base[offset] == 0x2E else { return false }
        guard offset + 1 < count else { return true }
        let next = base[offset + 1]
        return next == 0x20 || next == 0x0A || next == 0x0D || next == 0x22 || next == 0x29 || next == 0xE2
    }

    /// Reads quotation marks, brackets, notes and ignorable characters after the terminators.
    private func readClosers(into group: inout TerminatorRun) {
        while group.end < count {
            let (scalar, length) = character(at: group.end)
            if SentenceMark.isCloser(scalar), closes(scalar, at: group.end, length) {
                if SentenceMark.isBracket(scalar) {
                    group.closesBracket = true
                } else {
                    group.closesQuote = true
                }
                group.end += length
            } else if Self.isIgnorable(scalar) || isNoteMark(scalar) {
                group.end += length
            } else if scalar == 0x5B, let end = noteEnd(group.end) {
                group.end = end
                group.hasNote = true
            } else if scalar == 0x3C, let end = closingTagEnd(group.end) {
                group.end = end
            } else if scalar == 0x2A || scalar == 0x5F, isEmphasis(group.end) {
                group.end += length
            } else if scalar == 0x20 || scalar == 0xA0 || scalar == 0x202F,
                let end = detachedCloser(group.end + length)
            {
                group.closesQuote = true
                group.end = end
            } else {
                return
            }
        }
    }

    /// `true` if a mark closes a quotation or a bracket. A mark that can also open does not close before a
    /// letter. A digit after a straight quotation mark may be a footnote number.
    private func closes(_ scalar: UInt32, at offset: Int, _ length: Int) -> Bool {
        guard scalar == 0x22 || scalar == 0x27 || (0x2018...0x201D).contains(scalar) || scalar == 0xAB else {
            return true
        }
        if scalar == 0x2019 || scalar == 0x201D { return true }
        let next = letterCase(offset + length)
        return next == .other || next == .wide || next == .digit && scalar == 0x22
    }

    /// `true` for superscript digits and daggers.
    private func isNoteMark(_ scalar: UInt32) -> Bool {
        scalar == 0x2020 || scalar == 0x2021 || scalar == 0xB9 || scalar == 0xB2 || scalar == 0xB3
            || (0x2070...0x2079).contains(scalar)
    }

    /// Returns the end of a note in brackets: `[12]`, `[3, 4]`, `[source needed]`.
    private func noteEnd(_ offset: Int) -> Int? {
        var end = offset + 1
        while end < count, end < offset + 24, base[end] > 0x1F, base[end] != 0x5B, base[end] != 0x5D {
            end += 1
        }
        guard end > offset + 1, end < count, base[end] == 0x5D, letterCase(offset + 1) != .other else {
            return nil
        }
        end += 1
        guard end + 1 < count, base[end] == 0x3A, letterCase(end + 1) == .digit else { return end }
        // A page number: '[2]:17'.
        let page = end + 1
        end = page
        while end < count, end < page + 8, letterCase(end) == .digit || base[end] == 0x2D { end += 1 }
        return end
    }

    /// Returns the end of a closing tag of HTML, such as `</em>`.
    private func closingTagEnd(_ offset: Int) -> Int? {
        guard offset + 1 < count, base[offset + 1] == UInt8(ascii: "/") else { return nil }
        var end = offset + 2
        while end < count, end < offset + 16, base[end] < 0x80, letterCase(end) != .other { end += 1 }
        return end > offset + 2 && end < count && base[end] == UInt8(ascii: ">") ? end + 1 : nil
    }

    /// Returns the end of footnote numbers after a space: `[12]`, `[3, 4]`, `[5-7]`.
    private func detachedNote(_ offset: Int) -> Int? {
        guard let end = noteEnd(offset) else { return nil }
        for index in (offset + 1)..<(end - 1) where Self.letterCase(of: UInt32(base[index])) != .digit {
            guard base[index] == 0x20 || base[index] == 0x2C || base[index] == 0x2D else { return nil }
        }
        return end == count || Self.isSpace(character(at: end).scalar) ? end : nil
    }

    /// `true` if asterisks or underscores at an offset end an emphasized span.
    private func isEmphasis(_ offset: Int) -> Bool {
        var end = offset
        while end < count, end < offset + 3, base[end] == 0x2A || base[end] == 0x5F { end += 1 }
        return end == count || Self.isSpace(character(at: end).scalar)
    }

    /// Returns the end of a mark that belongs to a sentence despite a space before it: a French guillemet, a
    /// carelessly typed closing mark or a note number.
    private func detachedCloser(_ offset: Int) -> Int? {
        guard offset < count else { return nil }
        let (scalar, length) = character(at: offset)
        if scalar == 0x5B { return detachedNote(offset) }
        if scalar == 0x27, offset + 1 < count, base[offset + 1] == 0x27 {
            let end = offset + 2
            return end == count || Self.isSpace(character(at: end).scalar) ? end : nil
        }
        guard scalar == 0xBB || scalar == 0x29 || scalar == 0x22 || scalar == 0x27 || scalar == 0x201D else {
            return nil
        }
        let end = offset + length
        if end == count || Self.isSpace(character(at: end).scalar) { return end }
        return scalar == 0xBB && letterCase(end) == .other ? end : nil
    }

    /// Reads emoticons and emoji after the terminators on the same line.
    private func readFaces(into group: inout TerminatorRun) {
        while group.end < count, base[group.end] == 0x20 {
            guard let end = emoticonEnd(group.end + 1) else { return }
            group.end = end
            group.hasFace = true
        }
    }

    /// Returns the end of an emoticon or of emoji that begin at an offset and precede white space.
    func emoticonEnd(_ offset: Int) -> Int? {
        guard offset < count else { return nil }
        var end = offset
        if base[end] < 0x80 {
            if base[end] == 0x3C, end + 1 < count, base[end + 1] == 0x33 {
                end += 2
            } else {
                guard base[end] == 0x3A || base[end] == 0x3B || base[end] == 0x3D else { return nil }
                end += 1
                if end < count, base[end] == 0x2D || base[end] == 0x27 { end += 1 }
                let mouth = end
                while end < count, end < mouth + 8, isMouth(base[end]) { end += 1 }
                if end == mouth { return nil }
            }
        } else {
            while end < count, end < offset + 64 {
                let (scalar, length) = character(at: end)
                guard isPicture(scalar) || end > offset && Self.isIgnorable(scalar) else { break }
                end += length
            }
            if end == offset { return nil }
        }
        return end == count || Self.isSpace(character(at: end).scalar) ? end : nil
    }

    private func isMouth(_ byte: UInt8) -> Bool { ")(DPp/\\|Oo*".utf8.contains(byte) }

    private func isPicture(_ scalar: UInt32) -> Bool {
        scalar >= 0x1F000 && scalar < 0x20000
            || (0x2600...0x27BF).contains(scalar) && SentenceMark.mark(of: scalar) == .none
            || scalar >= 0x2190 && ilk_is_emoji_presentation(scalar) != 0
    }

    /// Returns the number of line ends in white space. A paragraph separator counts twice.
    func lineBreaks(from lower: Int, to upper: Int) -> Int {
        var breaks = 0
        var offset = lower
        while offset < upper {
            let (scalar, length) = character(at: offset)
            offset += length
            switch scalar {
            case 0x0D where offset < upper && base[offset] == 0x0A: break
            case 0x0A, 0x0B, 0x0D, 0x85, 0x2028: breaks += 1
            case 0x0C, 0x2029: breaks += 2
            default: break
            }
        }
        return breaks
    }
}
