import IlkVocabulary

/// The script, language and proximity requirements of the matchers of a compiled rule file.
extension CompiledRulesReader {
    func traits() throws(FormatError) -> [TextRequirement] {
        try records(.traits) { (at, index) throws(FormatError) in
            let bits = file.load(UInt64.self, at)
            let confidence = Double(bitPattern: file.load(UInt64.self, at + 8))
            guard confidence >= 0, confidence <= 1,
                let scripts = bits == 0 ? ScriptSet() : ScriptSet(bits: bits)
            else { throw malformed(.traits, index, "a script or a confidence is invalid") }
            return TextRequirement(
                scripts: scripts, confidence: confidence,
                languages: try range(at: at + 16, within: file.count(.languages), .traits, index))
        }
    }

    /// Returns the proximity requirements, after checking that no matcher depends on itself.
    func nearness(_ matchers: [CompiledMatcher]) throws(FormatError) -> [NearRequirement] {
        let units = NearUnit.allCases
        let all = try records(.nearness) { (at, index) throws(FormatError) in
            let matcher = file.load(Int32.self, at)
            let limit = file.load(Int32.self, at + 4)
            let unit = Int(file.load(UInt32.self, at + 8))
            guard matcher >= 0, matcher < matchers.count, limit >= 0, limit <= RuleLimits.distance,
                unit < units.count
            else { throw malformed(.nearness, index, "'near' refers to an unknown matcher") }
            return NearRequirement(matcher: matcher, limit: limit, unit: units[unit])
        }
        for index in matchers.indices where matchers[index].near >= 0 {
            var next = index
            var steps = 0
            while matchers[next].near >= 0 {
                steps += 1
                guard steps <= NearLinks.depth else {
                    throw malformed(.matchers, index, "'near' links of matchers form a cycle")
                }
                next = Int(all[Int(matchers[next].near)].matcher)
            }
        }
        return all
    }
}
