import IlkVocabulary
public import FoundationEssentials
import IlkStore

/// What one side says of a call: what is compared when both have changed it, and kept of the one that lost.
public struct CallVersion: Codable, Sendable, Hashable {
    /// Whom it was with.
    public var contactId: Int32
    /// When it was.
    public var calledAt: Date
    /// In minutes; 0 when it was not recorded.
    public var duration: Int32
    /// How it felt.
    public var emotionalState: String?
    /// What was said.
    public var notes: String?
    /// Whether that side has deleted it.
    public var isDeleted: Bool
    /// When that side changed it last.
    public var updatedAt: Date

    /// What the store says.
    public init(_ call: CallLogEntity) {
        contactId = call.contactId
        calledAt = call.calledAt
        duration = call.duration
        emotionalState = call.emotionalState
        notes = call.notes
        isDeleted = call.isMarkedDeleted
        updatedAt = call.updatedAt
    }

    /// What one side says, part by part.
    public init(
        contactId: Int32, calledAt: Date, duration: Int32, emotionalState: String?, notes: String?,
        isDeleted: Bool = false, updatedAt: Date
    ) {
        self.contactId = contactId
        self.calledAt = calledAt
        self.duration = duration
        self.emotionalState = emotionalState
        self.notes = notes
        self.isDeleted = isDeleted
        self.updatedAt = updatedAt
    }

    /// Whether both say the same of the call itself. A server that keeps seconds only is believed to the second.
    public func agrees(with other: CallVersion) -> Bool {
        agreesBesideNotes(with: other) && (notes ?? "") == (other.notes ?? "")
    }

    func agreesBesideNotes(with other: CallVersion) -> Bool {
        contactId == other.contactId && isDeleted == other.isDeleted && duration == other.duration
            && emotionalState == other.emotionalState
            && abs(calledAt.timeIntervalSince(other.calledAt)) < 1
    }

    /// Both together, when they differ in their notes only and the notes of one are the beginning of the other's; else
    /// nil.
    public func merged(with other: CallVersion) -> CallVersion? {
        guard agreesBesideNotes(with: other) else { return nil }
        let (mine, others) = (notes ?? "", other.notes ?? "")
        if mine.hasPrefix(others) { return self }
        return others.hasPrefix(mine) ? other : nil
    }

    /// Both together, by hand: the later one's fields, and both notes, one under the other, where there is room.
    public func joined(with other: CallVersion) -> CallVersion {
        if let merged = merged(with: other) { return merged }
        let (later, earlier) = updatedAt >= other.updatedAt ? (self, other) : (other, self)
        var joined = later
        joined.isDeleted = isDeleted && other.isDeleted
        let said = [later.notes, earlier.notes].compactMap { $0 }.filter { !$0.isEmpty }
        let both = said.first == said.last ? said.first : said.joined(separator: "\n\n")
        if let both, both.unicodeScalars.count <= CallDraft.longestNotes { joined.notes = both }
        return joined
    }

    /// The call with what this says of it.
    public func applied(to call: CallLogEntity) -> CallLogEntity {
        var call = call
        call.contactId = contactId
        call.calledAt = calledAt
        call.duration = duration
        call.emotionalState = emotionalState
        call.notes = notes
        call.isMarkedDeleted = isDeleted
        return call
    }
}
