import ArgumentParser
import IlkLog

/// What entries are counted by: what `--by` takes.
enum LogFacetChoice: String, CaseIterable, Sendable, ExpressibleByArgument {
    case category, day, model, abstention

    /// The dimension of the store.
    var dimension: LogFacet.Dimension {
        switch self {
        case .category: .category
        case .day: .day
        case .model: .model
        case .abstention: .abstention
        }
    }
}
