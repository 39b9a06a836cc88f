import IlkVocabulary

/// A list of byte strings, stored as one concatenation. Their ASCII letters are lowercase.
package struct LiteralPool: Sendable {
    package let bytes: [UInt8]
    /// The end offset of each string. A string begins at the end of the previous one.
    package let ends: [Int32]

    init(_ strings: [[UInt8]]) {
        bytes = Array(strings.joined())
        var end: Int32 = 0
        ends = strings.map { string in
            end += Int32(string.count)
            return end
        }
    }

    init(bytes: [UInt8], ends: [Int32]) {
        (self.bytes, self.ends) = (bytes, ends)
    }

    var count: Int { ends.count }

    package func range(_ index: Int) -> Range<Int> {
        (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
    }

    /// `true` if a string of the pool, given by offset and length, occurs in a text at an offset.
    @inline(__always)
    static func contains(
        _ string: Int, _ count: Int, at lower: Int, _ bytes: UnsafeBufferPointer<UInt8>,
        _ pool: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard lower >= 0, lower + count <= bytes.count else { return false }
        for offset in 0..<count where bytes[lower &+ offset].asciiLowercased != pool[string &+ offset] {
            return false
        }
        return true
    }
}
