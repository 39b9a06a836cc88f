import IlkVocabulary
import IlkConsole
import ArgumentParser
import Ilk
import IlkLearning
import IlkModels

/// Merges the counts of two versions.
struct ModelMergeCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "merge",
        abstract: "Make a version of two, by adding what each has counted.",
        discussion: """
            For models of counts (bayes) with the same settings. When both come from one version its texts are taken off \
            once, so that none counts twice. The new version is not in use until it is promoted.

            A version's file leaves out what fewer than three texts have (--minimum-frequency), and what had no room \
            (--max-size): of that nothing is added up, though both sides together may have enough of it. Counts add up \
            exactly, whatever the number of texts, when both were trained with the same --families, with \
            --minimum-frequency 1, and without --max-size; how loudly families speak becomes the mean of both.
            """,
        examples: [
            "Texts of two desks":
                #"printf '{"text":"sun all day","label":"warm"}\n{"text":"snow at night","label":"cold"}\n' > a.jsonl"#,
            "":
                #"printf '{"text":"hot wind","label":"warm"}\n{"text":"ice and fog","label":"cold"}\n' > b.jsonl"#,
            "A model of each": "ilk train a.jsonl --minimum-frequency 1 --name weather -o a.ilk",
            "": "ilk train b.jsonl --minimum-frequency 1 --name weather -o b.ilk",
            "": "ilk model import a.ilk && ilk model import b.ilk",
            "One of both": "ilk model merge 1.0.0 1.0.1 --taxonomy weather",
        ])

    @Argument(help: "A version.")
    var first: String

    @Argument(help: "Another one.")
    var second: String

    @OptionGroup var change: SignedRegistryOptions

    func run() throws {
        let (registry, signature, console) = change.open()
        try VersionMerge(registry: registry, signature: signature, console: console)
            .run(first, second)
    }
}

/// A merge of two versions.
struct VersionMerge {
    let registry: ModelRegistry
    /// The author and the reason. Without a reason the history names both versions.
    let signature: ChangeAuthor
    let console: Console

    /// Adds the counts of two versions and measures the result.
    ///
    /// - Throws: `usage` if both are the same, `badConfiguration` if one is derived from the other, and
    ///   errors of the registry and of the models.
    func run(_ first: String, _ second: String) throws {
        let names = [try registry.find(first), try registry.find(second)]
        guard names[0] != names[1] else {
            throw CommandError(.usage, "both are version \(names[0]): name two different ones")
        }
        let base = try registry.commonAncestor(names[0], names[1])
        if let base, names.contains(base) {
            throw CommandError(
                .badConfiguration,
                "version \(base == names[0] ? names[1] : names[0]) has all of \(base) in it already")
        }
        let models = try names.map { try registry.model($0) }
        let bytes = try ModelMerge.bytes(models[0], models[1], base: try base.map { try registry.model($0) })
        let merged = try ModelReader.read(ModelStorage(copying: bytes))
        var signature = signature
        signature.why = signature.why ?? "the counts of \(names[0]) and \(names[1])"
        var manifest = VersionManifest(of: merged, parents: Array(zip(names, models)), signature)
        let data = try names.flatMap { try registry.manifest(version: $0).data ?? [] }
        manifest.data = data.isEmpty ? nil : data
        try PipelineAssembly(taxonomy: merged.taxonomy, folders: console.folders)
            .measure(merged, into: &manifest)
        let version = try registry.add(bytes, manifest).version
        let once = base.map { "; the texts of \($0), which both come from, count once" } ?? ""
        console.note("version \(version) has what \(names[0]) and \(names[1]) counted\(once)")
    }
}
