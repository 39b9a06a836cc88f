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
    ///   - parents: What it was made from.
    ///   - signature: Who made it, when and why.
    public init(of model: any TextModel, parents: [Parent] = [], _ signature: RegistrySignature) {
        self.init(
            version: "", taxonomy: model.taxonomy.name, digest: model.digest.description,
            created: signature.when)
        kind = model.kind.rawValue
        self.parents = parents
        by = signature.who
        why = signature.why
        documents = Dictionary(
            zip(model.taxonomy.categories.map(\.rawValue), model.documents), uniquingKeysWith: +)
        features = model.featureCount
        if let manifest = (model as? BayesModel)?.manifest {
            describe(
                manifest.settings.families, manifest.signals, manifest.featureSetVersion,
                manifest.signalSetVersion, icu: manifest.icuVersion)
        } else if let manifest = (model as? LinearModel)?.manifest {
            describe(
                manifest.settings.families, manifest.signals, manifest.featureSetVersion,
                manifest.signalSetVersion, icu: manifest.icuVersion)
        }
    }

    private mutating func describe(
        _ families: [FeatureFamily], _ signals: [String], _ featureSetVersion: Int, _ signalSetVersion: Int,
        icu: String
    ) {
        let version = "\(featureSetVersion).\(signalSetVersion)"
        let names = families.map(\.name)
        featureSet = FeatureSet(
            version: version, families: names,
            digest: ContentDigest(of: ([version] + names + [""] + signals).joined(separator: "\n"))
                .description)
        // Without ICU nothing cuts texts, and the model could not have been made.
        tokenizer = (try? Self.tokenizerDigest()).map { Tokenizer(icu: icu, digest: $0) }  // See above.
    }

    /// The digest of where this program cuts a text that has words and marks of many scripts: two programs that cut
    /// words otherwise seldom have the same.
    ///
    /// - Throws: `TextError` when ICU is not to be had.
    public static func tokenizerDigest() throws -> String {
        var analysis = TextAnalysis()
        try TextAnalyzer(measuring: .classification).analyze(probe, into: &analysis)
        var cuts = ""
        for token in analysis.tokens { cuts += "\(analysis.span(of: token)) " }
        cuts += "/"
        for sentence in analysis.sentences { cuts += " \(sentence)" }
        return ContentDigest(of: cuts).description
    }

    private static let probe = """
        Dr. Ito can't pay $1,299.50 before 3:45 p.m., can she? See x_1 = f(a[2]); then http://example.org/a?b=c&d.
        naïve co-op e.g. 10.5% #tag @name 👩‍👩‍👧 🇩🇪 a.b.c 1.2.3 "quoted" (so) it's l'eau — Straße, İstanbul.
        Привет, мир! Ωραία μέρα. שלום עולם. مرحبا بالعالم؟ नमस्ते दुनिया। สวัสดีชาวโลก 你好,世界。東京タワーへ行く。 안녕 세상.
        """
}

extension VersionManifest.DataSet {
    /// Texts that people gave categories, whatever their order: their digests and categories, never a word of them.
    public init(name: String, of labels: [(text: ContentDigest, category: Category)]) {
        let rows = labels.map { "\($0.text) \($0.category.rawValue)\n" }.sorted()
        self.init(name: name, digest: ContentDigest(of: rows.joined()).description, texts: labels.count)
    }
}
