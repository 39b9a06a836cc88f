public import IlkStore
public import IlkVocabulary

/// An error in a request to a classification log. The error names ids and labels, never a text.
public enum ClassificationLogError: Error, Sendable, Hashable {
    /// The log's taxonomy does not have the label. The error contains the valid labels.
    case unknownCategory(Category, known: [Category])
    /// The checksum of the entry, or of one of its corrections, is wrong: the file is damaged.
    case damagedEntry(id: String)
    /// The file belongs to another taxonomy, whose labels are given.
    case otherTaxonomy(path: String, categories: [Category])

    /// The exit status of a command that fails with this error, as defined by `sysexits`.
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
    /// The error in one sentence.
    public var description: String {
        switch self {
        case .unknownCategory(let category, _):
            "unknown label '\(category)'"
        case .damagedEntry(let id):
            "entry \(id) is damaged: its checksum does not match; restore a backup, or purge the entry"
        case .otherTaxonomy(let path, let categories):
            "\(path): this is the log of another taxonomy, with the labels \(Self.list(categories)); "
                + "use another file"
        }
    }

    /// Advice about an unknown label, or `nil` for other errors. The advice names the most similar label, or
    /// all labels if none is similar.
    public var hint: String? {
        guard case .unknownCategory(let category, let known) = self else { return nil }
        return Suggestion.hint(for: category.rawValue, among: known.map(\.rawValue), listing: "allowed:")
    }

    private static let listed = 40

    private static func list(_ categories: [Category]) -> String {
        categories.prefix(listed).map(\.rawValue).joined(separator: ", ")
            + (categories.count > listed ? ", ... \(categories.count) labels in all" : "")
    }
}
