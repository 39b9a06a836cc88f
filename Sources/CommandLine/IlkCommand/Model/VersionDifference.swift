import IlkConsole
import IlkLearning
import IlkModels
import IlkVocabulary

/// What two versions say of themselves differently.
enum VersionDifference {
    /// A version to be compared.
    struct Side {
        var manifest: VersionManifest
        var model: any TextModel
    }

    /// Something that differs.
    struct Row: Encodable, Equatable {
        var what: String
        var first: String
        var second: String
    }

    /// What differs, the same thing of both in a row.
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
            ("made", VersionText.time(manifest.created)), ("by", manifest.by ?? "-"),
            ("from", manifest.parents.map(\.version).joined(separator: ", ")),
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
            facts.append(("right: \(figure.classifier)", DecimalText.fixed(figure.accuracy, 4)))
            facts.append(("macro-F1: \(figure.classifier)", DecimalText.fixed(figure.macroF1, 4)))
        }
        return facts
    }

    /// How it was trained: every setting by its name.
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
