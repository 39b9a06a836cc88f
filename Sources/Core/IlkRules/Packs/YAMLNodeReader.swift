import IlkVocabulary
import Yams

/// Converts the YAML nodes of one file to the expected types, and reports type errors.
struct YAMLNodeReader {
    let source: SourceText
    var diagnostics: DiagnosticList

    /// A value and its key.
    struct Field {
        let key: LocatedText
        let value: Node
    }

    typealias Fields = [String: Field]

    mutating func report(
        _ code: RuleDiagnosticCode, _ severity: RuleDiagnostic.Severity = .error, at position: SourcePosition,
        length: Int = 1, _ message: String, hint: String? = nil
    ) {
        diagnostics.report(code, severity, in: source, at: position, length: length, message, hint: hint)
    }

    mutating func report(
        _ code: RuleDiagnosticCode, _ severity: RuleDiagnostic.Severity = .error, under text: LocatedText,
        _ message: String, hint: String? = nil
    ) {
        report(code, severity, at: text.position, length: text.caretLength, message, hint: hint)
    }

    /// Returns the values of a mapping by key, or `nil` for other nodes. Reports unknown and former keys.
    mutating func fields(_ node: Node, of what: String, known: [String]) -> Fields? {
        guard let pairs = pairs(node, what) else { return nil }
        var fields: Fields = [:]
        for field in pairs {
            if known.contains(field.key.text) {
                fields[field.key.text] = fields[field.key.text] ?? field
            } else if diagnostics.isFull(.error) {
                diagnostics.skip(.error)
            } else if let name = PackKeys.renamed[field.key.text], known.contains(name) {
                report(
                    .unknownKey, under: field.key, "the key '\(field.key.text)' is now '\(name)'",
                    hint: "'ilk rules migrate FILE' rewrites the file")
                // The value is read, so that the key is not reported as missing too.
                fields[name] = fields[name] ?? field
            } else {
                let hint = Suggestion.hint(for: field.key.text, among: known)
                report(
                    .unknownKey, under: field.key, "\(what) has no key '\(field.key.text)'",
                    hint: hint ?? "the keys are \(known.joined(separator: ", "))")
            }
        }
        return fields
    }

    /// Returns the keys and values of a mapping in order, or `nil` if the node is not a mapping.
    mutating func pairs(_ node: Node, _ what: String) -> [Field]? {
        guard case .mapping(let mapping) = node else {
            wrongType(node, "\(what) must be a mapping of keys and values")
            return nil
        }
        var fields: [Field] = []
        fields.reserveCapacity(mapping.count)
        // An iterator would first copy all pairs.
        for index in mapping.indices {
            let (key, value) = mapping[index]
            guard case .scalar(let scalar) = key else {
                wrongType(key, "a key must be a string")
                continue
            }
            let text = LocatedText(
                text: scalar.string, style: scalar.style, position: SourcePosition(scalar.mark))
            fields.append(Field(key: text, value: value))
        }
        return fields
    }

    /// Returns a scalar. Reports any other node and returns `nil`.
    mutating func text(_ node: Node, _ what: @autoclosure () -> String) -> LocatedText? {
        guard case .scalar(let scalar) = node else {
            wrongType(node, "\(what()) must be a string")
            return nil
        }
        return LocatedText(text: scalar.string, style: scalar.style, position: SourcePosition(scalar.mark))
    }

    /// Returns a list. An empty value is an empty list. Reports any other node and returns `nil`.
    mutating func list(_ node: Node, _ what: @autoclosure () -> String) -> Node.Sequence? {
        if case .sequence(let sequence) = node { return sequence }
        if case .scalar(let scalar) = node, scalar.string.isEmpty, scalar.style == .plain {
            return Node.Sequence([])
        }
        wrongType(node, "\(what()) must be a list")
        return nil
    }

    mutating func line(_ node: Node, _ what: @autoclosure () -> String) -> LocatedText? {
        guard let text = text(node, what()) else { return nil }
        let isOneLine = text.text.unicodeScalars.allSatisfy { scalar in
            !(0x0A...0x0D).contains(scalar.value) && !(0x2028...0x2029).contains(scalar.value)
                && scalar.value != 0x85
        }
        if !isOneLine {
            report(
                .wrongType, at: text.position, "\(what()) must be one line",
                hint: "write '>-' to join several lines into one; put longer texts into a comment")
        }
        return text
    }

    mutating func texts(_ node: Node, _ what: @autoclosure () -> String) -> [LocatedText]? {
        if case .scalar(let scalar) = node, !(scalar.string.isEmpty && scalar.style == .plain) {
            return text(node, what()).map { [$0] }
        }
        guard let list = list(node, what()) else { return nil }
        var texts: [LocatedText] = []
        texts.reserveCapacity(list.count)
        for index in list.indices {
            if let text = text(list[index], "each entry of \(what())") { texts.append(text) }
        }
        return texts
    }

    mutating func flag(_ node: Node, _ what: @autoclosure () -> String) -> Bool? {
        if case .scalar(let scalar) = node, scalar.style == .plain {
            if scalar.string == "true" { return true }
            if scalar.string == "false" { return false }
        }
        wrongType(node, "\(what()) must be true or false")
        return nil
    }

    mutating func integer(_ node: Node, _ what: @autoclosure () -> String, in range: ClosedRange<Int>) -> Int?
    {
        if case .scalar(let scalar) = node, scalar.style == .plain, let value = Int(scalar.string),
            range.contains(value)
        {
            return value
        }
        wrongType(node, "\(what()) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        return nil
    }

    /// Returns a weight: a decimal number up to the weight limit.
    mutating func weight(_ node: Node, _ what: @autoclosure () -> String) -> Double? {
        let text = if case .scalar(let scalar) = node, scalar.style == .plain { scalar.string } else { "" }
        func bad(_ message: String, _ hint: String) {
            report(
                .badWeight, at: SourcePosition(node.mark), length: text.unicodeScalars.count,
                "\(what()) \(message)", hint: hint)
        }
        switch NumberLiteral(text) {
        case .decimal(let value) where abs(value) <= RuleLimits.weight: return value
        case .decimal, .infinite:
            let limit = Int(RuleLimits.weight)
            bad(
                "must be between -\(limit) and \(limit)",
                "weights are natural-log odds: 3 multiplies the odds of a label by 20")
        case .notANumber:
            bad("is '\(text)', which is not a number", "use 0 if there is no evidence")
        case .otherBase(let value):
            bad("must be a decimal number", value.map { "write \($0)" } ?? "for example 1.5 or -0.3")
        case nil: wrongType(node, "\(what()) must be a number")
        }
        return nil
    }

    mutating func wrongType(_ node: Node, _ message: @autoclosure () -> String) {
        guard !diagnostics.isFull(.error) else { return diagnostics.skip(.error) }
        let length =
            if case .scalar(let scalar) = node { max(1, scalar.string.unicodeScalars.count) } else { 1 }
        report(.wrongType, at: SourcePosition(node.mark), length: length, message())
    }

    /// Reports a value that is not one of the allowed names.
    mutating func unknown(
        _ what: String, _ text: LocatedText, among names: [String], or hint: @autoclosure () -> String? = nil
    ) {
        report(
            .unknownChoice, under: text, "there is no \(what) '\(text.text)'",
            hint: Suggestion.hint(for: text.text, among: names) ?? hint()
                ?? "one of \(names.joined(separator: ", "))")
    }

    mutating func missing(_ key: String, in what: String, at position: SourcePosition, hint: String? = nil) {
        report(.missingKey, at: position, "\(what) has no '\(key)'", hint: hint)
    }
}
