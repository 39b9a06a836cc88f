import IlkVocabulary

/// Set phrases, looked for at the beginning of a line, in any case of letters.
///
/// Compared byte for byte but for ASCII case; the lists write other letters both ways where that matters.
struct Phrases: Sendable {
    private struct Entry: BitwiseCopyable {
        var start: UInt16
        var count: UInt16
    }

    /// The bytes of all phrases, one behind the other.
    private let material: FixedTable<UInt8>
    /// The phrases, those of the same first byte together.
    private let entries: FixedTable<Entry>
    /// Where the entries of a first byte begin; those of the next byte begin where they end.
    private let starts: FixedTable<UInt16>

    /// Make one for a `static let` only: its tables are never freed.
    init(_ list: String) {
        let phrases = list.split(whereSeparator: { $0 == "\n" || $0 == "|" }).map { Array($0.utf8) }
        var material: [UInt8] = []
        var entries: [Entry] = []
        var starts: [UInt16] = [0]
        for first in UInt8.min...UInt8.max {
            for phrase in phrases where phrase[0] == first {
                entries.append(Entry(start: UInt16(material.count), count: UInt16(phrase.count)))
                material += phrase
            }
            starts.append(UInt16(entries.count))
        }
        self.material = FixedTable(material)
        self.entries = FixedTable(entries)
        self.starts = FixedTable(starts)
    }

    /// Whether the bytes from `lower` begin with a phrase that ends at a word's end.
    func begins(_ bytes: UnsafeBufferPointer<UInt8>, _ lower: Int, _ upper: Int) -> Bool {
        length(bytes, lower, upper, whole: false) != nil
    }

    /// Whether the bytes from `lower` to `upper` are a phrase.
    func contains(_ bytes: UnsafeBufferPointer<UInt8>, _ lower: Int, _ upper: Int) -> Bool {
        length(bytes, lower, upper, whole: true) != nil
    }

    /// How many bytes the phrase has that begins at `lower`, or nil.
    @inline(__always)
    func length(_ bytes: UnsafeBufferPointer<UInt8>, _ lower: Int, _ upper: Int, whole: Bool) -> Int? {
        guard lower < upper else { return nil }
        let first = Int(Self.fold(bytes[lower]))
        var index = Int(starts[first])
        let end = Int(starts[first + 1])
        while index < end {
            let entry = entries[index]
            index += 1
            let behind = lower + Int(entry.count)
            guard whole ? behind == upper : behind <= upper else { continue }
            guard matches(entry, bytes, lower) else { continue }
            if !whole, behind < upper, bytes[behind - 1].isWordByte, bytes[behind].isWordByte {
                continue
            }
            return behind - lower
        }
        return nil
    }

    @inline(__always)
    private func matches(_ entry: Entry, _ bytes: UnsafeBufferPointer<UInt8>, _ lower: Int) -> Bool {
        var index = 1
        while index < Int(entry.count) {
            if Self.fold(bytes[lower + index]) != material[Int(entry.start) + index] { return false }
            index += 1
        }
        return true
    }

    @inline(__always)
    private static func fold(_ byte: UInt8) -> UInt8 {
        byte.asciiLowercased
    }

    static let headers = Phrases(
        """
        from|to|cc|bcc|subject|date|sent|reply-to|message-id|in-reply-to|references|mime-version|content-type
        content-transfer-encoding|return-path|received|importance|priority|x-mailer|user-agent|sender|list-id
        delivered-to|organization|x-priority|x-spam-status|list-unsubscribe|errors-to|precedence|attachments
        von|an|betreff|gesendet|datum|de|à|objet|envoyé|para|asunto|enviado|fecha|assunto|oggetto|inviato|da|aan
        onderwerp|verzonden|temat|do|data|от|кому|тема|дата|до|относно
        """)

    static let directives = Phrases(
        "include|define|if|ifdef|ifndef|endif|else|pragma|undef|import|error|elif")

