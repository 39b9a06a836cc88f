import ArgumentParser
import IlkVocabulary

/// What is decided among: what `--taxonomy` takes.
enum TaxonomyChoice: String, CaseIterable, Sendable, ExpressibleByArgument {
    case doctype
    case emotion
    case severity
    case spam

    /// The taxonomy of that name.
    var taxonomy: Taxonomy {
        switch self {
        case .doctype: .documentType
        case .emotion: .emotion
        case .severity: .severity
        case .spam: .spam
        }
    }
}
