public import IlkVocabulary

extension RuleCounts {
    /// The bytes of a model file with these counts in it, in place of any it has. The same file and counts make the same
    /// bytes.
    ///
    /// - Throws: ``FormatError`` when the bytes are no model.
    public func added(to file: [UInt8]) throws(FormatError) -> [UInt8] {
        try ModelFile.adding(.rules, RuleCountsFile.write(self), to: file)
    }
}
