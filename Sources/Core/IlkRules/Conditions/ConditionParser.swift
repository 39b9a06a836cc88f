import IlkVocabulary

/// A recursive-descent parser for conditions.
///
///     condition  = conjunction { "or" conjunction }
///     conjunction = negation { "and" negation }
///     negation   = "not" negation | term
///     term       = "(" condition ")" | ("any" | "all" | "none") list | number "of" list
///                | "near" "(" name "," name "," number ("words" | "lines") ")" | "rule" "(" id ")"
///                | operand comparison operand | name
///     operand    = number [unit] | "count" "(" name ")" | name
///     list       = "(" condition { "," condition } ")"
struct ConditionParser {
    /// A syntax error.
    struct Failure: Error {
        let code: RuleDiagnosticCode
        let range: Range<Int>
        let message: String
        let hint: String?
    }

    /// The maximum number of errors reported per condition.
    private static let failureLimit = 16
    private static let functions = ["all", "any", "count", "near", "none", "rule"]

    private let tokens: [ConditionToken]
    private var index = 0
    private var depth = 0
    /// The number of open parentheses before the next token.
    private var brackets = 0
    private var failures: [Failure] = []

    private init(_ text: String) {
        tokens = ConditionLexer.tokens(of: text)
    }

    /// Parses a condition with error recovery.
    ///
    /// After an error the parser skips to the next `and`, `or`, `,` or closing parenthesis at the same
    /// nesting level and continues. The syntax tree contains a `broken` node for the skipped clause.
    static func parse(_ text: String) -> (condition: ConditionSyntax, failures: [Failure]) {
        var parser = ConditionParser(text)
        var condition = parser.joined()
        while parser.peek.kind != .end {
            parser.note(parser.unexpected("'and', 'or' or the end of the condition"))
            parser.skip(to: 0)
            // A surplus closing parenthesis or comma is skipped.
            while parser.peek.kind == .close || parser.peek.kind == .comma { _ = parser.advance() }
            guard parser.consume(.name("and")) || parser.consume(.name("or")) else { continue }
            condition = ConditionSyntax(
                kind: .group(.all, [condition, parser.joined()]), range: condition.range)
        }
        return (condition, parser.failures)
    }

    /// Records an error, up to the limit.
    private mutating func note(_ failure: Failure) {
        if failures.count < Self.failureLimit { failures.append(failure) }
    }

    /// Parses a whole condition. Returns a `broken` node and skips to the end of the clause on an error.
    private mutating func joined() -> ConditionSyntax {
        let start = peek.range
        do {
            return try condition()
        } catch {
            note(error)
            skip(to: 0)
            return ConditionSyntax(kind: .broken, range: start)
        }
    }

    /// Skips to the next token that ends a clause at a nesting level.
    private mutating func skip(to level: Int) {
        while peek.kind != .end {
            if brackets <= level {
                switch peek.kind {
                case .name("and"), .name("or"), .comma, .close: return
                default: break
                }
            }
            _ = advance()
        }
    }

    /// Parses a clause. Returns a `broken` node and skips to the end of the clause on an error.
    private mutating func clause() -> ConditionSyntax {
        let (start, level, outer) = (peek.range, brackets, depth)
        do {
            return try negation()
        } catch {
            note(error)
            depth = outer
            skip(to: level)
            return ConditionSyntax(kind: .broken, range: start)
        }
    }

    private var peek: ConditionToken { tokens[min(index, tokens.count - 1)] }

    private mutating func advance() -> ConditionToken {
        let token = peek
        switch token.kind {
        case .open: brackets += 1
        case .close: brackets = max(0, brackets - 1)
        default: break
        }
        index += 1
        return token
    }

    private mutating func consume(_ kind: ConditionToken.Kind) -> Bool {
        guard peek.kind == kind else { return false }
        _ = advance()
        return true
    }

    private mutating func expect(_ kind: ConditionToken.Kind, _ what: String) throws(Failure) {
        guard consume(kind) else { throw unexpected(what) }
    }

    private func unexpected(_ wanted: String) -> Failure {
        var hint: String?
        switch peek.kind {
        case .bad(let better): hint = better
        case .name(let name) where !RuleName.reserved.contains(name):
            hint = Suggestion.hint(for: name, among: ["and", "or", "not"])
        default: break
        }
        return failure(peek.range, "expected \(wanted), found \(peek.described)", hint: hint)
    }

    private func failure(_ range: Range<Int>, _ message: String, hint: String? = nil) -> Failure {
        Failure(code: .conditionSyntax, range: range, message: message, hint: hint)
    }

    // MARK: Operators

