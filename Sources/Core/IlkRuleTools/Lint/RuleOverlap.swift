import IlkRules
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
    /// The rules that look for something, by what they look for: of each matcher one entry is asked for.
    private var rulesOfEntry: [[UInt8]: [Int32]] = [:]
    /// The rules without matchers, by the features that they compare.
    private var rulesOfFeature: [Int32: [Int32]] = [:]

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
        let rules = members.indices.filter(takesPart)
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

    private func takesPart(_ rule: Int) -> Bool {
        members[rule].isContingent && members[rule].draft.status.counts
            && mentions[rule].matchers.allSatisfy { marks[Int($0)] != nil }
    }

    // MARK: Pairs

    /// The rules that may hold wherever this one does: those that look for something that it looks for, and those that
    /// look for nothing and measure something that it measures.
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
            // Who asks for the other one by name knows of it.
            guard !mentions[rule].rules.contains(Int32(other)), !mentions[other].rules.contains(Int32(rule)),
                canImply(rule, members[other].root)
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

    /// Whether a clause may hold wherever a rule does. False where it asks for something of which the rule says nothing:
    /// there are texts then in which that is otherwise. A quick look, for nearly all pairs end here.
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
        // What must not be there may be kept out in many ways.
        case .none: return true
        }
    }

    private func relates(_ matcher: Int32, _ other: Int32) -> Bool {
        guard let mark = marks[Int(matcher)], let otherMark = marks[Int(other)] else { return false }
        return isSame(mark, otherMark) || mark.implies(otherMark)
    }

    /// Matchers that depend on others are only the same as themselves.
    private func isSame(_ mark: MatcherMark, _ other: MatcherMark) -> Bool {
        !mark.hasNeighbours && mark.isSame(as: other)
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
