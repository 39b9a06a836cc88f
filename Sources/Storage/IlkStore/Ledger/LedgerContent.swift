/// The content of a slot of a ledger file at one moment.
enum LedgerContent: Sendable, Hashable {
    /// The slot has no run.
    case free
    /// A run, its process and its counts.
    case run(JournalRun, process: Int32, LedgerCounts)
    /// Words that no version of Ilk wrote. The run is known if the words of its id are intact.
    case damaged(JournalRun?)

    /// Parses the words of a slot. One damaged word makes the whole slot damaged.
    ///
    /// - Parameters:
    ///   - words: The 16 words.
    ///   - place: The number of the slot in its file. The words' checksums depend on it.
    init(_ words: ArraySlice<UInt64>, at place: Int) {
        func value(_ word: LedgerSlot.Word) -> UInt64? {
            LedgerWord.decode(
                words[words.startIndex + word.rawValue], at: LedgerSlot.position(of: word, in: place))
        }
        let entered = words[words.startIndex + LedgerSlot.Word.entered.rawValue]
        guard words.first != 0 else {
            // When a run begins, the first word is written last. When a slot is cleared, its counts are
            // zeroed before the first word. A slot with entries therefore had a run.
            self = entered == 0 || value(.entered) == 0 ? .free : .damaged(nil)
            return
        }
        guard let high = value(.runHigh), let middle = value(.runMiddle), let low = value(.runLow),
            low >> 32 == 0
        else {
            self = .damaged(nil)
            return
        }
        let run = JournalRun(high: high << 16 | middle >> 32, low: middle << 32 | low)
        guard let process = value(.process).flatMap({ Int32(exactly: $0) }),
            let counts = LedgerCounts({ value($0).map { Int($0) } })
        else {
            self = .damaged(run)
            return
        }
        self = .run(run, process: process, counts)
    }

    /// Parses the words of a slot of format 1, which have no checksum: plain 64-bit integers, with the run's
    /// id in two words.
    ///
    /// Damage is recognized only if it results in values that Ilk never writes.
    init(format1 words: ArraySlice<UInt64>) {
        let words = Array(words)
        guard words[0] != 0 else {
            self = .free
            return
        }
        guard words[0] >> 12 & 0xF == 7, words[1] >> 62 == 2, words.dropFirst(8).allSatisfy({ $0 == 0 })
        else {
            self = .damaged(nil)
            return
        }
        let run = JournalRun(high: words[0], low: words[1])
        let counts = words[3..<8]
        guard let process = Int32(exactly: words[2]), process > 0, counts.allSatisfy({ $0 < 1 << 32 }) else {
            self = .damaged(run)
            return
        }
        self = .run(
            run, process: process,
            LedgerCounts(
                entered: Int(words[3]), skippedEmpty: Int(words[4]), droppedFull: Int(words[5]),
                droppedClosed: Int(words[6]), droppedUnwritten: Int(words[7])))
    }

    var run: JournalRun? {
        switch self {
        case .free: nil
        case .run(let run, _, _): run
        case .damaged(let run): run
        }
    }

    var isDamaged: Bool {
        if case .damaged = self { true } else { false }
    }
}

extension LedgerCounts {
    /// Creates counts from a slot's words, or returns `nil` if a word is damaged.
    fileprivate init?(_ value: (LedgerSlot.Word) -> Int?) {
        guard let entered = value(.entered), let skippedEmpty = value(.skippedEmpty),
            let droppedFull = value(.droppedFull), let droppedClosed = value(.droppedClosed),
            let droppedUnwritten = value(.droppedUnwritten)
        else { return nil }
        self.init(
            entered: entered, skippedEmpty: skippedEmpty, droppedFull: droppedFull,
            droppedClosed: droppedClosed,
            droppedUnwritten: droppedUnwritten)
    }
}
