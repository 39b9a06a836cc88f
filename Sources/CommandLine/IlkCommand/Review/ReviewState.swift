import IlkConsole
import IlkVocabulary

/// The state of a review at the keyboard. The state receives keys, and returns the lines of the screen and
/// the changes that the caller must store. The state uses no terminal, log or clock.
struct ReviewState {
    /// A text to review.
    struct Item: Hashable, Sendable {
        var text: String
        /// The index of the predicted label, or of the guess of an abstention. `nil` if this label can no
        /// longer be chosen, because it was retired or merged.
        var guess: Int?
        /// The name of the predicted label or of the guess.
        var guessName: String
        /// The indexes of all predicted labels, if a text can have several.
        var predicted: [Int] = []
        /// The probability of the label in ``guessName``, or `nil` if only the label was logged.
        var probability: Double?
        /// The reason for an abstention in words, or `nil`.
        var abstention: String?
        /// The number of further entries with the same text.
        var equal = 0
        /// The number of further entries with nearly the same text.
        var nearlyEqual = 0
        /// `true` for an audit: the entry was picked at random, and its label is not used for training.
        var isAudit = false

        /// The number of entries that a label of the text applies to.
        var entries: Int { 1 + equal + nearlyEqual }
    }

    /// A piece of evidence for the guess.
    struct Reason: Hashable, Sendable {
        var phrase: String
        var support: Double
    }

    /// A change that the caller must store, or the end of the review.
    enum Action: Hashable, Sendable {
        case answer(item: Int, labels: [Int])
        case skip(item: Int)
        case undoAnswer(item: Int)
        case undoSkip(item: Int)
        case quit
    }

    /// The page on the screen.
    enum Mode: Hashable, Sendable {
        case text
        case help
        /// The user types the name of a label. The value is the text so far.
        case name(String)
    }

    private enum Step {
        case answer(Int)
        case skip(Int)
    }

    let items: [Item]
    let labels: ReviewLabels
    /// `true` if a text can have several labels or none. The key of a label then toggles the label, and Enter
    /// stores the chosen labels.
    let isMultilabel: Bool
    /// The indexes of the labels that Enter stores for the current text, if a text can have several.
    private(set) var chosen: Set<Int> = []
    private(set) var mode = Mode.text
    /// The message about the last key, or `nil`.
    private(set) var remark: String?
    /// The strongest evidence for the guess of the current text, or `nil` if it was not looked up yet.
    var reasons: [Reason]?
    /// The reason why there is no evidence, or `nil`.
    var missingReasons: String?
    /// The indexes of the texts without an answer, the current one first. Skipped texts come after all other
    /// texts.
    private(set) var waiting: [Int]
    /// The number of texts that were skipped and have no answer.
    private(set) var skipped = 0
    private var steps: [Step] = []

    /// The size of the screen.
    private(set) var columns = 80
    private(set) var rows = 24
    /// The lines of the current text.
    private(set) var textLines: [String] = []
    /// The first visible line of the text.
    private(set) var firstLine = 0
    /// The text and the width that ``textLines`` were computed for, or `nil`.
    private var laidOut: (item: Int, columns: Int)?

    /// The maximum number of characters of a text that are shown. People rarely read longer texts to the end.
    static let longestText = 50_000

    /// Creates the state at the start of a review.
    ///
    /// - Parameters:
    ///   - items: The texts in order.
    ///   - labels: The labels.
    ///   - isMultilabel: `true` if a text can have several labels or none.
    init(_ items: [Item], labels: ReviewLabels, isMultilabel: Bool = false) {
        self.items = items
        self.labels = labels
        self.isMultilabel = isMultilabel
        waiting = Array(items.indices)
        layOut()
    }

    /// The index of the current text, or `nil` if all texts have an answer.
    var current: Int? { waiting.first }
    /// The number of texts with an answer.
    var reviewed: Int { items.count - waiting.count }

    /// Changes the size of the screen. The first visible line of the text stays about the same.
    mutating func resize(columns: Int, rows: Int) {
        guard columns != self.columns || rows != self.rows else { return }
        let share = textLines.isEmpty ? 0 : Double(firstLine) / Double(textLines.count)
        (self.columns, self.rows) = (max(1, columns), max(1, rows))
        layOut()
        scroll(to: Int(share * Double(textLines.count)))
    }

    /// Processes a key.
    ///
    /// - Returns: The change that the caller must store, or `nil` if there is none.
    mutating func press(_ key: ReviewKey) -> Action? {
        remark = nil
        defer { layOut() }
        switch mode {
        case .help:
            mode = .text
            return nil
        case .name(let text): return type(key, after: text)
        case .text: return command(key)
        }
    }

    private mutating func command(_ key: ReviewKey) -> Action? {
        switch key {
        case .enter: return isMultilabel ? answer(chosen.sorted()) : acceptGuess()
        case .up, .character("k"): scroll(to: firstLine - 1)
        case .down, .character("j"): scroll(to: firstLine + 1)
        case .pageDown, .character(" "): scroll(to: firstLine + page)
        case .pageUp: scroll(to: firstLine - page)
        case .character("s"): return skip()
        case .character("u"): return undo()
        case .character("q"): return .quit
        case .character("?"): mode = .help
        case .character("/"): if current != nil { mode = .name("") }
        case .character("0") where isMultilabel: chosen = []
        case .character(let key):
            guard let label = labels.index(of: key) else {
                remark = "The key \(VisibleText.oneLine(String(key))) is not assigned. ?: help"
                return nil
            }
            return choose(label)
        case .backspace, .escape: break
        }
        return nil
    }

