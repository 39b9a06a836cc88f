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

        /// Imports the files in order. Throws the error that ends an import; committed messages stay.
        func run(_ paths: [String], into service: DatabaseService) async throws -> MailImportReport {
            var report = MailImportReport()
            for path in paths {
                for (file, isMaildir) in try files(path) {
                    report.add(try await importFile(file, isMaildir, into: service))
                }
            }
            try await service.store.truncateLogIfLarge()
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

        /// Returns a file or a Maildir, or the Maildirs and mailboxes directly inside another directory.
        private func files(_ path: String) throws -> [(String, isMaildir: Bool)] {
            var isFolder: Bool = false
            let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            guard exists else {
                throw CommandError(.noInput, "cannot read: there is no such file", at: path)
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
                    .noInput, "there is no mail in it", at: path,
                    hint: "a folder is a Maildir (cur, new), or has Maildirs and files called .mbox in it")
            }
            return found
        }

        func printReport(_ report: MailImportReport) {
            for remark in report.remarks.prefix(20) {
                console.note("\(remark.path), offset \(remark.offset): \(remark.reason)")
            }
            if report.remarks.count > 20 {
                console.note(
                    "and \(report.remarks.count - 20) more: ilk mail import --format json lists them")
            }
            var line =
                "\(DecimalText.counted(report.added, "message")) taken in, \(report.present) there already"
            line += ", \(report.malformed) left out, \(report.repaired) repaired"
            if report.quarantined > 0 {
                line += ", \(report.quarantined) quarantined (--start-over tries again)"
            }
            if report.ambiguousLines > 0 {
                line +=
                    "; \(DecimalText.counted(report.ambiguousLines, "line")) beginning with 'From ' taken for text"
            }
            console.note(line)
        }
    }
#endif
