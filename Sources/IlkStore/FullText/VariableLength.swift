/// SQLite's whole numbers of variable length: seven bits a byte, the highest first, and all eight of a ninth.
enum VariableLength {
    /// Appends a number.
    static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        if number >> 56 != 0 {
            for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> (57 - 7 * place)) | 0x80) }
            bytes.append(UInt8(truncatingIfNeeded: number))
            return
        }
        var shift = 49
        while shift > 0, number >> shift == 0 { shift -= 7 }
        while shift > 0 {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift) | 0x80)
            shift -= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: number & 0x7F))
    }
}

/// Reads numbers of variable length one behind the other.
struct VariableLengthReader {
    private let bytes: [UInt8]
    private(set) var place: Int

    init(_ bytes: [UInt8], from place: Int = 0) {
        self.bytes = bytes
        self.place = place
    }

    var isAtEnd: Bool { place == bytes.count }

    /// The next number; nil where the bytes end within it.
    mutating func next() -> UInt64? {
        var number: UInt64 = 0
        for count in 1...9 {
            guard place < bytes.count else { return nil }
            let byte = bytes[place]
            place += 1
            if count == 9 { return number << 8 | UInt64(byte) }
            number = number << 7 | UInt64(byte & 0x7F)
            if byte & 0x80 == 0 { return number }
        }
        return nil
    }

    /// The next number, if it is one that counts something; nil for what is beyond 31 bits.
    mutating func small() -> Int? {
        guard let number = next(), number <= UInt64(Int32.max) else { return nil }
        return Int(number)
    }
}
