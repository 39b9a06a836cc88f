import IlkConsole
import IlkRules

/// Problems of rule files, for people.
struct ProblemText {
    let console: Console

    /// What stands before what is quoted of a file, and before the carets beneath.
    private static let bar = " | "
    /// How much is shown in front of a caret at least.
    private static let context = 16

    /// All of them, an empty line behind each.
    func text(_ problems: [RuleDiagnostic]) -> String {
        problems.map { text($0) + "\n" }.joined()
    }

    /// A problem: its place and what is wrong, what stands there, what to do. The words are those of its description.
    private func text(_ problem: RuleDiagnostic) -> String {
        let kind = "\(problem.severity.rawValue)[\(problem.code.rawValue)]"
        let place = "\(problem.file):\(problem.line):\(problem.column)"
        var text = FlowingText.lines(
            VisibleText.oneLine("\(place): \(kind): \(problem.message)"), indent: "    ",
            columns: console.room)
        if console.style.isColoured, let range = text.firstRange(of: kind) {
            text.replaceSubrange(
                range, with: console.style.paint(kind, problem.severity == .error ? .bad : .doubtful))
        }
        text += excerpt(problem)
        if let hint = problem.hint {
            text += FlowingText.lines(VisibleText.oneLine(hint), first: "    = help: ", columns: console.room)
        }
        return text
    }

    /// The line and its carets, cut around the caret where there is no room for all of it.
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

    /// As much of a line of carets as there is room for: that the line above goes on is said there.
    private static func beginning(_ carets: String, _ room: Int) -> String {
        carets.utf8.count > room ? String(carets.prefix(room - 1)) : carets
    }
}
