import FoundationEssentials
public import IlkModels
import IlkText
public import IlkVocabulary

extension VersionManifest {
    /// Creates the manifest of a model. The field `version` remains empty.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - baseVersions: The names and models of the versions that the model was fine-tuned or merged from.
    ///   - signature: The author, time and reason.
    public init(
        of model: any TextModel, baseVersions: [(String, any TextModel)] = [], _ signature: ChangeAuthor
    ) {
        self.init(
            version: "", taxonomy: model.taxonomy.name, digest: model.digest.description,
            created: signature.when)
        kind = model.kind.rawValue
        self.baseVersions = baseVersions.map { BaseVersion(version: $0.0, digest: $0.1.digest.description) }
        by = signature.who
        why = signature.why
        documents = Dictionary(
            zip(model.taxonomy.categories.map(\.rawValue), model.documents), uniquingKeysWith: +)
        texts = model.taxonomy.isMultilabel ? model.texts : nil
        features = model.featureCount
        let manifest = model.manifest
        let version = "\(manifest.featureSetVersion).\(manifest.styleFeatureSetVersion)"
        let names = manifest.featureGroups.map(\.name)
        featureSet = FeatureSet(
            version: version, featureGroups: names,
            digest: ContentDigest(
                of: ([version] + names + [""] + manifest.styleFeatures).joined(separator: "\n")
            )
            .description)
        // Files of earlier releases lack the tokenizer digest. The current tokenizer is assumed for them.
        let digest = manifest.tokenizer ?? TextAnalyzer.tokenizerDigest
        tokenizer = digest.map { Tokenizer(icu: manifest.icuVersion, digest: $0) }
        timeLimit = manifest.timeLimit
    }
}

extension VersionManifest.DataSet {
    /// Creates the description of a set of labeled texts. The digest of the set is computed from the digests
    /// and labels of the texts. It does not depend on the order of the texts.
    ///
    /// - Parameters:
    ///   - name: The name of the data set.
    ///   - labels: The digests and labels of the texts. No text is stored.
    public init(name: String, of labels: [(text: ContentDigest, category: Category)]) {
        let rows = labels.map { "\($0.text) \($0.category.rawValue)\n" }.sorted()
        self.init(name: name, digest: ContentDigest(of: rows.joined()).description, texts: labels.count)
    }
}
