import IlkConsole
package import IlkVocabulary

/// Short names of evidence.
package enum EvidencePhrase {
    /// The feature groups whose prefix is part of the name, and their display names.
    private static let featureGroups = [
        ("skeletonBigrams:", "skeleton bigram"), ("characterNgrams:", "char"), ("bigrams:", "bigram"),
        ("wordNgrams:", "char_wb"),
    ]

    /// Returns a name: the id of a rule, a unigram in quotes, the value of another feature group in angle
    /// quotes, or the description of a style feature.
    package static func name(of evidence: Evidence) -> String {
        let name = VisibleText.oneLine(evidence.name)
        guard evidence.type == .token else { return name }
        for (family, _) in featureGroups where name.hasPrefix(family) && name.count > family.count {
            return "‹\(name.dropFirst(family.count))›"
        }
        return "'\(name)'"
    }

    /// Returns the display name of the evidence's type or feature group.
    package static func typeName(of evidence: Evidence) -> String {
        guard evidence.type == .token else { return evidence.type.rawValue }
        let named = featureGroups.first {
            evidence.name.hasPrefix($0.0) && evidence.name.utf8.count > $0.0.utf8.count
        }
        return named?.1 ?? "unigram"
    }

    /// Returns a number with its sign and one decimal: `+1.9`.
    package static func signed(_ support: Double) -> String {
        (support < 0 ? "" : "+") + DecimalText.fixed(support, 1)
    }

    /// Returns the strongest evidence for or against a category, strongest first. Ties are resolved in favor
    /// of rules.
    ///
    /// - Parameter category: The index of the category in the taxonomy.
    package static func strongest(
        _ evidence: [Evidence], forCategoryAt category: Int, count: Int
    ) -> [(evidence: Evidence, support: Double)] {
        let loud = evidence.map { (evidence: $0, support: $0.support(forCategoryAt: category)) }
            .filter { abs($0.support) >= minimumSupport }
        func precedes(_ one: Int, _ other: Int) -> Bool {
            let (left, right) = (abs(loud[one].support), abs(loud[other].support))
            if left != right { return left > right }
            let (isRule, isOtherRule) = (loud[one].evidence.type == .rule, loud[other].evidence.type == .rule)
            return isRule == isOtherRule ? one < other : isRule
        }
        return loud.indices.sorted(by: precedes).prefix(count).map { loud[$0] }
    }

    /// The minimum absolute support of evidence that is shown.
    package static let minimumSupport = 0.1
}
