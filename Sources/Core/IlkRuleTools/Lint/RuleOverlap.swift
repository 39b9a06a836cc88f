import IlkRules
import IlkVocabulary

/// Finds rules that match only texts that another rule matches too.
struct RuleOverlap {
    /// A rule to be compared.
    struct Member {
        let draft: RuleDraft
        let source: SourceText
        let root: Int32
        /// `true` if the condition depends on the text.
        let isContingent: Bool
    }

    /// The maximum number of rules with which a rule is compared.
    private static let candidateLimit = 64

    private let members: [Member]
    private let marks: [MatcherSignature?]
    private let world: ConditionContext
    private let mentions: [ConditionContext.Mentions]
    /// For each entry that is the first entry of a matcher's pattern, the rules with a matcher that contains
    /// this entry.
    private var rulesOfEntry: [[UInt8]: [Int32]] = [:]
    /// The rules without matchers by the features that they compare.
    private var rulesOfFeature: [Int32: [Int32]] = [:]

    /// Reports rules that match the same texts as another rule, or a subset of them with
    /// weights for the same labels.
    ///
    /// - Parameters:
    ///   - members: The rules in order.
    ///   - marks: The patterns of the rules' matchers, by matcher index. `nil` for invalid matchers.
    static func check(
        _ members: [Member], marks: [MatcherSignature?], world: ConditionContext,
        _ diagnostics: inout DiagnosticList
    ) {
        let overlap = RuleOverlap(members, marks, world)
        for rule in members.indices where overlap.isComparable(rule) { overlap.check(rule, &diagnostics) }
    }

    private init(_ members: [Member], _ marks: [MatcherSignature?], _ world: ConditionContext) {
        self.members = members
        self.marks = marks
        self.world = world
        mentions = members.map { world.mentions(of: $0.root) }
        let rules = members.indices.filter(isComparable)
        for rule in rules {
            for matcher in mentions[rule].matchers {
                if let entry = marks[Int(matcher)]?.firstEntry { rulesOfEntry[entry] = [] }
            }
        }
        for rule in rules {
            for matcher in mentions[rule].matchers {
                for entry in marks[Int(matcher)]?.entries ?? [] {
                    guard let found = rulesOfEntry[entry], found.last != Int32(rule) else { continue }
                    rulesOfEntry[entry]?.append(Int32(rule))
                }
            }
            guard mentions[rule].matchers.isEmpty else { continue }
            for feature in Set(mentions[rule].features) {
                rulesOfFeature[feature, default: []].append(Int32(rule))
            }
        }
    }

    private func isComparable(_ rule: Int) -> Bool {
        members[rule].isContingent && members[rule].draft.status.counts
            && mentions[rule].matchers.allSatisfy { marks[Int($0)] != nil }
    }

    // MARK: Pairs

    /// Returns the rules that may match whenever the given rule does: rules with a common pattern entry, and
    /// rules without matchers that compare a common feature.
    private func candidates(_ rule: Int) -> [Int] {
        var found: [Int32] = []
        for matcher in mentions[rule].matchers {
            guard let entry = marks[Int(matcher)]?.firstEntry, let others = rulesOfEntry[entry] else {
                continue
            }
            found += others.prefix(Self.candidateLimit)
        }
        if !rulesOfFeature.isEmpty {
            for feature in mentions[rule].features {
                found += (rulesOfFeature[feature] ?? []).prefix(Self.candidateLimit)
            }
        }
        found.sort()
        var candidates: [Int] = []
        for other in found where Int(other) != rule && Int(other) != candidates.last {
            candidates.append(Int(other))
            if candidates.count == Self.candidateLimit { break }
        }
        return candidates
    }

