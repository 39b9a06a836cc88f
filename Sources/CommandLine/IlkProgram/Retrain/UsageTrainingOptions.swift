import ArgumentParser
import FoundationEssentials
import Ilk
import IlkConsole
import IlkFiles
import IlkStore
import IlkUsage
import IlkVerdictConsole
import IlkVocabulary

/// The options for training on usage phrases.
struct UsageTrainingOptions: ParsableArguments {
    @Option("With --from usage: the usage store.", value: "file", completion: .file())
    var usageFile: String?

    /// Opens the store for reading.
    func open(_ console: Console) throws -> UsageStore {
        let path = usageFile ?? console.folders.usage
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandError(
                .noInput, "there is no usage store", at: path, hint: "record a phrase with: ilk usage speak")
        }
        return try UsageStore.open(.file(path), access: .readOnly)
    }

    /// Returns the named taxonomy, or the only taxonomy that has the labels of all phrases.
    ///
    /// - Throws: `usage` if no name is given, and no taxonomy or several taxonomies have all labels.
    func taxonomy(_ name: TaxonomyName?, of store: UsageStore, _ console: Console) async throws -> Taxonomy {
        if let name { return try name.labelSet(console.folders).taxonomy }
        let labels = try await store.labels()
        let sets = try LabelSetCatalog(folders: console.folders).all().sets
        let matches = sets.map(\.taxonomy).filter { taxonomy in
            labels.allSatisfy { taxonomy.index(of: Category($0)) != nil }
        }
        if !labels.isEmpty, matches.count == 1 { return matches[0] }
        throw CommandError(
            .usage, "the taxonomy cannot be inferred from the labels of the phrases",
            hint:
                "specify it with --taxonomy, or create one with: "
                + "ilk usage classify --labeled | ilk train - --name NAME"
        )
    }
}
