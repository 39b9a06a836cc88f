#if Mail
    import IlkConsole
    import FoundationEssentials
    import IlkMail
    import IlkPipeline
    import IlkStore
    import IlkVocabulary

    /// Imports mail from files and directories and shows the progress.
    struct MailFileImporter {
        var options: MailImportOptions
        var console: Console

        /// Imports the mail files in order, and then the corrections from exports. If an error ends the
        /// import, the error is thrown, and committed messages are kept.
        func run(_ paths: [String], into service: DatabaseService) async throws -> MailImportReport {
            var report = MailImportReport()
            let isExport = { (path: String) in MailFileFormat(path: path) == .ndjson }
            for path in paths where !isExport(path) {
                for (file, isMaildir) in try files(path) {
                    report.add(try await importFile(file, isMaildir, into: service))
                }
            }
            for path in paths where isExport(path) {
                report.add(try await importCorrections(path, into: service))
            }
            try await service.store.truncateLogIfLarge()
            return report
        }

        /// Imports the corrections from an NDJSON export. The corrected messages must already be in the
        /// store.
        private func importCorrections(
            _ path: String, into service: DatabaseService
        ) async throws -> MailImportReport {
            var report = MailImportReport()
            let reader = try InputFile.named([path])[0].open(stop: console.stop)
            let file = RecordImport<MessageCorrections>(
                format: .ndjson, policy: .skip, console: console,
                json: { try RecordError.decode(MessageCorrections.self, $0, of: "a message") },
                fields: { _ in
                    { _ in throw RecordError(message: "not a JSON object that represents a message") }
                }
            ) { messages in
                let corrected = messages.filter { $0.corrections?.isEmpty == false }
                let (changed, missing) = try await service.emails.merge(corrected)
                report.corrected += changed
                report.malformed += missing
                return changed
            }
            let outcome = try await file.run(name: path) {
                try reader.read(into: &$0) { () throws(CommandError) in }
            }
            if report.malformed > 0 {
                let messages = DecimalText.counted(report.malformed, "corrected message")
                report.remarks.append(
                    .init(
                        path: path, offset: 0, reason: "\(messages) not in the store: first import the mail"))
            }
            report.malformed += outcome.skipped
            return report
        }

        private func importFile(
            _ path: String, _ isMaildir: Bool, into service: DatabaseService
        ) async throws -> MailImportReport {
            let mail = MailImport(into: service, options: options)
            var progress: ProgressLine?
            defer { progress?.erase() }
            func show(_ done: Int, _ total: Int) throws {
                if isMaildir {
                    if progress == nil { progress = ProgressLine("messages", total: total, on: console) }
                    try progress?.show(done)
                } else {
                    if progress == nil { progress = ProgressLine("KiB", total: total >> 10, on: console) }
                    try progress?.show(done >> 10)
                }
            }
            return isMaildir
                ? try await mail.maildir(path, progress: show) : try await mail.mailbox(path, progress: show)
        }

        /// Returns the mailboxes and Maildirs at a path: the path itself if it is a file or a Maildir,
        /// otherwise those directly inside the directory.
        private func files(_ path: String) throws -> [(String, isMaildir: Bool)] {
            var isFolder: Bool = false
            let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            guard exists else {
                throw InputFile.missing(path)
            }
            guard isFolder else { return [(path, false)] }
            if MaildirReader.isMaildir(path) { return [(path, true)] }
            let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted().filter {
                !$0.hasPrefix(".")
            }
            let found: [(String, isMaildir: Bool)] = names.compactMap { name in
                let inner = "\(path)/\(name)"
                if MaildirReader.isMaildir(inner) { return (inner, true) }
                var isFolder: Bool = false
                guard FileManager.default.fileExists(atPath: inner, isDirectory: &isFolder), !isFolder else {
                    return nil
                }
                return name.hasSuffix(".mbox") || name.hasSuffix(".mbx") ? (inner, false) : nil
            }
            guard !found.isEmpty else {
                throw CommandError(
                    .noInput, "the folder contains no mail", at: path,
                    hint: "specify a Maildir (with cur and new), or a folder of Maildirs and .mbox files")
            }
            return found
        }

        func printReport(_ report: MailImportReport) {
            for remark in report.remarks.prefix(20) {
                console.note("\(FileLocation.text(remark.path, byte: remark.offset)): \(remark.reason)")
            }
            if report.remarks.count > 20 {
                console.note(
                    "\(report.remarks.count - 20) more remarks; --format json lists them")
            }
            if report.corrected > 0 {
                console.note("Imported corrections of \(DecimalText.counted(report.corrected, "message")).")
            }
            let updated = report.updated > 0 ? " (\(report.updated) updated)" : ""
            var counts = ["\(report.present) already present\(updated)", "\(report.malformed) skipped"]
            if report.quarantined > 0 {
                counts.append("\(report.quarantined) quarantined (--start-over retries)")
            }
            counts.append("\(report.repaired) repaired")
            let imported = "Imported \(DecimalText.counted(report.added, "message"))"
            console.note("\(imported), \(counts.joined(separator: ", ")).")
            if report.ambiguousLines > 0 {
                let lines = DecimalText.counted(report.ambiguousLines, "line")
                console.note("Read \(lines) beginning with 'From ' as text.")
            }
        }
    }
#endif
