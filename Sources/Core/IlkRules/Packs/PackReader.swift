import IlkVocabulary
import Yams

/// Parses one file as a rule pack or an override file.
struct PackReader {
    var reader: YAMLNodeReader
    let taxonomy: Taxonomy
    /// `true` if the file is for another taxonomy. In this case, unknown labels are not reported.
    var isForAnother = false

    private init(_ source: SourceText, _ taxonomy: Taxonomy, _ diagnostics: DiagnosticList) {
        reader = YAMLNodeReader(source: source, diagnostics: diagnostics)
        self.taxonomy = taxonomy
    }

    /// Returns the pack of a file, or `nil` if it cannot be parsed. Problems are added to the list.
    static func read(
        _ source: SourceText, taxonomy: Taxonomy, _ diagnostics: inout DiagnosticList
    ) -> PackDraft? {
        guard let document = PackLoader.compose(source, &diagnostics) else { return nil }
        var reader = PackReader(source, taxonomy, DiagnosticList())
        let pack =
            Self.isOverrides(document.root)
            ? reader.overrides(document.root) : reader.pack(document.root)
        let found = reader.reader.diagnostics
        // If the document is too deep, only that is reported.
        if found.hasErrors, !document.isChecked, !PackLoader.check(document.root, source, &diagnostics) {
            return nil
        }
        diagnostics.append(found)
        return pack
    }

    private mutating func pack(_ root: Node) -> PackDraft? {
        guard let fields = reader.fields(root, of: "a pack", known: PackKeys.pack) else { return nil }
        for key in PackKeys.pack where fields[key] == nil {
            reader.missing(key, in: "the pack", at: SourcePosition(root.mark))
        }
        let name = head(fields, named: "pack", "a pack's name")
        var rules: [RuleDraft] = []
        if let field = fields["rules"], let list = reader.list(field.value, "'rules'") {
            rules.reserveCapacity(list.count)
            for index in list.indices {
                if let rule = rule(list[index], pack: name) { rules.append(rule) }
            }
        }
        return PackDraft(source: reader.source, name: name, rules: rules)
    }

    /// `true` if a document is an override file, which has the key `overrides`.
    private static func isOverrides(_ root: Node) -> Bool {
        guard case .mapping(let mapping) = root else { return false }
        return mapping.contains { $0.key.scalar?.string == "overrides" }
    }

    /// Checks the common head of packs and override files. Returns the name, empty if it is missing.
    mutating func head(_ fields: YAMLNodeReader.Fields, named key: String, _ what: String) -> String {
        checkVersion(fields)
        checkTaxonomy(fields)
        if let field = fields["description"] { _ = reader.text(field.value, "'description'") }
        guard let name = fields[key].flatMap({ reader.text($0.value, "'\(key)'") }) else { return "" }
        checkID(name, what)
        return name.text
    }

    private mutating func checkTaxonomy(_ fields: YAMLNodeReader.Fields) {
        guard let field = fields["taxonomy"], let name = reader.text(field.value, "'taxonomy'"),
            name.text != taxonomy.name
        else { return }
        reader.report(
            .unknownTaxonomy, under: name,
            "the pack is for the taxonomy '\(name.text)', not '\(taxonomy.name)'",
            hint: Suggestion.hint(for: name.text, among: [taxonomy.name])
                ?? "choose the taxonomy with --taxonomy \(name.text)")
        isForAnother = true
    }

    private mutating func checkVersion(_ fields: YAMLNodeReader.Fields) {
        guard let field = fields["version"], let version = reader.text(field.value, "'version'") else {
            return
        }
        guard version.isPlain, version.text == "1" else {
            return reader.report(
                .unknownVersion, under: version, "format version '\(version.text)' is not supported",
                hint: "this version of Ilk supports version 1")
        }
    }

    mutating func checkID(_ id: LocatedText, _ what: String) {
        guard !RuleName.isID(id.text) else { return }
        reader.report(
            .badName, under: id, "\(what) must be lowercase words joined by '.', '-' or '_'",
            hint: "for example 'email.headers'; at most \(RuleLimits.nameBytes) bytes")
    }

    // MARK: Rules

