package import IlkText
import IlkVocabulary

/// Conditions in Kleene's three-valued logic. A clause is unknown if an expression reached its step limit.
extension RuleMatcher {
    /// Returns the result of a rule for the current text.
    package func truth(ofRule rule: Int, _ text: AnalyzedText.View) -> Truth {
        if rules[rule].stamp == stamp { return rules[rule].truth }
        let root = program.rules[rule].root
        let truth = root < 0 ? .no : truth(root, text)
        rules[rule] = RuleState(stamp: stamp, truth: truth)
        return truth
    }

    /// Returns the result of a clause for the current text.
    package func truth(_ index: Int32, _ text: AnalyzedText.View) -> Truth {
        truth(program.nodes.pointer(to: Int(index)), text)
    }

    package func truth(_ node: ConditionNode, _ text: AnalyzedText.View) -> Truth {
        withUnsafePointer(to: node) { truth($0, text) }
    }

    @inline(__always)
    private func truth(_ node: UnsafePointer<ConditionNode>, _ text: AnalyzedText.View) -> Truth {
        switch node.pointee.operation {
        case .matched:
            let found = resolve(Int(node.pointee.first), text)
            return found.spanCount > 0 ? .yes : found.stepLimitReached ? .unknown : .no
        case .rule: return truth(ofRule: Int(node.pointee.first), text)
        case .comparison:
            // The common case: a feature compared with a number.
            if case .feature(let feature) = node.pointee.left, case .number(let number) = node.pointee.right {
                return Truth(node.pointee.comparison.isTrue(text.features[Int(feature)], number))
            }
            return compare(
                value(node.pointee.left, text), node.pointee.comparison, value(node.pointee.right, text))
        case .nearWords, .nearLines: return near(node.pointee, text)
        case .any: return group(node.pointee.children, atLeast: 1, text)
        case .none: return group(node.pointee.children, atLeast: 1, text).negated
        case .all: return group(node.pointee.children, atLeast: node.pointee.children.count, text)
        case .atLeast: return group(node.pointee.children, atLeast: Int(node.pointee.limit), text)
        }
    }

    private func group(_ parts: Range<Int32>, atLeast limit: Int, _ text: AnalyzedText.View) -> Truth {
        let program = program
        var holding = 0
        var open = 0
        var left = parts.count
        for index in Int(parts.lowerBound)..<Int(parts.upperBound) {
            switch truth(program.nodes.pointer(to: Int(program.parts[index])), text) {
            case .yes: holding &+= 1
            case .unknown: open &+= 1
            case .no: break
            }
            left &-= 1
            if holding >= limit { return .yes }
            if holding &+ open &+ left < limit { return .no }
        }
        return holding >= limit ? .yes : .unknown
    }

    // MARK: Numbers

    /// The value of an operand. If an expression reached its step limit, ``isOpen`` is `true`, and ``least``
    /// is only a lower bound of the count.
    package struct Value {
        package let least: Double
        package let isOpen: Bool
    }

    /// Returns the value of an operand for the current text.
    package func value(_ operand: ConditionOperand, _ text: AnalyzedText.View) -> Value {
        switch operand {
        case .number(let value): return Value(least: value, isOpen: false)
        case .feature(let index):
            return Value(least: text.features[Int(index)], isOpen: false)
        case .count(let matcher):
            let found = resolve(Int(matcher), text)
            return Value(least: Double(found.spanCount), isOpen: found.stepLimitReached)
        }
    }

    private func compare(_ left: Value, _ comparison: Comparison, _ right: Value) -> Truth {
        switch (left.isOpen, right.isOpen) {
        case (false, false): return Truth(comparison.isTrue(left.least, right.least))
        case (true, true): return .unknown
        case (true, false): return compare(from: left.least, comparison, right.least)
        case (false, true): return compare(from: right.least, comparison.mirrored, left.least)
        }
    }

    /// Compares a number for which only a lower bound is known.
    private func compare(from least: Double, _ comparison: Comparison, _ other: Double) -> Truth {
        switch comparison {
        case .greaterOrEqual: least >= other ? .yes : .unknown
        case .greater: least > other ? .yes : .unknown
        case .less: least >= other ? .no : .unknown
        case .lessOrEqual: least > other ? .no : .unknown
        case .equal: least > other ? .no : .unknown
        case .notEqual: least > other ? .yes : .unknown
        }
    }

    // MARK: Distances

    private func near(_ node: ConditionNode, _ text: AnalyzedText.View) -> Truth {
        let first = resolve(Int(node.first), text)
        let second = resolve(Int(node.second), text)
        var i = Int(first.spanStart)
        var j = Int(second.spanStart)
        let firstEnd = i + Int(first.spanCount)
        let secondEnd = j + Int(second.spanCount)
        // Both lists are sorted without overlaps, so the nearest pair is adjacent in the merged list.
        while i < firstEnd, j < secondEnd {
            let left = matches[i]
            let right = matches[j]
            let isFirst = left < right
            let distance = distance(
                isFirst ? left : right, isFirst ? right : left,
                node.operation == .nearWords ? .words : .lines, atMost: Int(node.limit), text)
            if distance <= Int(node.limit) { return .yes }
            if isFirst { i += 1 } else { j += 1 }
        }
        return first.stepLimitReached || second.stepLimitReached ? .unknown : .no
    }

    /// Returns the number of words or line breaks between two spans, the earlier one first, or 0 if they
    /// overlap. Words are counted only until the limit is exceeded.
    func distance(
        _ left: TextSpan, _ right: TextSpan, _ unit: NearUnit, atMost limit: Int, _ text: AnalyzedText.View
    ) -> Int {
        guard left.upperBound <= right.lowerBound else { return 0 }
        if unit == .lines {
            return line(of: right.lowerBound, text)
                - line(of: max(left.lowerBound, left.upperBound - 1), text)
        }
        let start = firstWord(from: left.upperBound, text)
        var count = 0
        for index in start..<text.words.count {
            let token = text.token(ofWord: index)
            if token.upperBound > right.lowerBound || count > limit { break }
            count += 1
        }
        return count
    }

    /// Returns the index of the first word that begins at or after a byte offset.
    private func firstWord(from offset: Int, _ text: AnalyzedText.View) -> Int {
        (0..<text.words.count).partition { Int(text.token(ofWord: $0).lowerBound) < offset }
    }

    /// Returns the number of the line that contains a byte offset.
    private func line(of offset: Int, _ text: AnalyzedText.View) -> Int {
        (0..<text.lines.count).partition { text.lines[$0].lowerBound <= offset }
    }
}

extension Comparison {
    /// The comparison that gives the same result with exchanged operands, such as `>` for `<`.
    package var mirrored: Comparison {
        switch self {
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        case .equal: .equal
        case .notEqual: .notEqual
        }
    }
}
