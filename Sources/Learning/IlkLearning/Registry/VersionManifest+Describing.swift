import FoundationEssentials
public import IlkModels
import IlkText
public import IlkVocabulary

/// What a model can be asked about itself.
extension VersionManifest {
    /// The manifest of a model: what it says of itself, and who made it.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - parents: The versions that it was made from, with their models.
    ///   - signature: Who made it, when and why.
    public init(
        of model: any TextModel, parents: [(String, any TextModel)] = [], _ signature: RegistrySignature
    ) {
        self.init(
            version: "", taxonomy: model.taxonomy.name, digest: model.digest.description,
            created: signature.when)
        kind = model.kind.rawValue
        self.parents = parents.map { Parent(version: $0.0, digest: $0.1.digest.description) }
        by = signature.who
        why = signature.why
        documents = Dictionary(
            zip(model.taxonomy.categories.map(\.rawValue), model.documents), uniquingKeysWith: +)
        features = model.featureCount
        let manifest = model.manifest
        let version = "\(manifest.featureSetVersion).\(manifest.signalSetVersion)"
        let names = manifest.families.map(\.name)
        featureSet = FeatureSet(
            version: version, families: names,
            digest: ContentDigest(of: ([version] + names + [""] + manifest.signals).joined(separator: "\n"))
                .description)
        // Files of older programs do not say how theirs cut: what is known is how this one does.
        let digest = manifest.tokenizer ?? TextAnalyzer.tokenizerDigest
        tokenizer = digest.map { Tokenizer(icu: manifest.icuVersion, digest: $0) }
    }
}

extension VersionManifest.DataSet {
    /// Texts that people gave categories, whatever their order: their digests and categories, never a word of them.
    public init(name: String, of labels: [(text: ContentDigest, category: Category)]) {
        let rows = labels.map { "\($0.text) \($0.category.rawValue)\n" }.sorted()
        self.init(name: name, digest: ContentDigest(of: rows.joined()).description, texts: labels.count)
    }
}
