import IlkConsole
package import IlkVocabulary

/// A piece of evidence in a word or two.
package enum EvidencePhrase {
    /// The families whose evidence names them, and what people call them.
    private static let families = [
        ("frames:", "frame"), ("characters:", "characters"), ("pairs:", "pair"), ("pieces:", "pieces"),
    ]

    /// What spoke: a rule by its id, a word in quotes, a frame or the like in angles, a feature by its description.
    package static func name(of evidence: Evidence) -> String {
        let name = VisibleText.oneLine(evidence.name)
        guard evidence.kind == .token else { return name }
        for (family, _) in families where name.hasPrefix(family) && name.count > family.count {
            return "‹\(name.dropFirst(family.count))›"
        }
        return "'\(name)'"
    }

    /// What family of evidence it is, in the words of tables.
    package static func kind(of evidence: Evidence) -> String {
        guard evidence.kind == .token else { return evidence.kind.rawValue }
        let named = families.first {
            evidence.name.hasPrefix($0.0) && evidence.name.utf8.count > $0.0.utf8.count
        }
        return named?.1 ?? "word"
    }

    /// A number with its sign, one digit behind the point: `+1.9`.
    package static func signed(_ support: Double) -> String {
        (support < 0 ? "" : "+") + DecimalText.fixed(support, 1)
    }

    /// The loudest pieces for a category or against it, the loudest first, rules before others that are as loud.
    ///
    /// - Parameters:
    ///   - evidence: All there is.
    ///   - category: The place of the category in the taxonomy.
    ///   - count: How many at most.
    package static func loudest(
        _ evidence: [Evidence], forCategoryAt category: Int, count: Int
    ) -> [(evidence: Evidence, support: Double)] {
        let loud = evidence.map { (evidence: $0, support: $0.support(forCategoryAt: category)) }
            .filter { abs($0.support) >= faintest }
        func precedes(_ one: Int, _ other: Int) -> Bool {
            let (left, right) = (abs(loud[one].support), abs(loud[other].support))
            if left != right { return left > right }
            let (isRule, isOtherRule) = (loud[one].evidence.kind == .rule, loud[other].evidence.kind == .rule)
            return isRule == isOtherRule ? one < other : isRule
        }
        return loud.indices.sorted(by: precedes).prefix(count).map { loud[$0] }
    }

    /// What is quieter is not worth a word.
    package static let faintest = 0.1
}
