#if Mail
    import FoundationEssentials
    import IlkVocabulary

    /// Takes messages apart, and says how they are labelled: one of several that do so at a time.
    actor MailParsing {
        private let account: UUID
        private let label: String?
        private let options: MailImportOptions
        private let parser: MailParser

        init(account: UUID, label: String?, options: MailImportOptions) throws {
            (self.account, self.label, self.options) = (account, label, options)
            parser = try MailParser()
        }

        /// The messages of a stretch of a file, and what was noticed about them.
        func parse(_ stretch: ArraySlice<FoundMail>) -> MailBatch {
            var batch = MailBatch()
            batch.items.reserveCapacity(stretch.count)
            for mail in stretch { take(mail, into: &batch) }
            return batch
        }

        private func take(_ mail: FoundMail, into batch: inout MailBatch) {
            if let refusal = mail.refusal { return leaveOut(mail, refusal, &batch) }
            batch.report.bytes += mail.bytes.count
            var message = mail.bytes.withUnsafeBytes { parser.message($0, account: account) }
            if mail.isCut { message.flags.insert(.messageCut) }
            let row = message.row
            let says =
                !row.subject.isEmpty || !row.address.isEmpty || row.messageID != nil || message.hasDate
            guard says, !message.flags.contains(.noHeader) else {
                return leaveOut(mail, "it is no message: it has no header", &batch)
            }
            if !message.flags.isEmpty {
                batch.report.repaired += 1
                batch.report.remark(mail.path, mail.offset, message.flags.description)
            }
            if !message.hasDate, let received = mail.date {
                message.row.date = Date(timeIntervalSince1970: Double(received))
            }
            if let file = mail.file { label(&message, file) } else { label(&message, label ?? "") }
            let form = MailSearchForm(message.row)
            batch.items.append(
                MailBatch.Item(
                    message: message, form: form, source: options.keepsSource ? mail.bytes : nil,
                    envelope: mail.envelope, offset: mail.offset))
        }

        private func leaveOut(_ mail: FoundMail, _ reason: String, _ batch: inout MailBatch) {
            batch.report.malformed += 1
            batch.report.remark(mail.path, mail.offset, reason)
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
    }
#endif
