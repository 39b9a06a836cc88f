extension Token {
    /// Reads kind and shape of a token of ASCII alone; returns false, undone, at the first byte that is not.
    mutating func readASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let range = range
        var shape: TokenShape = []
        var letters = 0
        var digits = 0
        var spaces = 0
        var run = 0
        var previous: UInt8 = 0
        for index in range {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"):
                letters += 1
                shape.insert(.hasLower)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                letters += 1
                shape.insert(index == range.lowerBound ? .startsUpper : .innerUpper)
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits += 1
                shape.insert(.hasDigit)
            case UInt8(ascii: "_"): shape.insert(.hasUnderscore)
            case UInt8(ascii: "'"): shape.insert(.hasApostrophe)
            case 0...0x20, 0x7F: spaces += 1
            case 0x80...0xFF: return false
            default: break
            }
            let folded = byte | 0x20
            run = folded == previous ? run + 1 : 1
            if run == 3, Marks.isLetter(byte) { shape.insert(.elongated) }
            previous = folded
        }
        self.shape = shape
        characterCount = Int32(range.count)
        kind = letters > 0 ? .letter : digits > 0 ? .number : spaces == range.count ? .space : .other
        return true
    }

    /// Reads kind and shape of a token with characters outside ASCII.
    mutating func readScalars(_ text: UnsafeBufferPointer<UInt8>) {
        var all: CharacterClass = []
        var shape: TokenShape = .nonASCII
        var characters: Int32 = 0
        var run = 0
        var previous: UInt32 = 0
        var offset = range.lowerBound
        while offset < range.upperBound {
            let (scalar, length) = decodeScalar(text, at: offset)
            let characterClass =
                scalar < 0x80 ? CharacterClass.ascii[Int(scalar)] : CharacterClass.classify(scalar)
            all.formUnion(characterClass)
            if characterClass.contains(.upper) { shape.insert(characters == 0 ? .startsUpper : .innerUpper) }
            if characterClass.contains(.lower) { shape.insert(.hasLower) }
            if characterClass.contains(.digit) { shape.insert(.hasDigit) }
            if scalar == 0x2019 || scalar == 0x27 { shape.insert(.hasApostrophe) }
            if scalar == 0x5F { shape.insert(.hasUnderscore) }
            run = scalar == previous ? run + 1 : 1
            if run == 3, !characterClass.isDisjoint(with: .letter) { shape.insert(.elongated) }
            previous = scalar
            characters += 1
            offset += length
        }
        self.shape = shape
        characterCount = characters
        kind = Self.kind(of: all)
    }

    private static func kind(of classes: CharacterClass) -> TokenKind {
        if !classes.isDisjoint(with: [.lower, .upper, .uncased]) { return .letter }
        if classes.contains(.ideograph) { return .ideographic }
        if classes.contains(.kana) { return .kana }
        if classes.contains(.digit) { return .number }
        let visible: CharacterClass = [.punctuation, .symbol, .emoji, .control]
        return classes.contains(.space) && classes.isDisjoint(with: visible) ? .space : .other
    }
}
