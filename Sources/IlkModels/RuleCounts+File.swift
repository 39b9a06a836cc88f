extension RuleCounts {
    /// The bytes of a model file with these counts in it, in place of any it has. The same file and counts make the same
    /// bytes.
    ///
    /// - Throws: ``ModelError`` when the bytes are no model.
    public func added(to file: [UInt8]) throws(ModelError) -> [UInt8] {
        let read = try ModelFile(ModelStorage(copying: file))
        var parts: [(ModelFile.Section, [UInt8])] = []
        for section in ModelFile.Section.allCases where section != .rules {
            guard let range = read.range(of: section) else { continue }
            parts.append((section, Array(file[range])))
        }
        return ModelFile.assemble(parts + [(.rules, RuleCountsFile.write(self))])
    }
}
