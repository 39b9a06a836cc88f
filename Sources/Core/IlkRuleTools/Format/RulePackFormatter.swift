public import IlkRules
import Yams

/// A formatter that writes pack files in the canonical format. The format defines the order of keys, quoting,
/// indentation and line breaks. Comments are preserved.
///
/// Formatting does not change the meaning of a file. To verify this, the formatter parses the result again
/// and compares it with the original.
public enum RulePackFormatter {
    /// Returns a file in the canonical format.
    ///
    /// - Parameter source: A rule pack or an override file.
    /// - Complexity: O(*n*) in the size of the file, unless it has very many comments.
    public static func layout(_ source: RuleSource) -> RulePackRewrite {
        .of(source) { text, root, _ throws(LayoutReader.Refusal) in
            let read = try LayoutReader.read(text, root)
            let bytes = Array(LayoutWriter.text(read).utf8)
            try check(bytes, against: root, read.comments)
            return bytes
        }
    }

    /// Returns the lines of one rule in the canonical format, without its examples.
    ///
    /// - Parameters:
    ///   - id: The id of the rule.
    ///   - source: The rule pack.
    ///   - width: The maximum line width in characters. A value above the line width of formatted files has
    ///     no effect.
    /// - Returns: The lines, or `nil` if the file has no such rule or cannot be formatted.
    /// - Complexity: O(*n*) in the size of the pack, which is parsed whole.
    public static func lines(ofRule id: String, in source: RuleSource, width: Int = .max) -> [String]? {
        var diagnostics = DiagnosticList()
        guard let text = PackLoader.open(source, &diagnostics),
            let document = PackLoader.compose(text, &diagnostics)
        else { return nil }
        do {
            let rules = try LayoutReader.read(text, document.root).root.children.first {
                $0.key?.text == "rules"
            }
            let rule = rules?.children.first { rule in
                rule.children.contains { pair in
                    if pair.key?.text == "id", case .scalar(let scalar) = pair.value {
                        scalar.text == id
                    } else {
                        false
                    }
                }
            }
            return rule.map { LayoutWriter.rule($0, width: min(width, LayoutWriter.usualWidth)) }
        } catch {
            return nil
        }
    }

    // MARK: Verification

    /// Throws an error unless the formatted file has the same meaning and the same comments.
    private static func check(
        _ bytes: [UInt8], against root: Node, _ comments: [LayoutComment]
    ) throws(LayoutReader.Refusal) {
        let text = SourceText(name: "", bytes: bytes)
        var diagnostics = DiagnosticList()
        guard let document = PackLoader.compose(text, &diagnostics), isSame(document.root, root) else {
            throw LayoutReader.Refusal(reason: "formatting would change the meaning of the file", offset: 0)
        }
        let kept = try LayoutReader.read(text, document.root).comments
        guard kept.map(\.text).sorted() == comments.map(\.text).sorted() else {
            throw LayoutReader.Refusal(reason: "formatting would drop a comment", offset: 0)
        }
    }

    /// `true` if two trees have the same meaning, ignoring the order of keys. Quoting matters only for a text
    /// that YAML reads as a number, a Boolean or null if it is not quoted.
    private static func isSame(_ left: Node, _ right: Node) -> Bool {
        switch (left, right) {
        case (.scalar(let left), .scalar(let right)):
            return left.string == right.string && (isPlain(left) == isPlain(right) || !mayBeRead(left.string))
        case (.sequence(let left), .sequence(let right)):
            return left.count == right.count && zip(left, right).allSatisfy(isSame)
        case (.mapping(let left), .mapping(let right)):
            guard left.count == right.count else { return false }
            return left.allSatisfy { key, value in
                right.contains { isSame(key, $0.key) && isSame(value, $0.value) }
            }
        default: return false
        }
    }

    private static func isPlain(_ scalar: Node.Scalar) -> Bool {
        scalar.style == .plain || scalar.style == .any
    }

    /// `true` if a scalar with this text may be read as a number, a Boolean or null if it is not quoted.
    private static func mayBeRead(_ text: String) -> Bool {
        text.isEmpty || text == "true" || text == "false" || Double(text) != nil || text.hasPrefix(".")
            || text.hasPrefix("-.") || text.hasPrefix("+.")
    }
}
