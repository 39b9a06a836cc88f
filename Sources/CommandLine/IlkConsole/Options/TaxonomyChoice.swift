import ArgumentParser
package import IlkVocabulary

/// What is decided among: what `--taxonomy` takes.
package enum TaxonomyChoice: String, CaseIterable, Sendable, ExpressibleByArgument {
    case doctype
    case emotion
    case severity
    case spam

    /// The taxonomy of that name.
    package var taxonomy: Taxonomy {
        switch self {
        case .doctype: .documentType
        case .emotion: .emotion
        case .severity: .severity
        case .spam: .spam
        }
    }
}
