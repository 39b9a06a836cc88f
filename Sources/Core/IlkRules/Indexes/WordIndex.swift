import IlkText

/// Finds the words and phrases of all rules by the hashes of the words' normal forms: one look-up a word of a text.
package final class WordIndex: Sendable {
    /// A word: where its normal form stands in the pool.
    package struct Word: Sendable {
        package let hash: UInt64
        package let lower: Int32
        package let count: Int32
    }

    /// A phrase of one matcher: what must follow its first word.
    package struct Phrase: Sendable {
        package let matcher: Int32
        /// The places in `following` of the words behind the first.
        package let rest: Range<Int32>
        /// Its place in ``steps`` when it is a word of a phrase with gaps, else -1.
        package let step: Int32
        /// The hash of the word that must follow the first at once, where one must.
        let second: UInt64?
    }

    /// A word of a phrase with gaps. The steps of a phrase stand side by side.
    package struct Step: Sendable {
        /// The how manieth word of the phrase it is, from 0, and how many there are.
        package let place: Int32
        package let count: Int32
        /// How many other words may stand before it.
        package let gap: Int32
    }

    /// What is to be found: words that follow one another, or with so many others between.
    struct Draft {
        let matcher: Int32
        let words: [[UInt8]]
        var gap: Int32 = -1
    }

    /// A word that phrases begin with, and the places of these in `phrases`.
    package struct Entry: Sendable {
        package let word: Word
        package var phrases: Range<Int32>
    }

    package let pool: ProgramTable<UInt8>
    package let entries: ProgramTable<Entry>
    package let following: ProgramTable<Word>
    /// Grouped by first word, longer phrases first, then steps, the last of a phrase first.
    package let phrases: ProgramTable<Phrase>
    package let steps: ProgramTable<Step>
    /// Open addressing: the place of an entry plus one; 0 is free. The size is a power of two.
    private let slots: ProgramTable<UInt32>

    /// What begins with a word: the words of a phrase from there on, or one step.
    private struct Item {
        /// The phrase, and the place of the word in it.
        let draft: Int
        let place: Int
        let matcher: Int32
        /// How many words begin here.
        let count: Int
        var step: Int32 = -1

        func word(_ list: [Draft]) -> [UInt8] { list[draft].words[place] }

        /// By words; of one word the longer phrases first, then steps, the last of a phrase first.
        func isBefore(_ other: Item, _ list: [Draft]) -> Bool {
            let (own, others) = (word(list), other.word(list))
            if own != others { return own.lexicographicallyPrecedes(others) }
            if step != other.step { return other.step >= 0 && (step < 0 || step > other.step) }
            return (other.count, matcher, draft) < (count, other.matcher, other.draft)
        }
    }

    /// The words of phrases as they are put side by side.
    private struct Words {
        var pool: [UInt8] = []
        var following: [Word] = []

        mutating func store(_ word: [UInt8]) -> Word {
            let lower = Int32(pool.count)
            pool += word
            return Word(hash: StableHash.hash(of: word), lower: lower, count: Int32(word.count))
        }
    }

    /// An index of phrases, each a list of at least one normal form.
    convenience init(_ list: [Draft]) {
        var items: [Item] = []
        var steps: [Step] = []
        items.reserveCapacity(list.count)
        for (number, draft) in list.enumerated() {
            guard draft.gap >= 0 else {
                items.append(
                    Item(draft: number, place: 0, matcher: draft.matcher, count: draft.words.count))
                continue
            }
            for place in draft.words.indices {
                items.append(
                    Item(
                        draft: number, place: place, matcher: draft.matcher, count: 1,
                        step: Int32(steps.count)))
                steps.append(
                    Step(place: Int32(place), count: Int32(draft.words.count), gap: draft.gap))
            }
        }
        items.sort { $0.isBefore($1, list) }
        var words = Words()
        var entries: [Entry] = []
        var phrases: [(matcher: Int32, rest: Range<Int32>, step: Int32)] = []
        phrases.reserveCapacity(items.count)
        var start = 0
        while start < items.count {
            let word = items[start].word(list)
            let firstPhrase = Int32(phrases.count)
            while start < items.count, items[start].word(list) == word {
                let item = items[start]
                let rest = Int32(words.following.count)
                let all = list[item.draft].words
                for place in item.place + 1..<item.place + item.count {
                    words.following.append(words.store(all[place]))
                }
                phrases.append((item.matcher, rest..<Int32(words.following.count), item.step))
                start += 1
            }
            entries.append(
                Entry(word: words.store(word), phrases: firstPhrase..<Int32(phrases.count)))
        }
        self.init(
            pool: words.pool, entries: entries, following: words.following, phrases: phrases, steps: steps)
    }

    /// An index of the parts of another one: of each phrase its matcher, the places of its other words, and its step.
    init(
        pool: [UInt8], entries: [Entry], following: [Word],
        phrases: [(matcher: Int32, rest: Range<Int32>, step: Int32)], steps: [Step]
    ) {
        self.pool = ProgramTable(pool)
        self.entries = ProgramTable(entries)
        self.following = ProgramTable(following)
        self.phrases = ProgramTable(
            phrases.map { phrase in
                let hasSecond = !phrase.rest.isEmpty && phrase.step < 0
                return Phrase(
                    matcher: phrase.matcher, rest: phrase.rest, step: phrase.step,
                    second: hasSecond ? following[Int(phrase.rest.lowerBound)].hash : nil)
            })
        self.steps = ProgramTable(steps)
        slots = ProgramTable(Self.slots(entries))
    }

    /// Whether there is nothing to find.
    var isEmpty: Bool { entries.isEmpty }

    private static func slots(_ entries: [Entry]) -> [UInt32] {
        var size = 2
        while size < entries.count * 4 { size *= 2 }
        var slots = [UInt32](repeating: 0, count: size)
        for (index, entry) in entries.enumerated() {
            var slot = Int(truncatingIfNeeded: entry.word.hash) & (size - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
            slots[slot] = UInt32(index + 1)
        }
        return slots
    }

    /// The phrases that begin with a word of a text: places in ``phrases``, empty when there are none.
    @inline(__always)
    func phrases(hash: UInt64, form: () -> UnsafeBufferPointer<UInt8>) -> Range<Int> {
        let mask = slots.count &- 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while true {
            let number = slots[slot]
            if number == 0 { return 0..<0 }
            let entry = entries.pointer(to: Int(number) &- 1)
            if entry.pointee.word.hash == hash, equals(entry.pointee.word, form()) {
                let phrases = entry.pointee.phrases
                return Int(phrases.lowerBound)..<Int(phrases.upperBound)
            }
            slot = (slot &+ 1) & mask
        }
    }

    /// How many words a phrase has.
    func length(_ phrase: Phrase) -> Int { phrase.rest.count + 1 }

    /// The word at a place behind the first of a phrase, counted from 0.
    func word(_ phrase: Phrase, _ index: Int) -> Word { following[Int(phrase.rest.lowerBound) + index] }

    /// Whether a word has this normal form.
    @inline(__always)
    func equals(_ word: Word, _ form: UnsafeBufferPointer<UInt8>) -> Bool {
        guard Int(word.count) == form.count else { return false }
        for index in 0..<form.count where pool[Int(word.lower) + index] != form[index] { return false }
        return true
    }
}
