public import IlkVocabulary

/// The choice of held-out texts: a fixed fifth of all texts. A retraining with at least ``fewest``
/// corrections does not learn the corrections of held-out texts. The evaluation model of a trained version
/// was trained without the held-out texts.
public enum HeldOutTexts {
    /// The minimum number of corrections or records for holding out a fifth of them. If there are fewer, none
    /// is held out.
    public static let fewest = 30

    /// Returns `true` if a text is held out. The choice depends only on the digest of the text.
    ///
    /// - Parameter digest: The digest of the text.
    public static func contains(_ digest: ContentDigest) -> Bool {
        let bytes = digest.bytes
        return (Int(bytes[0]) << 8 | Int(bytes[1])) % 5 == 0
    }

    /// Returns the last text of each group of equal texts, in order.
    ///
    /// - Parameters:
    ///   - texts: The texts.
    ///   - digest: Returns the digest of a text's bytes.
    /// - Complexity: O(*n* log *n*) in the number of texts.
    public static func latest<Text>(_ texts: [Text], digest: (Text) -> ContentDigest) -> [Text] {
        var places: [ContentDigest: Int] = [:]
        for (place, text) in texts.enumerated() { places[digest(text)] = place }
        return places.values.sorted().map { texts[$0] }
    }
}
