package import IlkConsole
package import IlkVocabulary

/// A human-readable verdict on one line: `message  0.97   word “hey” +0.9 · 1 line +0.4`.
package struct VerdictLine {
    package let style: Style
    /// The maximum number of categories in the line. Categories that do not fit are replaced by `…`. The
    /// predicted categories of a multi-label taxonomy are always shown, even if there are more.
    package let top: Int
    /// The maximum width of a line in columns. The piece of evidence that reaches the limit is cut, and the
    /// pieces after it are omitted.
    package var columns: Int
    private let width: Int

    /// The maximum number of pieces of evidence in a line.
    package static let evidenceCount = 4

    /// The minimum width of a cut piece of evidence.
    private static let leastWidth = 16

    package init(_ taxonomy: Taxonomy, style: Style, top: Int = 1, columns: Int = .max) {
        self.style = style
        self.top = top
        self.columns = columns
        width = taxonomy.categories.map { DisplayWidth.of(VisibleText.oneLine($0.rawValue)) }.max() ?? 0
    }

    /// Returns the line without a line break.
    ///
    /// - Parameters:
    ///   - verdict: The verdict.
    ///   - parts: The names and verdicts of the rules alone and of the model alone. They are printed before
    ///     the evidence.
    package func text(_ verdict: Verdict, parts: [(name: String, verdict: Verdict)] = []) -> String {
        if verdict.abstention == .empty { return "empty  -" + flags(verdict) }
        let partWidth = columns == .max ? Self.shortWidth : max(10, (columns - 30) / 5)
        let words = parts.map { "\($0.name) \(Self.short($0.verdict, labelWidth: partWidth))" }
        let alone = words.isEmpty ? "" : "   " + words.joined(separator: " · ")
        if verdict.abstention == .unfamiliar { return unfamiliar(verdict, alone) + flags(verdict) }
        let mark = verdict.abstention == nil ? "" : "?"
        let name = label(verdict.category) + mark
        let padding = String(repeating: " ", count: max(0, min(width, labelWidth) - DisplayWidth.of(name)))
        var line = padding + " " + DecimalText.fixed(verdict.probability, 2)
        let used = DisplayWidth.of(name + line + alone) + flagWidth(verdict)
        line += others(verdict, within: columns - used) + alone
        let flags = flags(verdict)
        let room = columns - DisplayWidth.of(name + line) - 3 - flagWidth(verdict)
        let evidence = self.evidence(verdict, within: room)
        if !evidence.isEmpty { line += "   " + evidence }
        return style.paint(name, mark.isEmpty ? .strong : .doubtful) + line + flags
    }

    /// Returns the line for a text unlike the training texts. The most probable category is not emphasized,
    /// because its probability is not meaningful.
    private func unfamiliar(_ verdict: Verdict, _ alone: String) -> String {
        let guess =
            "guess: \(label(verdict.category)) \(DecimalText.fixed(verdict.probability, 2))"
        let line = style.paint("unfamiliar", .doubtful) + " (\(guess))" + alone
        let room = columns - DisplayWidth.of("unfamiliar (\(guess))" + alone) - 3 - flagWidth(verdict)
        let evidence = self.evidence(verdict, within: room)
        return evidence.isEmpty ? line : line + "   " + evidence
    }

    /// Returns a verdict in a few words: `message 0.97`, `message? 0.41`, `unfamiliar`.
    static func short(_ verdict: Verdict, labelWidth: Int = Self.shortWidth) -> String {
        switch verdict.abstention {
        case .empty: return "empty"
        case .noEvidence: return "no evidence"
        case .unfamiliar: return "unfamiliar"
        case .unsure, nil:
            let label = DisplayWidth.truncated(VisibleText.oneLine(verdict.category.rawValue), to: labelWidth)
            let mark = verdict.abstention == nil ? "" : "?"
            return "\(label)\(mark) \(DecimalText.fixed(verdict.probability, 2))"
        }
    }

    /// The default maximum width of a label in ``short(_:labelWidth:)``.
    private static let shortWidth = 24

    /// The maximum width of a label.
    private var labelWidth: Int { columns == .max ? .max : max(Self.leastWidth, columns / 10 * 3) }

    /// Returns a label, cut to its maximum width.
    private func label(_ category: Category) -> String {
        DisplayWidth.truncated(VisibleText.oneLine(category.rawValue), to: labelWidth)
    }

    /// Returns the further categories with their probabilities, as many as fit. Predicted categories are
    /// never omitted.
    private func others(_ verdict: Verdict, within room: Int) -> String {
        let predicted = verdict.categories.map { Set($0) }
        let pieces = others(verdict).map { category, probability in
            let isPredicted = predicted?.contains(category) ?? false
            let mark = predicted == nil || isPredicted ? "" : "?"
            let text = "  \(label(category))\(mark) \(DecimalText.fixed(probability, 2))"
            return (text: text, width: DisplayWidth.of(text), isPredicted: isPredicted)
        }
        let omission = "  …"
        var (count, used) = (pieces.count, pieces.reduce(0) { $0 + $1.width })
        while count > 0, !pieces[count - 1].isPredicted,
            used + (count < pieces.count ? omission.count : 0) > room
        {
            count -= 1
            used -= pieces[count].width
        }
        return pieces.prefix(count).map(\.text).joined() + (count < pieces.count ? omission : "")
    }

    private func others(_ verdict: Verdict) -> [(Category, Double)] {
        let top = max(top, verdict.categories?.count ?? 1)
        guard top > 1, let best = verdict.taxonomy.index(of: verdict.category) else { return [] }
        return verdict.probabilities.indices.filter { $0 != best }
            .sorted { (rank(verdict, $1), $0) < (rank(verdict, $0), $1) }
            .prefix(top - 1)
            .map { (verdict.taxonomy.categories[$0], verdict.probabilities[$0]) }
    }

    /// Returns the probability of a category, plus 1 if the category is predicted in a multi-label taxonomy,
    /// so that predicted categories come first.
    private func rank(_ verdict: Verdict, _ index: Int) -> Double {
        let isPredicted = verdict.categories?.contains(verdict.taxonomy.categories[index]) ?? false
        return verdict.probabilities[index] + (isPredicted ? 1 : 0)
    }

    /// Returns the reason for an abstention and the strongest evidence, as much as fits.
    private func evidence(_ verdict: Verdict, within room: Int) -> String {
        var line = ""
        var width = 0
        if let reason = Self.reason(verdict) {
            line = style.paint(reason, .doubtful)
            width = DisplayWidth.of(reason)
        }
        let category = verdict.taxonomy.index(of: verdict.category) ?? 0
        let pieces = EvidenceRows.strongest(
            verdict.evidence, forCategoryAt: category, count: Self.evidenceCount)
        for piece in pieces {
            let number = DecimalText.signed(piece.support)
            let separator = line.isEmpty ? "" : " · "
            let left = room - width - separator.count - number.count - 1
            let phrase = VisibleText.oneLine(piece.evidence.phrase)
            guard DisplayWidth.of(phrase) <= left || left >= Self.leastWidth else { break }
            let shown = Self.truncated(phrase, to: left)
            line += separator + shown + " " + style.paint(number, piece.support < 0 ? .bad : .good)
            width += separator.count + DisplayWidth.of(shown) + 1 + number.count
            if shown != phrase { break }
        }
        return line
    }

    /// Returns a phrase that is cut to a number of columns. A quotation that is cut is closed.
    private static func truncated(_ phrase: String, to columns: Int) -> String {
        let cut = DisplayWidth.truncated(phrase, to: columns)
        guard hasOpenQuotation(cut) else { return cut }
        let shorter = DisplayWidth.truncated(phrase, to: columns - 1)
        return hasOpenQuotation(shorter) ? shorter + "”" : shorter
    }

    private static func hasOpenQuotation(_ text: String) -> Bool {
        text.count { $0 == "“" } > text.count { $0 == "”" }
    }

    private static func reason(_ verdict: Verdict) -> String? {
        switch verdict.abstention {
        case .unsure: "unsure"
        case .noEvidence: "no evidence"
        case .empty, .unfamiliar, nil: nil
        }
    }

    private func flags(_ verdict: Verdict) -> String {
        verdict.flags.isEmpty ? "" : "   " + style.paint(flagNames(verdict), .faint)
    }

    private func flagNames(_ verdict: Verdict) -> String {
        "[\(verdict.flags.map(\.rawValue).joined(separator: ", "))]"
    }

    private func flagWidth(_ verdict: Verdict) -> Int {
        verdict.flags.isEmpty ? 0 : 3 + flagNames(verdict).count
    }
}
