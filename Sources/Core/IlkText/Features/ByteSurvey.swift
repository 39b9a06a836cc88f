import IlkVocabulary

/// What one pass over the bytes finds: characters by class, marks, and things that begin with a telling mark.
///
/// The pass takes blocks of up to 64 bytes: one table look-up a byte adds to eight packed counts and says whether the
/// byte must be looked at. Only those bytes - marks, digits and what begins a character outside ASCII - are visited.
/// `PlainSurvey` counts the same one by one.
struct ByteSurvey {
    private(set) var counts = ByteCounts()
    private var foreign = ForeignCounts()
    var questions = 0
    var exclamations = 0
    var ellipses = 0
    var quotations = 0
    var brackets = 0
    var urls = 0
    var emailAddresses = 0
    var mentions = 0
    var hashtags = 0
    var emoticons = 0
    var times = 0
    var repeatedMarks = 0
    var commas = 0
    var dashes = 0
    var parentheses = 0
    var calls = 0
    var braces = 0
    var statementEnds = 0
    var assignments = 0
    var tags = 0
    var curlyQuotes = 0
    var spacedMarks = 0
    var tightMarks = 0
    var money = 0
    var years = 0
    var phones = 0
    var paths = 0
    private var phoneEnd = 0

    var characters: Int { counts.bytes - counts.continuations }
    var upper: Int { counts.upper + foreign.upper }
    var digits: Int { counts.digits + foreign.digits }
    var spaces: Int { counts.spaces + foreign.spaces }
    var punctuation: Int { counts.punctuation + foreign.punctuation }
    var symbols: Int { counts.symbols }
    var nonASCII: Int { foreign.all }
    var emoji: Int { foreign.emoji }
    var letters: Int { upper + counts.lower + foreign.lower + foreign.uncased }
    var visible: Int { characters - spaces }

    /// Surveys a stretch of a text: all stretches, one behind the other.
    ///
    /// - Returns: What characters the stretch has.
    @inline(__always)
    mutating func survey(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> ByteCounts {
        let table = ByteCounts.table
        var found = ByteCounts()
        var offset = range.lowerBound
        while offset < range.upperBound {
            let end = min(offset + 64, range.upperBound)
            var packed: UInt64 = 0
            // A bit a byte, pushed in from above: the first byte's is the lowest at the end.
            var marks: UInt64 = 0
            for index in offset..<end {
                let entry = table[Int(bytes[index])]
                packed &+= entry
                marks = marks >> 1 | entry & ByteCounts.look
            }
            marks >>= UInt64(truncatingIfNeeded: 64 &- (end &- offset))
            found.add(packed, bytes: end &- offset)
            while marks != 0 {
                visit(offset + marks.trailingZeroBitCount, in: bytes)
                marks &= marks - 1
            }
            offset = end
        }
        counts.add(found)
        return found
    }

    /// Looks at a byte that its class alone does not tell all about.
    @inline(__always)
    private mutating func visit(_ offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        let byte = bytes[offset]
        if byte.isASCIIDigit {
            if !Marks.byte(bytes, offset - 1).isASCIIDigit { lookAtNumber(at: offset, in: bytes) }
        } else if byte < 0x80 {
            countMark(byte, at: offset, in: bytes)
        } else {
            surveyScalar(at: offset, in: bytes)
        }
    }

    private mutating func countMark(_ byte: UInt8, at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        switch byte {
        case UInt8(ascii: "."): lookAtStop(at: offset, in: bytes)
        case UInt8(ascii: ","):
            commas += 1
            countSpacing(at: offset, in: bytes)
        case UInt8(ascii: "-"): if Marks.isDash(bytes, at: offset) { dashes += 1 }
        case UInt8(ascii: "?"), UInt8(ascii: "!"): countStop(byte, at: offset, in: bytes)
        case UInt8(ascii: "\""): quotations += 1
        case UInt8(ascii: "("):
            brackets += 1
            parentheses += 1
            if Marks.byte(bytes, offset - 1).isWordByte { calls += 1 }
        case UInt8(ascii: "{"):
            brackets += 1
            braces += 1
        case UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "}"): brackets += 1
        case UInt8(ascii: "$"): if Marks.money(bytes, sign: offset..<offset + 1) != nil { money += 1 }
        case UInt8(ascii: "/"): if Marks.isPath(bytes, at: offset) { paths += 1 }
        default: look(at: offset, byte, in: bytes)
        }
    }

