public import IlkStore
public import IlkVocabulary

/// A reason why the log cannot do what was asked although the database works. Names ids and categories, no text.
public enum ClassificationLogError: Error, Sendable, Hashable {
    /// The log's taxonomy does not have the category. The categories that it has are given.
    case unknownCategory(Category, known: [Category])
    /// The checksum of the entry, or of a correction of it, does not match: the file is damaged there.
    case damagedEntry(id: String)
    /// The file was made for another taxonomy, with these categories.
    case otherTaxonomy(path: String, categories: [Category])

    /// The status that a command ends with, of `sysexits`.
    public var exitStatus: Int32 {
        switch self {
        case .unknownCategory: 64
        case .damagedEntry: 65
        case .otherTaxonomy: 78
        }
    }
}

extension ClassificationLogError: InvalidRecord {}

extension ClassificationLogError: ReportedError {
    /// One sentence: the error, and what is valid instead.
    public var description: String {
        switch self {
        case .unknownCategory(let category, let known):
            "there is no category '\(category)'; there are: \(Self.list(known))"
        case .damagedEntry(let id):
            "entry \(id) is not what was written: its checksum does not match, so the file is damaged; bring a backup back, or take the entry out"
        case .otherTaxonomy(let path, let categories):
            "\(path): this log was made for other categories: \(Self.list(categories)); use another file"
        }
    }

    private static func list(_ categories: [Category]) -> String {
        categories.map(\.rawValue).joined(separator: ", ")
    }
}
