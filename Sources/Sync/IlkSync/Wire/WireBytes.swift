/// Why bytes are no message of sync.
public struct WireFault: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Reason: String, Sendable {
        /// They do not begin as a message does.
        case notAMessage
        /// The message is of a version that this program does not know.
        case otherVersion
        /// The message ends too early.
        case cutOff
        /// Something follows the message.
        case tooLong
        /// A value is none that can stand in its place.
        case badValue
    }

    /// What is wrong.
    public let reason: Reason
    /// Where, in bytes from the beginning.
    public let offset: Int
}

/// Writes numbers big-endian, and a length before what has one.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func put(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    mutating func put(_ value: UInt64?) {
        put(value != nil)
        if let value { put(value) }
    }

    mutating func put<Element>(_ list: [Element], _ each: (inout WireWriter, Element) -> Void) {
        put(UInt32(list.count))
        for element in list { each(&self, element) }
    }

    mutating func append(_ record: SyncRecord) { record.append(to: &bytes) }
}

/// Reads what ``WireWriter`` writes. Nothing is allocated by a number that was read before it was held to what is left.
struct WireReader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var left: Int { bytes.count - offset }

    func fault(_ reason: WireFault.Reason) -> WireFault { WireFault(reason: reason, offset: offset) }

    mutating func number<Number: FixedWidthInteger>(
        _ type: Number.Type = Number.self
    ) throws(WireFault) -> Number {
        let size = MemoryLayout<Number>.size
        guard left >= size else { throw fault(.cutOff) }
        defer { offset += size }
        return Number(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }

    mutating func flag() throws(WireFault) -> Bool {
        guard left >= 1 else { throw fault(.cutOff) }
        guard bytes[offset] < 2 else { throw fault(.badValue) }
        defer { offset += 1 }
        return bytes[offset] == 1
    }

    mutating func optional() throws(WireFault) -> UInt64? { try flag() ? try number() : nil }

    /// So many bytes.
    mutating func take(_ count: Int) throws(WireFault) -> UnsafeRawBufferPointer {
        guard count <= left else { throw fault(.cutOff) }
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
    }

    /// A list of things that take at least so many bytes each.
    mutating func list<Element>(
        ofAtLeast size: Int, _ each: (inout WireReader) throws(WireFault) -> Element
    ) throws(WireFault) -> [Element] {
        let count = Int(try number(UInt32.self))
        guard count <= left / size else { throw fault(.cutOff) }
        var list: [Element] = []
        list.reserveCapacity(count)
        for _ in 0..<count { list.append(try each(&self)) }
        return list
    }
}