    private mutating func rule(_ node: Node, pack: String) -> RuleDraft? {
        let start = SourcePosition(node.mark)
        guard let fields = reader.fields(node, of: "a rule", known: PackKeys.rule) else { return nil }
        let id = fields["id"].flatMap { reader.text($0.value, "'id'") }
        if let id { checkID(id, "an id") }
        let what = id.map { "the rule '\($0.text)'" } ?? "the rule"
        for key in ["id", "description"] where fields[key] == nil { reader.missing(key, in: what, at: start) }
        if fields["match"] == nil, fields["when"] == nil {
            reader.missing(
                "match", in: what, at: start, hint: "add matchers under 'match', or a condition under 'when'")
        }
        let says = fields["description"].flatMap { reader.line($0.value, "'description'") }
        let status = status(fields["status"])
        let weights = weights(fields, what, start)
        let (matchers, broken) = fields["match"].map { self.matchers($0.value) } ?? ([], [])
        let condition = fields["when"].flatMap { reader.text($0.value, "'when'") }
        let examples = fields["examples"].map { self.examples($0.value) } ?? []
        checkExamples(examples, status, id, what, start)
        guard let id else { return nil }
        return RuleDraft(
            id: id, says: says?.text ?? "", status: status, weights: weights, matchers: matchers,
            brokenMatchers: broken, condition: condition, examples: examples, pack: pack)
    }

    mutating func status(_ field: YAMLNodeReader.Field?) -> RuleStatus {
        guard let field, let text = reader.text(field.value, "'status'") else { return .test }
        if let status = RuleStatus(rawValue: text.text) { return status }
        reader.unknown("status", text, among: RuleStatus.allCases.map(\.rawValue))
        return .test
    }

    private mutating func weights(
        _ fields: YAMLNodeReader.Fields, _ what: String, _ start: SourcePosition
    ) -> [Double] {
        var weights = [Double](repeating: 0, count: taxonomy.count)
        if let labels = fields["labels"] {
            for key in ["label", "weight"] {
                guard let field = fields[key] else { continue }
                reader.report(
                    .conflictingKeys, under: field.key, "\(what) has both 'labels' and '\(key)'",
                    hint: "'labels' contains the weights; remove '\(key)'")
            }
            return self.labels(labels, what)
        }
        for key in ["label", "weight"] where fields[key] == nil {
            reader.missing(key, in: what, at: start)
        }
        let label = fields["label"].flatMap { reader.text($0.value, "'label'") }
        let weight = fields["weight"].flatMap { reader.weight($0.value, "'weight'") }
        if let label, let index = index(of: label), let weight { weights[index] = weight }
        return weights
    }

    mutating func labels(_ field: YAMLNodeReader.Field, _ what: String) -> [Double] {
        var weights = [Double](repeating: 0, count: taxonomy.count)
        let pairs = reader.pairs(field.value, "'labels'") ?? []
        if pairs.isEmpty { reader.missing("label", in: what, at: field.key.position) }
        for pair in pairs {
            let weight = reader.weight(pair.value, "the weight of '\(pair.key.text)'")
            if let index = index(of: pair.key), let weight { weights[index] = weight }
        }
        return weights
    }

    mutating func index(of label: LocatedText) -> Int? {
        if let index = taxonomy.index(of: Category(label.text)) { return index }
        guard !isForAnother else { return nil }
        let names = taxonomy.categories.map(\.rawValue)
        reader.report(
            .unknownLabel, under: label, "the taxonomy '\(taxonomy.name)' has no label '\(label.text)'",
            hint: Suggestion.hint(for: label.text, among: names)
                ?? "its labels are \(names.joined(separator: ", "))")
        return nil
    }

    mutating func examples(_ node: Node) -> [RuleExample] {
        guard let fields = reader.fields(node, of: "'examples'", known: PackKeys.examples) else { return [] }
        var examples: [RuleExample] = []
        for kind in RuleExample.Kind.allCases {
            guard let field = fields[kind.rawValue] else { continue }
            let texts = reader.texts(field.value, "'\(kind.rawValue)'") ?? []
            for (index, text) in texts.enumerated() {
                examples.append(
                    RuleExample(
                        kind: kind, index: index, text: text.text, line: text.position.line,
                        column: text.position.column))
            }
        }
        return examples
    }

    mutating func checkExamples(
        _ examples: [RuleExample], _ status: RuleStatus, _ id: LocatedText?, _ what: String,
        _ start: SourcePosition
    ) {
        let severity: RuleDiagnostic.Severity = status == .stable ? .error : .warning
        let hint =
            status == .stable
            ? "a stable rule needs such an example; otherwise set its status to 'test'" : nil
        func check(_ kind: RuleExample.Kind, _ code: RuleDiagnosticCode, _ message: String) {
            guard !examples.contains(where: { $0.kind == kind }) else { return }
            let position = id?.position ?? start
            reader.report(code, severity, at: position, length: id?.caretLength ?? 1, message, hint: hint)
        }
        check(.match, .noMatchExample, "\(what) has no example that it must match")
        check(.reject, .noRejectExample, "\(what) has no example that it must not match")
    }

