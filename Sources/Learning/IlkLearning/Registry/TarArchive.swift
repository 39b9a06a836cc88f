package import FoundationEssentials
import IlkVocabulary

/// Tar archives (POSIX ustar) of plain files, as exports use them.
///
/// The reader accepts no folders and no links. The names in an archive are compared, but never used as paths.
package enum TarArchive {
    /// The reason why an archive is refused.
    package struct Refusal: Error {
        /// The reason, as in `the archive is truncated`.
        package let reason: String
    }

    private static let block = 512

    // MARK: Writing

    /// Returns an archive. Equal files give equal bytes: the mode is fixed, and there is no owner.
    ///
    /// - Parameters:
    ///   - files: The names, of at most 99 bytes, and the contents.
    ///   - time: The time of all files.
    package static func bytes(of files: [(name: String, bytes: [UInt8])], time: Date) -> [UInt8] {
        var bytes: [UInt8] = []
        let seconds = max(0, Int(min(time.timeIntervalSince1970, 8_589_934_591)))
        for file in files {
            bytes += header(file.name, size: file.bytes.count, time: seconds)
            bytes += file.bytes
            bytes += [UInt8](repeating: 0, count: padding(file.bytes.count))
        }
        return bytes + [UInt8](repeating: 0, count: 2 * block)
    }

    private static func padding(_ count: Int) -> Int { (block - count % block) % block }

    private static func header(_ name: String, size: Int, time: Int) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: block)
        func put(_ text: String, at offset: Int) {
            for (index, byte) in text.utf8.enumerated() { header[offset + index] = byte }
        }
        func octal(_ number: Int, _ digits: Int) -> String { number.zeroPadded(to: digits, radix: 8) }
        put(String(name.prefix(99)), at: 0)
        put(octal(0o600, 7), at: 100)
        put(octal(0, 7), at: 108)
        put(octal(0, 7), at: 116)
        put(octal(size, 11), at: 124)
        put(octal(time, 11), at: 136)
        put("        ", at: 148)
        put("0", at: 156)
        put("ustar", at: 257)
        put("00", at: 263)
        put(octal(header.reduce(0) { $0 + Int($1) }, 6), at: 148)
        header[154] = 0
        return header
    }

    // MARK: Reading

    /// Returns `true` if a file begins with a ustar header.
    ///
    /// - Parameter bytes: The bytes of the file.
    package static func hasHeader(_ bytes: [UInt8]) -> Bool {
        bytes.count >= block && bytes[257..<262].elementsEqual("ustar".utf8)
    }

    /// Returns the files of an archive by name.
    ///
    /// - Parameter bytes: The bytes of the archive.
    /// - Throws: ``Refusal``.
    /// - Complexity: O(*n*) in the size of the archive.
    package static func files(in bytes: [UInt8]) throws(Refusal) -> [String: [UInt8]] {
        guard hasHeader(bytes) else { throw Refusal(reason: "the file is not a tar archive") }
        var files: [String: [UInt8]] = [:]
        var offset = 0
        while offset + block <= bytes.count {
            let header = bytes[offset..<offset + block]
            if header.allSatisfy({ $0 == 0 }) { return files }
            let at = header.startIndex
            guard checksum(of: header) == octal(header[at + 148..<at + 156]),
                let size = octal(header[at + 124..<at + 136]), size <= bytes.count - offset - block
            else { throw Refusal(reason: "the archive is truncated or damaged") }
            let kind = header[at + 156]
            guard kind == UInt8(ascii: "0") || kind == 0 else {
                throw Refusal(reason: "the archive contains a link or a folder")
            }
            let name = String(decoding: header[at..<at + 100].prefix { $0 != 0 }, as: UTF8.self)
            let start = offset + block
            guard files.updateValue(Array(bytes[start..<start + size]), forKey: name) == nil else {
                throw Refusal(reason: "the archive contains \(name.prefix(60)) twice")
            }
            offset = start + size + padding(size)
        }
        throw Refusal(reason: "the archive is truncated")
    }

    private static func octal(_ field: ArraySlice<UInt8>) -> Int? {
        let digits = String(decoding: field.prefix { $0 != 0 && $0 != 0x20 }, as: UTF8.self)
        return digits.count <= 11 ? Int(digits, radix: 8) : nil
    }

    private static func checksum(of header: ArraySlice<UInt8>) -> Int {
        header.indices.reduce(0) { sum, index in
            sum + ((148..<156).contains(index - header.startIndex) ? 0x20 : Int(header[index]))
        }
    }
}
