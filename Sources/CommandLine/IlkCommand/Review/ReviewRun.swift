import Ilk
import IlkConsole
import IlkLog
import IlkStore
import IlkVerdictConsole
import IlkVocabulary

/// A review of a log at a terminal: it shows the screens of the state, passes keys to the state and stores
/// the answers.
struct ReviewRun {
    let store: ClassificationLogStore
    let strategy: ReviewStrategy
    /// The maximum number of texts.
    let limit: Int
    /// The author of the corrections.
    let author: String?
    let console: Console

    /// The time in milliseconds after which a single escape byte counts as the Escape key, not as the
    /// beginning of a sequence.
    private static let escapeTime: Int32 = 50

    /// Runs the review until the user quits.
    ///
    /// - Throws: Errors of the log and of the terminal; an error with the status of a signal if one arrives.
    func run(on terminal: RawTerminal) async throws {
        let rows = try await store.reviewQueue(limit: limit, order: strategy.order)
        guard !rows.isEmpty else {
            return console.note("No entries to review.")
        }
        let set = try LabelSetCatalog(folders: console.folders).set(with: store.taxonomy)
        let labels = labels(set)
        var review = Review(
            state: ReviewState(
                rows.map { Self.item($0, labels, set) }, labels: labels,
                isMultilabel: set?.isMultilabel ?? false), rows: rows,
            verdicts: LoggedVerdicts(taxonomy: store.taxonomy, set: set, folders: console.folders),
            title: set?.name ?? store.taxonomy.name)
        try terminal.enter()
        defer { terminal.leave() }
        try await work(&review, terminal)
        terminal.leave()
        try console.checkStop()
        let texts = DecimalText.counted(review.state.reviewed, "text")
        console.note(
            "Reviewed \(texts): stored \(DecimalText.counted(review.corrections, "correction")), "
                + "\(review.state.waiting.count) left.")
    }

    private func work(_ review: inout Review, _ terminal: RawTerminal) async throws {
        var decoder = ReviewKeyDecoder()
        while true {
            let size = terminal.size
            review.state.resize(columns: size.columns, rows: size.rows)
            review.lookUpReasons()
            try terminal.show(review.state.lines(title: review.title, style: console.style))
            let keys: [ReviewKey]
            switch try terminal.wait(atMost: decoder.isIncomplete ? Self.escapeTime : nil) {
            case .end: return
            case .redraw: continue
            case .pause: keys = decoder.flush()
            case .input(let bytes): keys = decoder.keys(bytes)
            }
            for key in keys {
                guard let action = review.state.press(key) else { continue }
                if action == .quit { return }
                try await store(action, &review)
            }
        }
    }

    /// Stores a change at once.
    private func store(_ action: ReviewState.Action, _ review: inout Review) async throws {
        switch action {
        case .answer(let item, let labels):
            let row = review.rows[item]
            let stored = try await store.correct(
                [row], to: labels.map { review.state.labels.all[$0].category },
                isMultilabel: review.state.isMultilabel, author: author)
            review.stored[item] = stored
            let erased = row.entries.count - stored.count
            if erased > 0 { review.state.tellErased(erased) }
        case .undoAnswer(let item):
            try await store.undo(corrections: review.stored.removeValue(forKey: item) ?? [])
        case .skip(let item): try await store.skip([review.rows[item]])
        case .undoSkip(let item): try await store.unskip([review.rows[item]])
        case .quit: break
        }
    }

    /// Returns the labels that a person can choose: the labels of the log without retired and merged labels.
    private func labels(_ set: LabelSet?) -> ReviewLabels {
        var unused = Set((set?.labels ?? []).filter(\.isRetired).map(\.key))
        if let set { unused.formUnion(set.merged.keys) }
        let meanings = (set?.labels ?? []).compactMap { label in
            (label.description ?? label.title).map { (label.key, $0) }
        }
        return ReviewLabels(
            store.taxonomy.categories.filter { !unused.contains($0) },
            meanings: Dictionary(meanings) { first, _ in first })
    }

    private static func item(
        _ row: LogReview, _ labels: ReviewLabels, _ set: LabelSet?
    ) -> ReviewState.Item {
        let entry = row.entry
        let logged = Category(entry.log.category)
        let category = set?.current(logged) ?? logged
        let predicted = entry.predictedCategories.map { set?.current($0) ?? $0 }
        return ReviewState.Item(
            text: entry.log.text, guess: labels.all.firstIndex { $0.category == category },
            guessName: predicted.count > 1 ? LogTable.names(predicted) : category.rawValue,
            predicted: labels.all.indices.filter { predicted.contains(labels.all[$0].category) },
            probability: entry.verdict?.probability,
            abstention: entry.verdict?.abstention.map(words),
            equal: row.equal.count, nearlyEqual: row.nearlyEqual.count, isAudit: row.isAudit)
    }

    /// Returns the reason of an abstention in words.
    static func words(_ abstention: Verdict.Abstention) -> String {
        switch abstention {
        case .unsure: "unsure"
        case .unfamiliar: "unfamiliar"
        case .noEvidence: "no evidence"
        case .empty: "empty"
        }
    }
}

/// The state of a run with the entries of the log.
private struct Review {
    var state: ReviewState
    let rows: [LogReview]
    let verdicts: LoggedVerdicts
    /// The name of the label set.
    let title: String
    /// The ids of the stored corrections of each answered text, by the index of the text.
    var stored: [Int: [RecordID]] = [:]

    /// The number of stored corrections.
    var corrections: Int { stored.values.reduce(0) { $0 + $1.count } }

    /// Looks up the evidence for the predicted label of the current text, unless it was already looked up.
    mutating func lookUpReasons() {
        guard let current = state.current, state.reasons == nil else { return }
        do {
            let (verdict, _, _) = try verdicts.explained(rows[current].entry)
            let category = verdict.taxonomy.index(of: verdict.category) ?? 0
            state.reasons = EvidenceRows.strongest(
                verdict.evidence, forCategoryAt: category, count: ReviewState.mostReasons
            ).map { ReviewState.Reason(phrase: $0.evidence.phrase, support: $0.support) }
        } catch {
            state.reasons = []
            state.missingReasons = CommandError(error).what
        }
    }
}
