import IlkStore
public import FoundationEssentials
public import IlkVocabulary

/// What a person says of a call: what a form holds.
public struct CallDraft: Sendable, Hashable {
    /// How many Unicode scalars notes may have.
    public static let longestNotes = 5000
    /// How far in the future a call may be, in seconds.
    public static let farthestAhead = 86_400.0

    /// Whom it was with; 0 for nobody yet.
    public var contactId: Int32
    /// When it was.
    public var calledAt: Date
    /// In minutes, from 1; nil when it was not recorded.
    public var duration: Int?
    /// How it felt.
    public var emotionalState: EmotionalState?
    /// What was said.
    public var notes: String?
    /// Words it is filed under.
    public var tags: [String]
    /// Files and pages that belong to it, by their names: nothing is copied.
    public var attachments: [String]

    /// A draft of these parts.
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

    /// All that is wrong with it; nothing when it can be saved.
    public func problems(now: Date) -> [CallFieldProblem] {
        var problems: [CallFieldProblem] = []
        if contactId == 0 { problems.append(.init(field: .contact, says: "say whom the call was with")) }
        if !TimedRows.calls.times.contains(calledAt.milliseconds) {
            problems.append(.init(field: .calledAt, says: "a call is between 1691 and 2248"))
        } else if calledAt.timeIntervalSince(now) > Self.farthestAhead {
            problems.append(.init(field: .calledAt, says: "a call is not more than a day ahead"))
        }
        if let duration, duration < 1 || duration > Int(Int32.max) {
            problems.append(
                .init(field: .duration, says: "a duration is 1 minute or more, and at most \(Int32.max)"))
        }
        if let notes, notes.unicodeScalars.count > Self.longestNotes {
            problems.append(
                .init(
                    field: .notes,
                    says: "notes have at most \(Self.longestNotes) characters, these have "
                        + "\(notes.unicodeScalars.count)"))
        }
        if tags.contains(where: { !Self.isTag($0) }) {
            problems.append(
                .init(field: .tags, says: "a tag has letters or digits, and no comma or line end"))
        }
        if attachments.contains(where: { $0.isEmpty || $0.utf8.contains(0) || $0.contains("\n") }) {
            problems.append(.init(field: .attachments, says: "an attachment is the name of a file or a page"))
        }
        return problems
    }

    /// Checks that it can be saved.
    ///
    /// - Throws: ``CallError/invalid(_:)`` with all problems.
    public func check(now: Date) throws(CallError) {
        let problems = problems(now: now)
        guard problems.isEmpty else { throw CallError.invalid(problems) }
    }

    /// A new call with the fields of the draft, which waits for the server.
    func call(_ key: RecordID, now: Date) -> CallLogEntity {
        CallLogEntity(
            key: key, id: 0, contactId: contactId, calledAt: calledAt,
            duration: Int32(clamping: duration ?? 0), emotionalState: emotionalState?.rawValue,
            notes: keptNotes, syncStatus: .pending, createdAt: now, updatedAt: now, isMarkedDeleted: false)
    }

    /// The notes; `nil` instead of empty ones.
    var keptNotes: String? { notes.flatMap { $0.isEmpty ? nil : $0 } }

    static func isTag(_ tag: String) -> Bool {
        tag.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
            && !tag.unicodeScalars.contains { $0 == "," || $0.value < 0x20 } && tag.utf8.count <= 200
    }
}
