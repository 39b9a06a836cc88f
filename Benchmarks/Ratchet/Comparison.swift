import Foundation

/// The comparison of a measurement with the record.
struct Comparison {
    enum Result: String {
        case fall = "FALL"
        case better, noise
        /// The record has no such figure, has one that is not measured, or is about other texts.
        case stale = "RECORD"
    }

    /// A figure that changed.
    struct Change {
        var figure: String
        var recorded: String
        var now: String
        var detail: String
        var result: Result
    }

    var record: Record
    var measured: [String: Measured]
    var cost: [String: Double]

    /// The probability that a fall of a set is chance if both versions are equally good. The groups of a set
    /// share the same probability (Bonferroni), because there are many of them.
    static let chance = 0.01
    /// A cost may rise by this share. Counts of one program differ by less than .1 % on one machine; the C library
    /// chooses its functions by processor.
    static let costNoise = 0.05

    /// All changed figures, sorted by name. Groups are listed only if they changed beyond noise.
    var changes: [Change] {
        let names = Set(record.accuracy.keys).union(measured.keys).sorted()
        let costs = Set(record.cost.keys).union(cost.keys).sorted()
        return names.flatMap(changes(of:)) + costs.flatMap(costChanges(of:))
    }

    func changes(of name: String) -> [Change] {
        guard let old = record.accuracy[name], let new = measured[name] else {
            return [missing(name, isRecorded: record.accuracy[name] != nil)]
        }
        if old.texts == new.digest { return paired(name, old, new) }
        let stale = Change(
            figure: name, recorded: old.texts.prefix(8).description, now: new.digest.prefix(8).description,
            detail: "other texts", result: .stale)
        return [stale] + unpaired(name, old, new)
    }

    func costChanges(of name: String) -> [Change] {
        let figure = "instructions/\(name)"
        guard let old = record.cost[name], let new = cost[name] else {
            return [missing(figure, isRecorded: record.cost[name] != nil)]
        }
        let rise = new / old - 1
        let result: Result = rise > Self.costNoise ? .fall : -rise > Self.costNoise ? .better : .noise
        return [
            Change(
                figure: figure, recorded: String(format: "%.0f M", old), now: String(format: "%.0f M", new),
                detail: String(format: "%+.1f %%", rise * 100), result: result)
        ]
    }

    private func missing(_ figure: String, isRecorded: Bool) -> Change {
        Change(
            figure: figure, recorded: isRecorded ? "yes" : "-", now: isRecorded ? "-" : "yes",
            detail: isRecorded ? "not measured" : "not recorded", result: .stale)
    }

    /// Compares the answers text by text, with an exact McNemar test in each group.
    private func paired(_ name: String, _ old: Score, _ new: Measured) -> [Change] {
        let wasWrong = Bits.flags(old.wrong, count: new.outcomes.count)
        var counts: [String: (worse: Int, better: Int, wasRight: Int)] = [:]
        for (outcome, wasWrong) in zip(new.outcomes, wasWrong) {
            for group in ["all"] + outcome.groups {
                var count = counts[group] ?? (0, 0, 0)
                count.worse += outcome.wrong != nil && !wasWrong ? 1 : 0
                count.better += outcome.wrong == nil && wasWrong ? 1 : 0
                count.wasRight += wasWrong ? 0 : 1
                counts[group] = count
            }
        }
        let groups = new.groups
        return groups.sorted { $0.key < $1.key }.compactMap { group, size in
            guard let count = counts[group], count.worse + count.better > 0 else { return nil }
            let limit = Self.limit(group, of: groups.count)
            let result: Result =
                Self.mcnemar(count.worse, count.better) <= limit
                ? .fall : Self.mcnemar(count.better, count.worse) <= limit ? .better : .noise
            guard group == "all" || result != .noise else { return nil }
            return Change(
                figure: "\(name) \(group)", recorded: Self.share(count.wasRight, size[1]),
                now: Self.share(size[0], size[1]), detail: "-\(count.worse) +\(count.better)", result: result)
        }
    }

    /// Compares shares of correct texts of two different sets, with a test of two proportions in each group.
    private func unpaired(_ name: String, _ old: Score, _ new: Measured) -> [Change] {
        let groups = new.groups
        return groups.sorted { $0.key < $1.key }.compactMap { group, now in
            guard let then = old.groups[group], then.count == 2 else { return nil }
            let probability = Self.proportions(then, now)
            let limit = Self.limit(group, of: groups.count)
            let result: Result = probability <= limit ? .fall : probability >= 1 - limit ? .better : .noise
            guard group == "all" || result != .noise else { return nil }
            return Change(
                figure: "\(name) \(group)", recorded: Self.share(then[0], then[1]),
                now: Self.share(now[0], now[1]), detail: "\(then[1]) → \(now[1])", result: result)
        }
    }

    private static func limit(_ group: String, of count: Int) -> Double {
        group == "all" ? chance : chance / Double(max(1, count - 1))
    }

    private static func share(_ right: Int, _ all: Int) -> String {
        String(format: "%.2f %%", 100 * Double(right) / Double(max(1, all)))
    }

    /// Returns the probability of at least this many of the changed texts being worse if both directions are
    /// equally probable.
    static func mcnemar(_ worse: Int, _ better: Int) -> Double {
        let all = Double(worse + better)
        var sum = 0.0
        for count in worse...worse + better {
            let chosen = Double(count)
            let ways: Double = lgamma(all + 1) - lgamma(chosen + 1) - lgamma(all - chosen + 1)
            sum += exp(ways - all * log(2))
        }
        return sum
    }

    /// Returns the probability of such a fall if both shares have the same expectation.
    static func proportions(_ then: [Int], _ now: [Int]) -> Double {
        let (first, second) = (Double(then[1]), Double(now[1]))
        let common = Double(then[0] + now[0]) / (first + second)
        let deviation = sqrt(common * (1 - common) * (1 / first + 1 / second))
        guard deviation > 0 else { return 0.5 }
        let fall = Double(then[0]) / first - Double(now[0]) / second
        return erfc(fall / deviation / sqrt(2)) / 2
    }
}
