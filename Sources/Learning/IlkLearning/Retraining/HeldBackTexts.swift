public import IlkVocabulary

/// Which texts that people labelled are measured with and never learned: one in five, always the same ones.
public enum HeldBackTexts {
    /// Of so many texts and more some are held back.
    public static let fewest = 30

    /// Whether a text is one of them, by its digest: each time, whatever other texts there are.
    public static func contains(_ digest: ContentDigest) -> Bool {
        let bytes = digest.bytes
        return (Int(bytes[0]) << 8 | Int(bytes[1])) % 5 == 0
    }

    /// Of equal texts the last, in the order of those. Linear in the number of texts.
    ///
    /// - Parameter digest: The digest of a text's bytes.
    public static func latest<Text>(_ texts: [Text], digest: (Text) -> ContentDigest) -> [Text] {
        var places: [ContentDigest: Int] = [:]
        for (place, text) in texts.enumerated() { places[digest(text)] = place }
        return places.values.sorted().map { texts[$0] }
    }
}
