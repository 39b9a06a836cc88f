import IlkVocabulary
public import FoundationEssentials
import IlkStore

/// A version of a call. A sync compares versions to detect conflicts. A conflict copy stores the losing
/// version.
public struct CallVersion: Codable, Sendable, Hashable {
    /// The id of the contact.
    public var contactId: Int32
    /// The start time of the call.
    public var calledAt: Date
    /// The duration in minutes, or 0 if no duration was recorded.
    public var duration: Int32
    /// The emotion of the call, as the raw value of an `EmotionalState`; `nil` if no emotion was recorded.
    public var emotionalState: String?
    /// Free text about the call.
    public var notes: String?
    /// `true` if the call is deleted in this version.
    public var isDeleted: Bool
    /// The time of the last change in this version.
    public var updatedAt: Date

    package init(_ call: CallLogEntity) {
        contactId = call.contactId
        calledAt = call.calledAt
        duration = call.duration
        emotionalState = call.emotionalState
        notes = call.notes
        isDeleted = call.isMarkedDeleted
        updatedAt = call.updatedAt
    }

    /// Creates a version.
    ///
    /// - Parameters:
    ///   - contactId: The id of the contact.
    ///   - calledAt: The start time of the call.
    ///   - duration: The duration in minutes, or 0 if no duration was recorded.
    ///   - emotionalState: The emotion of the call, as the raw value of an `EmotionalState`.
    ///   - notes: Free text about the call.
    ///   - isDeleted: `true` if the call is deleted in this version.
    ///   - updatedAt: The time of the last change in this version.
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

    /// Returns `true` if both versions have the same content.
    ///
    /// Start times that differ by less than a second count as equal, because a server may store whole
    /// seconds. ``updatedAt`` is ignored.
    ///
    /// - Parameter other: The other version.
    public func hasSameContent(with other: CallVersion) -> Bool {
        hasSameFields(with: other) && (notes ?? "") == (other.notes ?? "")
    }

    func hasSameFields(with other: CallVersion) -> Bool {
        contactId == other.contactId && isDeleted == other.isDeleted && duration == other.duration
            && emotionalState == other.emotionalState
            && abs(calledAt.timeIntervalSince(other.calledAt)) < 1
    }

    /// Merges two versions that differ only in their notes. The merge succeeds if the notes of one version
    /// begin with the notes of the other version.
    ///
    /// - Parameter other: The other version.
    /// - Returns: The version with the longer notes, or `nil` if the versions cannot be merged.
    public func merged(with other: CallVersion) -> CallVersion? {
        guard hasSameFields(with: other) else { return nil }
        let (mine, others) = (notes ?? "", other.notes ?? "")
        if mine.hasPrefix(others) { return self }
        return others.hasPrefix(mine) ? other : nil
    }

    /// Merges two versions on a user's request.
    ///
    /// The fields come from the version that was changed later. The notes of the earlier version are appended
    /// to the notes of the later version. If the result would exceed ``CallDraft/maximumNotesLength``, the
    /// notes of the earlier version are dropped.
    ///
    /// - Parameter other: The other version.
    /// - Returns: The merged version. The call is deleted in the merged version only if it is deleted in both
    ///   versions.
    public func combined(with other: CallVersion) -> CallVersion {
        if let merged = merged(with: other) { return merged }
        let (later, earlier) = updatedAt >= other.updatedAt ? (self, other) : (other, self)
        var joined = later
        joined.isDeleted = isDeleted && other.isDeleted
        let said = [later.notes, earlier.notes].compactMap { $0 }.filter { !$0.isEmpty }
        let both = said.first == said.last ? said.first : said.joined(separator: "\n\n")
        if let both, both.unicodeScalars.count <= CallDraft.maximumNotesLength { joined.notes = both }
        return joined
    }

    /// Returns a copy of a call with the fields of this version. The copy keeps the key, the sync status and
    /// the times of recording and syncing.
    ///
    /// - Parameter call: The call to copy.
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
