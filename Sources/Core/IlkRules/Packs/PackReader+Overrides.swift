import IlkVocabulary
import Yams

/// Override files, which change rules of other files or add exceptions to them.
extension PackReader {
    /// Returns the override file in a document. Problems are added to the list.
    mutating func overrides(_ root: Node) -> PackDraft? {
        if case .mapping(let mapping) = root,
            let pair = mapping.first(where: { $0.key.scalar?.string == "pack" })
        {
            reader.report(
                .conflictingKeys, at: SourcePosition(pair.key.mark), length: 4,
                "the file has both 'overrides' and 'pack'",
                hint: "make two files of it: a pack has rules, an override file changes rules of packs")
            return nil
        }
        guard let fields = reader.fields(root, of: "an override file", known: PackKeys.overrides) else {
            return nil
        }
        for key in ["version", "taxonomy", "says"] where fields[key] == nil {
            reader.missing(key, in: "the override file", at: SourcePosition(root.mark))
        }
        let name = head(fields, named: "overrides", "an override file's name")
        if fields["change"] == nil, fields["except"] == nil {
            reader.missing(
                "change", in: "the override file", at: SourcePosition(root.mark),
                hint: "it has 'change', or 'except', or both")
        }
        var pack = PackDraft(source: reader.source, name: name, rules: [])
        if let field = fields["change"], let list = reader.list(field.value, "'change'") {
            pack.changes = list.compactMap { change($0) }
        }
        if let field = fields["except"], let list = reader.list(field.value, "'except'") {
            for (index, node) in list.enumerated() {
                if let exception = exception(node, number: index + 1, of: pack.name) {
                    pack.exceptions.append(exception)
                }
            }
        }
        return pack
    }

    private mutating func change(_ node: Node) -> ChangeDraft? {
        let what = "the change"
        let start = SourcePosition(node.mark)
        guard let fields = reader.fields(node, of: "a change", known: PackKeys.change) else { return nil }
        for key in ["rules", "because"] where fields[key] == nil { reader.missing(key, in: what, at: start) }
        let because = fields["because"].flatMap { reader.text($0.value, "'because'") }
        var change = ChangeDraft(rules: ruleNames(fields["rules"]), because: because?.text ?? "")
        if let field = fields["labels"] {
            if let weight = fields["weight"] {
                reader.report(
                    .conflictingKeys, under: weight.key, "\(what) has both 'labels' and 'weight'",
                    hint: "'labels' holds the weights; leave 'weight' out")
            }
            change.labels = (labels(field, what), field.key)
        } else if let field = fields["weight"], let weight = reader.weight(field.value, "'weight'") {
            change.weight = (weight, field.key)
        }
        if let field = fields["status"] {
            let value = status(field)
            let isKnown = field.value.scalar?.string == value.rawValue
            change.status = isKnown ? (value, field.key) : nil
        }
        if fields["weight"] == nil, fields["labels"] == nil, fields["status"] == nil {
            reader.missing(
                "weight", in: what, at: start, hint: "say what changes: 'weight', 'labels' or 'status'")
        }
        return change
    }

    private mutating func exception(_ node: Node, number: Int, of name: String) -> ExceptionDraft? {
        let start = SourcePosition(node.mark)
        guard let fields = reader.fields(node, of: "an exception", known: PackKeys.exception) else {
            return nil
        }
        for key in ["rules", "says"] where fields[key] == nil {
            reader.missing(key, in: "the exception", at: start)
        }
        if fields["match"] == nil, fields["when"] == nil {
            reader.missing(
                "match", in: "the exception", at: start, hint: "name matchers under 'match', or say 'when'")
        }
        let says = fields["says"].flatMap { reader.line($0.value, "'says'") }
        let (matchers, broken) = fields["match"].map { self.matchers($0.value) } ?? ([], [])
        let condition = fields["when"].flatMap { reader.text($0.value, "'when'") }
        let examples = fields["examples"].map { self.examples($0.value) } ?? []
        checkExamples(examples, .test, nil, "the exception", start)
        let draft = RuleDraft(
            id: LocatedText(plain: "\(name)#\(number)", at: start), says: says?.text ?? "", status: .test,
            weights: [Double](repeating: 0, count: taxonomy.count), matchers: matchers,
            brokenMatchers: broken, condition: condition, examples: examples, pack: name)
        return ExceptionDraft(rules: ruleNames(fields["rules"]), draft: draft)
    }

    /// Returns the well-formed ids and globs of rules, and reports the others.
    private mutating func ruleNames(_ field: YAMLNodeReader.Field?) -> [LocatedText] {
        guard let field, let names = reader.texts(field.value, "'rules'") else { return [] }
        if names.isEmpty {
            reader.report(
                .unknownOverride, at: field.key.position, length: field.key.caretLength,
                "'rules' names no rule", hint: "name rules by their ids, or many at once as \"email.*\"")
        }
        return names.filter { name in
            guard !RuleGlob(name.text).isWellFormed else { return true }
            reader.report(
                .badRulePattern, under: name,
                "'\(name.text)' names no rules: it is neither an id nor a pattern of ids",
                hint: "ids are lower-case; '*' stands for anything, as in \"email.*\"")
            return false
        }
    }
}
