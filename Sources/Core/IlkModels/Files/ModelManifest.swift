import FoundationEssentials
public import IlkVocabulary

/// What the files of all kinds of models say of themselves.
public protocol ModelManifest: Codable, Sendable {
    /// The kind whose files have such a manifest.
    static var kind: ModelKind { get }

    /// What the model decides among.
    var taxonomy: Taxonomy { get }
    /// How many texts of each category it was made of.
    var documents: [Int] { get }
    /// The families of features that it reads.
    var families: [FeatureFamily] { get }
    /// The names of the shape's signals: a program that has others cannot read the model.
    var signals: [String] { get }
    /// The version of the meanings of the features that classification reads.
    var featureSetVersion: Int { get }
    /// The version of the list of signals and their ranges.
    var signalSetVersion: Int { get }
    /// The ICU version that cut the training texts.
    var icuVersion: String { get }
    /// The digest of where the program that made the model cuts a text of many scripts; nil in files of older programs.
    var tokenizer: String? { get }
    /// How many features have a weight.
    var featureCount: Int { get }

    /// Whether what is of this kind alone fits together, and all its numbers are numbers.
    var isSound: Bool { get }
}

extension ModelManifest {
    /// The manifest as a section of a file.
    package func encoded() throws(FormatError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(self))
        } catch {
            throw FormatError(
                .malformed, at: 0, "the manifest cannot be written: a scale or weight is not a number")
        }
    }
}
