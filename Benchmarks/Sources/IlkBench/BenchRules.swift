import IlkRules
import IlkVocabulary

/// Rule sets and texts generated from a seed: typical hand-written expressions over words of one list.
struct BenchRules {
    static let seed: UInt64 = 20_261_121

    /// Expressions that all peers support. They ignore case.
    let patterns: [String]

    private static let first = [
        #"\b(dear|hello|good (morning|evening))\s+(friend|neighbour|colleague|all)\b"#, #"^subject:\s"#,
        #"\bwith best wishes\b"#, #"\byours sincerely\b"#, #"\bsee the attachment\b"#,
        #"[a-z0-9._-]+@[a-z0-9-]+\.[a-z]{2,5}\b"#, #"https?://[^\s]{4,100}"#,
        #"\b(let|var|while|switch|enum)\b.{0,30}[({:]"#, #"\binsert\b.{1,40}\binto\b"#,
        #"\b(haha|imho|ftw)\b"#,
        #"\b\d{1,2}:\d\d\s?(am|pm)\b"#, #"#[a-z][a-z0-9_]{2,20}\b"#, #"\b\d{4}-\d\d-\d\d\b"#,
        #"\b(can|could|would)\s+(you|we)\b[^.?!]{3,60}\?"#, #"\bopt out\b"#, #"\$\s?\d+(\.\d\d)?\b"#,
    ]
    private static let words = """
        anchor apple arrow autumn bakery barrel basket beach bell bicycle blanket boat bottle branch brick bridge
        broom bucket butter cabin camel candle canvas carpet castle cellar chain chalk cherry chimney circle cliff
        cloud clover coast copper corner cotton cradle crane cream cricket crown curtain daisy dancer desert donkey
        drawer drum dust eagle engine feather fence ferry field flame flour flute forest fork fountain fox garden
        gate ginger glass glove grain guitar hammer harbour harvest hedge hill honey hook horse island ivory jacket
        jar kettle kite ladder lake lamp lantern lemon lily lion lobster lumber maple marble meadow mill mirror
        moon moth mountain mud needle nest oak oar olive onion orchard oven owl paddle painter paper parrot path
        pear pebble pencil pepper pillow pine pirate plum pocket pond potter puddle quilt rabbit rain raven reed
        ribbon river roof rope rose saddle salt sand scarf shadow sheep shell shovel silver skate smoke snow soap
        spade sparrow spoon spring stable star stone storm stove straw stream sugar summer swan table tailor tent
        thread thunder tiger timber tower trumpet tulip tunnel turtle valley velvet violin wagon walnut wave whale
        wheel willow window winter wolf wool
        """.split(whereSeparator: \.isWhitespace).map(String.init)
    private static let glue = """
        the of and to in a is that for it on was with as at by he she they this from had not are but have an or one
        had there which you were her all their been has when who will more if out so up said what its about into
        than them can only other new some could time these two may then do any my now such like our over even most
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    /// Creates a set with a number of expressions. A larger set starts with the expressions of a smaller one.
    init(count: Int) {
        var dice = Dice(state: Self.seed)
        var patterns = Array(Self.first.prefix(count))
        while patterns.count < count {
            let (a, b, c) = (dice.pick(Self.words), dice.pick(Self.words), dice.pick(Self.words))
            switch dice.below(100) {
            case 0..<35: patterns.append(#"\b\#(a)\s+\#(b)\b"#)
            case 35..<55: patterns.append(#"\b\#(a)(s|ed|ing)?\b.{0,30}\b\#(b)\b"#)
            case 55..<65: patterns.append(#"\b(\#(a)|\#(b)|\#(c))\s+(of|for|in)\s+the\s+[a-z]+"#)
            case 65..<80: patterns.append(#"\b\#(a)[-_ ]?\#(b)\b"#)
            case 80..<88: patterns.append(#"\b\#(a)\b.{1,20}\b\d+(\.\d+)?\s?(%|percent|dozen|thousand)"#)
            default: patterns.append(#"\bthe \#(a) \#(b)\b"#)
            }
        }
        self.patterns = patterns
    }

    /// The set as rule files of at most 50,000 expressions each.
    var sources: [RuleSource] {
        stride(from: 0, to: patterns.count, by: 50_000).map { start in
            var text =
                "version: 1\npack: bench.p\(start)\ntaxonomy: doctype\ndescription: Rules to be measured\nrules:\n"
            for index in start..<min(start + 50_000, patterns.count) {
                let quoted = patterns[index].split(separator: "'", omittingEmptySubsequences: false)
                    .joined(separator: "''")
                text += """
                      - id: bench.r\(index)
                        description: A rule to be measured
                        label: document
                        weight: 1
                        match:
                          m: { regex: '(?i)\(quoted)' }
                        examples:
                          match: [one]
                          reject: [other]

                    """
            }
            return RuleSource(name: "bench\(start).yaml", bytes: Array(text.utf8))
        }
    }

    /// Returns texts of 2,000 bytes: words of the list among the most frequent English words, numbers and
    /// punctuation.
    static func texts(_ count: Int) -> [String] {
        var dice = Dice(state: seed &+ 1)
        return (0..<count).map { _ in
            var text = ""
            while text.utf8.count < 2_000 {
                switch dice.below(100) {
                case 0..<12: text += dice.pick(words) + " "
                case 12..<14: text += "\(dice.below(3_000)) "
                case 14..<20: text += dice.pick(words) + ". " + dice.pick(glue).capitalized + " "
                case 20..<24: text += dice.pick(glue) + ", "
                // Words that are in no list but have similar lengths.
                case 24..<50:
                    text +=
                        (0..<4 + dice.below(5)).map { _ in dice.pick(["k", "ro", "te", "ma", "s", "lin"]) }
                        .joined().prefix(8) + " "
                default: text += dice.pick(glue) + " "
                }
            }
            return String(text.prefix(2_000))
        }
    }
}

/// A linear congruential generator with Knuth's MMIX constants. Every run gives the same numbers.
private struct Dice {
    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
        // Only the high bits are used, because the low ones have short periods.
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }

    mutating func pick(_ list: [String]) -> String { list[below(list.count)] }
}
