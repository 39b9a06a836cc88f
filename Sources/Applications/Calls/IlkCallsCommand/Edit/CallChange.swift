import IlkConsole
import FoundationEssentials
import IlkCalls
import IlkVocabulary

/// What is to be changed of calls.
struct CallChange: Sendable {
    private var contactId: Int32?
    private var calledAt: Date?
    private var duration: Int??
    private var emotion: EmotionalState??
    private var notes: String??
    private let addedTags: [String]
    private let removedTags: [String]
    private let attachments: [String]

    /// A change of what was typed: nil leaves as it is, an empty text takes away.
    ///
    /// - Throws: `CallError.invalid` for what cannot be, `usage` when nothing is to be changed.
    init(
        contact: String?, at: ZonedMoment?, duration: String?, emotion: String?, notes: String?,
        addedTags: [String], removedTags: [String], attachments: [String], book: CallBook
    ) async throws {
        self.addedTags = addedTags
        self.removedTags = removedTags
        self.attachments = attachments
        let says = contact != nil || at != nil || duration != nil || emotion != nil || notes != nil
        guard says || !(addedTags + removedTags + attachments).isEmpty else {
            throw CommandFailure(
                .usage, "nothing is to be changed", hint: "say what: --notes, --duration, --add-tag, ...")
        }
        calledAt = at?.dateOfCall(now: book.now, book.timeline)
        if let duration {
            do {
                self.duration = .some(try CallDuration.minutes(duration))
            } catch {
                throw CallError.invalid([error])
            }
        }
        if let emotion {
            let felt = CallEmotion(argument: emotion)?.state
            guard felt != nil || emotion.isEmpty else {
                let known = EmotionalState.allCases.map(\.rawValue).joined(separator: ", ")
                throw CallError.invalid([.init(field: .emotionalState, says: "there are: \(known)")])
            }
            self.emotion = .some(felt)
        }
        if let notes {
            let text = try CallFields.text(notes, book.console)
            self.notes = .some(text.isEmpty ? nil : text)
        }
        if let contact { contactId = try await book.contact(making: contact).id }
    }

    /// Changes a draft.
    func apply(to draft: inout CallDraft) {
        if let contactId { draft.contactId = contactId }
        if let calledAt { draft.calledAt = calledAt }
        if let duration { draft.duration = duration }
        if let emotion { draft.emotionalState = emotion }
        if let notes { draft.notes = notes }
        draft.tags = Set(draft.tags + addedTags).subtracting(removedTags).sorted()
        draft.attachments = Set(draft.attachments + attachments).sorted()
    }
}
