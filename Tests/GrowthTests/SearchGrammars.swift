import FoundationEssentials
import GRDB
import IlkStore
import IlkText
import IlkVocabulary

@testable import IlkCalls
@testable import IlkDebugStore
@testable import IlkMail

/// Searches in logs, mail and debug events, and the texts that they are compared with.
enum SearchGrammars {
    private static let tokens = [
        "a", "a ", "é ", "中", "\"", "\"a\" ", "\"a b\" ", "(", ")", "(a) ", "OR ", "a OR ", "AND ", "NOT ",
        "-", "-a ", "a* ", "*",
        ":", "from:", "from:a ", "is:unread ", "date:2026-01..2026-02 ", "payload.a>=1 ", "payload.",
        "level>=warn ", "a:b ",
        "id:", "\\", "'", "\u{0}", "a\u{301} ", "\u{3000}", ".", ">", "<=", "..",
    ]
    private static let calendar = SearchCalendar(timeZone: .gmt, now: Date(timeIntervalSince1970: 0))

    static let all = [
        Grammar("searches by words", tokens: tokens) {
            return { bytes in
                let query = try? FullTextQuery(String(decoding: bytes, as: UTF8.self))  // Some fail.
                _ = query?.expression
                _ = query.map { TermPrefilter($0.wanted) }
            }
        },
        Grammar(
            "searches by words in an index", frames: [.init(), .init("z ")],
            tokens: ["a ", "a* ", "-a ", "-a* ", "\"a b\" ", "\"a ", "中 ", "é ", "a\" ", "-中"]
        ) {
            let queue = try DatabaseQueue()
            try queue.write { database in
                try database.execute(sql: "CREATE VIRTUAL TABLE texts USING fts5(text)")
                try database.execute(sql: "INSERT INTO texts VALUES ('z a b 中'), ('z é')")
            }
            return { bytes in
                let text = String(decoding: bytes, as: UTF8.self)
                guard let query = try? FullTextQuery(text) else { return }  // Some have no word.
                _ = try queue.read {
                    try Int.fetchOne(
                        $0, sql: "SELECT count(*) FROM texts WHERE texts MATCH ?",
                        arguments: [query.expression])
                }
            }
        },
        Grammar("searches of mail", tokens: tokens) {
            return { bytes in
                _ = try? MailQuery(String(decoding: bytes, as: UTF8.self), calendar: calendar)  // Most fail.
            }
        },
        Grammar("searches of debug events", tokens: tokens) {
            return { bytes in
                _ = try? DebugQuery(String(decoding: bytes, as: UTF8.self), calendar: calendar)  // Most fail.
            }
        },
        Grammar("texts of search indexes", tokens: tokens + TextGrammars.tokens) {
            return { bytes in
                let text = String(decoding: bytes, as: UTF8.self)
                _ = IndexedForm.of(text)
                _ = FoldedText.of(text)
            }
        },
        Grammar("words of a text that a search names", tokens: tokens + TextGrammars.tokens) {
            let sieve = TermPrefilter(["zebra yak", "ab*", "aaaaaaaaaaaaaaaab"])
            return { _ = sieve.mayHold(UnsafeRawBufferPointer($0)) }
        },
        Grammar("highlights of notes", tokens: tokens + TextGrammars.tokens) {
            let query = try FullTextQuery("a \"b c\" 1* Word")
            return { bytes in
                let highlight = CallHighlight(String(decoding: bytes, as: UTF8.self), query)
                _ = highlight.snippet(length: 60, begin: "[", end: "]")
            }
        },
        Grammar(
            "durations, tags and snippets",
            tokens: ["1h ", "5m", "1", "h", ":", " ", "a", "\n", "中", "\u{301}", "<", ">"]
        ) {
            return { bytes in
                let text = String(decoding: bytes, as: UTF8.self)
                _ = try? CallDuration.minutes(text)  // Most are invalid.
                _ = CallDraft.isTag(text)
                _ = MailSnippet.of(text)
                _ = MailSnippet.oneLine(text)
            }
        },
    ]
}
