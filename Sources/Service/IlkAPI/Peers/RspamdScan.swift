import Glibc
import IlkFraming
import IlkVocabulary

/// A verdict in the terms of Rspamd: a score with a part for each symbol.
struct RspamdScan {
    /// A part of the score.
    struct Symbol: Hashable {
        let name: String
        let score: Double
        let description: String
    }

    /// The maximum absolute score. Rspamd's clients show it as the required score.
    static let bound = 15.0
    /// The symbol for all evidence except rules.
    static let model = "ILK_MODEL"

    /// The natural-log odds of spam, limited to the range from -``bound`` to ``bound``.
    let score: Double
    let isSpam: Bool
    /// The symbols of the matched rules, and ``model`` for all other evidence. The scores of all symbols add
    /// up to the natural-log odds of spam before the limit.
    let symbols: [Symbol]

    /// Creates a scan.
    ///
    /// - Parameters:
    ///   - verdict: A verdict with its evidence.
    ///   - spam: The label of spam.
    init(_ verdict: Verdict, spam: Category) {
        let place = verdict.taxonomy.index(of: spam) ?? 0
        let isMultilabel = verdict.taxonomy.isMultilabel
        let odds = isMultilabel ? verdict.scores[place] : Self.odds(verdict.scores, of: place)
        var symbols: [Symbol] = []
        for evidence in verdict.evidence where evidence.type == .rule {
            let weights = evidence.weights
            let others = weights.indices.filter { $0 != place }.map { weights[$0] }.max() ?? 0
            let name = Self.name(of: evidence.id)
            // Two rule ids can give the same name, because names have fewer characters.
            let count = symbols.count { $0.name == name || $0.name.hasPrefix(name + "_") }
            symbols.append(
                Symbol(
                    name: count == 0 ? name : "\(name)_\(count + 1)",
                    score: weights[place] - (isMultilabel ? 0 : others), description: evidence.phrase))
        }
        let rest = odds - symbols.reduce(0) { $0 + $1.score }
        symbols.append(Symbol(name: Self.model, score: rest, description: "the model and prior"))
        self.symbols = symbols
        score = min(max(odds, -Self.bound), Self.bound)
        isSpam = verdict.predictions.contains(spam)
    }

    /// Returns the natural-log odds of a label against all others.
    ///
    /// - Parameter scores: The scores of the labels: natural-log probabilities plus a common constant
    ///   (logits).
    private static func odds(_ scores: [Double], of place: Int) -> Double {
        let others = scores.indices.filter { $0 != place }.map { scores[$0] }
        guard let highest = others.max() else { return bound }
        return scores[place] - highest - log(others.reduce(0) { $0 + exp($1 - highest) })
    }

    /// Returns the symbol of a rule: `spam.prize` → `ILK_SPAM_PRIZE`. Characters other than ASCII letters and
    /// digits become underscores.
    private static func name(of rule: String) -> String {
        let capitals = rule.uppercased().unicodeScalars.map { scalar -> Character in
            scalar.isASCIILetter || scalar.isASCIIDigit ? Character(scalar) : "_"
        }
        return "ILK_" + String(capitals)
    }

    /// Returns the response to `/checkv2`.
    ///
    /// - Parameter messageID: The Message-ID, or `nil` if the message has none.
    func json(messageID: String?) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.field("is_skipped", false)
        Self.write("score", score, to: &writer)
        Self.write("required_score", Self.bound, to: &writer)
        writer.field("action", isSpam ? "add header" : "no action")
        writer.key("symbols")
        writer.beginObject()
        for symbol in symbols {
            writer.key(symbol.name)
            writer.beginObject()
            writer.field("name", symbol.name)
            Self.write("score", symbol.score, to: &writer)
            Self.write("metric_score", symbol.score, to: &writer)
            writer.field("description", symbol.description)
            writer.field("options", [])
            writer.endObject()
        }
        writer.endObject()
        writer.field("message-id", messageID ?? "undef")
        writer.field("urls", [])
        writer.field("emails", [])
        writer.endObject()
        return writer.bytes
    }

    private static func write(_ name: String, _ value: Double, to writer: inout JSONWriter) {
        writer.key(name)
        writer.number(value)
    }
}
