import IlkVocabulary
import IlkText
import Yams

/// Script and language matchers, and the keys that modify patterns.
extension PackReader {
    /// The keys that apply to one type of pattern only.
    private static let modifiers: [(key: String, kind: String)] = [
        ("fold", "literal"), ("gap", "phrase"), ("confidence", "language"),
    ]

    /// Reports keys that apply to another type of pattern.
    mutating func checkModifiers(_ fields: YAMLNodeReader.Fields, _ kind: String) {
        for modifier in Self.modifiers where modifier.kind != kind {
            guard let field = fields[modifier.key] else { continue }
            let hint: String? =
                switch (modifier.key, kind) {
                case ("fold", "regex"): "write (?i) in the expression"
                case ("fold", "words"), ("fold", "phrase"): "words always ignore case"
                case ("gap", "words"): "use 'phrase' instead of 'words'"
                default: nil
                }
            reader.report(
                .conflictingKeys, under: field.key, "'\(modifier.key)' applies only to '\(modifier.kind)'",
                hint: hint)
        }
    }

    /// Returns a number above 0 and at most 1.
    mutating func share(_ node: Node, _ what: String) -> Double? {
        if case .scalar(let scalar) = node, scalar.style == .plain,
            let value = NumberLiteral(scalar.string)?.value, value > 0, value <= 1
        {
            return value
        }
        reader.wrongType(node, "\(what) must be a number above 0 and at most 1")
        return nil
    }

    /// Returns the scripts with the given names or codes.
    mutating func scripts(_ texts: [LocatedText]) -> ScriptSet? {
        var set = ScriptSet()
        var isBroken = texts.isEmpty
        for text in texts {
            if let script = WritingScript(written: text.text) {
                set.insert(script)
            } else {
                isBroken = true
                let names = ScriptSet.scripts.map(\.name)
                reader.unknown(
                    "script", text, among: names + ScriptSet.scripts.map(\.code),
                    or: "for example Latin or Latn; one of \(names.joined(separator: ", "))")
            }
        }
        return isBroken ? nil : set
    }

    /// Returns the languages with the given codes.
    mutating func languages(_ texts: [LocatedText]) -> [LanguageCode]? {
        let known = LanguageGuesser.standard.languages.map(\.code)
        var codes: [LanguageCode] = []
        var isBroken = texts.isEmpty
        for text in texts {
            if known.contains(text.text), let code = LanguageCode(text.text) {
                if !codes.contains(code) { codes.append(code) }
            } else {
                isBroken = true
                reader.report(
                    .unknownChoice, under: text, "the language '\(text.text)' cannot be detected",
                    hint: Suggestion.hint(for: text.text, among: known)
                        ?? "use a code, one of \(known.joined(separator: ", "))")
            }
        }
        return isBroken ? nil : codes.sorted()
    }

    mutating func near(_ node: Node, of name: LocatedText) -> NearDraft? {
        guard let fields = reader.fields(node, of: "'near'", known: PackKeys.near) else { return nil }
        let matcher = fields["matcher"].flatMap { reader.text($0.value, "'matcher'") }
        if fields["matcher"] == nil {
            reader.missing("matcher", in: "'near'", at: SourcePosition(node.mark))
        }
        let units = NearUnit.allCases.filter { fields[$0.rawValue] != nil }
        if units.count > 1, let second = fields[units[1].rawValue] {
            reader.report(
                .conflictingKeys, under: second.key, "'near' has both 'words' and 'lines'",
                hint: "split the matcher into two matchers")
        }
        guard let unit = units.first, let field = fields[unit.rawValue] else {
            reader.missing(
                "words", in: "'near'", at: SourcePosition(node.mark),
                hint: "add a distance: 'words: 5' or 'lines: 2'")
            return nil
        }
        let limit = reader.integer(field.value, "'\(unit.rawValue)'", in: 0...RuleLimits.distance)
        guard let matcher, let limit else { return nil }
        return NearDraft(matcher: matcher, limit: Int32(limit), unit: unit)
    }
}
