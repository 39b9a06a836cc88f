import FoundationEssentials

/// Changes the header of a mail message byte by byte.
enum MessageHeader {
    /// The beginning of the names of Ilk's header fields.
    static let prefix = "X-Ilk-"

    /// Returns the number of bytes of the `From ` line that a mailbox has before a message.
    static func envelopeEnd(of message: [UInt8]) -> Int {
        guard message.starts(with: "From ".utf8) else { return 0 }
        return end(ofLineAt: 0, in: message)
    }

    /// Returns a message with Ilk's fields at the top of its header. Ilk's fields that the header already has
    /// are removed. All other bytes are unchanged.
    ///
    /// - Parameters:
    ///   - fields: The names without the prefix, and the values.
    ///   - message: The message, with or without a `From ` line before it.
    static func adding(_ fields: [(name: String, value: String)], to message: [UInt8]) -> [UInt8] {
        var place = envelopeEnd(of: message)
        var output = Array(message[..<place])
        let first = message[place..<end(ofLineAt: place, in: message)]
        let lineEnd = first.suffix(2).elementsEqual("\r\n".utf8) ? "\r\n" : "\n"
        for (name, value) in fields {
            output += "\(prefix)\(name): \(encoded(value, lineEnd: lineEnd))\(lineEnd)".utf8
        }
        var isOurs = false
        while place < message.count {
            let line = message[place..<end(ofLineAt: place, in: message)]
            if line.allSatisfy({ $0 == 0x0A || $0 == 0x0D }) { break }
            // A line that begins with white space continues the field before it.
            if line.first != 0x20, line.first != 0x09 { isOurs = hasPrefix(line) }
            if !isOurs { output += line }
            place = line.endIndex
        }
        return output + message[place...]
    }

    private static func end(ofLineAt start: Int, in message: [UInt8]) -> Int {
        message[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? message.count
    }

    private static func hasPrefix(_ line: ArraySlice<UInt8>) -> Bool {
        String(decoding: line.prefix(prefix.utf8.count), as: UTF8.self).lowercased() == prefix.lowercased()
    }

    /// Returns a value unchanged if it is printable ASCII without `=?`. Returns any other value as encoded
    /// words (RFC 2047) on lines of at most 75 characters.
    private static func encoded(_ value: String, lineEnd: String) -> String {
        let isPlain = value.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !value.contains("=?")
        if isPlain { return value }
        var words: [[UInt8]] = [[]]
        for character in value.unicodeScalars {
            let bytes = Array(String(character).utf8)
            // 42 bytes are 56 characters in base64.
            if words[words.count - 1].count + bytes.count > 42 { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?UTF-8?B?\(Data($0).base64EncodedString())?=" }.joined(separator: lineEnd + " ")
    }
}
