import IlkConsole
import FoundationEssentials
import IlkCalls
import IlkStore

/// Records a call of what was typed: first what is wrong is said, then the contact is made.
struct CallAdding {
    /// The calls as their commands have them.
    let book: CallBook

    /// Records it.
    ///
    /// - Throws: `CallError`; then nothing was changed.
    func run(_ contact: String, _ said: CallFields, _ options: CallFieldOptions) async throws -> CallLogEntity
    {
        var draft = CallDraft(
            contactId: 1, calledAt: options.at?.dateOfCall(now: book.now, book.timeline) ?? book.now,
            duration: said.duration, emotionalState: said.emotion, notes: said.notes, tags: options.tags,
            attachments: options.attachments)
        let problems = draft.problems(now: book.now)
        guard problems.isEmpty else { throw CallError.invalid(problems) }
        draft.contactId = try await book.contact(making: contact).id
        return try await book.storage.saveCallLog(draft)
    }
}
