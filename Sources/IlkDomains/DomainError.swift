public import IlkVocabulary

/// Why a domain's store cannot do what was asked, although the database works. Names ids and categories, no text.
public enum DomainError: Error, Sendable, Hashable {
    /// The taxonomy has no such category; these it has.
    case unknownCategory(Category, known: [Category])
    /// No entry answers to the reference.
    case noSuchEntry(reference: String)
    /// So many entries answer to the reference: use the full id.
    case ambiguousReference(String, count: Int)
    /// The reference is neither `-1`, `-2`, ... nor an id nor the last 8 characters of one.
    case malformedReference
    /// A search that looks for nothing: it has no letter and no digit, or says only what must not be there.
    case emptyQuery
    /// An entry of this id is there already, and says something else.
    case conflictingEntry(id: RecordID)
    /// The entry, or a correction of it, is not what was written: the file is damaged there.
    case damagedEntry(id: String)
    /// The cursor is none that a page ended with.
    case malformedCursor
    /// The entries are gone, but a reader still holds what was in the write-ahead log: the next purge goes on.
    case purgeHeldUp(path: String)
    /// The file was made for another taxonomy, with these categories.
    case otherTaxonomy(path: String, categories: [Category])

    /// The status that a command ends with, of `sysexits`.
    public var exitStatus: Int32 {
        switch self {
        case .unknownCategory, .ambiguousReference, .malformedReference, .emptyQuery, .malformedCursor: 64
        case .noSuchEntry: 66
        case .purgeHeldUp: 75
        case .conflictingEntry, .damagedEntry: 65
        case .otherTaxonomy: 78
        }
    }
}

extension DomainError: CustomStringConvertible {
    /// One sentence: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .unknownCategory(let category, let known):
            "there is no category '\(category)'; there are: \(Self.list(known))"
        case .noSuchEntry(let reference):
            "the log has no entry \(reference)"
        case .ambiguousReference(let reference, let count):
            "\(count) entries end with \(reference); use the full id"
        case .malformedReference:
            "it is named by -1 (the newest), -2, ..., its id, or the last 8 characters of its id"
        case .emptyQuery:
            "nothing to look for: a search needs a word, with a letter or a digit"
        case .conflictingEntry(let id):
            "the log has an entry \(id) that says something else"
        case .damagedEntry(let id):
            "entry \(id) is not what was written: its checksum does not match, so the file is damaged; bring a backup back, or take the entry out"
        case .malformedCursor:
            "no such cursor: take the one that the page before ended with, or an entry"
        case .purgeHeldUp(let path):
            "\(path): the entries are gone, but another program still reads what was; say 'purge --resume' when it has ended"
        case .otherTaxonomy(let path, let categories):
            "\(path): this log was made for other categories: \(Self.list(categories)); use another file"
        }
    }

    private static func list(_ categories: [Category]) -> String {
        categories.map(\.rawValue).joined(separator: ", ")
    }
}
