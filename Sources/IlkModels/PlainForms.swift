import IlkText

/// What the names of the words, numbers and marks of plain ASCII are: the same as those of a text that was taken apart.
enum PlainForms {
    /// Appends a word in lower case.
    static func append(
        _ word: PlainUnits.Word, of text: UnsafeBufferPointer<UInt8>, to material: inout [UInt8]
    ) {
        for place in Int(word.lower)..<Int(word.upper) { material.append(lowered(text[place])) }
    }

    /// Appends what is read of a number, a word with a digit in it, or a mark.
    static func append(
        _ unit: PlainUnits.Other, of text: UnsafeBufferPointer<UInt8>, to material: inout [UInt8]
    ) {
        var place = Int(unit.lower)
        let end = Int(unit.upper)
        switch unit.kind {
        case .mark:
            while place < end {
                material.append(text[place])
                place += 1
            }
        case .number:
            // A number's shape is that of its first six characters.
            while place < min(end, Int(unit.lower) + 6) {
                material.append(WordReader.isDigit(text[place]) ? UInt8(ascii: "0") : text[place])
                place += 1
            }
        case .mixed:
            // Of a run of digits one stays, as 0.
            var isInNumber = false
            while place < end {
                let isDigit = WordReader.isDigit(text[place])
                if !isDigit {
                    material.append(lowered(text[place]))
                } else if !isInNumber {
                    material.append(UInt8(ascii: "0"))
                }
                isInNumber = isDigit
                place += 1
            }
        }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }
}
