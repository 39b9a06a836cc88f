import IlkConsole
import IlkRules
import IlkVocabulary

/// Problems in rule files as human-readable text.
struct ProblemText {
    let console: Console

    /// The separator before a quoted line, and before the carets below it.
    private static let bar = " | "
    /// The minimum number of columns shown before a caret.
    private static let context = 16

    /// Returns all problems, each followed by an empty line.
    func text(_ problems: [RuleDiagnostic]) -> String {
        problems.map { text($0) + "\n" }.joined()
    }

    /// Returns a problem: location, message, excerpt and hint. The text matches the problem's description.
    private func text(_ problem: RuleDiagnostic) -> String {
        let severity = problem.severity.rawValue
        let place = FileLocation.text(problem.file, line: problem.line, column: problem.column)
        var text = WrappedText.lines(
            VisibleText.oneLine("\(severity): \(place): \(problem.message) [\(problem.code.rawValue)]"),
            indent: "    ", columns: console.room)
        if console.style.isColored, let range = text.firstRange(of: severity) {
            text.replaceSubrange(
                range, with: console.style.paint(severity, problem.severity == .error ? .bad : .doubtful))
        }
        text += excerpt(problem)
        if let hint = problem.hint {
            text += WrappedText.lines(VisibleText.oneLine(hint), first: "hint: ", columns: console.room)
        }
        return text
    }

    /// Returns the line and its carets, cut around the caret to fit the width.
    private func excerpt(_ problem: RuleDiagnostic) -> String {
        let lines = problem.excerpt.split(separator: "\n", omittingEmptySubsequences: false)
            .map { VisibleText.oneLine(String($0)) }
        guard lines.count == 2, let bar = lines[0].firstRange(of: Self.bar) else {
            return lines.filter { !$0.isEmpty }.map { $0 + "\n" }.joined()
        }
        let margin = lines[0].distance(from: lines[0].startIndex, to: bar.upperBound)
        let said = Array(lines[0].dropFirst(margin).unicodeScalars)
        let carets = Array(lines[1].dropFirst(margin).unicodeScalars)
        let room = console.room - margin
        let caret = carets.firstIndex(of: "^") ?? 0
        guard DisplayWidth.of(lines[0]) > console.room, room > 2 * Self.context else {
            return lines[0] + "\n" + Self.beginning(lines[1], console.room) + "\n"
        }
        let wanted = min(carets.count, caret + room / 2)
        let start = wanted <= room ? 0 : min(caret - Self.context, wanted - room + 2)
        func rest(_ scalars: [Unicode.Scalar], _ mark: String) -> String {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars.dropFirst(start))
            return (start > 0 ? mark : "") + String(view)
        }
        let heads = lines.map { String($0.prefix(margin)) }
        return heads[0] + DisplayWidth.truncated(rest(said, "…"), to: room) + "\n"
            + heads[1] + Self.beginning(rest(carets, " "), room) + "\n"
    }

    /// Returns the line of carets, cut to the width.
    private static func beginning(_ carets: String, _ room: Int) -> String {
        carets.utf8.count > room ? String(carets.prefix(room - 1)) : carets
    }
}
