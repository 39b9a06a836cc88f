public import IlkVocabulary
import Yams

/// A reader of label set files (`docs/reference/taxonomies.md`).
public struct LabelSetReader {
    private var reader: YAMLNodeReader
    private let source: RuleSource

    /// The result of reading a file.
    public struct Result: Sendable {
        /// The label set, or `nil` if the file has errors.
        public let set: LabelSet?
        /// The problems in the file, in the order of lines and columns.
        public let diagnostics: [RuleDiagnostic]
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - source: The name and the bytes of the file.
    ///   - origin: The origin of the label set. The file does not state the origin.
    /// - Returns: The label set, if the file has no errors, and the problems.
    /// - Complexity: O(*n*) in the size of the file.
    public static func read(_ source: RuleSource, origin: LabelSet.Origin) -> Result {
        var diagnostics = DiagnosticList()
        guard let text = PackLoader.open(source, as: Self.kind, &diagnostics),
            let document = PackLoader.compose(text, &diagnostics)
        else { return Result(set: nil, diagnostics: diagnostics.sorted()) }
        guard document.isChecked || PackLoader.check(document.root, text, &diagnostics) else {
            return Result(set: nil, diagnostics: diagnostics.sorted())
        }
        var reader = LabelSetReader(
            reader: YAMLNodeReader(source: text, diagnostics: diagnostics), source: source)
        let set = reader.set(document.root, origin)
        let found = reader.reader.diagnostics
        return Result(set: found.hasErrors ? nil : set, diagnostics: found.sorted())
    }

    private static let keys = [
        "version", "taxonomy", "id", "title", "description", "multilabel", "labels", "merged", "default",
        "unfamiliar", "threshold", "thresholds", "rules", "redact", "log",
    ]
    private static let kind = SourceKind(
        name: "a taxonomy", keys: Set(keys),
        hint: "a taxonomy begins with 'version: 1', 'taxonomy', 'id' and 'labels'")
    private static let labelKeys = ["key", "title", "description", "retired"]

    private mutating func set(_ root: Node, _ origin: LabelSet.Origin) -> LabelSet? {
        guard let fields = reader.fields(root, of: "a taxonomy", known: Self.keys) else { return nil }
        let start = SourcePosition(root.mark)
        for key in ["version", "taxonomy", "id", "labels"] where fields[key] == nil {
            reader.missing(key, in: "the taxonomy", at: start)
        }
        if let version = fields["version"].flatMap({ reader.text($0.value, "'version'") }),
            version.text != "1"
        {
            reader.report(
                .unknownVersion, under: version, "format version '\(version.text)' is not supported",
                hint: "this version of Ilk supports version 1")
        }
        guard let name = fields["taxonomy"].flatMap({ reader.text($0.value, "'taxonomy'") }),
            let id = fields["id"].flatMap({ reader.text($0.value, "'id'") }),
            let list = fields["labels"].flatMap({ reader.list($0.value, "'labels'") })
        else { return nil }
        if !LabelSet.isName(name.text) {
            reader.report(
                .badName, under: name,
                "the name of a taxonomy must be letters, digits, hyphens and underscores",
                hint: "for example 'news'; at most 64 bytes")
        }
        var set = LabelSet(id: id.text, name: name.text, labels: labels(list), origin: origin)
        set.file = source.name
        set.title = title(fields["title"], "'title'")
        set.description = title(fields["description"], "'description'")
        set.isMultilabel = fields["multilabel"].flatMap { reader.flag($0.value, "'multilabel'") } ?? false
        addSettings(fields, to: &set)
        return set
    }

    private mutating func addSettings(_ fields: YAMLNodeReader.Fields, to set: inout LabelSet) {
        let keys = Set(set.labels.map(\.key))
        for pair in fields["merged"].flatMap({ reader.pairs($0.value, "'merged'") }) ?? [] {
            guard let into = reader.text(pair.value, "the label of '\(pair.key.text)'") else { continue }
            if keys.contains(Category(pair.key.text)) {
                reader.report(
                    .conflictingKeys, under: pair.key,
                    "'\(pair.key.text)' is in both 'labels' and 'merged'", hint: "keep one of them")
            } else if let key = label(into, of: keys) {
                set.merged[Category(pair.key.text)] = key
            }
        }
        if let text = fields["default"].flatMap({ reader.text($0.value, "'default'") }) {
            set.defaultLabel = label(text, of: keys)
        }
        if let choice = fields["unfamiliar"].flatMap({ reader.text($0.value, "'unfamiliar'") }) {
            set.usesRulesForUnfamiliar = choice.text == "rules"
            if !["abstain", "rules"].contains(choice.text) {
                reader.report(
                    .unknownChoice, under: choice, "'unfamiliar' must be 'abstain' or 'rules'",
                    hint: "with 'rules', the rules alone decide on texts that are unfamiliar to the model")
            }
        }
        set.threshold = fields["threshold"].flatMap { probability($0.value, "'threshold'") }
        for pair in fields["thresholds"].flatMap({ reader.pairs($0.value, "'thresholds'") }) ?? [] {
            let value = probability(pair.value, "the threshold of '\(pair.key.text)'")
            if let key = label(pair.key, of: keys) { set.thresholds[key] = value }
        }
        set.rules = (fields["rules"].flatMap { reader.texts($0.value, "'rules'") } ?? [])
            .compactMap { path($0, "a path in 'rules'") }
        set.redaction = fields["redact"].flatMap { reader.texts($0.value, "'redact'") }?.map(\.text) ?? []
        set.log = fields["log"].flatMap { reader.line($0.value, "'log'") }.flatMap { path($0, "'log'") }
    }

