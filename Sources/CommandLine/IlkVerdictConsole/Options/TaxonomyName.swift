package import ArgumentParser
import Ilk
package import IlkFiles
package import IlkVocabulary

/// The name of a taxonomy on the command line, a value of `--taxonomy`: a shipped taxonomy, a taxonomy of the
/// user or of the machine, or the name of a model in the registry.
package struct TaxonomyName: Hashable, Sendable, ExpressibleByArgument {
    package let name: String

    package init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        name = argument
    }

    package init(_ name: String) {
        self.name = name
    }

    /// Returns the label set of the taxonomy.
    ///
    /// - Parameter folders: The user's folders.
    /// - Throws: `IlkError` if no taxonomy has this name, or if the taxonomy's file has errors. The hint for
    ///   an unknown name lists at most 20 known names.
    package func labelSet(_ folders: IlkFolders) throws(IlkError) -> LabelSet {
        try LabelSetCatalog(folders: folders).find(name)
    }

    package static var defaultCompletionKind: CompletionKind {
        .list(LabelSet.shipped.map(\.name))
    }
}
