import IlkVocabulary
import IlkConsole
import IlkVerdictConsole
import ArgumentParser
import Ilk
import IlkLearning
import IlkModels

/// Merges the counts of two versions.
struct ModelMergeCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "merge",
        abstract: "Merge two versions by adding their counts.",
        discussion: """
            A naive Bayes model stores how often each feature occurs with each label. The new version has \
            the sums of these counts. Both models must be naive Bayes with the same settings. If both \
            versions were fine-tuned from the same base version, the texts of the base version count once. \
            The new version becomes active only when it is promoted.

            A model has no counts for features that occur in fewer than three texts (--minimum-frequency) or \
            for features that --max-size dropped, so those counts are missing in the sum. The sum is exact \
            if both models were trained with the same --feature-groups, with --minimum-frequency 1 and \
            without --max-size. Each group weight of the result is the mean of both versions' weights.
            """,
        examples: [
            "Create the texts of two teams":
                #"printf '{"text":"sun all day","label":"warm"}\n{"text":"snow at night","label":"cold"}\n' > a.jsonl"#,
            "":
                #"printf '{"text":"hot wind","label":"warm"}\n{"text":"ice and fog","label":"cold"}\n' > b.jsonl"#,
            "Train a model for each": "ilk train a.jsonl --minimum-frequency 1 --name weather -o a.ilk",
            "": "ilk train b.jsonl --minimum-frequency 1 --name weather -o b.ilk",
            "": "ilk model import a.ilk && ilk model import b.ilk",
            "Merge them": "ilk model merge 1.0.0 1.0.1 --taxonomy weather",
        ])

    @Argument(help: "A version.")
    var first: String

    @Argument(help: "Another version.")
    var second: String

    @OptionGroup var change: SignedRegistryOptions

    func run() throws {
        let (registry, signature, console) = try change.open()
        try VersionMerge(registry: registry, signature: signature, console: console)
            .run(first, second)
    }
}

/// A merge of two versions.
struct VersionMerge {
    let registry: ModelRegistry
    /// The author and the reason. Without a reason, the history names both versions.
    let signature: ChangeAuthor
    let console: Console

    /// Registers a new version with the added counts of two versions, and measures it.
    ///
    /// - Throws: `usage` if both versions are the same, `badConfiguration` if one version is derived from the
    ///   other, and errors of the registry and of the models.
    func run(_ first: String, _ second: String) throws {
        let names = [try registry.find(first), try registry.find(second)]
        guard names[0] != names[1] else {
            throw CommandError(
                .usage, "cannot merge version \(names[0]) with itself",
                hint: "list the versions with: ilk model ls\(VersionChange.option(registry.taxonomy))")
        }
        let base = try registry.commonAncestor(names[0], names[1])
        if let base, names.contains(base) {
            let later = base == names[0] ? names[1] : names[0]
            throw CommandError(
                .badConfiguration, "version \(later) already includes the counts of \(base)",
                hint:
                    "use \(later) with: ilk model promote \(later)\(VersionChange.option(registry.taxonomy))")
        }
        let models = try names.map { try registry.model($0) }
        let bytes = try ModelMerge.bytes(models[0], models[1], base: try base.map { try registry.model($0) })
        let merged = try ModelReader.read(ModelStorage(copying: bytes))
        var signature = signature
        signature.why = signature.why ?? "merged from \(names[0]) and \(names[1])"
        var manifest = VersionManifest(of: merged, baseVersions: Array(zip(names, models)), signature)
        let data = try names.flatMap { try registry.manifest(version: $0).data ?? [] }
        manifest.data = data.isEmpty ? nil : data
        try PipelineAssembly(taxonomy: merged.taxonomy, folders: console.folders)
            .measure(merged, into: &manifest)
        let version = try registry.add(bytes, manifest).version
        let once = base.map { "; the texts of their base version \($0) count once" } ?? ""
        console.note("Created version \(version) from \(names[0]) and \(names[1])\(once)")
    }
}
