import IlkVocabulary

/// Writes compact JSON into a byte buffer and inserts the commas. Field names keep the caller's order.
///
/// The buffer is reusable, so that a writer in steady state does not allocate. The output is one line of
/// valid UTF-8, because line breaks in strings are escaped. The caller must not repeat names and must write
/// one value after each name.
public struct JSONWriter: Sendable {
    /// The JSON written so far.
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false
    private var depth = 0

    /// Creates an empty writer.
    ///
    /// - Parameter capacity: The number of bytes to reserve.
    public init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    /// Discards the output and keeps the capacity.
    public mutating func reset() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
        depth = 0
    }

    /// Begins an object.
    public mutating func beginObject() { open(UInt8(ascii: "{")) }

    /// Ends the innermost object.
    public mutating func endObject() { close(UInt8(ascii: "}")) }

    /// Begins an array.
    public mutating func beginArray() { open(UInt8(ascii: "[")) }

    /// Ends the innermost array.
    public mutating func endArray() { close(UInt8(ascii: "]")) }

    /// Writes the name of the next field.
    ///
    /// - Parameter name: The name, which is escaped as needed.
    public mutating func key(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string.
    ///
    /// - Parameter value: The string, which is escaped as needed.
    public mutating func string(_ value: String) {
        var value = value
        value.withUTF8 { string(utf8: $0) }
    }

    /// Writes a string from UTF-8 bytes.
    ///
    /// - Parameter value: The bytes. Invalid sequences are replaced by U+FFFD.
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

    /// Writes a number with the fewest digits that parse to the same value, independent of the locale.
    ///
    /// - Parameter value: The number. NaN and infinities, which JSON lacks, become `null`.
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

    /// Writes an integer.
    ///
    /// - Parameter value: The integer.
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
    ///
    /// - Parameter value: The Boolean value.
    public mutating func bool(_ value: Bool) {
        separate()
        bytes.append(contentsOf: value ? "true".utf8 : "false".utf8)
    }

    /// Writes `null`.
    public mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
    }

    /// Writes a value that is already JSON, unchanged and unchecked.
    ///
    /// - Parameter json: The bytes of one value on one line.
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

/// Appends the digits that the standard library produces directly to a byte array.
private struct NumberStream: TextOutputStream {
    var bytes: [UInt8]

    mutating func write(_ string: String) { bytes.append(contentsOf: string.utf8) }

    /// The standard library calls this underscored method for ASCII digits, to avoid a temporary string. A
    /// version of the library that does not call this method calls `write(_:)`, with the same result.
    mutating func _writeASCII(_ buffer: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: buffer) }
}