    // MARK: Matchers

    mutating func matchers(_ node: Node) -> (read: [MatcherDraft], broken: [String]) {
        var read: [MatcherDraft] = []
        var broken: [String] = []
        let pairs = reader.pairs(node, "'match'")
        if let pairs, pairs.isEmpty {
            reader.report(
                .emptyPattern, at: SourcePosition(node.mark),
                "'match' is empty; expected at least one matcher")
        }
        for pair in pairs ?? [] {
            if let matcher = matcher(pair) { read.append(matcher) } else { broken.append(pair.key.text) }
        }
        return (read, broken)
    }

    private mutating func matcher(_ field: YAMLNodeReader.Field) -> MatcherDraft? {
        let name = field.key
        if !RuleName.isMatcher(name.text) {
            reader.report(
                .badName, under: name,
                "a matcher's name must be letters, digits and '_', and not a reserved word",
                hint: "the reserved words are \(RuleName.reserved.sorted().joined(separator: ", "))")
        }
        let what = "the matcher '\(name.text)'"
        guard let fields = reader.fields(field.value, of: "a matcher", known: PackKeys.matcher) else {
            return nil
        }
        let place = place(fields)
        let neighbor = fields["near"].flatMap { near($0.value, of: name) }
        let kinds = PackKeys.patterns.filter { fields[$0] != nil }
        guard let kind = kinds.first, let value = fields[kind]?.value else {
            reader.report(
                .missingKey, under: name, "\(what) has no pattern",
                hint: "add one of \(PackKeys.patterns.joined(separator: ", "))")
            return nil
        }
        if kinds.count > 1, let second = fields[kinds[1]] {
            reader.report(
                .conflictingKeys, under: second.key, "\(what) has both '\(kind)' and '\(kinds[1])'",
                hint: "split the matcher into two matchers")
        }
        checkModifiers(fields, kind)
        guard let pattern = pattern(kind, value, fields) else { return nil }
        return MatcherDraft(name: name, pattern: pattern, place: place, near: neighbor)
    }

    private mutating func pattern(
        _ kind: String, _ value: Node, _ fields: YAMLNodeReader.Fields
    ) -> MatcherDraft.Pattern? {
        if kind == "regex" {
            return reader.text(value, "'regex'").flatMap { isPattern($0) ? .regex($0) : nil }
        }
        guard let texts = reader.texts(value, "'\(kind)'") else { return nil }
        if texts.isEmpty {
            reader.report(
                .emptyPattern, at: SourcePosition(value.mark),
                "'\(kind)' is empty, so the matcher would never match")
        }
        switch kind {
        case "script": return scripts(texts).map { .scripts($0) }
        case "language":
            let confidence = fields["confidence"].flatMap { share($0.value, "'confidence'") } ?? 0.5
            return languages(texts).map { .languages($0, confidence: confidence) }
        default: break
        }
        let patterns = texts.filter { isPattern($0) }
        guard !patterns.isEmpty else { return nil }
        switch kind {
        case "words": return .words(patterns)
        case "phrase":
            let gap = fields["gap"].flatMap { reader.integer($0.value, "'gap'", in: 0...RuleLimits.gap) } ?? 0
            return .phrases(patterns, gap: gap)
        default:
            let fold = fields["fold"].flatMap { reader.flag($0.value, "'fold'") } ?? false
            return .literals(patterns, fold: fold)
        }
    }

    private mutating func isPattern(_ text: LocatedText) -> Bool {
        if text.text.isEmpty {
            reader.report(.emptyPattern, under: text, "the pattern is empty, so it would match everywhere")
            return false
        }
        if text.text.utf8.count > RuleLimits.patternBytes {
            reader.report(
                .patternTooLong, at: text.position,
                "the pattern has \(text.text.utf8.count) bytes; the limit is \(RuleLimits.patternBytes)")
            return false
        }
        return true
    }

    private mutating func place(_ fields: YAMLNodeReader.Fields) -> MatchPosition {
        var place = MatchPosition()
        if let field = fields["at"], let text = reader.text(field.value, "'at'") {
            let names = MatchPosition.Anchor.names
            if names.contains(text.text), let anchor = MatchPosition.Anchor(rawValue: text.text) {
                place.anchor = anchor
            } else {
                reader.unknown("position", text, among: names)
            }
        }
        if let field = fields["lines"], let lines = reader.integer(field.value, "'lines'", in: 1...10_000) {
            place.lines = Int32(lines)
        }
        return place
    }
}