    private mutating func lookAtStop(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        if Marks.byte(bytes, offset + 1) <= 0x20 {
            if Marks.byte(bytes, offset - 1) == UInt8(ascii: " ") { spacedMarks += 1 }
            return
        }
        if Marks.beginsDotRun(bytes, at: offset) { ellipses += 1 }
        if Marks.endsWWW(bytes, at: offset) { urls += 1 }
        if Marks.isFileEnding(bytes, at: offset) { paths += 1 }
    }

    private mutating func countStop(_ byte: UInt8, at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        if byte == UInt8(ascii: "?") { questions += 1 } else { exclamations += 1 }
        let before = Marks.byte(bytes, offset - 1)
        let isBehindMark = before == UInt8(ascii: "?") || before == UInt8(ascii: "!")
        let next = Marks.byte(bytes, offset + 1)
        if !isBehindMark, next == UInt8(ascii: "?") || next == UInt8(ascii: "!") { repeatedMarks += 1 }
        if !isBehindMark { countSpacing(at: offset, in: bytes) }
    }

    /// Counts a stop or comma that is set wide or tight.
    private mutating func countSpacing(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        let before = Marks.byte(bytes, offset - 1)
        let next = Marks.byte(bytes, offset + 1)
        if before == UInt8(ascii: " "), next <= 0x20 { spacedMarks += 1 }
        if before.isASCIILetter, next.isASCIILetter { tightMarks += 1 }
    }

    private mutating func lookAtNumber(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        // The groups of a phone number are looked at once.
        guard offset >= phoneEnd else { return }
        let number = Marks.number(bytes, at: offset)
        switch number.kind {
        case .year: years += 1
        case .phone:
            phones += 1
            phoneEnd = number.end
        case .other: break
        }
    }

    private mutating func look(at offset: Int, _ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>) {
        switch byte {
        case UInt8(ascii: ":"):
            if Marks.isScheme(bytes, at: offset) {
                urls += 1
            } else if Marks.isTime(bytes, at: offset) {
                times += 1
            } else if Marks.isFace(bytes, at: offset) {
                emoticons += 1
            }
        case UInt8(ascii: ";"):
            if Marks.isFace(bytes, at: offset) { emoticons += 1 }
            let next = Marks.byte(bytes, offset + 1)
            if next == 0x0A || next == 0x0D || offset + 1 == bytes.count { statementEnds += 1 }
        case UInt8(ascii: "@"):
            switch Marks.address(bytes, at: offset) {
            case .email: emailAddresses += 1
            case .mention: mentions += 1
            case .none: break
            }
        case UInt8(ascii: "#"):
            if Marks.isHashtag(bytes, at: offset) { hashtags += 1 }
        case UInt8(ascii: "<"):
            if Marks.isTag(bytes, at: offset) { tags += 1 }
            if Marks.isFace(bytes, at: offset) { emoticons += 1 }
        default:
            if Marks.isAssignment(bytes, at: offset) { assignments += 1 }
            if Marks.isFace(bytes, at: offset) { emoticons += 1 }
        }
    }

    private mutating func surveyScalar(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        let (scalar, length) = decodeScalar(bytes, at: offset)
        let characterClass = ScalarClasses.find(scalar)
        foreign.count(characterClass)
        guard characterClass.rawValue & ForeignCounts.plain.rawValue == 0 else { return }
        if characterClass.contains(.punctuation) {
            countForeignMark(scalar)
        } else if Marks.isCurrency(scalar), Marks.money(bytes, sign: offset..<offset + length) != nil {
            money += 1
        }
    }

    private mutating func countForeignMark(_ scalar: UInt32) {
        switch scalar {
        case 0x2026: ellipses += 1
        case 0x2013, 0x2014: dashes += 1
        case 0x2018, 0x2019: curlyQuotes += 1
        case 0xFF1F, 0x061F, 0x037E, 0x00BF: questions += 1
        case 0xFF01, 0x00A1: exclamations += 1
        case 0x201C, 0x201D, 0x201E:
            quotations += 1
            curlyQuotes += 1
        case 0x00AB, 0x00BB, 0x300C, 0x300D: quotations += 1
        case 0xFF08, 0xFF09, 0x3010, 0x3011: brackets += 1
        default: break
        }
    }
}
