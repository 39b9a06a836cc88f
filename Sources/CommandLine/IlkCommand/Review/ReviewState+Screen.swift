import IlkConsole
import IlkVocabulary

// The screen of a review, as lines for a terminal.

extension ReviewState {
    /// The number of lines for each part of the screen. The header, the guess and the footer take one line
    /// each.
    struct Layout: Hashable {
        /// `true` if horizontal lines separate the text from the other parts.
        var hasRules: Bool
        var text: Int
        var reasons: Int
        var labels: Int
    }

    /// The maximum number of pieces of evidence.
    static let mostReasons = 3

    /// The layout for the size of the screen. On a small screen, the evidence is omitted first, then the
    /// horizontal lines.
    var layout: Layout {
        let all = labels.rows(
            Array(labels.all.indices), columns: columns, atMost: .max, chosen: marked
        ).count
        let labelRows = min(all, max(1, rows * 2 / 5))
        let rest = rows - 3 - labelRows
        let hasRules = rest >= 4
        let room = max(1, hasRules ? rest - 2 : rest)
        let reasonRows = hasRules ? min(Self.mostReasons, max(0, (room - 3) / 2)) : 0
        return Layout(hasRules: hasRules, text: room - reasonRows, reasons: reasonRows, labels: labelRows)
    }

    /// The labels that are marked on the screen, or `nil` if a text has one label.
    private var marked: Set<Int>? { isMultilabel ? chosen : nil }

    /// The number of lines for the text.
    var textHeight: Int { layout.text }

    /// Returns the lines of the screen, which fit its rows and columns.
    ///
    /// - Parameters:
    ///   - title: The name of the label set.
    ///   - style: The style of the terminal.
    func lines(title: String, style: Style) -> [String] {
        let page = Page(columns: columns, style: style)
        let lines = mode == .help ? help(page) : review(page)
        return [header(title, page)] + lines.prefix(max(0, rows - 1))
    }

    private func header(_ title: String, _ page: Page) -> String {
        var progress = "\(reviewed) of \(items.count) reviewed, \(waiting.count) left"
        if skipped > 0 { progress += ", \(skipped) skipped" }
        let title = VisibleText.oneLine(title)
        // On a narrow screen, the progress is more useful than the title.
        guard DisplayWidth.of("ilk review  \(title)  \(progress)") <= columns else {
            return page.line([(progress, nil)])
        }
        return page.line([("ilk review  ", .strong), (title, nil)], right: progress)
    }

    private func review(_ page: Page) -> [String] {
        let layout = layout
        var lines: [String] = []
        if layout.hasRules { lines.append(page.rule(remark ?? "")) }
        lines += body(layout.text, page)
        if layout.hasRules { lines.append(page.rule(position)) }
        lines.append(guess(page))
        lines += padded(evidence(page), to: layout.reasons)
        lines += padded(labelRows(layout.labels, page), to: layout.labels)
        lines.append(footer(layout, page))
        return lines
    }

    private func padded(_ lines: [String], to count: Int) -> [String] {
        Array((lines + Array(repeating: "", count: max(0, count - lines.count))).prefix(count))
    }

    private func body(_ height: Int, _ page: Page) -> [String] {
        guard current != nil else {
            return padded(
                [
                    page.line([("All texts of this review have a label.", .good)]),
                    page.line([("Continue with: ilk review", nil)]),
                ], to: height)
        }
        let visible = textLines.dropFirst(firstLine).prefix(height)
        return padded(visible.map { page.line([($0, nil)]) }, to: height)
    }

    /// The position in a text that does not fit on the screen.
    private var position: String {
        guard textLines.count > textHeight else { return "" }
        let last = min(firstLine + textHeight, textLines.count)
        let more = last < textLines.count ? "  Space: more" : ""
        return "lines \(firstLine + 1) to \(last) of \(textLines.count)\(more)"
    }

    private func guess(_ page: Page) -> String {
        guard let current else { return "" }
        let item = items[current]
        var parts: [Page.Part] = [
            ("Guess  ", .faint),
            (VisibleText.oneLine(item.guessName), item.abstention == nil ? .strong : .doubtful),
        ]
        if let probability = item.probability { parts.append((" " + DecimalText.fixed(probability, 2), nil)) }
        if let abstention = item.abstention { parts.append((", " + abstention, .doubtful)) }
        if item.isAudit { parts.append(("  random sample, never learned", .faint)) }
        guard item.entries > 1 else { return page.line(parts) }
        let near = item.nearlyEqual > 0 ? ", \(DecimalText.grouped(item.nearlyEqual)) nearly equal" : ""
        return page.line(parts, right: "for \(DecimalText.grouped(item.entries)) entries\(near)")
    }