    /// Processes a key while the user types the name of a label.
    private mutating func type(_ key: ReviewKey, after text: String) -> Action? {
        switch key {
        case .escape: mode = .text
        case .backspace: mode = text.isEmpty ? .text : .name(String(text.dropLast()))
        case .character(let character): mode = .name(text + String(character))
        case .enter:
            let matches = text.isEmpty ? [] : labels.matches(text)
            guard matches.count == 1 else {
                remark = matches.isEmpty ? "No label has this name." : "\(matches.count) labels match."
                return nil
            }
            mode = .text
            return choose(matches[0])
        case .up, .down, .pageUp, .pageDown: break
        }
        return nil
    }

    private mutating func acceptGuess() -> Action? {
        guard let current else { return .quit }
        guard let guess = items[current].guess else {
            remark = "There is no prediction to accept. Press the key of a label."
            return nil
        }
        return answer([guess])
    }

    /// Answers with a label. If a text can have several labels, toggles the label instead.
    private mutating func choose(_ label: Int) -> Action? {
        guard isMultilabel else { return answer([label]) }
        if current != nil, chosen.remove(label) == nil { chosen.insert(label) }
        return nil
    }

    private mutating func answer(_ chosen: [Int]) -> Action? {
        guard let current else { return isMultilabel ? .quit : nil }
        if isSkipped(current) { skipped -= 1 }
        waiting.removeFirst()
        steps.append(.answer(current))
        let entries = items[current].entries
        remark =
            "Stored \(chosen.isEmpty ? "no label" : chosen.map { labels.all[$0].name }.joined(separator: ", "))"
            + (entries > 1 ? " for \(DecimalText.grouped(entries)) entries" : "") + ". u: undo"
        return .answer(item: current, labels: chosen)
    }

    private mutating func skip() -> Action? {
        guard let current else { return nil }
        if !isSkipped(current) { skipped += 1 }
        waiting.append(waiting.removeFirst())
        steps.append(.skip(current))
        remark =
            skipped == waiting.count ? "Only skipped texts are left." : "Skipped: shown again at the end."
        return .skip(item: current)
    }

    private mutating func undo() -> Action? {
        switch steps.popLast() {
        case nil:
            remark = "Nothing to undo."
            return nil
        case .answer(let item):
            waiting.insert(item, at: 0)
            if isSkipped(item) { skipped += 1 }
            remark = "Removed the label of this text."
            return .undoAnswer(item: item)
        case .skip(let item):
            waiting.removeAll { $0 == item }
            waiting.insert(item, at: 0)
            remark = "No longer skipped."
            guard !isSkipped(item) else { return nil }
            skipped -= 1
            return .undoSkip(item: item)
        }
    }

    /// Returns `true` if a text was skipped.
    private func isSkipped(_ item: Int) -> Bool {
        steps.contains { if case .skip(item) = $0 { true } else { false } }
    }

    /// Reports that some entries of the last answer no longer exist.
    mutating func tellErased(_ count: Int) {
        let entries = count == 1 ? "1 entry" : "\(DecimalText.grouped(count)) entries"
        remark = "Not labeled, because erased meanwhile: \(entries) of the last text."
    }

    // MARK: Layout

    /// The number of lines by which a page key scrolls.
    private var page: Int { max(1, textHeight - 1) }

    /// Computes ``textLines`` again if the text or the width has changed.
    private mutating func layOut() {
        guard let current else {
            (textLines, firstLine, laidOut) = ([], 0, nil)
            return
        }
        guard laidOut?.item != current || laidOut?.columns != columns else { return scroll(to: firstLine) }
        if laidOut?.item != current {
            firstLine = 0
            (reasons, missingReasons) = (nil, nil)
            chosen = Set(items[current].predicted)
        }
        laidOut = (current, columns)
        textLines = Self.lines(of: items[current].text, columns: columns)
        scroll(to: firstLine)
    }

    private mutating func scroll(to line: Int) {
        firstLine = max(0, min(line, textLines.count - textHeight))
    }

    /// Returns the lines of a text, safe for a terminal.
    static func lines(of text: String, columns: Int) -> [String] {
        let shown = text.prefix(longestText)
        var lines = shown.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .flatMap { line in
                WrappedText.lines(VisibleText.oneLine(String(line)), columns: columns).split(
                    separator: "\n", omittingEmptySubsequences: false
                ).dropLast().map(String.init)
            }
        while lines.last?.isEmpty == true { lines.removeLast() }
        if shown.endIndex < text.endIndex {
            let rest = text[shown.endIndex...].utf8.count
            lines.append(DisplayWidth.truncated("… \(DecimalText.size(rest)) more", to: columns))
        }
        return lines
    }
}