    /// Increments the nesting depth, or throws an error at the maximum depth. The caller decrements the depth
    /// at the end of the nested part.
    private mutating func enter() throws(Failure) {
        guard depth < RuleLimits.conditionDepth else {
            throw failure(
                peek.range, "the condition is nested more than \(RuleLimits.conditionDepth) levels deep")
        }
        depth += 1
    }

    private mutating func condition() throws(Failure) -> ConditionSyntax {
        try enter()
        defer { depth -= 1 }
        var parts = [conjunction()]
        while consume(.name("or")) { parts.append(conjunction()) }
        return Self.joined(parts, .any)
    }

    private mutating func conjunction() -> ConditionSyntax {
        var parts = [clause()]
        while consume(.name("and")) { parts.append(clause()) }
        return Self.joined(parts, .all)
    }

    private static func joined(_ parts: [ConditionSyntax], _ operation: ConditionNode.Operation)
        -> ConditionSyntax
    {
        guard parts.count > 1 else { return parts[0] }
        let range = parts[0].range.lowerBound..<parts[parts.count - 1].range.upperBound
        return ConditionSyntax(kind: .group(operation, parts), range: range)
    }

    private mutating func negation() throws(Failure) -> ConditionSyntax {
        let start = peek.range.lowerBound
        guard consume(.name("not")) else { return try term() }
        try enter()
        defer { depth -= 1 }
        let negated = try negation()
        return ConditionSyntax(kind: .not(negated), range: start..<negated.range.upperBound)
    }

    private mutating func term() throws(Failure) -> ConditionSyntax {
        let token = peek
        switch token.kind {
        case .open:
            _ = advance()
            let inner = try condition()
            let end = peek.range.upperBound
            try expect(.close, "')'")
            // The source range of a parenthesized group includes the parentheses.
            guard case .group = inner.kind else {
                return try notCompared(inner)
            }
            return try notCompared(
                ConditionSyntax(kind: inner.kind, range: token.range.lowerBound..<end))
        case .number(let value) where isNext(.name("of")): return try some(of: value)
        case .name(let name) where isNext(.open) && name != "count":
            let condition = try call(name)
            return try notCompared(condition)
        case .name(let name) where RuleName.reserved.contains(name) && name != "count":
            throw unexpected("a matcher, a feature or a condition")
        case .name, .number: return try comparisonOrName()
        default: throw unexpected("a matcher, a feature or a condition")
        }
    }

    private func isNext(_ kind: ConditionToken.Kind) -> Bool {
        index + 1 < tokens.count && tokens[index + 1].kind == kind
    }

    private func notCompared(_ condition: ConditionSyntax) throws(Failure) -> ConditionSyntax {
        guard case .comparison = peek.kind else { return condition }
        throw failure(
            peek.range, "only numbers can be compared", hint: "compare count(matcher), a feature or a number")
    }

    // MARK: Numbers

    private mutating func comparisonOrName() throws(Failure) -> ConditionSyntax {
        let start = index
        let left = try operand()
        guard case .comparison(let comparison) = peek.kind else {
            if case .bad = peek.kind, !isFeature(left) { throw unexpected("a comparison") }
            switch left.kind {
            case .feature(let name): return ConditionSyntax(kind: .name(name), range: left.range)
            case .number:
                throw failure(
                    left.range, "a number is not a condition",
                    hint: "compare the number with a feature or a count, or write '2 of (a, b, c)'")
            case .count(let name):
                throw failure(
                    left.range, "a count is not a condition",
                    hint: "write '\(name.name)', or compare it: count(\(name.name)) >= 2")
            }
        }
        index += 1
        let right = try operand()
        if case .comparison = peek.kind {
            throw failure(
                peek.range, "comparisons cannot be chained", hint: "join two comparisons with 'and'")
        }
        let range = tokens[start].range.lowerBound..<right.range.upperBound
        return ConditionSyntax(kind: .comparison(left, comparison, right), range: range)
    }

    private func isFeature(_ operand: OperandSyntax) -> Bool {
        if case .feature = operand.kind { true } else { false }
    }

    private mutating func operand() throws(Failure) -> OperandSyntax {
        let token = peek
        switch token.kind {
        case .number(let value):
            index += 1
            return try measured(value, token.range)
        case .name("count"):
            index += 1
            try expect(.open, "'('")
            let name = try name("a matcher's name")
            let end = peek.range.upperBound
            try expect(.close, "')'")
            return OperandSyntax(kind: .count(name), range: token.range.lowerBound..<end)
        case .name(let name) where isNext(.open):
            throw unknown(function: name, token.range)
        case .name(let name) where !RuleName.reserved.contains(name):
            index += 1
            return OperandSyntax(kind: .feature(name), range: token.range)
        default: throw unexpected("a number, count(matcher) or a feature's name")
        }
    }

