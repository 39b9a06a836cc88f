#if Mail
    import CGMime
    import FoundationEssentials
    import IlkStore
    import IlkVocabulary

    /// Parses messages with GMime. Only one thread at a time may use an instance.
    ///
    /// Parsing never fails. Parts that cannot be parsed are omitted and flagged.
    public final class MailParser {
        private let reader: OpaquePointer

        /// Creates a parser with the default limits (`cgmime.h`).
        ///
        /// - Throws: `StoreError` if GMime or libxml2 is not installed, or if memory is exhausted.
        public init() throws {
            guard ilk_mime_is_available() else { throw Self.missing }
            var limits = ilk_mime_usual_limits
            guard let reader = ilk_mime_reader_make(&limits) else {
                throw StoreError(code: .unexpected, path: "", detail: "not enough memory to parse mail")
            }
            self.reader = reader
        }

        static let missing = StoreError(
            code: .missing, path: "libgmime-3.0.so.0",
            detail:
                "mail cannot be parsed: GMime or libxml2 is missing (Debian: libgmime-3.0-0 libxml2)"
        )

        deinit {
            ilk_mime_reader_free(reader)
        }

        /// Parses a message.
        ///
        /// - Parameter bytes: A message in the format of RFC 5322, without the `From ` line of a mailbox.
        /// - Returns: The message. If the bytes are not a message, the flag ``MailFlags/noHeader`` is set.
        /// - Complexity: O(*n*) in the number of bytes.
        public func message(_ bytes: UnsafeRawBufferPointer) -> MailMessage {
            let start = bytes.bindMemory(to: UInt8.self).baseAddress
            guard let start, let found = ilk_mime_read(reader, start, bytes.count) else {
                var row = MailRow(room: 80)
                setKey(of: &row, bytes)
                var nothing = MailMessage(row)
                nothing.flags = .noHeader
                return nothing
            }
            return message(found.pointee, bytes)
        }

        private func message(_ found: ilk_mime_message, _ bytes: UnsafeRawBufferPointer) -> MailMessage {
            var message = MailMessage(row(found, bytes))
            message.hasHTML = found.has_html
            message.flags = MailFlags(rawValue: found.flags)
            message.skippedParts = found.skipped_part_count
            message.contentType = string(found.type)
            message.hasDate = found.has_date
            if found.status.length > 0 { message.status = string(found.status) }
            if found.gmail_labels.length > 0 {
                message.gmailLabels = string(found.gmail_labels).split(separator: ",").map { name in
                    var name = MailSnippet.oneLine(String(name))
                    if name.utf8.count > 1, name.hasPrefix("\""), name.hasSuffix("\"") {
                        name = String(name.dropFirst().dropLast())
                    }
                    return name
                }
            }
            return message
        }

        private func row(_ found: ilk_mime_message, _ bytes: UnsafeRawBufferPointer) -> MailRow {
            var row = MailRow(room: found.body.length + 1024)
            let id = row.add { line(found.message_id, to: &$0) }
            if id.isEmpty {
                setKey(of: &row, bytes)
            } else {
                (row.key, row.messageID) = (id, id)
            }
            if let thread = UInt64(MailSnippet.oneLine(string(found.gmail_thread))) {
                row.threadID = row.add(String(thread, radix: 16))
            }
            let from = found.from_count > 0 ? found.from?.pointee : nil
            row.addSender(hasName: (from?.name.length ?? 0) > 0) { texts in
                if let from { line(from.name, to: &texts) }
            } address: { texts in
                if let from { line(from.address, to: &texts) }
            }
            row.subject = row.add { line(found.subject, to: &$0) }
            row.addAddressees {
                pack(UnsafeBufferPointer(start: found.to, count: found.to_count), to: &$0)
            } copies: {
                pack(UnsafeBufferPointer(start: found.cc, count: found.cc_count), to: &$0)
            }
            row.references = row.add { texts in
                for (place, id) in UnsafeBufferPointer(start: found.references, count: found.reference_count)
                    .enumerated()
                {
                    if place > 0 { texts.append(PackedList.entrySeparator) }
                    line(id, to: &texts)
                }
            }
            let body = raw(found.body)
            row.snippet = row.add { MailSnippet.append(body, to: &$0) }
            row.body = row.add { $0.append(contentsOf: body) }
            if found.has_date { row.date = Date(timeIntervalSince1970: Double(found.date)) }
            row.size = bytes.count
            row.attachments = attachments(found)
            return row
        }

        /// Sets the key of a message without a Message-ID to the digest of its bytes.
        private func setKey(of row: inout MailRow, _ bytes: UnsafeRawBufferPointer) {
            row.key = row.add("sha256:\(ContentDigest(of: bytes))")
            row.size = bytes.count
        }

        private func attachments(_ found: ilk_mime_message) -> [Attachment] {
            UnsafeBufferPointer(start: found.attachments, count: found.attachment_count).map {
                Attachment(
                    filename: string($0.name), mimeType: string($0.type), size: Int($0.size),
                    contentId: $0.content_id.length > 0 ? string($0.content_id) : nil,
                    isInline: $0.is_inline)
            }
        }

        private func pack(_ mailboxes: UnsafeBufferPointer<ilk_mime_mailbox>, to texts: inout [UInt8]) {
            for (place, mailbox) in mailboxes.enumerated() {
                if place > 0 { texts.append(PackedList.entrySeparator) }
                line(mailbox.name, to: &texts)
                texts.append(PackedList.nameSeparator)
                line(mailbox.address, to: &texts)
            }
        }

        private func line(_ text: ilk_mime_text, to texts: inout [UInt8]) {
            MailSnippet.appendLine(raw(text), to: &texts)
        }

        private func raw(_ text: ilk_mime_text) -> UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(start: text.start, count: text.start == nil ? 0 : text.length)
        }

        private func string(_ text: ilk_mime_text) -> String { String(decoding: raw(text), as: UTF8.self) }
    }
#endif
