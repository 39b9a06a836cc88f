#if Mail
    import IlkMail
    import IlkMailCommand
    import IlkVerdictConsole

    /// Labeled texts from mailboxes, for commands that train or measure models.
    struct MailboxTexts: MailboxReading {
        func read(
            _ path: String, _ accept: (Int, Result<String, MailboxReadingProblem>) throws -> Void
        ) throws {
            let mailbox = try MailboxMessages(path, worker: MailStoreAccess.worker)
            while true {
                let messages = try mailbox.next()
                guard !messages.isEmpty else { return }
                for message in messages {
                    let reason = MailboxReadingProblem(reason: message.problem ?? "")
                    try accept(message.offset, message.text.map { .success($0) } ?? .failure(reason))
                }
            }
        }
    }
#endif
