/// The error for bytes that are not a valid sync message.
public struct WireFault: Error, Hashable, Sendable {
    /// A defect of a message.
    public enum Reason: String, Sendable {
        /// The bytes do not start like a message.
        case notAMessage
        /// The version of the message is unknown.
        case otherVersion
        /// The message is truncated.
        case cutOff
        /// Bytes follow the end of the message.
        case tooLong
        /// A field has an invalid value.
        case badValue
    }

    /// The defect.
    public let reason: Reason
    /// The position of the defect, in bytes from the start.
    public let offset: Int
}

/// Writes big-endian numbers, with a length before variable-size fields.
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

/// Reads the output of ``WireWriter``. Every length is checked against the remaining bytes before memory is
/// allocated.
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

    mutating func readBytes(_ count: Int) throws(WireFault) -> UnsafeRawBufferPointer {
        guard count <= left else { throw fault(.cutOff) }
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
    }

    /// Reads a list. `size` is the minimum number of bytes per element and bounds the allocation.
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
