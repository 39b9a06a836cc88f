import IlkVocabulary

/// What the files of all kinds of models say of themselves.
protocol ModelManifest: Decodable {
    /// The kind whose files have such a manifest.
    static var kind: ModelKind { get }

    var taxonomy: Taxonomy { get }
    var documents: [Int] { get }
    var signals: [String] { get }
    var featureSetVersion: Int { get }
    var signalSetVersion: Int { get }
    var featureCount: Int { get }

    /// Whether what is of this kind alone fits together, and all its numbers are numbers.
    var isSound: Bool { get }
}
