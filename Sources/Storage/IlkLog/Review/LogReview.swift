public import IlkVocabulary

/// A row of the review queue: a text for a human to label.
public struct LogReview: Sendable, Hashable {
    /// The entry whose text is shown.
    public var entry: ClassificationLogEntry
    /// `true` if the entry was drawn at random as an audit sample. The labels of random entries measure the
    /// classifier's accuracy; their source is ``CorrectionSource/audit``.
    public var isAudit: Bool
    /// The other uncorrected entries with the same text.
    public var equal: [RecordID] = []
    /// Further uncorrected entries whose texts differ from this text only in case, white space, punctuation
    /// and long numbers. Empty for an audit sample: training on nearly equal texts would bias the accuracy
    /// that the sample measures.
    public var nearlyEqual: [RecordID] = []

    package init(
        entry: ClassificationLogEntry, isAudit: Bool, equal: [RecordID] = [], nearlyEqual: [RecordID] = []
    ) {
        (self.entry, self.isAudit) = (entry, isAudit)
        (self.equal, self.nearlyEqual) = (equal, nearlyEqual)
    }

    /// The entries that receive the label when a person labels this row. ``entry`` is the first of them.
    public var entries: [RecordID] { [entry.id] + equal + nearlyEqual }
}

extension LogReview {
    /// A row without its text, for queues that are kept: an erasure does not reach kept texts.
    public struct Reference: Sendable, Hashable {
        let isAudit: Bool
        let equal: [RecordID]
        let nearlyEqual: [RecordID]
        let id: RecordID

        var entries: [RecordID] { [id] + equal + nearlyEqual }
    }

    /// The row without its text.
    public var reference: Reference {
        Reference(isAudit: isAudit, equal: equal, nearlyEqual: nearlyEqual, id: entry.id)
    }

    package var fields: JSONObject {
        ["audit": isAudit, "entries": entries.count, "entry": entry.fields, "id": entry.id.description]
    }
}
