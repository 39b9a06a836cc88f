import Foundation
import IlkCalls
import IlkDebug
import IlkDebugStore
import IlkFiles
import IlkMail
import IlkStore
import IlkUsage
import IlkVocabulary

extension PageDesk {
    /// The records of the applications, each with a text in every field that a person or a program fills.
    ///
    /// - Parameter text: The text of names, notes, headers, phrases and events.
    func addRecords(_ text: String) async throws {
        let folders = log.folders
        let calls = try CallLogStorage.open(.file(folders.calls))
        let contact = try await calls.contact(creatingNamed: text).contact
        try await calls.saveCallLog(
            CallDraft(
                contactId: contact.id, calledAt: calls.now, duration: 20, emotionalState: .happy, notes: text,
                tags: ["work"], attachments: [text]))
        try calls.close()
        let mail = try DatabaseService.open(.file(folders.mail))
        let account = Account(email: "ann@example.org")
        try await mail.accounts.save(account)
        try await mail.labels.save(Label(gmailId: "Label_1", accountId: account.id, name: text))
        try await mail.emails.save(
            Email(
                gmailId: "m1", accountId: account.id, threadId: "t1", subject: text, fromAddress: text,
                fromName: text, toAddresses: [MailAddress(name: text, address: text)], date: mail.now,
                snippet: text, bodyText: "<img src=\"//evil.example/x.png\"> " + text,
                labelIds: ["INBOX", "Label_1"],
                attachments: [Attachment(filename: text, mimeType: text, size: 1)]))
        try mail.close()
        try await addUsage(text)
        let debug = try DebugLogStore.open(.file(folders.debug))
        let time = DebugLogEntry.nanoseconds(debug.now)
        _ = try await debug.insert([
            DebugRecord(
                entry: DebugLogEntry(
                    id: debug.nextID(), nanoseconds: time, source: .backend, event: text,
                    payload: ["note": .string(text)]), received: time)
        ])
        try debug.close()
    }

    private func addUsage(_ text: String) async throws {
        let usage = try UsageStore.open(.file(log.folders.usage))
        let device = usage.nextID()
        let time = ZonedTime(milliseconds: usage.now.milliseconds, zone: 0)
        let actions: [UsageEvent.Action] = [
            .tap(SymbolTap(symbolID: text, label: text)),
            .phrase(PhraseCompletion(symbolIDs: [text], phrase: text, constructionTime: 1000)),
        ]
        _ = try await usage.insert(
            actions.map { action in
                .event(
                    UsageEvent(
                        id: usage.nextID(), time: time, action: action, language: "en", sessionID: device,
                        deviceID: device))
            })
        try usage.close()
    }
}
