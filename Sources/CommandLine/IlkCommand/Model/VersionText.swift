import FoundationEssentials
import Ilk
import IlkConsole
import IlkLearning
import IlkModels
import IlkVocabulary

/// Versions as human-readable text.
struct VersionText {
    let console: Console

    /// Returns a list with one line per version.
    func list(_ records: [VersionRecord]) -> String {
        var table = Table([
            Table.Column(""), Table.Column("version", tone: .strong), Table.Column("kind", dispensability: 3),
            Table.Column("created", dispensability: 2), Table.Column("texts", .right, dispensability: 4),
            Table.Column("accuracy", .right, dispensability: 1),
            Table.Column("base", maxWidth: 17, dispensability: 5),
            Table.Column("why", maxWidth: 28, tone: .faint, dispensability: 6),
        ])
        for record in records {
            guard record.version != ModelRegistry.none else {
                table.add([
                    record.isActive ? "*" : "", record.version, "rules", "", "", "", "", Self.rulesAlone,
                ])
                continue
            }
            let manifest = record.manifest
            let isBuiltIn = record.version == ModelRegistry.builtIn
            table.add([
                record.isActive ? "*" : "", record.version, manifest?.kind ?? "?",
                isBuiltIn ? "" : manifest.map { Self.day($0.created) } ?? "",
                manifest?.allTexts.map(DecimalText.grouped) ?? "",
                record.accuracy.map { DecimalText.fixed($0 * 100, 1) + " %" } ?? "",
                manifest.map { $0.baseVersions.map(\.version).joined(separator: ", ") } ?? "",
                record.problem ?? manifest?.why ?? "",
            ])
        }
        return table.rendered(console.style, within: console.columns)
    }

    /// Returns all information about a version.
    func page(_ record: VersionRecord) -> String {
        var fields = FieldList(console)
        fields.add("version", record.version + (record.isActive ? " (active)" : ""))
        fields.add("problem", record.problem)
        if record.version == ModelRegistry.none { fields.add("kind", Self.rulesAlone) }
        guard let manifest = record.manifest else {
            if !record.history.isEmpty { fields.add(block: history(record.history)) }
            return fields.rendered
        }
        let isBuiltIn = record.version == ModelRegistry.builtIn
        let size = manifest.features.map { ", \(DecimalText.grouped($0)) features" } ?? ""
        fields.add("kind", (manifest.kind ?? "unknown") + size)
        fields.add("digest", manifest.digest)
        if !isBuiltIn { fields.add("created", Self.time(manifest.created) + Self.by(manifest.by)) }
        fields.add("why", manifest.why)
        fields.add("base", manifest.baseVersions.map(Self.parent).joined(separator: ", "))
        fields.add("texts", manifest.documents.map { Self.texts($0, of: manifest.allTexts ?? 0) })
        for data in manifest.data ?? [] {
            let count = data.texts.map { ", \(DecimalText.grouped($0)) texts" } ?? ""
            fields.add("data", "\(data.name)\(count): \(data.digest.prefix(12))")
        }
        fields.add(
            "features",
            manifest.featureSet.map {
                "set \($0.version) (\($0.digest.prefix(12))): \($0.featureGroups.joined(separator: ", "))"
            })
        fields.add("tokenizer", manifest.tokenizer.map { "ICU \($0.icu) (\($0.digest.prefix(12)))" })
        fields.add("warning", record.warning)
        fields.add("training", manifest.timeLimit?.phrase)
        fields.add("rules", manifest.rules.map { String($0.prefix(12)) })
        if let figures = manifest.figures, !figures.isEmpty {
            fields.add("measured", manifest.measuredOn.map { "on \($0.name), \($0.texts ?? 0) texts" })
            fields.add(block: self.figures(figures))
        }
        if !record.history.isEmpty { fields.add(block: history(record.history)) }
        return fields.rendered
    }

    /// Returns a table of accuracies, overall and by length.
    private func figures(_ figures: [VersionFigures]) -> String {
        let lengths = figures.first?.byLength.map(\.name) ?? []
        var table = Table(
            [Table.Column("")] + ["accuracy", "macro-F1"].map { Table.Column($0, .right) }
                + lengths.enumerated().map { Table.Column($1, .right, dispensability: $0 + 1) })
        for figure in figures {
            table.add(
                [figure.classifier]
                    + ([figure.accuracy, figure.macroF1] + figure.byLength.map(\.accuracy)).map {
                        DecimalText.fixed($0, 4)
                    })
        }
        return table.rendered(console.style, within: console.columns)
    }

    /// Returns the changes, one line each.
    func history(_ records: [RegistryRecord]) -> String {
        var table = Table([
            Table.Column("when"), Table.Column("change"), Table.Column("version", tone: .strong),
            Table.Column("before", dispensability: 1), Table.Column("by", maxWidth: 16),
            Table.Column("why", maxWidth: max(8, console.columns - 66), tone: .faint, dispensability: 2),
        ])
        for record in records {
            table.add([
                Self.time(record.when), record.act.rawValue, record.version, record.before ?? "", record.who,
                record.why ?? "",
            ])
        }
        return table.rendered(console.style, within: console.columns)
    }

    /// The description of the state without an active model.
    private static let rulesAlone = "no model: only the rules decide"

    static func time(_ date: Date) -> String { date.formatted(.iso8601) }

    static func day(_ date: Date) -> String { String(time(date).prefix(10)) }

    private static func by(_ name: String?) -> String { name.map { " by \($0)" } ?? "" }

    private static func parent(_ parent: VersionManifest.BaseVersion) -> String {
        parent.digest.isEmpty ? parent.version : "\(parent.version) (\(parent.digest.prefix(12)))"
    }

    private static func texts(_ documents: [String: Int], of all: Int) -> String {
        let each = documents.sorted { $0.key < $1.key }.map { "\($0.key) \(DecimalText.grouped($0.value))" }
        return "\(DecimalText.grouped(all)): \(each.joined(separator: ", "))"
    }
}

/// Names with their values, one line each. Long values are wrapped.
struct FieldList {
    private static let indent = 12
    private(set) var rendered = ""
    private let console: Console

    init(_ console: Console) { self.console = console }

    /// Appends a name and its value, unless the value is missing.
    mutating func add(_ name: String, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        let lines = Self.wrapped(VisibleText.oneLine(value), to: max(20, console.columns - Self.indent))
        for (index, line) in lines.enumerated() {
            let head = index == 0 ? name : ""
            rendered += console.style.paint(head, .faint)
            rendered += String(repeating: " ", count: max(1, Self.indent - head.count)) + line + "\n"
        }
    }

    /// Appends preformatted lines after an empty line.
    mutating func add(block lines: String) { rendered += "\n" + lines }

    /// Wraps a text between words into lines of a maximum width. A wider word has its own line.
    static func wrapped(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            let longer = line.isEmpty ? String(word) : line + " " + word
            if DisplayWidth.of(longer) > width, !line.isEmpty {
                lines.append(line)
                line = String(word)
            } else {
                line = longer
            }
        }
        return lines + [line]
    }
}
