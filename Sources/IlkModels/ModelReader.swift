/// Reads a model of whatever kind its file says.
public enum ModelReader {
    /// The model in the bytes of a file.
    ///
    /// - Throws: ``ModelError`` saying what is wrong and at which byte.
    /// - Complexity: Linear in the number of bytes, for the checksum.
    public static func read(_ storage: ModelStorage) throws(ModelError) -> any TextModel {
        let file = try ModelFile(storage)
        switch try ManifestReader.kind(of: file) {
        case .bayes: return try BayesModel(file)
        case .linear: return try LinearModel(file)
        }
    }
}
