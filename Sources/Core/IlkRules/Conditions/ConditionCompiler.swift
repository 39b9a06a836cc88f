import IlkVocabulary

/// Resolves the names in a condition and compiles it into clauses.
struct ConditionCompiler {
    /// A rule that a condition refers to, and the source position of the reference.
    struct Reference {
        let rule: Int
        /// The text that contains the reference, and the offset of the reference in Unicode scalars. The
        /// offset is `nil` if the reference is the whole text.
        let text: LocatedText
        let offset: Int?
        let length: Int
        /// The source of the position, if it differs from the source of the rule.
        var source: SourceText?

        /// Computes the position. Called only when a problem is reported.
        func position(in source: SourceText) -> SourcePosition {
            offset.map { text.position(ofScalarAt: $0, in: source) } ?? text.position
        }
    }

    let source: SourceText
    let text: LocatedText
    let matchers: [String: Int32]
    let ruleIndex: [String: Int]
    let isDeprecated: [Bool]

    /// The feature indexes by name.
    private static let features = Dictionary(
        uniqueKeysWithValues: TextFeature.names.enumerated().map { ($1, Int32($0)) })

    /// The feature indexes by name and by the short names of counts, as in `lines >= 3`.
    private static let numbers = features.merging(
        [
            ("characters", "characterCount"), ("words", "wordCount"), ("sentences", "sentenceCount"),
            ("lines", "lineCount"), ("paragraphs", "paragraphCount"),
        ].compactMap { short, name in features[name].map { (short, $0) } }
    ) { long, _ in long }

    private(set) var used: Set<String> = []
    private(set) var references: [Reference] = []

    /// Returns the root clause, or `nil` for syntax errors. Reports all syntax errors and unknown names.
    mutating func compile(_ builder: inout ConditionBuilder, _ diagnostics: inout DiagnosticList) -> Int32? {
        guard text.text.utf8.count <= RuleLimits.conditionBytes else {
            diagnostics.report(
                .patternTooLong, in: source, at: text.position,
                "the condition has \(text.text.utf8.count) bytes; at most \(RuleLimits.conditionBytes) are allowed"
            )
            return nil
        }
        let (syntax, failures) = ConditionParser.parse(text.text)
        for failure in failures {
            report(failure.code, failure.range, failure.message, failure.hint, &diagnostics)
        }
        // The well-formed parts may still contain unknown names.
        let root = lower(syntax, &builder, &diagnostics)
        return failures.isEmpty ? root : nil
    }

    private func report(
        _ code: RuleDiagnosticCode, _ range: Range<Int>, _ message: String, _ hint: String?,
        _ diagnostics: inout DiagnosticList, severity: RuleDiagnostic.Severity = .error
    ) {
        // Computing the position is slow, so it is skipped if the list is full.
        guard !diagnostics.isFull(severity) else { return diagnostics.skip(severity) }
        let position = text.position(ofScalarAt: range.lowerBound, in: source)
        diagnostics.report(
            code, severity, in: source, at: position, length: max(1, range.count), message, hint: hint)
    }

    private mutating func lower(
        _ syntax: ConditionSyntax, _ builder: inout ConditionBuilder, _ diagnostics: inout DiagnosticList
    ) -> Int32 {
        let range = Int32(syntax.range.lowerBound)..<Int32(syntax.range.upperBound)
        switch syntax.kind {
        case .name(let name):
            let matcher = matcher(NameSyntax(name: name, range: syntax.range), &diagnostics)
            return builder.add(ConditionNode(operation: .matched, first: matcher, range: range))
        case .not(let inner):
            let part = lower(inner, &builder, &diagnostics)
            return builder.add(ConditionNode(operation: .none, range: range), parts: [part])
        case .group(let operation, let limit, let inner):
            let parts = inner.map { lower($0, &builder, &diagnostics) }
            return builder.add(ConditionNode(operation: operation, limit: limit, range: range), parts: parts)
        case .comparison(let left, let comparison, let right):
            var node = ConditionNode(operation: .comparison, range: range)
            node.left = operand(left, &diagnostics)
            node.comparison = comparison
            node.right = operand(right, &diagnostics)
            checkUnits(left, node.left, right, &diagnostics)
            checkUnits(right, node.right, left, &diagnostics)
            return builder.add(node)
        case .near(let first, let second, let distance, let unit):
            var node = ConditionNode(operation: unit == .words ? .nearWords : .nearLines, range: range)
            node.first = matcher(first, &diagnostics)
            node.second = matcher(second, &diagnostics)
            node.limit = Int32(distance)
            return builder.add(node)
        case .rule(let id):
            return builder.add(ConditionNode(operation: .rule, first: rule(id, &diagnostics), range: range))
        case .broken: return builder.add(ConditionNode(operation: .all, range: range))
        }
    }

