import FoundationEssentials
package import IlkVocabulary

/// What the files of all kinds of models say of themselves.
package protocol ModelManifest: Codable {
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

extension ModelManifest {
    /// The manifest as a section of a file.
    package func encoded() throws(ModelError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(self))
        } catch {
            throw ModelError(
                .malformed, at: 0, "the manifest cannot be written: a scale or weight is not a number")
        }
    }
}
