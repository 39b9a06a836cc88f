/// Generates texts that exercise a segmenter: characters of every class of the rules, at and around the edges
/// of 64-byte blocks, in texts and words of such lengths.
package struct TextSource {
    private var dice: TextDice

    package init(seed: UInt64) { dice = TextDice(seed: seed) }

    /// ASCII characters that the rules distinguish, mostly letters and spaces.
    private static let ascii = Array(
        "aaazAZZ090__@@..''::,,;;\"\"!?()[]-+  \t\n\r\u{0B}\u{0C}\u{0}\u{7F}~".utf8)
    private static let stops = Array("..!??!\n\r\"')".utf8)
    /// Parts of URLs, mail addresses, mentions and hashtags.
    private static let specials = [
        "://", "a://", "www.b", "WWW.", "#", "#a", "(#é", "@b", "a-b@c.d", "a+b.c@d", "e@f", "<", "日@g",
    ].map { Array($0.utf8) }
    private static let calm = Array("etaoinshrdluETAO bcdm   ".utf8)

    /// Characters outside ASCII, of each class of the word and sentence rules.
    private static let others: [[UInt8]] = [
        "é", "ß", "İ", "ı", "Σ", "ς", "я", "Ж", "ª", "Ⅷ", "ǅ", "א", "ב", "״", "׳", "’", "‘", "“", "”", "·",
        "：",
        "․", "﹒", "︓", "٫", "٬", "٣", "५", "क", "्", "ष", "ا", "ل", "\u{0301}", "\u{0345}", "\u{0327}",
        "\u{200D}",
        "\u{200C}", "\u{200B}", "\u{AD}", "\u{2060}", "\u{FE0F}", "\u{FEFF}", "👍", "🏽", "☕", "❤", "👩", "🇩",
        "🇪",
        "🇯", "©", "ク", "ﾃ", "ー", "・", "ひ", "々", "漢", "字", "中", "𠀀", "한", "국", "ᄀ", "ᅡ", "ᆨ", "ไ", "ท",
        "ย", "ั", "ກ", "ខ", "្", "က", "္", "\u{3000}", "\u{A0}", "\u{2028}", "\u{2029}", "\u{85}", "\u{202F}",
        "–",
        "—", "…", "。", "！", "？", "「", "」", "،", "؟", "।", "‿", "＿", "ａ", "１", "．", "，", "\u{FFFD}",
        "\u{10FFFF}", "\u{E0001}", "\u{E0061}", "ﬁ", "①", "\u{1E9E}", "\u{110BD}", "\u{600}", "\u{61C}", "ؘ",
        "\u{0E33}", "ꦏ", "𑄀", "ᩅ", "ᥐ", "\u{1F1E6}\u{1F1E8}", "1️⃣", "👩‍👩‍👧", "n\u{303}",
    ].map { Array($0.utf8) }

    /// Phrases in languages that need a dictionary.
    private static let phrases: [[UInt8]] = [
        "วันนี้อากาศดีมาก", "ฉันชอบอ่านหนังสือ", "今天天气很好", "我们一起去公园散步吧", "今日はいい天気ですね", "コーヒーを飲みます",
        "ສະບາຍດີຕອນເຊົ້າ", "ខ្ញុំចូលចិត្តអានសៀវភៅ", "မင်္ဂလာပါခင်ဗျာ", "東京タワーへ行った", "中文English混排", "ราคา100บาท",
        "안녕하세요 여러분", "汉字。标点，符号！",
    ].map { Array($0.utf8) }

    /// Returns the next text, which sometimes is invalid UTF-8.
    package mutating func next() -> [UInt8] {
        var text: [UInt8] = []
        switch dice.below(8) {
        case 0: soup(&text, length: dice.below(24), otherShare: 3)
        case 1: soup(&text, length: 1 + dice.below(90), otherShare: 1)
        case 2: dictionary(&text)
        case 3: for _ in 0..<(1 + dice.below(3)) { edge(&text, fill: .word) }
        default: for _ in 0..<(1 + dice.below(3)) { edge(&text, fill: .mixed) }
        }
        if dice.below(3) == 0 { pad(&text, to: length(beyond: text.count), .mixed) }
        if dice.below(12) == 0, !text.isEmpty { damage(&text) }
        return text
    }

    private enum Fill {
        case word, mixed
    }

    /// Returns a length near a multiple of 64, not below `count`.
    private mutating func length(beyond count: Int) -> Int {
        let blocks = count / 64 + dice.below(3)
        return max(count, 64 * blocks + dice.below(9) - 4)
    }

    /// Appends ASCII up to about the edge of a block, then significant characters.
    private mutating func edge(_ text: inout [UInt8], fill: Fill) {
        pad(&text, to: length(beyond: text.count), fill)
        for _ in 0..<(1 + dice.below(5)) {
            switch dice.below(9) {
            case 0...2: text += dice.pick(Self.others)
            case 3: text += dice.pick(Self.specials)
            default: text.append(dice.pick(Self.ascii))
            }
        }
        if dice.below(2) == 0 { pad(&text, to: text.count + dice.below(20), .mixed) }
    }

    private mutating func pad(_ text: inout [UInt8], to length: Int, _ fill: Fill) {
        // Words of one type of character or of many, sometimes with runs of spaces.
        let one = dice.pick(Array("aZ0_ .n".utf8))
        let style = fill == .word ? 0 : dice.below(8)
        while text.count < length {
            switch style {
            case 0: text.append(one)
            case 1: text.append(dice.pick(Self.ascii))
            case 2: text.append(dice.below(12) == 0 ? dice.pick(Self.ascii) : UInt8(ascii: "e"))
            case 3, 4: text.append(dice.below(15) == 0 ? dice.pick(Self.stops) : dice.pick(Self.calm))
            default: text.append(dice.below(30) == 0 ? dice.pick(Self.ascii) : dice.pick(Self.calm))
            }
        }
    }

    private mutating func soup(_ text: inout [UInt8], length: Int, otherShare: Int) {
        for _ in 0..<length {
            if dice.below(4) < otherShare {
                text += dice.pick(Self.others)
            } else {
                text.append(dice.pick(Self.ascii))
            }
        }
    }

    private mutating func dictionary(_ text: inout [UInt8]) {
        for _ in 0..<(1 + dice.below(3)) {
            switch dice.below(4) {
            case 0: pad(&text, to: text.count + dice.below(70), .mixed)
            case 1: soup(&text, length: dice.below(4), otherShare: 2)
            default: break
            }
            text += dice.pick(Self.phrases)
        }
    }

    /// Makes the UTF-8 invalid, or truncates it.
    private mutating func damage(_ text: inout [UInt8]) {
        for _ in 0..<(1 + dice.below(3)) {
            text[dice.below(text.count)] = UInt8(truncatingIfNeeded: 0x80 + dice.below(128))
        }
        if dice.below(2) == 0 { text.removeLast(dice.below(min(4, text.count))) }
    }
}
