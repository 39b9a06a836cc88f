public import IlkRules
import Yams

/// Lays pack files out in one way: the order of keys, quotes, indentation, where lines are broken. Comments stay.
///
/// Nothing that a file means changes: what comes out is read again and compared before it is handed out.
public enum RulePackLayout {
    /// What came of a file.
    public enum Outcome: Sendable {
        /// The file in the one layout: the same bytes when it had it already.
        case laidOut([UInt8])
        /// It is no YAML that is read, for these reasons.
        case unreadable([RuleDiagnostic])
        /// It has something that has no place in the layout, in a line: it is left alone.
        case leftAlone(reason: String, line: Int)
    }

    /// A file in the one layout.
    ///
    /// - Complexity: Linear in the file, but for files with very many comments.
    public static func layout(_ source: RuleSource) -> Outcome {
        var diagnostics = DiagnosticList()
        guard let text = PackGuard.open(source, &diagnostics),
            let document = PackGuard.compose(text, &diagnostics),
            document.isChecked || PackGuard.check(document.root, text, &diagnostics)
        else { return .unreadable(diagnostics.sorted()) }
        guard case .mapping = document.root else {
            return .leftAlone(reason: "it is no mapping of keys and values", line: 1)
        }
        do {
            let read = try LayoutReader.read(text, document.root)
            let bytes = Array(LayoutWriter.text(read).utf8)
            try check(bytes, against: document.root, read.comments)
            return .laidOut(bytes)
        } catch {
            return .leftAlone(reason: error.reason, line: text.position(ofUTF8Offset: error.offset).line)
        }
    }

    /// The lines of one rule of a file in the one layout, without its examples; nil when there is none of that id, or the
    /// file is left alone.
    ///
    /// - Parameter width: How many columns a line may take where it can be broken; no more than files have.
    public static func lines(ofRule id: String, in source: RuleSource, width: Int = .max) -> [String]? {
        var diagnostics = DiagnosticList()
        guard let text = PackGuard.open(source, &diagnostics),
            let document = PackGuard.compose(text, &diagnostics)
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

    // MARK: Checking

    /// Whether what was written means what was read, and has all of its comments.
    private static func check(
        _ bytes: [UInt8], against root: Node, _ comments: [LayoutComment]
    ) throws(LayoutReader.Refusal) {
        let text = SourceText(name: "", bytes: bytes)
        var diagnostics = DiagnosticList()
        guard let document = PackGuard.compose(text, &diagnostics), isSame(document.root, root) else {
            throw LayoutReader.Refusal(reason: "its meaning would change", offset: 0)
        }
        let kept = try LayoutReader.read(text, document.root).comments
        guard kept.map(\.text).sorted() == comments.map(\.text).sorted() else {
            throw LayoutReader.Refusal(reason: "a comment would be lost", offset: 0)
        }
    }

    /// Whether two trees mean the same: the order of keys aside. A number is told from a text by its being plain.
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

    /// Whether a text would be read as something else when it is plain: a number, true or false, nothing.
    private static func mayBeRead(_ text: String) -> Bool {
        text.isEmpty || text == "true" || text == "false" || Double(text) != nil || text.hasPrefix(".")
            || text.hasPrefix("-.") || text.hasPrefix("+.")
    }
}
