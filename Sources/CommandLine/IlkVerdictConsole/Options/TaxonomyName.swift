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

    /// Returns the label set with the name.
    ///
    /// - Parameter folders: The user's folders.
    /// - Throws: `IlkError` with the known names if there is none, or if its file has errors.
    package func labelSet(_ folders: IlkFolders) throws(IlkError) -> LabelSet {
        try LabelSetCatalog(folders: folders).find(name)
    }

    package static var defaultCompletionKind: CompletionKind {
        .list(LabelSet.shipped.map(\.name))
    }
}
