import IlkVocabulary

/// The changes that override files and later layers made to the rules of a compiled rule file.
extension CompiledRulesReader {
    /// Returns the changes to each rule, or an empty array if no rule was changed.
    func changes(
        of rules: Int, exceptions: Int, _ files: [String]
    ) throws(FormatError) -> [[RuleChange]] {
        guard file.count(.changes) > 0 else { return [] }
        let weights = try weights(.earlierWeights)
        var changes = [[RuleChange]](repeating: [], count: rules)
        var weightsRead = 0
        for index in 0..<file.count(.changes) {
            let at = file.offset(.changes, index)
            let rule = Int(file.load(UInt32.self, at))
            let status = Int(file.load(UInt8.self, at + 5))
            let exception = Int(file.load(UInt32.self, at + 8))
            guard rule < rules, status < RuleStatus.allCases.count else {
                throw malformed(.changes, index, "a change refers to an unknown rule")
            }
            let kind: RuleChange.Kind
            switch file.load(UInt8.self, at + 4) {
            case 0 where weightsRead + taxonomy.count <= weights.count:
                kind = .weights(before: Array(weights[weightsRead..<weightsRead + taxonomy.count]))
                weightsRead += taxonomy.count
            case 1: kind = .status(before: RuleStatus.allCases[status])
            case 2 where exception < exceptions: kind = .exception(exception)
            case 3: kind = .replaced
            default: throw malformed(.changes, index, "a change has an unknown type")
            }
            changes[rule].append(
                RuleChange(
                    kind: kind, name: try text(file.load(UInt32.self, at + 12), .changes, index),
                    reason: try text(file.load(UInt32.self, at + 16), .changes, index),
                    file: try fileName(file.load(UInt32.self, at + 20), files, .changes, index),
                    line: Int(file.load(UInt32.self, at + 24))))
        }
        return changes
    }
}
