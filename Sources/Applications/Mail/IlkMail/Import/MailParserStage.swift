#if Mail
    import FoundationEssentials
    import IlkVocabulary

    /// Parses messages and assigns their labels. An import runs several instances concurrently.
    actor MailParserStage {
        private let label: String?
        private let options: MailImportOptions
        /// The reason why each quarantined message was quarantined, by the digest of the message's bytes.
        private let quarantine: [ContentDigest: String]
        private let parser: MailParser?
        private let worker: MailWorkerClient?

        init(
            label: String?, options: MailImportOptions, quarantine: [ContentDigest: String] = [:]
        ) throws {
            (self.label, self.options, self.quarantine) = (label, options, quarantine)
            worker = options.worker.map { MailWorkerClient($0) }
            parser = worker == nil ? try MailParser() : nil
        }

        /// Parses consecutive messages of a file. Throws `StoreError` if the worker cannot be started.
        func parse(_ messages: ArraySlice<RawMessage>) throws -> MailBatch {
            var batch = MailBatch()
            batch.items.reserveCapacity(messages.count)
            let messages = messages.filter { !skips($0, &batch) }[...]
            if let parser {
                for mail in messages {
                    accept(mail, mail.bytes.withUnsafeBytes { parser.message($0) }, &batch)
                }
            }
            try worker?.parse(messages) { mail, result in
                switch result {
                case .success(let message): accept(mail, message, &batch)
                case .failure(let death): quarantine(mail, death.reason, &batch)
                }
            }
            return batch
        }

        /// Returns `true` for a message that could not be read or that is quarantined, and adds the message
        /// to the report.
        private func skips(_ mail: RawMessage, _ batch: inout MailBatch) -> Bool {
            if let refusal = mail.readError {
                reportMalformed(mail, refusal, &batch)
                return true
            }
            guard !quarantine.isEmpty, let reason = quarantine[ContentDigest(of: mail.bytes)] else {
                return false
            }
            guard !options.startsOver else { return false }
            reportQuarantine(mail, reason, &batch)
            return true
        }

        private func quarantine(_ mail: RawMessage, _ reason: String, _ batch: inout MailBatch) {
            reportQuarantine(mail, reason, &batch)
            batch.quarantined.append(
                MailBatch.Quarantined(
                    digest: ContentDigest(of: mail.bytes), path: mail.path, offset: mail.offset,
                    reason: reason))
        }

        private func reportQuarantine(_ mail: RawMessage, _ reason: String, _ batch: inout MailBatch) {
            batch.report.bytes += mail.bytes.count
            batch.report.quarantined += 1
            batch.report.remark(mail.path, mail.offset, "quarantined: \(reason)")
        }

        private func accept(_ mail: RawMessage, _ parsed: MailMessage, _ batch: inout MailBatch) {
            batch.report.bytes += mail.bytes.count
            if options.startsOver, !quarantine.isEmpty {
                let digest = ContentDigest(of: mail.bytes)
                if quarantine[digest] != nil { batch.released.append(digest) }
            }
            var message = parsed
            if mail.isTruncated { message.flags.insert(.messageTruncated) }
            guard message.isMessage else { return reportMalformed(mail, MailMessage.noMessage, &batch) }
            if !message.flags.isEmpty {
                batch.report.repaired += 1
                batch.report.remark(mail.path, mail.offset, message.flags.description)
            }
            if !message.hasDate, let received = mail.date {
                message.row.date = Date(timeIntervalSince1970: Double(received))
            }
            if let file = mail.file { label(&message, file) } else { label(&message, label ?? "") }
            let hasFolders = mail.file != nil || message.gmailLabels == nil
            let form = MailSearchForm(message.row)
            batch.items.append(
                MailBatch.Item(
                    message: message, form: form, source: options.keepsSource ? mail.bytes : nil,
                    envelope: mail.envelope, hasFolders: hasFolders, offset: mail.offset))
        }

        private func reportMalformed(_ mail: RawMessage, _ reason: String, _ batch: inout MailBatch) {
            batch.report.malformed += 1
            batch.report.remark(mail.path, mail.offset, reason)
        }

        /// Sets the labels and flags of a message in a mailbox from its header fields: `X-Gmail-Labels` or,
        /// without this field, `Status` and similar fields. A message that is marked as deleted but still in
        /// the mailbox gets no label.
        private func label(_ message: inout MailMessage, _ usual: String) {
            guard let names = message.gmailLabels else {
                let status = message.status ?? ""
                message.row.labelIds = usual.isEmpty || status.contains("X") ? [] : [usual]
                message.row.isRead = status.contains("R")
                message.row.isStarred = status.contains("F")
                return
            }
            let all = names.map(Self.systemName)
            message.row.isRead = !all.contains("UNREAD")
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
            message.row.isRead = entry.flags.contains("S")
            message.row.isStarred = entry.flags.contains("F")
        }

        /// Returns the key of a system label, given its name in Gmail's archives, such as `Inbox`.
        private static func systemName(_ name: String) -> String {
            let upper = name.uppercased()
            if upper == "DRAFTS" { return "DRAFT" }
            return Label.systemNames.contains(upper) || upper == "OPENED" ? upper : name
        }
    }
#endif
