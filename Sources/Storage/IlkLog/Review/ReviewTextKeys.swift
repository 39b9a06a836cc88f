import IlkVocabulary

/// The digests by which the review queue finds equal and nearly equal texts.
struct ReviewTextKeys: Hashable, Sendable {
    /// The digest of the text.
    let exact: ContentDigest
    /// A digest that is the same for all nearly equal texts. For a text without words, it equals ``exact``.
    let near: ContentDigest

    init(_ text: String) {
        exact = ContentDigest(of: text)
        near = NearlyEqualTexts.digest(of: text) ?? exact
    }
}
