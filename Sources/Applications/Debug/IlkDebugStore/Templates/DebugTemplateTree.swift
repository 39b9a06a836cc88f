/// Merges similar templates. Two templates are similar if they have the same event and the same number of
/// words, and if most of their words are equal (as in Drain by He, Zhu, Zheng and Lyu, 2017). Words that
/// differ become `<*>`.
///
/// The result depends only on the templates and their order.
enum DebugTemplateTree {
    /// The minimum share of equal words in similar templates.
    static let similarity = 0.6
    /// The maximum number of groups that a template is compared with. These groups have the same event and
    /// number of words.
    static let maximumGroups = 200

    private struct GroupKey: Hashable {
        var event: String
        var length: Int
    }

    /// Returns the merged templates, each at the position of the first template merged into it.
    static func merged(_ counts: [DebugTemplateCount]) -> [DebugTemplateCount] {
        var groups: [(words: [String], count: DebugTemplateCount)] = []
        var places: [GroupKey: [Int]] = [:]
        for count in counts {
            let words = count.template.split(separator: " ").map(String.init)
            let shape = GroupKey(event: words.first ?? "", length: words.count)
            let known = places[shape] ?? []
            let nearest = known.map { ($0, share(groups[$0].words, words)) }
                .filter { $0.1 >= similarity }.max { ($0.1, -$0.0) < ($1.1, -$1.0) }
            if let (place, _) = nearest {
                groups[place].words = zip(groups[place].words, words).map { $0 == $1 ? $0 : "<*>" }
                add(count, to: &groups[place].count)
            } else {
                if known.count < maximumGroups { places[shape, default: []].append(groups.count) }
                groups.append((words, count))
            }
        }
        return groups.map { group in
            var count = group.count
            count.template = group.words.joined(separator: " ")
            return count
        }
    }

    private static func share(_ one: [String], _ other: [String]) -> Double {
        guard !one.isEmpty else { return 1 }
        return Double(zip(one, other).count { $0 == $1 }) / Double(one.count)
    }

    private static func add(_ count: DebugTemplateCount, to sum: inout DebugTemplateCount) {
        sum.count += count.count
        sum.before += count.before
        sum.firstSeen = min(sum.firstSeen, count.firstSeen)
        sum.lastSeen = max(sum.lastSeen, count.lastSeen)
        sum.isNew = sum.isNew && count.isNew
    }
}
