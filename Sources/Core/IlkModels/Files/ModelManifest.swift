import FoundationEssentials
public import IlkVocabulary

/// The description of a model in its file, with the fields that all kinds of models have.
public protocol ModelManifest: Codable, Sendable {
    /// The kind of model that this type of manifest describes.
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
    /// A digest that identifies the tokenizer of the training program, or `nil` in files of older versions.
    var tokenizer: String? { get }
    /// The number of features with weights.
    var featureCount: Int { get }
    /// The time limit that the training reached, or `nil` if the training was completed.
    var timeLimit: TimeLimitMark? { get set }

    /// `true` if the fields that are specific to this kind of model are consistent, and all their numbers are
    /// finite.
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
