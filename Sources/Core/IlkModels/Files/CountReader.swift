package import IlkVocabulary

/// A reader of the numbers and texts in one section of a model file. It never reads beyond the section.
package struct CountReader {
    private let storage: ModelStorage
    package private(set) var position: Int
    private let end: Int

    package init(_ storage: ModelStorage, _ section: Range<Int>) {
        self.storage = storage
        position = section.lowerBound
        end = section.upperBound
    }

    package var remaining: Int { end - position }

    package mutating func byte() throws(FormatError) -> UInt8 {
        guard position < end else {
            throw FormatError(.malformed, at: position, "a section ends inside a number")
        }
        defer { position += 1 }
        return storage.load(UInt8.self, at: position)
    }

    /// Reads an integer of at most 62 bits as unsigned LEB128.
    package mutating func number() throws(FormatError) -> Int64 {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 63, by: 7) {
            let byte = try byte()
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 {
                guard number < 1 << 62 else { break }
                return Int64(number)
            }
        }
        throw FormatError(.malformed, at: position, "a count is larger than 2^62 - 1")
    }

    /// Reads a text that is preceded by its length in bytes.
    package mutating func text() throws(FormatError) -> String {
        let count = try number()
        guard count <= Int64(remaining) else {
            throw FormatError(.malformed, at: position, "a text extends past the end of its section")
        }
        var bytes: [UInt8] = []
        for _ in 0..<count { bytes.append(try byte()) }
        return String(decoding: bytes, as: UTF8.self)
    }

    package mutating func numbers(_ count: Int) throws(FormatError) -> [Int64] {
        var numbers: [Int64] = []
        for _ in 0..<count { numbers.append(try number()) }
        return numbers
    }
}

extension [UInt8] {
    /// Appends a count as unsigned LEB128. A negative number is written as 0.
    package mutating func append(count: Int64) {
        var rest = UInt64(Swift.max(0, count))
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }

    /// Appends the length of a text in bytes, then the text.
    package mutating func append(text: String) {
        append(count: Int64(text.utf8.count))
        append(contentsOf: text.utf8)
    }
}