    /// Returns an absolute path. Reports a relative path, because its meaning would depend on the current
    /// folder.
    private mutating func path(_ text: LocatedText, _ what: String) -> String? {
        if text.text.hasPrefix("/") { return text.text }
        reader.report(
            .wrongType, under: text, "\(what) must be an absolute path: '\(text.text)'",
            hint: "an absolute path begins with /")
        return nil
    }

    private mutating func labels(_ list: Node.Sequence) -> [LabelSet.Label] {
        guard list.count <= LabelSet.maximumLabels else {
            reader.report(
                .tooLarge, at: SourcePosition(list.mark),
                "there are \(list.count) labels; at most \(LabelSet.maximumLabels) are supported")
            return []
        }
        var labels: [LabelSet.Label] = []
        var keys: Set<String> = []
        var titles: [(index: Int, position: SourcePosition)] = []
        for index in list.indices {
            guard let found = label(list[index], &keys) else { continue }
            if let title = found.title { titles.append((labels.count, title)) }
            labels.append(found.label)
        }
        check(titles, of: labels)
        if list.isEmpty {
            reader.report(
                .missingKey, at: SourcePosition(list.mark), "there are no labels",
                hint: "a taxonomy needs at least one label")
        }
        return labels
    }

    /// Reports titles that are also the title or the key of another label. Letter case is ignored, as by
    /// `ilk taxonomy rename`.
    private mutating func check(
        _ titles: [(index: Int, position: SourcePosition)], of labels: [LabelSet.Label]
    ) {
        var keys: [String: [Int]] = [:]
        if !titles.isEmpty {
            for (index, label) in labels.enumerated() {
                keys[label.key.rawValue.lowercased(), default: []].append(index)
            }
        }
        var seen: Set<String> = []
        for (index, position) in titles {
            guard let title = labels[index].title else { continue }
            let name = title.lowercased()
            if !seen.insert(name).inserted {
                reader.report(.duplicateID, at: position, "there are two labels with the title '\(title)'")
            } else if let other = keys[name]?.first(where: { $0 != index }) {
                reader.report(
                    .duplicateID, at: position, "the title '\(title)' is the key of another label",
                    hint: "give one of the labels another title, or merge '\(labels[other].key)'")
            }
        }
    }

    /// Reads a label from a mapping, or from a scalar that is the key of the label.
    ///
    /// - Returns: The label, and the position of its title if it has one.
    private mutating func label(
        _ node: Node, _ keys: inout Set<String>
    ) -> (label: LabelSet.Label, title: SourcePosition?)? {
        var fields: YAMLNodeReader.Fields = [:]
        let key: LocatedText?
        if case .scalar = node {
            key = reader.text(node, "a label")
        } else {
            guard let found = reader.fields(node, of: "a label", known: Self.labelKeys) else { return nil }
            fields = found
            if fields["key"] == nil { reader.missing("key", in: "the label", at: SourcePosition(node.mark)) }
            key = fields["key"].flatMap { reader.text($0.value, "'key'") }
        }
        guard let key else { return nil }
        guard LabelSet.isKey(key.text) else {
            reader.report(
                .badName, under: key, "the key of a label must be one line without control characters",
                hint: "use at most \(LabelSet.keyBytes) bytes, without white space at the ends")
            return nil
        }
        guard keys.insert(key.text).inserted else {
            reader.report(.duplicateID, under: key, "there are two labels '\(key.text)'")
            return nil
        }
        var label = LabelSet.Label(Category(key.text))
        label.title = title(fields["title"], "'title'")
        label.description = title(fields["description"], "'description'")
        label.isRetired = fields["retired"].flatMap { reader.flag($0.value, "'retired'") } ?? false
        return (label, label.title == nil ? nil : fields["title"].map { SourcePosition($0.value.mark) })
    }

    private mutating func title(_ field: YAMLNodeReader.Field?, _ what: String) -> String? {
        guard let field, let text = reader.line(field.value, what) else { return nil }
        guard LabelSet.isTitle(text.text) else {
            reader.report(
                .wrongType, under: text,
                "\(what) must have 1 to \(LabelSet.titleBytes) bytes and no control characters")
            return nil
        }
        return text.text
    }

    private mutating func label(_ text: LocatedText, of keys: Set<Category>) -> Category? {
        if keys.contains(Category(text.text)) { return Category(text.text) }
        let names = keys.map(\.rawValue).sorted()
        reader.report(
            .unknownLabel, under: text, "there is no label '\(text.text)'",
            hint: Suggestion.hint(for: text.text, among: names, listing: "its labels are"))
        return nil
    }

    private mutating func probability(_ node: Node, _ what: String) -> Double? {
        if case .scalar(let scalar) = node, scalar.style == .plain, let value = Double(scalar.string),
            (0...1).contains(value)
        {
            return value
        }
        reader.wrongType(node, "\(what) must be a probability from 0 to 1")
        return nil
    }
}
