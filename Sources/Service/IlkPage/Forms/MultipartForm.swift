import IlkHTTP

/// A form with a file (`multipart/form-data`, RFC 7578).
struct MultipartForm {
    static let type = "multipart/form-data"
    /// The maximum number of parts. The forms of the pages have fewer.
    private static let maximumParts = 32

    private(set) var fields: [Pair] = []
    private(set) var file: FormFields.File?

    /// Parses a form.
    ///
    /// - Parameters:
    ///   - bytes: The body.
    ///   - type: The header `Content-Type`, which names the boundary.
    /// - Throws: ``Problem`` `malformed-body`.
    /// - Complexity: O(*n*) in the number of bytes, for a boundary of at most 70 characters.
    init(_ bytes: [UInt8], _ type: String) throws(Problem) {
        guard let boundary = Self.parameter("boundary", of: type), (1...70).contains(boundary.utf8.count)
        else { throw Self.malformed }
        let delimiter = Array("\r\n--\(boundary)".utf8)
        // The first delimiter has no line break before it.
        var rest = (Array("\r\n".utf8) + bytes)[...]
        guard rest.starts(with: delimiter) else { throw Self.malformed }
        rest = rest.dropFirst(delimiter.count)
        for _ in 0..<Self.maximumParts {
            if rest.starts(with: "--".utf8) { return }
            guard let end = Self.find(delimiter, in: rest) else { throw Self.malformed }
            try add(rest[rest.startIndex..<end])
            rest = rest[(end + delimiter.count)...]
        }
        throw Self.malformed
    }

    private mutating func add(_ part: ArraySlice<UInt8>) throws(Problem) {
        let separator = Array("\r\n\r\n".utf8)
        guard let end = Self.find(separator, in: part) else { throw Self.malformed }
        let head = String(decoding: part[part.startIndex..<end], as: UTF8.self)
        let content = part[(end + separator.count)...]
        let lines = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-disposition:") }
        guard let line = lines, let name = Self.parameter("name", of: String(line)) else {
            throw Self.malformed
        }
        if let fileName = Self.parameter("filename", of: String(line)) {
            // A browser sends an empty file if none was chosen.
            if !content.isEmpty { file = FormFields.File(name: fileName, bytes: Array(content)) }
        } else {
            fields.append(Pair(name, String(decoding: content, as: UTF8.self)))
        }
    }

    /// Returns a parameter of a header, without quotes.
    private static func parameter(_ name: String, of header: String) -> String? {
        for part in header.split(separator: ";").dropFirst() {
            let halves = part.split(separator: "=", maxSplits: 1)
            guard halves.count == 2, halves[0].filter({ $0 != " " }).lowercased() == name else { continue }
            return String(halves[1].filter { $0 != "\"" })
        }
        return nil
    }

    /// Returns the position of a byte sequence, or `nil` if the text does not contain the sequence.
    private static func find(_ bytes: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
        var start = text.startIndex
        while let found = text[start...].firstIndex(of: bytes[0]) {
            if text[found...].starts(with: bytes) { return found }
            start = found + 1
        }
        return nil
    }

    private static let malformed = Problem(.malformedBody, "the form cannot be read")
}
