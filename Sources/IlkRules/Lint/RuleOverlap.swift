import IlkVocabulary

/// Finds rules that hold for the same texts as others, or for some of these.
struct RuleOverlap {
    /// A rule, and what it looks for.
    struct Member {
        let draft: RuleDraft
        let source: SourceText
        let root: Int32
        /// Whether its condition depends on the text.
        let isContingent: Bool
    }

    /// With how many others a rule is compared.
    private static let candidateLimit = 64

    private let members: [Member]
    private let marks: [MatcherMark?]
    private let world: ConditionWorld
    private let mentions: [ConditionWorld.Mentions]
    /// The rules that look for something, by what they look for.
    private var rulesOfEntry: [Key: [Int32]] = [:]
    /// The rules without matchers, by the features that they compare.
    private var rulesOfFeature: [Int32: [Int32]] = [:]

    private struct Key: Hashable {
        let kind: MatcherMark.Kind
        let entry: [UInt8]
    }

    /// Reports rules of a set that are as others, or that hold only where another one does that speaks for the same.
    ///
    /// - Parameters:
    ///   - members: The rules in their order.
    ///   - marks: What their matchers look for, by their numbers; nil for those that did not pass.
    static func check(
        _ members: [Member], marks: [MatcherMark?], world: ConditionWorld, _ diagnostics: inout DiagnosticList
    ) {
        let overlap = RuleOverlap(members, marks, world)
        for rule in members.indices where overlap.takesPart(rule) { overlap.check(rule, &diagnostics) }
    }

    private init(_ members: [Member], _ marks: [MatcherMark?], _ world: ConditionWorld) {
        self.members = members
        self.marks = marks
        self.world = world
        mentions = members.map { world.mentions(of: $0.root) }
        for rule in members.indices where takesPart(rule) {
            var keys: Set<Key> = []
            for matcher in mentions[rule].matchers {
                guard let mark = marks[Int(matcher)] else { continue }
                for entry in mark.entries { keys.insert(Key(kind: mark.kind, entry: entry)) }
            }
            for key in keys { rulesOfEntry[key, default: []].append(Int32(rule)) }
            guard mentions[rule].matchers.isEmpty else { continue }
            for feature in Set(mentions[rule].features) {
                rulesOfFeature[feature, default: []].append(Int32(rule))
            }
        }
    }

    private func takesPart(_ rule: Int) -> Bool {
        members[rule].isContingent && members[rule].draft.status.counts
            && mentions[rule].matchers.allSatisfy { marks[Int($0)] != nil }
    }

    // MARK: Pairs

    /// The rules that may hold wherever this one does: those that look for something that it looks for.
    private func candidates(_ rule: Int) -> [Int] {
        var found: Set<Int32> = []
        for matcher in mentions[rule].matchers {
            guard let mark = marks[Int(matcher)],
                let entry = mark.entries.min(by: { $0.lexicographicallyPrecedes($1) }),
                let others = rulesOfEntry[Key(kind: mark.kind, entry: entry)]
            else { continue }
            found.formUnion(others.prefix(Self.candidateLimit))
        }
        if mentions[rule].matchers.isEmpty, let feature = mentions[rule].features.first {
            found.formUnion((rulesOfFeature[feature] ?? []).prefix(Self.candidateLimit))
        }
        found.remove(Int32(rule))
        return found.sorted().prefix(Self.candidateLimit).map(Int.init)
    }

