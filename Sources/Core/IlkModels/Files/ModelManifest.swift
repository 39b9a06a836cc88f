import FoundationEssentials
public import IlkVocabulary

/// The description of a model in its file, common to all kinds.
public protocol ModelManifest: Codable, Sendable {
    /// The kind of model with this type of manifest.
    static var kind: ModelKind { get }

    /// The taxonomy of the model.
    var taxonomy: Taxonomy { get }
    /// The number of training texts of each label.
    var documents: [Int] { get }
    /// The feature groups that the model reads.
    var featureGroups: [FeatureGroup] { get }
    /// The names of the style features. A program with other style features cannot read the model.
    var styleFeatures: [String] { get }
    /// The version of the definitions of the features that classification reads.
    var featureSetVersion: Int { get }
    /// The version of the list of style features and their ranges.
    var styleFeatureSetVersion: Int { get }
    /// The ICU version that segmented the training texts.
    var icuVersion: String { get }
    /// The digest of the word boundaries that the training program finds in a text of many scripts, or `nil`
    /// in files of older versions.
    var tokenizer: String? { get }
    /// The number of features with weights.
    var featureCount: Int { get }
    /// The mark of a training that reached its time limit, or `nil`.
    var timeLimit: TimeLimitMark? { get set }

    /// `true` if the parts that are specific to this kind are consistent, and all their numbers are finite.
    var isSound: Bool { get }
}

extension ModelManifest {
    /// Returns the manifest as the content of a section.
    package func encoded() throws(FormatError) -> [UInt8] {
        do {
            return Array(try JSONEncoder.deterministic().encode(self))
        } catch {
            throw FormatError(
                .notRepresentable, at: 0, "the model cannot be written: a weight is not a number")
        }
    }
}
