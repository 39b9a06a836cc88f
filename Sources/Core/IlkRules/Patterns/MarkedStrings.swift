/// Byte strings that stand one behind the other, edges of words marked in them: what parts of a regular expression take.
///
/// There are many for every expression that is read, most of them of one string: they share one piece of memory.
struct MarkedStrings: Hashable {
    private(set) var bytes: [UInt8]
    /// Where each string ends. It begins where the one before ends.
    private(set) var ends: [Int]

    /// No strings at all.
    init() { (bytes, ends) = ([], []) }

    /// One string.
    init(_ string: [UInt8]) { (bytes, ends) = (string, [string.count]) }

    /// The strings of a list.
    init(list: [[UInt8]]) {
        self.init()
        for string in list { append(string) }
    }

    /// Strings of a byte each.
    init(eachOf bytes: [UInt8]) {
        self.bytes = bytes
        ends = bytes.isEmpty ? [] : Array(1...bytes.count)
    }

    /// How many strings there are.
    var count: Int { ends.count }
    var isEmpty: Bool { ends.isEmpty }

    /// The place of a string among the bytes.
    func range(_ index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

    /// A string.
    subscript(index: Int) -> ArraySlice<UInt8> { bytes[range(index)] }

    /// How many bytes the longest string has.
    var longest: Int {
        var longest = 0
        for index in ends.indices { longest = max(longest, range(index).count) }
        return longest
    }

    /// Whether a string has no characters.
    func isBare(_ index: Int) -> Bool { self[index].allSatisfy { $0 == RequiredLiteral.boundary } }

    /// Whether no string has characters.
    var isBare: Bool { bytes.allSatisfy { $0 == RequiredLiteral.boundary } }

    /// Whether some string has none.
    var hasBare: Bool { ends.indices.contains { isBare($0) } }

    /// Adds a string.
    mutating func append(_ string: some Collection<UInt8>) {
        bytes += string
        ends.append(bytes.count)
    }

    /// Adds the strings of another list.
    mutating func append(_ other: MarkedStrings) {
        let start = bytes.count
        bytes += other.bytes
        for end in other.ends { ends.append(start + end) }
    }

    /// Puts the same bytes behind every string; false when one that is not empty would become longer than the limit.
    mutating func extend(with more: [UInt8], limit: Int) -> Bool {
        for index in ends.indices {
            let length = range(index).count
            if length > 0, length + more.count > limit { return false }
        }
        guard count != 1 else {
            if bytes.isEmpty { bytes.reserveCapacity(limit) }
            for byte in more { bytes.append(byte) }
            ends[0] = bytes.count
            return true
        }
        self = mapped { string, result in
            result += string
            result += more
        }
        return true
    }

    /// The strings with an edge of a word behind each, if it ends within one.
    var bounded: MarkedStrings {
        mapped { string, result in
            result += string
            if !string.isEmpty { result.append(RequiredLiteral.boundary) }
        }
    }

    private func mapped(_ add: (ArraySlice<UInt8>, inout [UInt8]) -> Void) -> MarkedStrings {
        var result = MarkedStrings()
        result.bytes.reserveCapacity(bytes.count + 2 * ends.count)
        result.ends.reserveCapacity(ends.count)
        for index in ends.indices {
            add(self[index], &result.bytes)
            result.ends.append(result.bytes.count)
        }
        return result
    }

    /// Each string with each of the others behind it.
    func product(_ other: MarkedStrings) -> MarkedStrings {
        var result = MarkedStrings()
        result.bytes.reserveCapacity(bytes.count * other.count + other.bytes.count * count)
        result.ends.reserveCapacity(count * other.count)
        for index in ends.indices {
            for end in other.ends.indices {
                result.bytes += self[index]
                result.bytes += other[end]
                result.ends.append(result.bytes.count)
            }
        }
        return result
    }
}