    private mutating func matcher(_ name: NameSyntax, _ diagnostics: inout DiagnosticList) -> Int32 {
        used.insert(name.name)
        if let matcher = matchers[name.name] { return matcher }
        if Self.features[name.name] != nil {
            report(
                .unknownName, name.range, "'\(name.name)' is a feature, not a matcher",
                "compare the feature with a number: \(name.name) > 0", &diagnostics)
        } else {
            let hint = diagnostics.hint(for: name.name, among: matchers.keys.sorted()) {
                $0.isEmpty ? "the rule has no matchers" : "the rule's matchers are \(Suggestion.list($0))"
            }
            report(
                .unknownName, name.range, "the rule has no matcher '\(name.name)'", hint, &diagnostics)
        }
        return 0
    }

    private mutating func operand(_ operand: OperandSyntax, _ diagnostics: inout DiagnosticList)
        -> ConditionOperand
    {
        switch operand.kind {
        case .number(let value, _): return .number(value)
        case .count(let name): return .count(matcher(name, &diagnostics))
        case .feature(let name):
            if let feature = Self.numbers[name] { return .feature(feature) }
            if matchers[name] != nil {
                used.insert(name)
                report(
                    .unknownName, operand.range, "'\(name)' is a matcher, not a number",
                    "compare the number of its matches: count(\(name))", &diagnostics)
            } else {
                report(
                    .unknownName, operand.range, "there is no feature '\(name)'",
                    Suggestion.hint(for: name, among: TextFeature.names)
                        ?? "the features are listed in docs/reference/rules.md",
                    &diagnostics)
            }
            return .number(0)
        }
    }

    /// Reports a number whose unit differs from the unit of the other operand.
    private func checkUnits(
        _ measured: OperandSyntax, _ operand: ConditionOperand, _ other: OperandSyntax,
        _ diagnostics: inout DiagnosticList
    ) {
        guard case .number(_, let unit?) = other.kind else { return }
        let name: String
        let wanted: FeatureUnit
        switch (measured.kind, operand) {
        case (.count(let matcher), _): (name, wanted) = ("count(\(matcher.name))", .times)
        case (.feature(let feature), .feature(let index)):
            (name, wanted) = (feature, TextFeature(rawValue: Int(index))?.unit ?? .times)
        default: return
        }
        guard unit != wanted else { return }
        report(
            .wrongUnit, other.range,
            wanted == .flag
                ? "'\(name)' is 0 or 1 and has no unit"
                : "'\(name)' is measured in \(wanted.described), not in \(unit.described)",
            wanted == .percent
                ? "write 20 %, or 0.2"
                : wanted == .flag ? "\(name) > 0" : "use \(wanted.rawValue), or omit the unit",
            &diagnostics)
    }

    private mutating func rule(_ id: NameSyntax, _ diagnostics: inout DiagnosticList) -> Int32 {
        guard let index = ruleIndex[id.name] else {
            let hint = diagnostics.hint(for: id.name, among: ruleIndex.keys.sorted()) { _ in
                Suggestion.otherLayers
            }
            report(.unknownRule, id.range, "there is no rule '\(id.name)'", hint, &diagnostics)
            return 0
        }
        if isDeprecated[index] {
            report(
                .deprecatedRule, id.range, "the rule '\(id.name)' is deprecated and never matches", nil,
                &diagnostics,
                severity: .warning)
        }
        references.append(
            Reference(rule: index, text: text, offset: id.range.lowerBound, length: id.range.count))
        return Int32(index)
    }
}

/// The clauses of all conditions.
struct ConditionBuilder {
    private(set) var nodes: [ConditionNode] = []
    private(set) var parts: [Int32] = []
    /// The relative cost of each matcher. Must be set before conditions that use the matcher are added.
    var matcherCosts: [Int] = []

    /// Adds a clause whose children were added before. The children are sorted so that the cheapest one is
    /// evaluated first.
    mutating func add(_ node: ConditionNode, parts list: [Int32] = []) -> Int32 {
        var node = node
        guard list.count > 1 else {
            node.children = Int32(parts.count)..<Int32(parts.count + list.count)
            parts += list
            nodes.append(node)
            return Int32(nodes.count - 1)
        }
        let costs = list.map { cost(of: $0) }
        let order = list.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }
        node.children = Int32(parts.count)..<Int32(parts.count + list.count)
        parts += order.map { list[$0] }
        nodes.append(node)
        return Int32(nodes.count - 1)
    }

    private func cost(ofMatcher matcher: Int32) -> Int {
        matcherCosts.indices.contains(Int(matcher)) ? matcherCosts[Int(matcher)] : 1
    }

    private func cost(of index: Int32) -> Int {
        let node = nodes[Int(index)]
        switch node.operation {
        case .matched: return cost(ofMatcher: node.first)
        case .rule: return 50
        case .nearWords, .nearLines: return cost(ofMatcher: node.first) + cost(ofMatcher: node.second) + 5
        case .comparison: return cost(of: node.left) + cost(of: node.right)
        case .all, .any, .none, .atLeast:
            return parts[Int(node.children.lowerBound)..<Int(node.children.upperBound)].reduce(0) {
                $0 + cost(of: $1)
            }
        }
    }

    private func cost(of operand: ConditionOperand) -> Int {
        if case .count(let matcher) = operand { return cost(ofMatcher: matcher) }
        return 0
    }
}

extension FeatureUnit {
    /// The name of the unit in messages.
    fileprivate var described: String { self == .percent ? "parts of 1 or %" : rawValue }
}
