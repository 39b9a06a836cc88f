#if Mail
    import FoundationEssentials
    import GRDB
    import Glibc
    import IlkStore
    import IlkVocabulary

    /// Imports mail files into a store: mailboxes of all variants and Maildirs.
    ///
    /// Three stages run concurrently: reading and parsing, classifying, and writing. A message is not
    /// imported again if the account has a message with the same Message-ID or, without a Message-ID,
    /// with the same bytes. If the flags or labels of such a message were changed in the file since the last
    /// import of the file, the changes are applied to the stored message. An interrupted import of a mailbox
    /// continues after its last transaction.
    public struct MailImport: Sendable {
        private let service: DatabaseService
        private let options: MailImportOptions

        /// Creates an import.
        ///
        /// - Parameters:
        ///   - service: The mail store.
        ///   - options: The options of the import.
        public init(into service: DatabaseService, options: MailImportOptions = MailImportOptions()) {
            self.service = service
            self.options = options
        }

        /// Imports a mailbox file.
        ///
        /// - Parameters:
        ///   - path: The file.
        ///   - progress: A function that is called after each transaction with the number of bytes read so
        ///     far and the size of the file. If the function throws, the import ends; committed messages are
        ///     kept.
        /// - Returns: The counts and remarks of the import.
        /// - Throws: `StoreError`, ``DatabaseError``, or the error of `progress`.
        /// - Complexity: O(*n*) in the size of the part of the file that was not imported before.
        public func mailbox(
            _ path: String, progress: (Int, Int) throws -> Void = { _, _ in }
        ) async throws -> MailImportReport {
            let name = options.label ?? Self.name(of: path)
            let account = try await account()
            let start = options.startsOver ? nil : try await resumeOffset(path, account, name)
            let isKnown = start == nil ? try await invalidateMark(path, account, name) : false
            let reader = try MailboxReader(path, variant: options.variant, from: start ?? 0)
            let reading = try await reading(.mailbox(reader), path, account, label: name)
            return try await writeBatches(
                reading, account, following(path, isPartial: (start ?? 0) > 0), (path, name),
                marksAtEnd: isKnown, progress: progress)
        }

        /// Imports a Maildir and its folders.
        ///
        /// - Parameters:
        ///   - path: The directory.
        ///   - progress: A function that is called after each transaction with the number of messages read so
        ///     far and the total number. If the function throws, the import ends; committed messages are
        ///     kept.
        /// - Returns: The counts and remarks of the import.
        /// - Throws: `StoreError`, ``DatabaseError``, or the error of `progress`.
        /// - Complexity: O(*n*) in the size of all messages.
        public func maildir(
            _ path: String, progress: (Int, Int) throws -> Void = { _, _ in }
        ) async throws -> MailImportReport {
            let account = try await account()
            let reading = try await reading(
                .maildir(MaildirReader(path)), path, account, label: options.label)
            return try await writeBatches(
                reading, account, following(path, isPartial: false), nil, progress: progress)
        }

        /// Creates the tracker of flags and labels for a file. Imports of the same file with different values
        /// of `--label` are tracked separately.
        private func following(_ path: String, isPartial: Bool) -> MailFollowing {
            let whole = realpath(path, nil)
            defer { free(whole) }
            var name = whole.map { String(cString: $0) } ?? path
            if let label = options.label { name += "\0" + label }
            return MailFollowing(
                source: ReferenceHash.of(Array(name.utf8)[...], account: 0), isPartial: isPartial)
        }

        private func reading(
            _ source: sending MailReaderStage.Source, _ path: String, _ account: Account, label: String?
        ) async throws -> MailReaderStage {
            try MailReaderStage(
                source, of: path, label: label, options: options,
                quarantine: try await quarantine(of: account))
        }

        /// Writes all messages.
        ///
        /// - Parameter marksAtEnd: `true` to store the mark of the file only after the last message, together
        ///   with the removal of flags and labels that the file has lost. An interrupted import of a known file
        ///   then starts over, because a part of the file does not show what it has lost.
        private func writeBatches(
            _ reading: MailReaderStage, _ account: Account, _ following: MailFollowing, _ mark: Mark?,
            marksAtEnd: Bool = false, progress: (Int, Int) throws -> Void
        ) async throws -> MailImportReport {
            var report = MailImportReport()
            var end: (offset: Int, digest: String)?
            let size = reading.size
            let judging = MailClassifierStage(reading, options.classify)
            var batch = try await judging.next()
            while let current = batch {
                async let next = judging.next()
                report.add(try await write(current, account, following, marksAtEnd ? nil : mark))
                if marksAtEnd { end = (current.offset, current.digest) }
                try progress(current.offset, size)
                batch = try await next
            }
            guard !following.lost.isEmpty || end != nil else { return report }
            report.updated += try await BaseRepository<Email>(store: service.store).save { [end] database in
                let row = try AccountRepository.row(of: account.id, in: database)
                let removed = try EmailOriginWriter(EmailWriter(database), following).removeLost(account: row)
                if let mark, let end {
                    try Self.store(mark, end.offset, end.digest, account: row, in: database)
                }
                return removed
            }
            return report
        }

        /// A mailbox file and its label. For each such pair, the store contains the offset at which the last
        /// import ended.
        private typealias Mark = (path: String, label: String)

        private func write(
            _ batch: MailBatch, _ account: Account, _ following: MailFollowing, _ mark: Mark?
        ) async throws -> MailImportReport {
            let marksRead = options.marksRead
            let base = BaseRepository<Email>(store: service.store)
            // Batches change the same pages again and again. With a larger write-ahead log, these pages are
            // copied to the file less often.
            return try await base.save(checkpointAt: 16_384) { database in
                // A cache of 64 MiB keeps recently written pages in memory.
                try database.execute(sql: "PRAGMA cache_size = -65536")
                let row = try AccountRepository.row(of: account.id, in: database)
                var report = batch.report
                let writer = try EmailWriter(database)
                let verdicts = try EmailVerdictWriter(database)
                let origins = try EmailOriginWriter(writer, following)
                for item in batch.items {
                    if let key = try writer.row(of: item.message.row, account: row) {
                        report.present += 1
                        if try origins.follow(item, at: key, account: row) { report.updated += 1 }
                        continue
                    }
                    report.added += 1
                    var new = item
                    if marksRead { new.message.row.isRead = true }
                    let key = try writer.add(new, account: row)
                    try origins.note(item, at: key)
                    if let verdict = item.verdict { try verdicts.write(verdict, of: key) }
                }
                try writer.finish()
                try Self.quarantine(batch, account: row, in: database)
                if let mark { try Self.store(mark, batch.offset, batch.digest, account: row, in: database) }
                return report
            }
        }

        private static func store(
            _ mark: Mark, _ offset: Int, _ digest: String, account: Int64, in database: Database
        ) throws {
            try database.execute(
                sql: "INSERT OR REPLACE INTO mailImport VALUES (?, ?, ?, ?, ?)",
                arguments: [account, mark.path, mark.label, offset, digest])
        }

        /// Makes the mark of a file match no bytes, so that the next import reads the whole file. Returns `true`
        /// if the file was imported before.
        private func invalidateMark(_ path: String, _ account: Account, _ label: String) async throws -> Bool
        {
            try await service.store.write { database in
                let row = try AccountRepository.row(of: account.id, in: database)
                try database.execute(
                    sql: "UPDATE mailImport SET digest = 'none' WHERE account = ? AND path = ? AND label = ?",
                    arguments: [row, path, label])
                return database.changesCount > 0
            }
        }

        /// Stores the messages that crashed or stalled the parser. Later imports skip these messages unless
        /// they start over.
        private static func quarantine(_ batch: MailBatch, account: Int64, in database: Database) throws {
            for digest in batch.released {
                try database.execute(
                    sql: "DELETE FROM mailQuarantine WHERE account = ? AND digest = ?",
                    arguments: [account, digest.description])
            }
            for message in batch.quarantined {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO mailQuarantine VALUES (?, ?, ?, ?, ?)",
                    arguments: [
                        account, message.digest.description, message.path, message.offset, message.reason,
                    ])
            }
        }

        private func quarantine(of account: Account) async throws -> [ContentDigest: String] {
            try await service.store.read { database in
                let row = try AccountRepository.row(of: account.id, in: database)
                var reasons: [ContentDigest: String] = [:]
                let rows = try Row.fetchCursor(
                    database, sql: "SELECT digest, reason FROM mailQuarantine WHERE account = ?",
                    arguments: [row])
                while let row = try rows.next() {
                    if let digest = ContentDigest(row[0] as String) { reasons[digest] = row[1] }
                }
                return reasons
            }
        }

        private func account() async throws -> Account {
            if let account = try await service.accounts.fetch(byEmail: options.account) { return account }
            let account = Account(email: options.account)
            try await service.accounts.save(account)
            return account
        }

        /// Returns the offset at which the last import of the file ended. Returns `nil` if the bytes before
        /// this offset have changed.
        private func resumeOffset(_ path: String, _ account: Account, _ label: String) async throws -> Int? {
            let found: (offset: Int, digest: String)? = try await service.store.read { database in
                let row = try AccountRepository.row(of: account.id, in: database)
                return try Row.fetchOne(
                    database,
                    sql: "SELECT offset, digest FROM mailImport WHERE account = ? AND path = ? AND label = ?",
                    arguments: [row, path, label]
                ).map { ($0[0], $0[1]) }
            }
            guard let found, try MailReaderStage.digest(of: path, before: found.offset) == found.digest else {
                return nil
            }
            return found.offset
        }

        /// Returns the label for a mailbox file: its name without `.mbox`.
        ///
        /// - Parameter path: The file.
        public static func name(of path: String) -> String {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return name.hasSuffix(".mbox") && name.count > 5 ? String(name.dropLast(5)) : name
        }
    }
#endif
