import ArgumentParser
package import IlkVocabulary

/// The values of `--taxonomy`.
package enum TaxonomyChoice: String, CaseIterable, Sendable, ExpressibleByArgument {
    case doctype
    case emotion
    case severity
    case spam

    package var taxonomy: Taxonomy {
        switch self {
        case .doctype: .documentType
        case .emotion: .emotion
        case .severity: .severity
        case .spam: .spam
        }
    }
}
