public import IlkVocabulary

/// A reader of model files of any kind.
public enum ModelReader {
    /// Reads the model in a file.
    ///
    /// - Parameter storage: The bytes of the file.
    /// - Throws: ``FormatError`` with the byte offset of the error.
    /// - Complexity: O(*n*) in the number of bytes, for the checksum.
    public static func read(_ storage: ModelStorage) throws(FormatError) -> any TextModel {
        let file = try ModelFile(storage)
        switch try ManifestReader.kind(of: file) {
        case .bayes: return try BayesModel(file)
        case .linear: return try LinearModel(file)
        }
    }

    /// Returns the SHA-256 digest of a model file's content after the header, or `nil` if the bytes are
    /// shorter than a header. Reading a model does not compute this digest, because the checksum is enough to
    /// detect damage.
    ///
    /// - Parameter file: The bytes of the file.
    /// - Complexity: O(*n*) in the number of bytes.
    public static func contentDigest(of file: [UInt8]) -> ContentDigest? {
        file.count < ModelFile.headerSize ? nil : ContentDigest(of: file[ModelFile.headerSize...])
    }
}
