public import IlkVocabulary

/// Reads a model of whatever kind its file says.
public enum ModelReader {
    /// The model in the bytes of a file.
    ///
    /// - Throws: ``FormatError`` saying what is wrong and at which byte.
    /// - Complexity: Linear in the number of bytes, for the checksum.
    public static func read(_ storage: ModelStorage) throws(FormatError) -> any TextModel {
        let file = try ModelFile(storage)
        switch try ManifestReader.kind(of: file) {
        case .bayes: return try BayesModel(file)
        case .linear: return try LinearModel(file)
        }
    }

    /// The SHA-256 of what is in a model file behind its header, computed anew; nil for bytes that are shorter. Reading a
    /// model does not compute it: the checksum finds damage, the digest names.
    public static func contentDigest(of file: [UInt8]) -> ContentDigest? {
        file.count < ModelFile.headerSize ? nil : ContentDigest(of: file[ModelFile.headerSize...])
    }
}