    private func check(_ rule: Int, _ diagnostics: inout DiagnosticList) {
        for other in candidates(rule) {
            // Who asks for the other one by name knows of it.
            guard !mentions[rule].rules.contains(Int32(other)), !mentions[other].rules.contains(Int32(rule)),
                isCovered(rule, by: other)
            else { continue }
            let pair = paired(rule, other)
            guard Self.implies(members[rule].root, members[other].root, in: pair) else { continue }
            let isSame = Self.implies(members[other].root, members[rule].root, in: pair)
            if isSame {
                // Told once, at the later one.
                if isBefore(other, rule) { report(rule, sameAs: other, &diagnostics) }
            } else if speaksForSame(rule, other) {
                report(rule, shadowedBy: other, &diagnostics)
            } else {
                continue
            }
            return
        }
    }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        let (first, second) = (members[left], members[right])
        return (first.source.name, first.draft.id.position) < (second.source.name, second.draft.id.position)
    }

    /// Whether a rule speaks of nothing but what the other one speaks of too: what it adds would be a condition of its
    /// own.
    private func isCovered(_ rule: Int, by other: Int) -> Bool {
        Set(mentions[rule].features).isSubset(of: mentions[other].features)
            && Set(mentions[rule].rules).isSubset(of: mentions[other].rules)
            && mentions[rule].matchers.allSatisfy { matcher in
                mentions[other].matchers.contains { relates(matcher, $0) }
            }
    }

    private func relates(_ matcher: Int32, _ other: Int32) -> Bool {
        guard let mark = marks[Int(matcher)], let otherMark = marks[Int(other)] else { return false }
        return isSame(mark, otherMark) || mark.implies(otherMark)
    }

    /// Matchers that depend on others are only the same as themselves.
    private func isSame(_ mark: MatcherMark, _ other: MatcherMark) -> Bool {
        mark == other && !mark.hasNeighbours
    }

    /// What is known of the matchers of two rules.
    private func paired(_ rule: Int, _ other: Int) -> ConditionWorld {
        var world = world
        let first = Set(mentions[rule].matchers).sorted()
        let second = Set(mentions[other].matchers).sorted()
        // The first of those that find the same stands for all of them.
        for (index, matcher) in (first + second).enumerated() {
            guard let mark = marks[Int(matcher)] else { continue }
            for earlier in (first + second).prefix(index) where world.aliases[earlier] == nil {
                guard let earlierMark = marks[Int(earlier)], isSame(mark, earlierMark) else { continue }
                world.aliases[matcher] = earlier
                break
            }
        }
        for left in first {
            for right in second {
                guard let mark = marks[Int(left)], let otherMark = marks[Int(right)] else { continue }
                if mark.implies(otherMark) {
                    world.implications.append((from: world.class(of: left), to: world.class(of: right)))
                }
                if otherMark.implies(mark) {
                    world.implications.append((from: world.class(of: right), to: world.class(of: left)))
                }
            }
        }
        return world
    }

    /// Whether one condition never holds without the other.
    private static func implies(_ root: Int32, _ other: Int32, in world: ConditionWorld) -> Bool {
        var solver = ConditionSolver(world)
        let goals = [
            ConditionSolver.Goal(node: root, holds: true), ConditionSolver.Goal(node: other, holds: false),
        ]
        return solver.solve(goals) == .impossible
    }

    /// Whether two rules speak for and against the same categories.
    private func speaksForSame(_ rule: Int, _ other: Int) -> Bool {
        zip(members[rule].draft.weights, members[other].draft.weights).allSatisfy {
            ($0 > 0) == ($1 > 0) && ($0 < 0) == ($1 < 0)
        }
    }

    // MARK: Reports

    private func report(_ rule: Int, sameAs other: Int, _ diagnostics: inout DiagnosticList) {
        let (own, first) = (members[rule], members[other])
        diagnostics.report(
            .duplicateRule, .warning, in: own.source, at: own.draft.id.position,
            length: own.draft.id.caretLength,
            "the rule '\(own.draft.id.text)' holds for the same texts as '\(first.draft.id.text)'",
            hint: "the other one stands in \(first.source.name), line \(first.draft.id.position.line): "
                + (speaksForSame(rule, other) ? "leave one of them out" : "write both labels into one rule"))
    }

    private func report(_ rule: Int, shadowedBy other: Int, _ diagnostics: inout DiagnosticList) {
        let (own, first) = (members[rule], members[other])
        let id = first.draft.id.text
        diagnostics.report(
            .shadowedRule, .warning, in: own.source, at: own.draft.id.position,
            length: own.draft.id.caretLength,
            "wherever the rule '\(own.draft.id.text)' holds, '\(id)' does, for the same labels",
            hint:
                "leave one of them out; if the weights are meant to add up, say so: when: rule(\(id)) and ..."
        )
    }
}