    private func check(_ rule: Int, _ diagnostics: inout DiagnosticList) {
        for other in candidates(rule) {
            // A rule that refers to the other one by name overlaps intentionally.
            guard !mentions[rule].rules.contains(Int32(other)), !mentions[other].rules.contains(Int32(rule)),
                canImply(rule, members[other].root)
            else { continue }
            let pair = paired(rule, other)
            guard Self.implies(members[rule].root, members[other].root, in: pair) else { continue }
            let isSame = Self.implies(members[other].root, members[rule].root, in: pair)
            if isSame {
                // Reported once, at the later rule.
                if isBefore(other, rule) { report(rule, sameAs: other, &diagnostics) }
            } else if haveSameSigns(rule, other) {
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

    /// `false` if a clause cannot follow from the condition of a rule, because it needs a matcher, feature or
    /// rule that the condition does not contain. This cheap test excludes nearly all pairs.
    private func canImply(_ rule: Int, _ clause: Int32) -> Bool {
        let node = world.nodes[Int(clause)]
        func finds(_ matcher: Int32) -> Bool { mentions[rule].matchers.contains { relates($0, matcher) } }
        func measures(_ operand: ConditionOperand) -> Bool {
            switch operand {
            case .number: true
            case .feature(let feature): mentions[rule].features.contains(feature)
            case .count(let matcher): finds(matcher)
            }
        }
        switch node.operation {
        case .matched: return finds(node.first)
        case .rule: return mentions[rule].rules.contains(node.first)
        case .nearWords, .nearLines: return finds(node.first) && finds(node.second)
        case .comparison: return measures(node.left) && measures(node.right)
        case .all: return world.parts(of: node).allSatisfy { canImply(rule, $0) }
        case .any: return world.parts(of: node).contains { canImply(rule, $0) }
        case .atLeast: return world.parts(of: node).count { canImply(rule, $0) } >= Int(node.limit)
        // A negated clause can be implied in many ways.
        case .none: return true
        }
    }

    private func relates(_ matcher: Int32, _ other: Int32) -> Bool {
        guard let mark = marks[Int(matcher)], let otherMark = marks[Int(other)] else { return false }
        return isSame(mark, otherMark) || mark.implies(otherMark)
    }

    /// `true` if two patterns are equal and their matchers have no `near` link.
    private func isSame(_ mark: MatcherSignature, _ other: MatcherSignature) -> Bool {
        !mark.hasNeighbors && mark.isSame(as: other)
    }

    /// Returns the conditions with the relations between the matchers of two rules: equal matchers, and
    /// matchers that imply other matchers.
    private func paired(_ rule: Int, _ other: Int) -> ConditionContext {
        var world = world
        let first = Set(mentions[rule].matchers).sorted()
        let second = Set(mentions[other].matchers).sorted()
        // The first of several equal matchers represents all of them.
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

    /// `true` if the first condition implies the second.
    private static func implies(_ root: Int32, _ other: Int32, in world: ConditionContext) -> Bool {
        var solver = ConditionSolver(world)
        let goals = [
            ConditionSolver.Goal(node: root, holds: true), ConditionSolver.Goal(node: other, holds: false),
        ]
        return solver.solve(goals) == .impossible
    }

    /// `true` if the weights of two rules have the same sign for each label.
    private func haveSameSigns(_ rule: Int, _ other: Int) -> Bool {
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
            "the rule '\(own.draft.id.text)' matches the same texts as '\(first.draft.id.text)'",
            hint: "the other rule is in \(first.source.name):\(first.draft.id.position.line): "
                + (haveSameSigns(rule, other) ? "remove one rule" : "combine both labels in one rule"))
    }

    private func report(_ rule: Int, shadowedBy other: Int, _ diagnostics: inout DiagnosticList) {
        let (own, first) = (members[rule], members[other])
        let id = first.draft.id.text
        diagnostics.report(
            .shadowedRule, .warning, in: own.source, at: own.draft.id.position,
            length: own.draft.id.caretLength,
            "the rule '\(own.draft.id.text)' has the same labels as '\(id)' and matches only texts "
                + "that '\(id)' matches",
            hint:
                "remove one of the rules; if the weights should add up, write: when: rule(\(id)) and ..."
        )
    }
}
