import IlkVocabulary

/// Writes JSON into a buffer of bytes: names in the caller's order, commas by itself, no white space.
///
/// The buffer is reused: in steady state nothing is allocated. What is written is one line (line breaks in
/// strings are escaped) and valid UTF-8. That names are not repeated, and that a name is followed by one
/// value, is the caller's business.
public struct JSONWriter: Sendable {
    /// What has been written.
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false
    private var depth = 0

    /// An empty writer.
    ///
    /// - Parameter capacity: So many bytes are written without looking for more room.
    public init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    /// Forgets what has been written and keeps the room.
    public mutating func reset() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
        depth = 0
    }

    /// Opens an object.
    public mutating func beginObject() { open(UInt8(ascii: "{")) }

    /// Closes the innermost object.
    public mutating func endObject() { close(UInt8(ascii: "}")) }

    /// Opens an array.
    public mutating func beginArray() { open(UInt8(ascii: "[")) }

    /// Closes the innermost array.
    public mutating func endArray() { close(UInt8(ascii: "]")) }

    /// Writes the name of the next member.
    public mutating func key(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string.
    public mutating func string(_ value: String) {
        var value = value
        value.withUTF8 { string(utf8: $0) }
    }

    /// Writes a string of UTF-8 bytes; what is not UTF-8 in it becomes U+FFFD.
    public mutating func string(utf8 value: UnsafeBufferPointer<UInt8>) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        if let base = value.baseAddress {
            var offset = 0
            while offset < value.count {
                let end = ByteScan.endOfJSONRun(base, from: offset, to: value.count)
                _ = UTF8Repair.append(UnsafeBufferPointer(rebasing: value[offset..<end]), to: &bytes)
                if end < value.count { escape(base[end]) }
                offset = end + 1
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a number so that reading it gives the same value again, in the fewest digits, in no one's
    /// locale.
    ///
    /// Not-a-number and the infinities, which JSON does not have, become `null`.
    public mutating func number(_ value: Double) {
        guard value.isFinite else {
            null()
            return
        }
        separate()
        var stream = NumberStream(bytes: [])
        swap(&stream.bytes, &bytes)
        value.write(to: &stream)
        swap(&stream.bytes, &bytes)
    }

    /// Writes a whole number.
    public mutating func integer(_ value: Int) {
        separate()
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        let start = bytes.count
        var rest = value.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    /// Writes `true` or `false`.
    public mutating func bool(_ value: Bool) {
        separate()
        bytes.append(contentsOf: value ? "true".utf8 : "false".utf8)
    }

    /// Writes `null`.
    public mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
    }

    /// Writes a value that is JSON already, as it is. That it is one value on one line is the caller's
    /// promise.
    public mutating func raw(_ json: some Sequence<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func open(_ byte: UInt8) {
        separate()
        bytes.append(byte)
        needsComma = false
        depth += 1
    }

    private mutating func close(_ byte: UInt8) {
        precondition(depth > 0, "an end without its beginning")
        depth -= 1
        bytes.append(byte)
        needsComma = true
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        default:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(UInt8(hexDigit: byte >> 4))
            bytes.append(UInt8(hexDigit: byte & 15))
        }
    }
}

/// Takes the digits of a number from the standard library straight into bytes.
private struct NumberStream: TextOutputStream {
    var bytes: [UInt8]

    mutating func write(_ string: String) { bytes.append(contentsOf: string.utf8) }

    /// The standard library hands the digits over here, without making a string of them first; where it does
    /// not, the function above is called instead, to the same effect.
    mutating func _writeASCII(_ buffer: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: buffer) }
}
