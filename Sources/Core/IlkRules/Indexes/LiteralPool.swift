import IlkVocabulary

/// Byte strings that stand one behind the other, lower case within ASCII.
package struct LiteralPool: Sendable {
    package let bytes: [UInt8]
    /// Where each string ends. It begins where the one before ends.
    package let ends: [Int32]

    /// The strings of a list, one behind the other.
    init(_ strings: [[UInt8]]) {
        bytes = Array(strings.joined())
        var end: Int32 = 0
        ends = strings.map { string in
            end += Int32(string.count)
            return end
        }
    }

    /// The strings with these ends.
    init(bytes: [UInt8], ends: [Int32]) {
        (self.bytes, self.ends) = (bytes, ends)
    }

    /// How many strings there are.
    var count: Int { ends.count }

    /// The place of a string in the pool.
    package func range(_ index: Int) -> Range<Int> {
        (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
    }

    /// Whether a string of a pool, given by where it begins and how long it is, stands in a text from an offset on.
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
