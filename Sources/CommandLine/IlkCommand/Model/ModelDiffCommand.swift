import Ilk
import IlkVocabulary
import ArgumentParser
import IlkConsole
import IlkLearning
import IlkModels

/// Shows the differences between two versions.
struct ModelDiffCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "diff",
        abstract: "Compare the manifests and settings of two versions.",
        discussion: "To compare their verdicts, use 'ilk model compare'.",
        examples: [
            "Train two models":
                #"printf '{"text":"sun all day","label":"warm"}\n{"text":"snow at night","label":"cold"}\n' > mine.jsonl"#,
            "":
                "ilk train mine.jsonl --name weather -o a.ilk && ilk train mine.jsonl --name weather --feature-groups unigrams -o b.ilk",
            "": "ilk model import a.ilk && ilk model import b.ilk",
            "Compare them": "ilk model diff 1.0.0 1.0.1 --taxonomy weather",
        ])

    @Argument(help: "A version.")
    var first: String

    @Argument(help: "Another version.")
    var second = "active"

    @OptionGroup var shown: ShownRegistryOptions

    func validate() throws {
        try shown.format.checkSingleResult()
    }

    func run() throws {
        let (registry, console) = try shown.registry.open()
        try VersionDifference.show(first, second, in: registry, as: shown.format, console)
    }
}

/// The differences between the manifests of two versions.
enum VersionDifference {
    /// Writes the differences.
    ///
    /// - Throws: Errors of the registry and of the output.
    static func show(
        _ first: String, _ second: String, in registry: ModelRegistry, as format: OutputFormat,
        _ console: Console
    ) throws {
        let names = (try registry.find(first), try registry.find(second))
        let rows = rows(try Side(names.0, in: registry), try Side(names.1, in: registry))
        try console.write(
            records: rows, as: format, empty: "No differences between \(names.0) and \(names.1)."
        ) {
            var table = Table([
                Table.Column(""), Table.Column(names.0, maxWidth: 30), Table.Column(names.1, maxWidth: 30),
            ])
            for row in rows { table.add([row.what, row.first, row.second]) }
            return console.text(table)
        }
    }

    /// A version in a comparison.
    struct Side {
        let manifest: VersionManifest
        let model: any TextModel

        init(_ version: String, in registry: ModelRegistry) throws {
            manifest = try registry.manifest(version: version)
            model = try registry.model(version)
        }
    }

    /// A property of versions with its two values.
    struct Row: Encodable, Equatable {
        var what: String
        var first: String
        var second: String
    }

    /// Returns the properties whose values differ.
    static func rows(_ first: Side, _ second: Side) -> [Row] {
        let (left, right) = (facts(first), facts(second))
        var names = left.map(\.0)
        for name in right.map(\.0) where !names.contains(name) { names.append(name) }
        let values = (
            Dictionary(left, uniquingKeysWith: { $1 }), Dictionary(right, uniquingKeysWith: { $1 })
        )
        return names.compactMap { name in
            let row = Row(what: name, first: values.0[name] ?? "-", second: values.1[name] ?? "-")
            return row.first == row.second ? nil : row
        }
    }

    private static func facts(_ side: Side) -> [(String, String)] {
        let manifest = side.manifest
        var facts = [
            ("digest", String(manifest.digest.prefix(12))), ("kind", side.model.kind.rawValue),
            ("created", VersionText.time(manifest.created)), ("by", manifest.by ?? "-"),
            ("base versions", manifest.baseVersions.map(\.version).joined(separator: ", ")),
            ("why", manifest.why ?? "-"),
        ]
        let pairs = zip(side.model.taxonomy.categories, side.model.documents)
        facts += pairs.map { ("texts: \($0.rawValue)", DecimalText.grouped($1)) }
        facts.append(("features", DecimalText.grouped(side.model.featureCount)))
        facts.append(
            ("feature set", manifest.featureSet.map { "\($0.version) \($0.digest.prefix(12))" } ?? "-"))
        facts.append(("tokenizer", manifest.tokenizer.map { "ICU \($0.icu) \($0.digest.prefix(12))" } ?? "-"))
        facts.append(("rules", manifest.rules.map { String($0.prefix(12)) } ?? "-"))
        facts += settings(side.model)
        facts.append(
            ("data", manifest.data?.map { String($0.digest.prefix(12)) }.joined(separator: ", ") ?? "-"))
        for figure in manifest.figures ?? [] {
            facts.append(("accuracy: \(figure.classifier)", DecimalText.fixed(figure.accuracy, 4)))
            facts.append(("macro-F1: \(figure.classifier)", DecimalText.fixed(figure.macroF1, 4)))
        }
        return facts
    }

    /// Returns the training settings by name.
    private static func settings(_ model: any TextModel) -> [(String, String)] {
        let settings: any Sendable
        if let bayes = model as? BayesModel {
            settings = bayes.manifest.settings
        } else if let linear = model as? LinearModel {
            settings = linear.manifest.settings
        } else {
            return []
        }
        return Mirror(reflecting: settings).children.compactMap { child in
            child.label.map { ("setting: \($0)", "\(child.value)") }
        }
    }
}
