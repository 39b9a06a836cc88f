public import IlkVocabulary

extension RuleCounts {
    /// Returns the bytes of a model file with these counts added. They replace counts of rule matches that
    /// the file already contains. The result depends only on the file and the counts.
    ///
    /// - Parameter file: The bytes of the model file.
    /// - Throws: ``FormatError`` if the bytes are not a model.
    /// - Complexity: O(*n*) in the number of bytes.
    public func added(to file: [UInt8]) throws(FormatError) -> [UInt8] {
        try ModelFile.adding(.rules, RuleCountsFile.write(self), to: file)
    }
}
