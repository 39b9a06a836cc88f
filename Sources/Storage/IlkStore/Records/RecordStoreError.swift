public import IlkVocabulary

/// An error in a request to a store, such as an unknown id. The error names ids, never a stored text.
public enum RecordStoreError: Error, Sendable, Hashable {
    /// No entry matches the reference.
    case noSuchEntry(reference: String)
    /// Several entries match the reference, so the full id is needed.
    case ambiguousReference(String, count: Int)
    /// The reference is malformed. It must be `-1`, `-2` and so on, an id, or the last 8 to 12 hexadecimal
    /// digits of an id.
    case malformedReference(String)
    /// The query contains no letter or digit, or it contains only excluded words.
    case emptyQuery
    /// The store has an entry with this id but different contents.
    case conflictingEntry(id: RecordID)
    /// The cursor is not one that a page of results ended with.
    case malformedCursor
    /// The rows are erased, but the write-ahead log may still contain their texts, because another program
    /// has an old snapshot open. The next purge clears the log.
    case purgeHeldUp(path: String)

    /// The exit status of a command that fails with this error, as defined by `sysexits`.
    public var exitStatus: Int32 {
        switch self {
        case .ambiguousReference, .malformedReference, .emptyQuery, .malformedCursor: 64
        case .noSuchEntry: 66
        case .purgeHeldUp: 75
        case .conflictingEntry: 65
        }
    }
}

/// An error about a record passed to a store, not about the store itself. An import can skip the record.
public protocol InvalidRecord: Error {}

extension RecordStoreError: InvalidRecord {}

extension RecordStoreError: ReportedError {
    /// One sentence: the error, and the valid alternatives.
    public var description: String {
        switch self {
        case .noSuchEntry(let reference):
            "there is no entry '\(reference)'"
        case .ambiguousReference(let reference, let count):
            "\(count) entries have an id that ends with \(reference)"
        case .malformedReference(let text):
            "'\(text)' is not a valid id"
        case .emptyQuery:
            "empty query: search for a word that contains a letter or a digit"
        case .conflictingEntry(let id):
            "entry \(id) is already stored, with different content"
        case .malformedCursor:
            "invalid cursor: use the cursor at the end of the previous page, or the id of an entry"
        case .purgeHeldUp(let path):
            "\(path): the entries are erased, but another program keeps an old snapshot open; "
                + "run 'purge --resume' after that program has ended"
        }
    }

    /// Advice on valid references if the error is about a reference, otherwise `nil`.
    public var hint: String? {
        switch self {
        case .malformedReference:
            "expected -1 (the newest), -2, ..., an id, or the last 8 characters of an id"
        case .noSuchEntry: "the command 'ls' lists the ids of entries"
        case .ambiguousReference: "use the full id"
        case .emptyQuery, .conflictingEntry, .malformedCursor, .purgeHeldUp: nil
        }
    }
}
