public import IlkRules
import Yams

/// The result of rewriting a pack file.
public enum RulePackRewrite: Sendable {
    /// The file was rewritten. The associated value is the new content. It equals the old content if there
    /// was nothing to change.
    case rewritten([UInt8])
    /// The file was not rewritten, because it is not valid YAML or exceeds a limit.
    case unreadable([RuleDiagnostic])
    /// The file was not rewritten, because the given line contains a construct that cannot be rewritten.
    case leftAlone(reason: String, line: Int)
}

extension RulePackRewrite {
    /// Rewrites a file whose root is a mapping.
    ///
    /// - Parameter body: Returns the rewritten bytes, given the text of the file and its root node.
    static func of(
        _ source: RuleSource,
        _ body: (SourceText, Node, Node.Mapping) throws(LayoutReader.Refusal) -> [UInt8]
    ) -> RulePackRewrite {
        var diagnostics = DiagnosticList()
        guard let text = PackLoader.open(source, &diagnostics),
            let document = PackLoader.compose(text, &diagnostics),
            document.isChecked || PackLoader.check(document.root, text, &diagnostics)
        else { return .unreadable(diagnostics.sorted()) }
        guard case .mapping(let mapping) = document.root else {
            return .leftAlone(reason: "the file is not a mapping of keys and values", line: 1)
        }
        do {
            return .rewritten(try body(text, document.root, mapping))
        } catch {
            return .leftAlone(reason: error.reason, line: text.position(ofUTF8Offset: error.offset).line)
        }
    }
}
