public import IlkVocabulary

extension LabelSet {
    /// The content of a YAML file that describes the label set. A label set that is read from this content
    /// equals this label set, except for the origin and the path of the file, which the content does not
    /// include.
    public var yaml: String {
        var lines = ["version: 1", "taxonomy: \(name)", "id: \(Self.quoted(id))"]
        func add(_ key: String, _ text: String?) {
            if let text { lines.append("\(key): \(Self.quoted(text))") }
        }
        func add(_ key: String, _ texts: [String]) {
            guard !texts.isEmpty else { return }
            lines.append("\(key): [\(texts.map(Self.quoted).joined(separator: ", "))]")
        }
        add("title", title)
        add("description", description)
        if isMultilabel { lines.append("multilabel: true") }
        lines.append("labels:")
        for label in labels {
            lines.append("  - key: \(Self.quoted(label.key.rawValue))")
            if let title = label.title { lines.append("    title: \(Self.quoted(title))") }
            if let text = label.description { lines.append("    description: \(Self.quoted(text))") }
            if label.isRetired { lines.append("    retired: true") }
        }
        if !merged.isEmpty {
            lines.append("merged:")
            for (key, into) in merged.sorted(by: { $0.key < $1.key }) {
                lines.append("  \(Self.quoted(key.rawValue)): \(Self.quoted(into.rawValue))")
            }
        }
        add("default", defaultLabel?.rawValue)
        add("unfamiliar", usesRulesForUnfamiliar.map { $0 ? "rules" : "abstain" })
        if let threshold { lines.append("threshold: \(threshold)") }
        if !thresholds.isEmpty {
            lines.append("thresholds:")
            for (key, value) in thresholds.sorted(by: { $0.key < $1.key }) {
                lines.append("  \(Self.quoted(key.rawValue)): \(value)")
            }
        }
        add("rules", rules)
        add("redact", redaction)
        add("log", log)
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns a YAML scalar: plain for a simple word, otherwise in double quotes.
    private static func quoted(_ text: String) -> String {
        let isPlain =
            text.utf8.first.map { $0.isASCIILetter } ?? false
            && text.utf8.allSatisfy { $0.isASCIIWord || $0 == UInt8(ascii: "-") }
            && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(text.lowercased())
        guard !isPlain else { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            default:
                let isPrintable =
                    scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
                    && !(0x2028...0x2029).contains(scalar.value) && scalar.value != 0xFEFF
                if isPrintable {
                    quoted.unicodeScalars.append(scalar)
                } else {
                    let digits = String(scalar.value, radix: 16)
                    quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
        return quoted + "\""
    }
}
