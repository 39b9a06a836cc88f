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
                hint: "use two files: a pack contains rules, and an override file changes rules of packs")
            return nil
        }
        guard let fields = reader.fields(root, of: "an override file", known: PackKeys.overrides) else {
            return nil
        }
        for key in ["version", "taxonomy", "description"] where fields[key] == nil {
            reader.missing(key, in: "the override file", at: SourcePosition(root.mark))
        }
        let name = head(fields, named: "overrides", "an override file's name")
        if fields["change"] == nil, fields["except"] == nil {
            reader.missing(
                "change", in: "the override file", at: SourcePosition(root.mark),
                hint: "add 'change', 'except' or both")
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
        for key in ["rules", "reason"] where fields[key] == nil { reader.missing(key, in: what, at: start) }
        let reason = fields["reason"].flatMap { reader.text($0.value, "'reason'") }
        var change = ChangeDraft(rules: ruleNames(fields["rules"]), reason: reason?.text ?? "")
        if let field = fields["labels"] {
            if let weight = fields["weight"] {
                reader.report(
                    .conflictingKeys, under: weight.key, "\(what) has both 'labels' and 'weight'",
                    hint: "'labels' contains the weights; remove 'weight'")
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
                "weight", in: what, at: start, hint: "add 'weight', 'labels' or 'status'")
        }
        return change
    }

    private mutating func exception(_ node: Node, number: Int, of name: String) -> ExceptionDraft? {
        let start = SourcePosition(node.mark)
        guard let fields = reader.fields(node, of: "an exception", known: PackKeys.exception) else {
            return nil
        }
        for key in ["rules", "description"] where fields[key] == nil {
            reader.missing(key, in: "the exception", at: start)
        }
        if fields["match"] == nil, fields["when"] == nil {
            reader.missing(
                "match", in: "the exception", at: start,
                hint: "add matchers under 'match', or a condition under 'when'")
        }
        let says = fields["description"].flatMap { reader.line($0.value, "'description'") }
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

    /// Returns the well-formed ids and globs of rules, and reports the malformed ones.
    private mutating func ruleNames(_ field: YAMLNodeReader.Field?) -> [LocatedText] {
        guard let field, let names = reader.texts(field.value, "'rules'") else { return [] }
        if names.isEmpty {
            reader.report(
                .unknownOverride, at: field.key.position, length: field.key.caretLength,
                "'rules' is empty", hint: "list rule ids; a wildcard selects several rules: \"email.*\"")
        }
        return names.filter { name in
            guard !RuleGlob(name.text).isWellFormed else { return true }
            reader.report(
                .badRulePattern, under: name,
                "'\(name.text)' is neither a rule id nor a pattern of ids",
                hint: "ids are lowercase; '*' is a wildcard, as in \"email.*\"")
            return false
        }
    }
}
