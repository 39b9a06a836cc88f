import IlkVocabulary

extension TextAnalyzer {
    /// A digest of the token and sentence boundaries of a multilingual sample text. The digest identifies the
    /// tokenizer: programs that split text differently almost always have different digests. `nil` if ICU
    /// cannot be loaded.
    public static let tokenizerDigest: String? = {
        guard let analyzer = try? TextAnalyzer(measuring: .classification) else { return nil }  // No ICU.
        var analysis = AnalyzedText()
        analyzer.analyze(probe, into: &analysis)
        var cuts = ""
        for token in analysis.tokens { cuts += "\(analysis.span(of: token)) " }
        cuts += "/"
        for sentence in analysis.sentences { cuts += " \(sentence)" }
        return ContentDigest(of: cuts).description
    }()

    /// The ``tokenizerDigest`` of this program with the most common ICU version. With this ICU version,
    /// ``warning(ofTokenizer:icu:)`` need not split the sample text, which would load ICU's dictionaries.
    static let usual = (
        icu: "72.1", digest: "8d1a496daa9fd533d49edb57f61e8654175765a4277e30515a4be99778ba861e"
    )

    /// Returns a warning with advice if the training texts were split by a different tokenizer, or `nil` if
    /// the tokenizers are equal.
    ///
    /// - Parameters:
    ///   - digest: The ``tokenizerDigest`` of the program that split the training texts.
    ///   - icu: The version of the ICU library in the program that split the training texts.
    /// - Complexity: O(1) for the digest of the usual ICU version. Otherwise the first call splits the sample
    ///   text, which takes about 2 ms.
    public static func warning(ofTokenizer digest: String, icu: String) -> String? {
        if (icuVersion, digest) == usual || digest == tokenizerDigest { return nil }
        let cause =
            icu == icuVersion
            ? "a version of ilk that splits some texts differently"
            : "ICU \(icu), which splits some texts differently from ICU \(icuVersion)"
        return "the model was trained with \(cause), so the model recognizes fewer words; "
            + "train the model again with: ilk train"
    }

    private static let probe = """
        Dr. Ito can't pay $1,299.50 before 3:45 p.m., can she? See x_1 = f(a[2]); then http://example.org/a?b=c&d.
        naïve co-op e.g. 10.5% #tag @name 👩‍👩‍👧 🇩🇪 a.b.c 1.2.3 "quoted" (so) it's l'eau — Straße, İstanbul.
        Привет, мир! Ωραία μέρα. שלום עולם. مرحبا بالعالم؟ नमस्ते दुनिया। สวัสดีชาวโลก 你好,世界。東京タワーへ行く。 안녕 세상.
        """
}
