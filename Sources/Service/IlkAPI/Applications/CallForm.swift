import FoundationEssentials
import IlkCalls
import IlkFraming
import IlkHTTP
import IlkStore
import IlkVocabulary

/// The fields of a call, from the body of a request.
struct CallForm: Sendable {
    static let schema = JSONSchema.named(
        "CallFields",
        .object([
            .init(
                "contact", .string(1...200), isRequired: true,
                "The name of the contact. An unknown contact is created."),
            .init("calledAt", .string(1...40), "The time of the call (ISO 8601). Default: now."),
            .init("duration", .integer(1...Int(Int32.max)), "The duration in minutes."),
            .init("emotionalState", .choice(EmotionalState.allCases.map(\.rawValue))),
            .init("notes", .string(0...CallDraft.maximumNotesLength)),
            .init("tags", .array(of: .string(1...200), 0...100)),
        ]))

    private let name: String
    private let time: Date?
    private let duration: Int?
    private let emotion: EmotionalState?
    private let notes: String?
    private let tags: [String]?

    /// - Throws: ``Problem`` `invalid-body` if the time of the call is invalid.
    init(_ json: JSONTree) throws(Problem) {
        name = json["contact"]?.string ?? ""
        let text = json["calledAt"]?.string
        time = text.flatMap(RecordTime.seconds).map { Date(timeIntervalSince1970: $0) }
        guard text == nil || time != nil else {
            throw Problem(
                .invalidBody, faults: [FieldFault(.body("/calledAt"), .type, "must be an ISO 8601 time")])
        }
        duration = json["duration"]?.integer
        emotion = json["emotionalState"]?.string.flatMap(EmotionalState.init)
        notes = json["notes"]?.string
        tags = json["tags"]?.elements?.compactMap(\.string)
    }

    /// Returns the fields of a new call. If they are valid, creates an unknown contact.
    ///
    /// - Throws: ``Problem``, `CallError` or `StoreError`.
    func draft(in store: CallLogStorage) async throws -> CallDraft {
        var draft = CallDraft(contactId: 1, calledAt: time ?? store.now)
        change(&draft)
        draft.contactId = try await contact(of: draft, in: store)
        return draft
    }

    /// Checks the fields of the call, and returns the id of the contact. Creates an unknown contact.
    ///
    /// - Throws: ``Problem``, `CallError` or `StoreError`.
    func contact(of draft: CallDraft, in store: CallLogStorage) async throws -> Int32 {
        let problems = draft.validationErrors(now: store.now)
        guard problems.isEmpty else { throw Self.problem(problems) }
        return try await contact(in: store)
    }

    private func contact(in store: CallLogStorage) async throws -> Int32 {
        do {
            return try await store.contact(creatingNamed: name).contact.id
        } catch CallError.invalid(let problems) {
            throw Self.problem(problems)
        } catch let error as CallError {
            guard case .ambiguousContact = error else { throw error }
            throw Problem(.conflict, error.description)
        }
    }

    /// Replaces the duration, emotion and notes of a call, and removes those that the request lacks. Replaces
    /// the time and the tags only if the request has them.
    func change(_ draft: inout CallDraft) {
        if let time { draft.calledAt = time }
        (draft.duration, draft.emotionalState, draft.notes) = (duration, emotion, notes)
        if let tags { draft.tags = tags }
    }

    static func problem(_ problems: [CallFieldError]) -> Problem {
        Problem(
            .invalidBody,
            faults: problems.map { FieldFault(.body("/\($0.field.rawValue)"), .range, $0.message) })
    }
}