    private func evidence(_ page: Page) -> [String] {
        guard current != nil else { return [] }
        if let missingReasons { return [page.line([("  " + missingReasons, .faint)])] }
        return (reasons ?? []).map { reason in
            page.line([
                ("  " + DecimalText.signed(reason.support), reason.support < 0 ? .bad : .good),
                ("  " + VisibleText.oneLine(reason.phrase), nil),
            ])
        }
    }

    private func labelRows(_ most: Int, _ page: Page) -> [String] {
        guard current != nil else { return [] }
        if case .name(let text) = mode {
            return labels.rows(labels.matches(text), columns: columns, atMost: most, chosen: marked)
        }
        return labels.rows(Array(labels.all.indices), columns: columns, atMost: most, chosen: marked)
    }

    private func footer(_ layout: Layout, _ page: Page) -> String {
        if !layout.hasRules, let remark { return page.line([(remark, .strong)]) }
        if case .name(let text) = mode {
            return page.line([
                ("Label: ", .strong), (VisibleText.oneLine(text) + "_", nil),
                ("   Enter: choose   Esc: cancel", .faint),
            ])
        }
        guard current != nil else { return page.line([("u: undo   q: quit   ?: help", .faint)]) }
        let last = labels.all.last { $0.key != nil }?.key.map(String.init) ?? "1"
        let keys = last == "1" ? last : "1-" + last
        return page.line([
            (
                isMultilabel
                    ? "Enter: store   \(keys): label on or off   0: none   s: skip   u: undo   ?: help"
                    : "Enter: accept   \(keys): label   s: skip   u: undo   q: quit   ?: help",
                .faint
            )
        ])
    }

    private func help(_ page: Page) -> [String] {
        var lines = [page.rule("Keys")]
        let choosing =
            isMultilabel
            ? [
                ("Enter", "store the labels with a star, or that no label applies"),
                ("1-9, a-Z", "switch the label with this key on or off"), ("0", "switch all labels off"),
                ("/", "switch a label on or off by its name"),
            ]
            : [
                ("Enter", "accept the guess"), ("1-9, a-Z", "choose the label with this key"),
                ("/", "choose a label by name"),
            ]
        for (key, meaning) in choosing + [
            ("s", "skip the text; it comes again at the end"),
            ("u", "undo the last answer or skip; repeat for earlier answers"),
            ("j k Space", "scroll a long text, also with arrows and page keys"),
            ("q", "quit; answers are stored, and the next review continues"), ("?", "show this help"),
        ] {
            let padding = String(repeating: " ", count: 11 - key.count)
            lines.append(page.line([("  \(key)", .strong), (padding + meaning, nil)]))
        }
        lines.append(page.rule("Labels"))
        if labels.all.contains(where: { $0.meaning != nil }) {
            lines += labels.all.map { label in
                page.line([("  " + label.text, .strong), (label.meaning.map { "  " + $0 } ?? "", nil)])
            }
        } else {
            lines += labels.rows(Array(labels.all.indices), columns: columns, atMost: .max)
        }
        let room = max(1, rows - 2)
        if lines.count > room { lines = lines.prefix(room - 1) + [page.line([("  …", nil)])] }
        return lines + [page.line([("Any key: back to the text", .faint)])]
    }
}

/// Builds lines that fit a screen.
private struct Page {
    typealias Part = (text: String, tone: Style.Tone?)

    let columns: Int
    let style: Style

    /// Returns a line of parts, cut to the width of the screen. `right` is added at the right edge if there
    /// is room.
    func line(_ parts: [Part], right: String? = nil) -> String {
        var line = ""
        var room = columns
        for part in parts where room > 0 && !part.text.isEmpty {
            let text = DisplayWidth.truncated(part.text, to: room)
            room -= DisplayWidth.of(text)
            line += part.tone.map { style.paint(text, $0) } ?? text
        }
        guard let right, DisplayWidth.of(right) + 2 <= room else { return line }
        let padding = String(repeating: " ", count: room - DisplayWidth.of(right))
        return line + padding + style.paint(right, .faint)
    }

    /// Returns a horizontal line that contains a text.
    func rule(_ text: String) -> String {
        let text = text.isEmpty ? "" : DisplayWidth.truncated("── \(text) ", to: columns)
        let rest = String(repeating: "─", count: max(0, columns - DisplayWidth.of(text)))
        return text + style.paint(rest, .faint)
    }
}
