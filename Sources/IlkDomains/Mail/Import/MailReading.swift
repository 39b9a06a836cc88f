#if Mail
    import FoundationEssentials
    import Glibc
    import IlkStore
    import IlkVocabulary

    /// Reads files into batches, ahead of whoever writes them.
    actor MailReading {
        private enum Source {
            case mailbox(MailboxReader)
            case maildir([MaildirReader.Entry], next: Int)
        }

        /// After how many bytes, or messages of a kilobyte each, a batch ends. The first one is small, so that whoever writes
        /// begins soon; each next one is half as large again, since writing takes longer than reading and the search indexes
        /// grow by a piece with each.
        private static let (firstBatch, largestBatch) = (1 << 19, 1 << 22)
        /// How much before a place its digest is of.
        private static let digested = 4096

        /// The bytes of a mailbox, or the messages of a Maildir.
        nonisolated let size: Int
        nonisolated let label: String?
        nonisolated let isMailbox: Bool
        private let path: String
        private let account: UUID
        private let options: MailImportOptions
        private let parser: MailParser
        private var source: Source
        private var refusals: [MaildirReader.Refusal] = []
        private var batchBytes = MailReading.firstBatch

        init(mailbox path: String, from offset: Int, account: UUID, label: String, options: MailImportOptions)
            throws
        {
            let reader = try MailboxReader(path, variant: options.variant, from: offset)
            (self.path, self.account, self.label, self.options) = (path, account, label, options)
            (size, isMailbox) = (reader.size, true)
            source = .mailbox(reader)
            parser = try MailParser()
        }

        init(maildir path: String, account: UUID, label: String?, options: MailImportOptions) throws {
            let reader = MaildirReader(path)
            (self.path, self.account, self.label, self.options) = (path, account, label, options)
            (size, isMailbox) = (reader.entries.count, false)
            source = .maildir(reader.entries, next: 0)
            refusals = reader.refusals
            parser = try MailParser()
        }

        /// The next messages; nil when there are none.
        func next() throws -> MailBatch? {
            var batch = MailBatch()
            for refusal in refusals {
                batch.report.malformed += 1
                batch.report.remark(refusal.path, 0, refusal.reason)
            }
            refusals = []
            switch source {
            case .mailbox(let reader): try read(reader, into: &batch)
            case .maildir(let entries, let next):
                let end = try read(entries[next...], into: &batch)
                batch.offset = end
                source = .maildir(entries, next: end)
            }
            batchBytes = min(Self.largestBatch, batchBytes + batchBytes / 2)
            return batch.items.isEmpty && batch.report == MailImportReport() ? nil : batch
        }

        private func read(_ reader: MailboxReader, into batch: inout MailBatch) throws {
            while !isFull(batch), let entry = try reader.next() {
                batch.report.ambiguousLines += entry.ambiguousLines
                take(
                    entry.bytes, path, entry.offset, isCut: entry.isCut, received: entry.date,
                    envelope: entry.envelope, into: &batch
                ) { message in
                    self.label(&message, self.label ?? "")
                }
            }
            batch.offset = reader.offset
            if !batch.items.isEmpty || batch.report != MailImportReport() {
                batch.digest = try Self.digest(of: path, before: batch.offset)
            }
        }

        private func read(_ entries: ArraySlice<MaildirReader.Entry>, into batch: inout MailBatch) throws
            -> Int
        {
            var index = entries.startIndex
            while index < entries.endIndex, !isFull(batch) {
                let entry = entries[index]
                index += 1
                do {
                    let (bytes, isCut) = try MaildirReader.bytes(of: entry)
                    take(bytes, entry.path, 0, isCut: isCut, received: nil, envelope: nil, into: &batch) {
                        message in
                        self.label(&message, entry)
                    }
                } catch let error as StoreError {
                    batch.report.malformed += 1
                    batch.report.remark(entry.path, 0, error.detail)
                }
            }
            return index
        }

        private func isFull(_ batch: MailBatch) -> Bool {
            batch.bytes >= batchBytes || batch.items.count >= batchBytes / 1024
        }

        private func take(
            _ bytes: [UInt8], _ path: String, _ offset: Int, isCut: Bool, received: Int64?, envelope: String?,
            into batch: inout MailBatch, _ finish: (inout MailMessage) -> Void
        ) {
            batch.bytes += bytes.count
            batch.report.bytes += bytes.count
            var message = bytes.withUnsafeBytes { parser.message($0, account: account) }
            if isCut { message.flags.insert(.messageCut) }
            let row = message.row
            let says =
                !row.subject.isEmpty || !row.address.isEmpty || row.messageID != nil || message.hasDate
            guard says, !message.flags.contains(.noHeader) else {
                batch.report.malformed += 1
                batch.report.remark(path, offset, "it is no message: it has no header")
                return
            }
            if !message.flags.isEmpty {
                batch.report.repaired += 1
                batch.report.remark(path, offset, message.flags.description)
            }
            if !message.hasDate, let received {
                message.row.date = Date(timeIntervalSince1970: Double(received))
            }
            finish(&message)
            batch.items.append(
                MailBatch.Item(
                    message: message, form: MailSearchForm(message.row),
                    source: options.keepsSource ? bytes : nil, envelope: envelope,
                    offset: offset))
        }

        /// Labels and flags of a message of a mailbox: Gmail's, or those of Unix mailboxes.
        private func label(_ message: inout MailMessage, _ usual: String) {
            guard let names = message.gmailLabels else {
                message.row.labelIds = usual.isEmpty ? [] : [usual]
                message.row.isRead = options.marksRead || message.status?.contains("R") == true
                message.row.isStarred = message.status?.contains("F") == true
                return
            }
            let all = names.map(Self.systemName)
            message.row.isRead = options.marksRead || !all.contains("UNREAD")
            message.row.isStarred = all.contains("STARRED")
            let labels = all.filter { !$0.isEmpty && $0 != "UNREAD" && $0 != "OPENED" }
            message.row.labelIds = Set(labels).sorted()
        }

        private func label(_ message: inout MailMessage, _ entry: MaildirReader.Entry) {
            let folder = entry.folder.isEmpty ? "INBOX" : entry.folder
            var labels: Set = [self.label ?? folder]
            if entry.flags.contains("T") { labels.insert("TRASH") }
            if entry.flags.contains("D") { labels.insert("DRAFT") }
            message.row.labelIds = labels.sorted()
            message.row.isRead = options.marksRead || entry.flags.contains("S")
            message.row.isStarred = entry.flags.contains("F")
        }

        /// `Inbox` of an archive is `INBOX` of the mail system.
        private static func systemName(_ name: String) -> String {
            let upper = name.uppercased()
            if upper == "DRAFTS" { return "DRAFT" }
            return Label.systemNames.contains(upper) || upper == "OPENED" ? upper : name
        }

        /// A digest of what stands before a place of a file: when it has changed, the file is another one.
        static func digest(of path: String, before offset: Int) throws -> String {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard descriptor >= 0 else { return "" }
            defer { close(descriptor) }
            let start = max(0, offset - digested)
            var bytes = [UInt8](repeating: 0, count: offset - start)
            let got = bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress, $0.count, off_t(start))
            }
            guard got == bytes.count else { return "" }
            return ContentDigest(of: bytes).description
        }
    }
#endif
