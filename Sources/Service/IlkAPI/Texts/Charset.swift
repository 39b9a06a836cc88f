import Glibc
import IlkHTTP
import IlkVocabulary

/// The conversion of texts from the charset of a request to UTF-8.
enum Charset {
    /// Returns a text in UTF-8, without a byte order mark. Invalid sequences become invalid UTF-8, which the
    /// pipeline flags.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - charset: The charset of the text, a name that glibc's `iconv` knows, or `nil` for UTF-8.
    /// - Throws: ``Problem`` `charset` if the charset is unknown.
    /// - Complexity: O(*n*) in the length of the text.
    static func utf8(_ bytes: [UInt8], from charset: String?) throws(Problem) -> [UInt8] {
        guard let charset, !["utf-8", "utf8", "us-ascii"].contains(charset.lowercased()) else {
            return withoutMark(bytes)
        }
        // The name is a path component of glibc's modules, and a slash begins its options.
        guard charset.utf8.count <= 40, charset.utf8.allSatisfy(isNameByte) else { throw unknown }
        guard let converter = iconv_open("UTF-8", charset), Int(bitPattern: converter) != -1 else {
            throw unknown
        }
        defer { iconv_close(converter) }
        var output: [UInt8] = []
        var input = bytes.map { CChar(bitPattern: $0) }
        let unit = unit(of: charset.lowercased())
        input.withUnsafeMutableBufferPointer { convert($0, unit: unit, converter, into: &output) }
        return withoutMark(output)
    }

    private static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
        let mark = ByteOrderMark.length(in: bytes)
        return mark > 0 ? Array(bytes.dropFirst(mark)) : bytes
    }

    /// Returns the number of bytes of a code unit.
    private static func unit(of charset: String) -> Int {
        if charset.hasPrefix("utf-16") || charset.hasPrefix("ucs-2") { return 2 }
        return charset.hasPrefix("utf-32") || charset.hasPrefix("ucs-4") ? 4 : 1
    }

    private static let unknown = Problem(.charset, "the charset of the text is unknown")

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"): true
        default: byte.isASCIIWord
        }
    }

    private static func convert(
        _ input: UnsafeMutableBufferPointer<CChar>, unit: Int, _ converter: iconv_t,
        into output: inout [UInt8]
    ) {
        var position = input.baseAddress
        var left = input.count
        var buffer = [CChar](repeating: 0, count: 1 << 14)
        while left > 0 {
            let written = buffer.withUnsafeMutableBufferPointer { buffer in
                var end = buffer.baseAddress
                var room = buffer.count
                let failed = iconv(converter, &position, &left, &end, &room) == -1
                return (count: buffer.count - room, failure: failed ? errno : 0)
            }
            output += buffer[..<written.count].map { UInt8(bitPattern: $0) }
            // A full buffer is not an error. Invalid and incomplete sequences are skipped unit by unit.
            guard written.failure != 0, written.failure != E2BIG else { continue }
            output.append(0xFF)
            let skipped = min(unit, left)
            position = position.map { $0 + skipped }
            left -= skipped
        }
    }
}
