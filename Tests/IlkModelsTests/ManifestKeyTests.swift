import ModelTestSupport
import Testing

@testable import IlkModels

/// The names of the fields in the manifests of model files.
@Suite struct `Keys of manifests` {
    /// The current key of each former one.
    private static let keys = [
        "families": "featureGroups", "scaleCentre": "weightCenter", "scalePull": "weightPull",
        "scales": "groupWeights", "shapeClip": "styleClip", "shapePrior": "stylePrior",
        "signals": "styleFeatures", "signalSetVersion": "styleFeatureSetVersion",
    ]

    /// Reads the manifest of a model, with the current and with the former keys.
    private static func manifests<Manifest: ModelManifest & Equatable>(
        _ type: Manifest.Type, of model: [UInt8]
    ) throws -> (current: Manifest, former: Manifest, renamed: Set<String>) {
        let file = try ModelFile(ModelStorage(copying: model))
        let range = try #require(file.range(of: .manifest))
        var text = String(decoding: file.storage.bytes[range], as: UTF8.self)
        var renamed: Set<String> = []
        for (former, key) in Self.keys {
            #expect(!text.contains("\"\(former)\":"), "\(former)")
            let changed = text.split(separator: "\"\(key)\":", omittingEmptySubsequences: false)
                .joined(separator: "\"\(former)\":")
            if changed != text { renamed.insert(former) }
            text = changed
        }
        let former = try ModelFile(
            ModelStorage(copying: ModelFile.assemble([(.manifest, Array(text.utf8))])))
        return (
            try ManifestReader.read(type, of: file), try ManifestReader.read(type, of: former), renamed
        )
    }

    @Test func `a manifest with the keys of an earlier program has the same content`() throws {
        let bayes = try Self.manifests(
            BayesManifest.self, of: ModelFixture.bayes(featureGroups: [.style, .unigrams]))
        #expect(bayes.current == bayes.former && bayes.renamed == Set(Self.keys.keys))
        let linear = try Self.manifests(LinearManifest.self, of: ModelFixture.linear())
        #expect(linear.current == linear.former)
        #expect(linear.renamed == ["families", "signals", "signalSetVersion"])
    }
}
