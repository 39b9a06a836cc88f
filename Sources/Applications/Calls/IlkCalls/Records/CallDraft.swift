import IlkStore
public import FoundationEssentials
public import IlkVocabulary

/// The editable fields of a call, as in a form.
public struct CallDraft: Sendable, Hashable {
    /// The maximum length of notes in Unicode scalars.
    public static let maximumNotesLength = 5000
    /// The maximum time by which the start of a call may lie in the future, in seconds.
    public static let maximumLeadTime = 86_400.0

    /// The id of the contact, or 0 if no contact is chosen.
    public var contactId: Int32
    /// The start time of the call.
    public var calledAt: Date
    /// The duration in minutes, at least 1; `nil` if no duration was recorded.
    public var duration: Int?
    /// The emotion of the call, or `nil` if no emotion was recorded.
    public var emotionalState: EmotionalState?
    /// Free text about the call.
    public var notes: String?
    /// The tags of the call.
    public var tags: [String]
    /// File names and web addresses that belong to the call. The store does not copy the files.
    public var attachments: [String]

    /// Creates a draft. The initializer does not validate the fields; use ``validationErrors(now:)``.
    ///
    /// - Parameters:
    ///   - contactId: The id of the contact, or 0 if no contact is chosen.
    ///   - calledAt: The start time of the call.
    ///   - duration: The duration in minutes, at least 1; `nil` if no duration was recorded.
    ///   - emotionalState: The emotion of the call.
    ///   - notes: Free text, at most ``maximumNotesLength`` Unicode scalars.
    ///   - tags: The tags, each at most 200 bytes of UTF-8.
    ///   - attachments: File names and web addresses that belong to the call.
    public init(
        contactId: Int32, calledAt: Date, duration: Int? = nil, emotionalState: EmotionalState? = nil,
        notes: String? = nil, tags: [String] = [], attachments: [String] = []
    ) {
        self.contactId = contactId
        self.calledAt = calledAt
        self.duration = duration
        self.emotionalState = emotionalState
        self.notes = notes
        self.tags = tags
        self.attachments = attachments
    }

    /// Returns all validation errors of the draft, or an empty array if the draft can be saved.
    ///
    /// - Parameter now: The current time. A call may start at most ``maximumLeadTime`` seconds after this
    ///   time.
    public func validationErrors(now: Date) -> [CallFieldError] {
        var problems: [CallFieldError] = []
        if contactId == 0 { problems.append(.init(field: .contact, message: "is missing")) }
        if !TimeOrderedRowIDs.calls.times.contains(calledAt.milliseconds) {
            problems.append(.impossibleTime(.calledAt))
        } else if calledAt.timeIntervalSince(now) > Self.maximumLeadTime {
            problems.append(.init(field: .calledAt, message: "must be at most one day in the future"))
        }
        if let duration, duration < 1 || duration > Int(Int32.max) {
            problems.append(
                .init(field: .duration, message: "must be from 1 to \(Int32.max) minutes"))
        }
        if let notes, notes.unicodeScalars.count > Self.maximumNotesLength {
            problems.append(
                .init(
                    field: .notes,
                    message: "must have at most \(Self.maximumNotesLength) characters, has "
                        + "\(notes.unicodeScalars.count)"))
        }
        if tags.contains(where: { !Self.isTag($0) }) {
            problems.append(
                .init(field: .tags, message: "a tag must have a letter or digit, and no comma or line break"))
        }
        if attachments.contains(where: { $0.isEmpty || $0.utf8.contains(0) || $0.contains("\n") }) {
            problems.append(
                .init(field: .attachments, message: "an attachment must be the name of a file or a page"))
        }
        return problems
    }

    /// Checks that the draft can be saved.
    ///
    /// - Parameter now: The current time.
    /// - Throws: ``CallError/invalid(_:)`` with all validation errors.
    public func check(now: Date) throws(CallError) {
        let problems = validationErrors(now: now)
        guard problems.isEmpty else { throw CallError.invalid(problems) }
    }

    /// Returns a new call with the fields of the draft and the status pending.
    func call(_ key: RecordID, now: Date) -> CallLogEntity {
        CallLogEntity(
            key: key, id: 0, contactId: contactId, calledAt: calledAt,
            duration: Int32(clamping: duration ?? 0), emotionalState: emotionalState?.rawValue,
            notes: nonEmptyNotes, syncStatus: .pending, createdAt: now, updatedAt: now, isMarkedDeleted: false
        )
    }

    /// The notes, with `nil` in place of an empty string.
    var nonEmptyNotes: String? { notes.flatMap { $0.isEmpty ? nil : $0 } }

    static func isTag(_ tag: String) -> Bool {
        tag.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
            && !tag.unicodeScalars.contains { $0 == "," || $0.value < 0x20 } && tag.utf8.count <= 200
    }
}