    static let subjects = Phrases(
        "subject:|re:|fw:|fwd:|aw:|wg:|betreff:|sv:|vs:|tr:|rv:|enc:|тема:|subject :|re :|fw :")

    static let forwards = Phrases(
        "original message|forwarded message|forwarded by|begin forwarded message|ursprüngliche nachricht|reply message"
    )

    static let statements = Phrases(
        """
        def|class|func|fn|import|from|package|return|var|let|const|if|for|while|public|private|protected|static|elif
        else|end|fi|done|case|use|using|local|my|sub|select|insert|create|val|type|struct|enum|export|require|function
        try|catch|except|raise|throw|override|module|set|echo|namespace|include|extern|void|int|char|bool|double|float
        unsigned|final|abstract|interface|extends|impl|pub|mut|async|await|yield|defer|guard|switch|default:|break;
        continue;|begin|procedure|do|then|esac|endif|endforeach|endfunction|alter|drop|update|grant|run|copy|env|entrypoint
        """)

    static let greetings = Phrases(
        """
        hi|hello|hey|dear|good morning|good afternoon|good evening|greetings|morning|to whom it may concern|all|team
        folks|ladies and gentlemen|hi all|hi there
        hallo|liebe|lieber|sehr geehrte|sehr geehrter|guten tag|guten morgen|moin|servus
        bonjour|salut|cher|chère|madame|monsieur|hola|estimado|estimada|buenos días|buenas tardes|querido|querida
        olá|prezado|prezada|caro|cara|bom dia|boa tarde|ciao|gentile|buongiorno|egregio|salve|beste|geachte|hoi
        witam|szanowny|szanowna|szanowni|dzień dobry|cześć|drogi|droga
        здравствуйте|Здравствуйте|добрый день|Добрый день|привет|Привет|уважаемый|Уважаемый|уважаемая|Уважаемая
        уважаемые|Уважаемые|здравей|Здравей|здравейте|Здравейте|уважаеми|Уважаеми
        merhaba|sayın|selam|hej|kära|kære|bästa|hei|お世話になっております|您好|你好|สวัสดี|เรียน
        """)

    static let closings = Phrases(
        """
        regards|best regards|kind regards|warm regards|best wishes|with best wishes|warmest regards|with regards
        with kind regards|best|all the best|many thanks|thanks|thank you|thanks again|thanks in advance|thx|tia|cheers
        sincerely|yours sincerely|sincerely yours|yours truly|yours faithfully|yours|respectfully|respectfully yours
        cordially|love|lots of love|with love|take care|talk soon|warmly|with gratitude|in sympathy|rgds|br|kr
        mit freundlichen grüßen|mit freundlichen gruessen|mit freundlichem gruß|freundliche grüße|viele grüße
        liebe grüße|herzliche grüße|beste grüße|gruß|grüße|mfg|lg|vg|danke|vielen dank
        cordialement|bien cordialement|bien à vous|amicalement|bises|merci|merci d'avance|salutations|à bientôt
        saludos|un saludo|saludos cordiales|atentamente|un abrazo|gracias|muchas gracias
        atenciosamente|abraços|abraço|um abraço|cumprimentos|obrigado|obrigada|att
        cordiali saluti|distinti saluti|un caro saluto|saluti|grazie|a presto|un abbraccio
        met vriendelijke groet|met vriendelijke groeten|groeten|groetjes|groet|bedankt|mvg
        pozdrawiam|z poważaniem|z wyrazami szacunku|serdecznie pozdrawiam|dziękuję
        с уважением|С уважением|с наилучшими пожеланиями|С наилучшими пожеланиями|спасибо|Спасибо|всего доброго
        с поздрав|С поздрав|с уважение|С уважение|поздрави|Поздрави
        saygılarımla|iyi çalışmalar|sevgiler|teşekkürler|hälsningar|med vänlig hälsning|med venlig hilsen|mvh|hilsen
        terveisin|ystävällisin terveisin|よろしくお願いいたします|よろしくお願いします|敬具|此致|祝好|ขอแสดงความนับถือ
        """)
}
