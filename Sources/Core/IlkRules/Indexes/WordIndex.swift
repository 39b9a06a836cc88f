import IlkText

/// An index that finds the words and phrases of all rules. Each word of a text costs one hash lookup of its
/// normal form (NFKC case fold).
package final class WordIndex: Sendable {
    /// A word, with the location of its normal form in the pool.
    package struct Word: Sendable {
        package let hash: UInt64
        package let lower: Int32
        package let count: Int32
    }

    /// A phrase of one matcher, without its first word. A phrase with gaps is stored as one value for each of
    /// its words.
    package struct Phrase: Sendable {
        package let matcher: Int32
        /// The words after the first, as a range of `following`.
        package let rest: Range<Int32>
        /// For one word of a phrase with gaps, the index of this word in ``steps``. For other phrases, -1.
        package let step: Int32
        /// The hash of the word that must directly follow the first, if any.
        let second: UInt64?
    }

    /// One word of a phrase with gaps. The steps of a phrase are adjacent in ``steps``, in the order of its
    /// words.
    package struct Step: Sendable {
        /// The position of the word in the phrase, starting at 0, and the number of words in the phrase.
        package let place: Int32
        package let count: Int32
        /// The maximum number of other words between this word and the previous word of the phrase.
        package let gap: Int32
    }

    /// A phrase to be indexed. If `gap` is -1, its words are consecutive. Otherwise, at most `gap` other
    /// words may stand between two of its words.
    struct Draft {
        let matcher: Int32
        let words: [[UInt8]]
        var gap: Int32 = -1
    }

    /// A word with which at least one phrase begins, and the range of these phrases in `phrases`.
    package struct Entry: Sendable {
        package let word: Word
        package var phrases: Range<Int32>
    }

    package let pool: ProgramTable<UInt8>
    package let entries: ProgramTable<Entry>
    package let following: ProgramTable<Word>
    /// The phrases, grouped by first word. In a group, longer phrases come first, and words of phrases with
    /// gaps come last, in descending order of ``Phrase/step``.
    package let phrases: ProgramTable<Phrase>
    package let steps: ProgramTable<Step>
    /// A hash table with linear probing and a power-of-two size. A slot contains the index of an entry plus
    /// one, or 0 if it is free.
    private let slots: ProgramTable<UInt32>

    /// An element to be sorted: a phrase of consecutive words, or one word of a phrase with gaps.
    private struct Item {
        /// The index of the phrase in the list, and the position of the item's first word in that phrase.
        let draft: Int
        let place: Int
        let matcher: Int32
        let count: Int
        var step: Int32 = -1

        func word(_ list: [Draft]) -> [UInt8] { list[draft].words[place] }

        /// Orders items by first word. For equal first words, longer phrases come first, and words of phrases
        /// with gaps come last, in descending order of `step`.
        func isBefore(_ other: Item, _ list: [Draft]) -> Bool {
            let (own, others) = (word(list), other.word(list))
            if own != others { return own.lexicographicallyPrecedes(others) }
            if step != other.step { return other.step >= 0 && (step < 0 || step > other.step) }
            return (other.count, matcher, draft) < (count, other.matcher, other.draft)
        }
    }

    /// The words of phrases, stored in one pool.
    private struct Words {
        var pool: [UInt8] = []
        var following: [Word] = []

        mutating func store(_ word: [UInt8]) -> Word {
            let lower = Int32(pool.count)
            pool += word
            return Word(hash: StableHash.hash(of: word), lower: lower, count: Int32(word.count))
        }
    }

    /// Creates an index of phrases. Each phrase has at least one word, given in normal form.
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

    /// Creates an index from its stored parts.
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

    /// Returns the phrases that begin with a word of a text, as a range of ``phrases``.
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

    func length(_ phrase: Phrase) -> Int { phrase.rest.count + 1 }

    /// Returns the word of a phrase at an index, where 0 is the word after the first.
    func word(_ phrase: Phrase, _ index: Int) -> Word { following[Int(phrase.rest.lowerBound) + index] }

    /// `true` if a word has this normal form.
    @inline(__always)
    func equals(_ word: Word, _ form: UnsafeBufferPointer<UInt8>) -> Bool {
        guard Int(word.count) == form.count else { return false }
        for index in 0..<form.count where pool[Int(word.lower) + index] != form[index] { return false }
        return true
    }
}
