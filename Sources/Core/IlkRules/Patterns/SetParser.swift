import IlkVocabulary

/// Parses a bracketed set: characters, ranges and common escapes. Nested sets are not supported.
struct SetParser {
    let scalars: [Unicode.Scalar]
    /// The index after the opening bracket, and after parsing the index after the closing bracket.
    var index: Int
    /// `true` if ICU certainly accepts the syntax that was parsed so far.
    private(set) var isPlain = true
    /// `true` if the parsed set has exactly the ASCII characters that ICU accepts.
    private(set) var isExact = true
    private let ignoresCase: Bool

    init(scalars: [Unicode.Scalar], index: Int, ignoresCase: Bool) {
        self.scalars = scalars
        self.index = index
        self.ignoresCase = ignoresCase
    }

    mutating func read() throws(PatternParser.UnsupportedSyntax) -> ByteClass {
        var set = ByteClass()
        let isInverted = peek == "^"
        if isInverted { index += 1 }
        let start = index
        // A POSIX class such as `[:alpha:]`.
        if peek == ":", hasPosixEnd { (isPlain, isExact) = (false, false) }
        // Regex dialects differ in the meaning of an initial closing bracket.
        if peek == "]" { throw PatternParser.UnsupportedSyntax() }
        while true {
            switch try next() {
            case "]": return closed(set, isInverted: isInverted)
            case "[": throw PatternParser.UnsupportedSyntax()
            // A single `&` between characters is literal. Two are an intersection.
            case "&" where peek == "&" || peek == "[": throw PatternParser.UnsupportedSyntax()
            case "\\":
                if let scalar = try escape(&set) { try insert(scalar, &set) }
            case let scalar:
                if scalar.value < 0x20 || (scalar == "-" && peek != "]") { isPlain = false }
                if scalar == "-", peek != "]", index > start + 1 { isExact = false }
                try insert(scalar, &set)
            }
        }
    }

    /// Returns the set with case folding, then inverted if required. ICU uses the same order.
    private func closed(_ set: ByteClass, isInverted: Bool) -> ByteClass {
        guard isExact else { return isInverted ? .all : ignoresCase ? set.folded : set }
        let whole = ignoresCase ? set.inBothCases : set
        return isInverted ? whole.inverted : whole
    }

    /// `true` if `:]` occurs anywhere later.
    private var hasPosixEnd: Bool {
        scalars.indices.dropFirst(index + 1).contains { scalars[$0] == "]" && scalars[$0 - 1] == ":" }
    }

    private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func next() throws(PatternParser.UnsupportedSyntax) -> Unicode.Scalar {
        guard let scalar = peek else { throw PatternParser.UnsupportedSyntax() }
        index += 1
        return scalar
    }

    /// Adds a character, or the range that begins with it.
    private mutating func insert(
        _ scalar: Unicode.Scalar, _ set: inout ByteClass
    ) throws(PatternParser.UnsupportedSyntax) {
        guard peek == "-", index + 1 < scalars.count, scalars[index + 1] != "]" else {
            if scalar == "-", peek == "-" { throw PatternParser.UnsupportedSyntax() }
            // The Kelvin sign folds to k, and the long s folds to s.
            if ignoresCase, scalar == "\u{212A}" || scalar == "\u{17F}" { isExact = false }
            return set.insert(scalar)
        }
        index += 1
        var end = try next()
        if !Self.isPlainEnd(scalar) || !Self.isPlainEnd(end) { isPlain = false }
        if end == "[" || end == "-" { throw PatternParser.UnsupportedSyntax() }
        if end == "\\" {
            var ignored = ByteClass()
            guard let scalar = try escape(&ignored) else { throw PatternParser.UnsupportedSyntax() }
            end = scalar
        }
        guard scalar.value <= end.value else { throw PatternParser.UnsupportedSyntax() }
        let range = scalar...end
        if ignoresCase, range.contains("\u{17F}") || range.contains("\u{212A}") { isExact = false }
        if scalar.isASCII {
            for value in scalar.value...min(end.value, 0x7F) { set.insert(UInt8(value)) }
        }
        if !end.isASCII { set.insert(0x80 as UInt8) }
    }

    /// `true` if all versions of ICU agree on a range with this end.
    private static func isPlainEnd(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII || UInt8(scalar.value).isASCIIAlphanumeric
    }

    /// Parses an escape. Returns its character. If the escape is a character class, adds the class to the set
    /// and returns `nil`.
    private mutating func escape(
        _ set: inout ByteClass
    ) throws(PatternParser.UnsupportedSyntax) -> Unicode.Scalar? {
        let scalar = try next()
        switch scalar {
        case "h", "v", "H", "V", "N", "\u{0}"..."\u{1F}": (isPlain, isExact) = (false, false)
        case "x", "u": isPlain = false
        default: break
        }
        switch scalar {
        case "d": set.formUnion(.digits)
        case "w": set.formUnion(.word)
        case "s": set.formUnion(.space)
        case "S": set.formUnion(ByteClass.space.inverted)
        case "D": set.formUnion(ByteClass.digits.inverted)
        case "W": set.formUnion(ByteClass.word.inverted)
        case "h", "v", "H", "V": set.formUnion(.all)
        case "p", "P", "N":
            let property = try NamedProperty(scalar, scalars, &index)
            if !property.isPlain { isPlain = false }
            // ICU folds case before it inverts a property.
            if !property.isExact || (scalar == "P" && ignoresCase) { isExact = false }
            set.formUnion(property.set)
        case "x", "u": return try hexadecimal(after: scalar)
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        default:
            guard scalar.isASCII, !UInt8(scalar.value).isASCIIAlphanumeric else {
                throw PatternParser.UnsupportedSyntax()
            }
            return scalar
        }
        return nil
    }

    /// Parses `\x{2764}`, `\xE9` or `\u2764`.
    private mutating func hexadecimal(
        after mark: Unicode.Scalar
    ) throws(PatternParser.UnsupportedSyntax) -> Unicode.Scalar {
        let isBraced = mark == "x" && peek == "{"
        if isBraced { index += 1 }
        var digits = String.UnicodeScalarView()
        while let scalar = peek, scalar.properties.isASCIIHexDigit,
            digits.count < (isBraced ? 6 : mark == "x" ? 2 : 4)
        {
            digits.append(scalar)
            index += 1
        }
        if isBraced, try next() != "}" { throw PatternParser.UnsupportedSyntax() }
        let isWhole = isBraced ? !digits.isEmpty : digits.count == (mark == "x" ? 2 : 4)
        guard isWhole, let value = UInt32(String(digits), radix: 16), let scalar = Unicode.Scalar(value)
        else {
            throw PatternParser.UnsupportedSyntax()
        }
        return scalar
    }
}
