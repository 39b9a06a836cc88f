import FoundationEssentials
import IlkText
import IlkVocabulary

/// Reads the manifest of a model file of any kind.
enum ManifestReader {
    private struct Kind: Decodable {
        var kind: String
    }

    static func kind(of file: ModelFile) throws(FormatError) -> ModelKind {
        let range = try range(of: file)
        let name = try decode(Kind.self, file, range).kind
        guard let kind = ModelKind(rawValue: name) else {
            throw FormatError(
                .wrongKind, at: range.lowerBound, "the model has the unknown kind '\(name.prefix(40))'")
        }
        return kind
    }

    /// Returns the manifest of a file of the requested kind. Checks that it is consistent and that this
    /// program has the same features.
    static func read<Manifest: ModelManifest>(
        _ type: Manifest.Type, of file: ModelFile
    ) throws(FormatError) -> Manifest {
        let range = try range(of: file)
        let found = try kind(of: file)
        guard found == type.kind else {
            let lack = found == .linear ? ", so it has no counts" : ""
            throw FormatError(
                .wrongKind, at: range.lowerBound,
                "the model is \(found.rawValue), not \(type.kind.rawValue)\(lack)")
        }
        let manifest = try decode(Manifest.self, file, range)
        let categories = manifest.taxonomy.categories
        guard !categories.isEmpty, categories.count <= 1_000_000, Set(categories).count == categories.count,
            manifest.documents.count == categories.count, manifest.documents.allSatisfy({ $0 >= 0 }),
            manifest.featureCount >= 0, manifest.isSound
        else {
            throw FormatError(
                .malformed, at: range.lowerBound, "the values of the model's manifest contradict each other")
        }
        try check(manifest, at: range.lowerBound)
        return manifest
    }

    private static func check(_ manifest: some ModelManifest, at offset: Int) throws(FormatError) {
        let (styleFeatures, styleFeatureSet) = (manifest.styleFeatures, manifest.styleFeatureSetVersion)
        let featureSet = manifest.featureSetVersion
        guard styleFeatures.isEmpty || styleFeatures == StyleReader.styleFeatures,
            styleFeatureSet == StyleFeature.version,
            featureSet == TextFeatures.classificationVersion
        else {
            throw FormatError(
                .featureSetMismatch, at: offset,
                "the model was trained with feature set \(featureSet).\(styleFeatureSet), but this program has \(TextFeatures.classificationVersion).\(StyleFeature.version): train the model again"
            )
        }
    }

    private static func range(of file: ModelFile) throws(FormatError) -> Range<Int> {
        guard let range = file.range(of: .manifest) else {
            throw FormatError(.malformed, at: 0, "the model has no manifest")
        }
        return range
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ file: ModelFile, _ range: Range<Int>
    ) throws(FormatError) -> Value {
        do {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .custom { path in ManifestKey(path.last) }
            return try decoder.decode(type, from: Data(file.storage.bytes[range]))
        } catch {
            throw FormatError(.malformed, at: range.lowerBound, "the model's manifest cannot be read")
        }
    }
}

/// A key of a manifest. A key of an earlier release is read as the current key. The built-in models have such
/// keys.
private struct ManifestKey: CodingKey {
    private static let former = [
        "families": "featureGroups", "leftOutSources": "leaveOneSourceOut", "scaleCentre": "weightCenter",
        "scalePull": "weightPull", "scales": "groupWeights", "shapeClip": "styleClip",
        "shapePrior": "stylePrior", "signals": "styleFeatures", "signalSetVersion": "styleFeatureSetVersion",
    ]

    let stringValue: String
    let intValue: Int?

    init(_ key: (any CodingKey)?) {
        let name = key?.stringValue ?? ""
        (stringValue, intValue) = (Self.former[name] ?? name, key?.intValue)
    }

    init?(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }

    init?(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}
