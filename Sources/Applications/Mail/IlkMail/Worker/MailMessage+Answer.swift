#if Mail
    import FoundationEssentials

    /// The wire format of a parsed message, which a worker sends as its answer: the length, the fields of
    /// fixed size, and the texts with their lengths. Numbers are little-endian. A worker is not trusted: an
    /// answer is accepted only if its texts are valid UTF-8 and all ranges lie within the texts.
    extension MailMessage {
        /// The maximum length of an answer in bytes. A message has up to 64 MiB, and each of its bytes may
        /// become three bytes of UTF-8.
        static let mostAnswerBytes = 512 << 20

        /// The encoded answer.
        var encoded: [UInt8] {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(row.texts.count + 512)
            bytes.append(number: UInt32(0))
            bytes.append(number: flags.rawValue)
            bytes.append(number: Int64(skippedParts))
            bytes.append(number: Int64(row.size))
            bytes.append(number: row.date.timeIntervalSince1970.bitPattern)
            bytes.append((hasHTML ? 1 : 0) | (hasDate ? 2 : 0))
            for range in row.ranges {
                bytes.append(number: range.map { UInt32($0.lowerBound) } ?? .max)
                bytes.append(number: range.map { UInt32($0.upperBound) } ?? .max)
            }
            bytes.append(number: UInt32(row.texts.count))
            bytes.append(contentsOf: row.texts)
            bytes.append(string: contentType)
            bytes.append(string: status)
            bytes.append(number: gmailLabels.map { UInt32($0.count) } ?? .max)
            for label in gmailLabels ?? [] { bytes.append(string: label) }
            bytes.append(number: UInt32(row.attachments.count))
            for attachment in row.attachments {
                bytes.append(string: attachment.filename)
                bytes.append(string: attachment.mimeType)
                bytes.append(string: attachment.contentId)
                bytes.append(number: Int64(attachment.size))
                bytes.append(attachment.isInline ? 1 : 0)
            }
            withUnsafeBytes(of: UInt32(bytes.count - 4).littleEndian) { length in
                for place in 0..<4 { bytes[place] = length[place] }
            }
            return bytes
        }

        /// Decodes an answer without its length. Returns `nil` if it is invalid.
        init?(answer bytes: ArraySlice<UInt8>) {
            var reader = AnswerReader(bytes: bytes)
            do {
                self = try reader.message()
            } catch {
                return nil
            }
        }
    }

    extension MailRow {
        /// The ranges of all texts.
        fileprivate var ranges: [Range<Int>?] {
            [
                key, messageID, threadID, name, sender, address, subject, recipients, copies, addressees,
                references, snippet, body,
            ]
        }

        /// Sets the ranges of all texts, in the order of ``ranges``.
        fileprivate mutating func set(_ found: [Range<Int>?]) {
            let none = 0..<0
            (key, messageID, threadID, name) = (found[0] ?? none, found[1], found[2] ?? none, found[3])
            (sender, address, subject) = (found[4] ?? none, found[5] ?? none, found[6] ?? none)
            (recipients, copies, addressees) = (found[7] ?? none, found[8] ?? none, found[9] ?? none)
            (references, snippet, body) = (found[10] ?? none, found[11] ?? none, found[12])
        }

        fileprivate static let rangeCount = 13
    }

    private struct AnswerReader {
        struct Damage: Error {}

        var bytes: ArraySlice<UInt8>

        mutating func message() throws -> MailMessage {
            let flags = MailFlags(rawValue: try number())
            let skipped = try size()
            let size = try size()
            let date = Double(bitPattern: try number())
            let facts: UInt8 = try number()
            var places: [(UInt32, UInt32)] = []
            for _ in 0..<MailRow.rangeCount { places.append((try number(), try number())) }
            var row = MailRow(texts: Array(try text() ?? []))
            guard String(validating: row.texts, as: UTF8.self) != nil else { throw Damage() }
            row.set(try places.map { try range($0, in: row.texts) })
            (row.size, row.date) = (size, Date(timeIntervalSince1970: date))
            var message = MailMessage(row)
            (message.flags, message.skippedParts) = (flags, skipped)
            (message.hasHTML, message.hasDate) = (facts & 1 != 0, facts & 2 != 0)
            message.contentType = try string() ?? ""
            message.status = try string()
            let labels: UInt32 = try number()
            if labels != .max {
                var names: [String] = []
                for _ in 0..<labels { names.append(try string() ?? "") }
                message.gmailLabels = names
            }
            let attachments: UInt32 = try number()
            for _ in 0..<attachments { message.row.attachments.append(try attachment()) }
            guard bytes.isEmpty else { throw Damage() }
            return message
        }

        private mutating func attachment() throws -> Attachment {
            let (name, type, id) = (try string(), try string(), try string())
            let size = try size()
            return Attachment(
                filename: name ?? "", mimeType: type ?? "", size: size, contentId: id,
                isInline: try number() as UInt8 != 0)
        }

        /// Returns a range of the texts. Throws if the range would cut a character.
        private func range(_ place: (UInt32, UInt32), in texts: [UInt8]) throws -> Range<Int>? {
            guard place != (.max, .max) else { return nil }
            let (start, end) = (Int(place.0), Int(place.1))
            guard start <= end, end <= texts.count else { throw Damage() }
            for edge in [start, end] where edge < texts.count {
                guard texts[edge] & 0xC0 != 0x80 else { throw Damage() }
            }
            return start..<end
        }

        private mutating func number<Number: FixedWidthInteger>() throws -> Number {
            let count = MemoryLayout<Number>.size
            guard bytes.count >= count else { throw Damage() }
            defer { bytes = bytes.dropFirst(count) }
            return bytes.prefix(count).number()
        }

        private mutating func size() throws -> Int {
            let size: Int64 = try number()
            guard size >= 0 else { throw Damage() }
            return Int(size)
        }

        private mutating func text() throws -> ArraySlice<UInt8>? {
            let length: UInt32 = try number()
            guard length != .max else { return nil }
            guard length <= bytes.count else { throw Damage() }
            defer { bytes = bytes.dropFirst(Int(length)) }
            return bytes.prefix(Int(length))
        }

        private mutating func string() throws -> String? {
            try text().map { String(decoding: $0, as: UTF8.self) }
        }
    }

    extension Array where Element == UInt8 {
        fileprivate mutating func append(string: String?) {
            guard let string else { return append(number: UInt32.max) }
            append(number: UInt32(string.utf8.count))
            append(contentsOf: string.utf8)
        }
    }
#endif
