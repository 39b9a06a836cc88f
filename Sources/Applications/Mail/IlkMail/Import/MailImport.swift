#if Mail
    import FoundationEssentials
    import GRDB
    import IlkStore
    import IlkVocabulary

    /// Takes mail from files into a store: mailboxes of all variants, Maildirs, folders of both.
    ///
    /// Messages are read ahead while those before are classified, and those before these are written. A message is there
    /// already when its account has one of the same Message-ID, or of the same bytes where it has none. An import that was
    /// cut off goes on where its last transaction ended.
    public struct MailImport: Sendable {
        private let service: DatabaseService
        private let options: MailImportOptions

        /// An import into a store.
        public init(into service: DatabaseService, options: MailImportOptions = MailImportOptions()) {
            self.service = service
            self.options = options
        }

        /// Reads a mailbox file.
        ///
        /// - Parameters:
        ///   - path: The file.
        ///   - progress: Called after each transaction with the bytes read so far and the file's size. What it throws ends
        ///     the import; what was written stays.
        /// - Throws: `StoreError`, ``DatabaseError``.
        public func mailbox(
            _ path: String, progress: (Int, Int) throws -> Void = { _, _ in }
        ) async throws -> MailImportReport {
            let name = options.label ?? Self.name(of: path)
            let account = try await account()
            let start = options.startsOver ? nil : try await begun(path, account, name)
            let reader = try MailboxReader(path, variant: options.variant, from: start ?? 0)
            let reading = try await reading(.mailbox(reader), path, account, label: name)
            return try await take(reading, account, (path, name), progress: progress)
        }

        /// Reads a Maildir.
        ///
        /// - Parameter progress: As for a mailbox, in messages.
        /// - Throws: `StoreError`, ``DatabaseError``.
        public func maildir(
            _ path: String, progress: (Int, Int) throws -> Void = { _, _ in }
        ) async throws -> MailImportReport {
            let account = try await account()
            let reading = try await reading(
                .maildir(MaildirReader(path)), path, account, label: options.label)
            return try await take(reading, account, nil, progress: progress)
        }

        private func reading(
            _ source: sending MailReading.Source, _ path: String, _ account: Account, label: String?
        ) async throws -> MailReading {
            try MailReading(
                source, of: path, label: label, options: options,
                quarantine: try await quarantine(of: account))
        }

        private func take(
            _ reading: MailReading, _ account: Account, _ mark: Mark?, progress: (Int, Int) throws -> Void
        ) async throws -> MailImportReport {
            var report = MailImportReport()
            let size = reading.size
            let judging = MailJudging(reading, options.classify)
            var batch = try await judging.next()
            while let current = batch {
                async let following = judging.next()
                report.add(try await write(current, account, mark))
                try progress(current.offset, size)
                batch = try await following
            }
            return report
        }

        /// The file and the label for which the store keeps how far the file was read.
        private typealias Mark = (path: String, label: String)

        private func write(
            _ batch: MailBatch, _ account: Account, _ mark: Mark?
        ) async throws -> MailImportReport {
            let base = BaseRepository<Email>(store: service.store)
            // Batches write the same pages again and again: moved into the file later, they are moved once.
            return try await base.save(checkpointAt: 16_384) { database in
                // What is written is found again in memory, as far as it goes.
                try database.execute(sql: "PRAGMA cache_size = -65536")
                let row = try AccountRepository.row(of: account.id, in: database)
                var report = batch.report
                let writer = try EmailWriter(database)
                let verdicts = try EmailVerdictWriter(database)
                for item in batch.items {
                    guard try !writer.has(item.message.row, account: row) else {
                        report.present += 1
                        continue
                    }
                    report.added += 1
                    let key = try writer.add(item, account: row)
                    if let verdict = item.verdict { try verdicts.write(verdict, of: key) }
                }
                try writer.finish()
                try Self.quarantine(batch, account: row, in: database)
                if let mark {
                    try database.execute(
                        sql: "INSERT OR REPLACE INTO mailImport VALUES (?, ?, ?, ?, ?)",
                        arguments: [row, mark.path, mark.label, batch.offset, batch.digest])
                }
                return report
            }
        }

        /// Remembers the messages that the parser did not survive, so that no later import parses them, unless it starts over.
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

        /// Where an import of the same file ended, if what stands before that place is still the same.
        private func begun(_ path: String, _ account: Account, _ label: String) async throws -> Int? {
            let found: (offset: Int, digest: String)? = try await service.store.read { database in
                let row = try AccountRepository.row(of: account.id, in: database)
                return try Row.fetchOne(
                    database,
                    sql: "SELECT offset, digest FROM mailImport WHERE account = ? AND path = ? AND label = ?",
                    arguments: [row, path, label]
                ).map { ($0[0], $0[1]) }
            }
            guard let found, try MailReading.digest(of: path, before: found.offset) == found.digest else {
                return nil
            }
            return found.offset
        }

        /// A label for a file: its name without what says that it is a mailbox.
        public static func name(of path: String) -> String {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return name.hasSuffix(".mbox") && name.count > 5 ? String(name.dropLast(5)) : name
        }
    }
#endif