    /// Parses the optional unit after a number.
    private mutating func measured(_ value: Double, _ range: Range<Int>) throws(Failure) -> OperandSyntax {
        guard case .name(let name) = peek.kind, !RuleName.reserved.contains(name), !isNext(.open) else {
            return OperandSyntax(kind: .number(value, nil), range: range)
        }
        guard let unit = FeatureUnit(written: name) else {
            throw Failure(
                code: .wrongUnit, range: peek.range, message: "there is no unit '\(name)'",
                hint: Suggestion.hint(for: name, among: FeatureUnit.names)
                    ?? "the units are \(FeatureUnit.names.joined(separator: ", "))")
        }
        let end = advance().range.upperBound
        return OperandSyntax(
            kind: .number(unit == .percent ? value / 100 : value, unit), range: range.lowerBound..<end)
    }

    private mutating func name(_ what: String) throws(Failure) -> NameSyntax {
        guard case .name(let name) = peek.kind else { throw unexpected(what) }
        return NameSyntax(name: name, range: advance().range)
    }

    private mutating func wholeNumber(_ what: String, in range: ClosedRange<Int>) throws(Failure) -> Int {
        guard case .number(let value) = peek.kind, let whole = Int(exactly: value), range.contains(whole)
        else {
            throw unexpected("\(what), \(range.lowerBound) to \(range.upperBound)")
        }
        index += 1
        return whole
    }

    // MARK: Functions

    private mutating func call(_ name: String) throws(Failure) -> ConditionSyntax {
        let token = advance()
        switch name {
        case "any": return try group(.any, token.range.lowerBound)
        case "all": return try group(.all, token.range.lowerBound)
        case "none": return try group(.none, token.range.lowerBound)
        case "near": return try near(token.range.lowerBound)
        case "rule":
            try expect(.open, "'('")
            let id = try self.name("a rule's id")
            let end = peek.range.upperBound
            try expect(.close, "')'")
            return ConditionSyntax(kind: .rule(id), range: token.range.lowerBound..<end)
        default: throw unknown(function: name, token.range)
        }
    }

    private func unknown(function name: String, _ range: Range<Int>) -> Failure {
        let hint = Suggestion.hint(for: name, among: Self.functions)
        return Failure(
            code: .unknownFunction, range: range, message: "there is no function '\(name)'",
            hint: hint ?? "the functions are \(Self.functions.joined(separator: ", "))")
    }

    private mutating func group(
        _ operation: ConditionNode.Operation, _ start: Int
    ) throws(Failure) -> ConditionSyntax {
        let (parts, end) = try list()
        return ConditionSyntax(kind: .group(operation, parts), range: start..<end)
    }

    private mutating func some(of value: Double) throws(Failure) -> ConditionSyntax {
        let start = peek.range
        let count = try wholeNumber("a whole number", in: 1...1_000)
        index += 1
        let (parts, end) = try list()
        guard count <= parts.count else {
            throw failure(
                start, "'\(count) of (...)' can never be true",
                hint: parts.count == 1
                    ? "the list has only 1 condition" : "the list has only \(parts.count) conditions")
        }
        return ConditionSyntax(
            kind: .group(.atLeast, limit: Int32(count), parts), range: start.lowerBound..<end)
    }

    private mutating func list() throws(Failure) -> (parts: [ConditionSyntax], end: Int) {
        try expect(.open, "'('")
        var parts = [try condition()]
        while consume(.comma) { parts.append(try condition()) }
        let end = peek.range.upperBound
        try expect(.close, "',' or ')'")
        return (parts, end)
    }

    private mutating func near(_ start: Int) throws(Failure) -> ConditionSyntax {
        try expect(.open, "'('")
        let first = try name("a matcher's name")
        try expect(.comma, "','")
        let second = try name("a matcher's name")
        try expect(.comma, "','")
        let distance = try wholeNumber("a distance", in: 0...10_000)
        guard case .name(let name) = peek.kind, let unit = Self.unit(name) else {
            if case .name(let name) = peek.kind {
                throw failure(
                    peek.range, "expected 'words' or 'lines', found '\(name)'",
                    hint: Suggestion.hint(for: name, among: ["words", "lines"]))
            }
            throw unexpected("'words' or 'lines'")
        }
        index += 1
        let end = peek.range.upperBound
        try expect(.close, "')'")
        return ConditionSyntax(kind: .near(first, second, distance, unit), range: start..<end)
    }

    private static func unit(_ name: String) -> NearUnit? {
        NearUnit.allCases.first { $0.rawValue == name || $0.rawValue.dropLast() == name }
    }
}
