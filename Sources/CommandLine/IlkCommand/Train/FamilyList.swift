import ArgumentParser
import IlkModels

/// The families of features that a model is to know: what `--families` takes, as `shape,words`.
struct FamilyList: Hashable, Sendable, ExpressibleByArgument, CustomStringConvertible {
    /// The families, each once, in their own order.
    let families: [FeatureFamily]

    init(_ families: [FeatureFamily]) { self.families = families }

    /// Reads names with commas between them; nil when one is unknown or there twice.
    init?(argument: String) {
        let names = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard Set(names).count == names.count else { return nil }
        families = FeatureFamily.allCases.filter { names.contains($0.name) }
        guard families.count == names.count else { return nil }
    }

    var description: String { families.map(\.name).joined(separator: ",") }

    var defaultValueDescription: String { description }
}
