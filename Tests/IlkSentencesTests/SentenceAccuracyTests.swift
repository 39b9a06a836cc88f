import Foundation
import IlkVocabulary
import Testing

@testable import IlkSentences

/// Accuracy on other people's cases, which are not part of the project: skipped where they are not at hand.
@Suite struct `Accuracy of sentences` {
    /// Where the cases are: beside the project's folder.
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../shared/corpora/sentences").standardizedFileURL

    private static var isThere: Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "dev.jsonl").path)
    }

    /// What may fail. These only go down.
    private enum Most {
        static let english = 1
        static let all = 3
        static let allWithoutLanguage = 7
    }

    /// The least F1 of boundaries in running English, with the language given and without. They only go up.
    private enum Least {
        static let running = 0.9345
        static let runningWithoutLanguage = 0.9300
    }

    private struct Case: Decodable {
        var text: String
        var sentences: [String]
        var lang: String?
        var exact: Bool?
    }

    private static let codes = [
        "English": "en", "Amharic": "am", "Arabic": "ar", "Armenian": "hy", "Bulgarian": "bg",
        "Burmese": "my",
        "Chinese": "zh", "Danish": "da", "Dutch": "nl", "French": "fr", "German": "de", "Greek": "el",
        "Hindi": "hi",
        "Italian": "it", "Japanese": "ja", "Kazakh": "kk", "Persian": "fa", "Polish": "pl", "Russian": "ru",
        "Spanish": "es", "Urdu": "ur",
    ]

    private func cases(_ name: String) throws -> [Case] {
        let data = try Data(contentsOf: Self.folder.appending(path: name))
        return try data.split(separator: 0x0A).map { try JSONDecoder().decode(Case.self, from: $0) }
    }

    /// The sentences without white space: cases join what was wrapped.
    private func sentences(_ text: String, _ language: String, _ splitter: SentenceSplitter) -> [String] {
        let bytes = Array(text.utf8)
        var spans: [TextSpan] = []
        bytes.withUnsafeBufferPointer {
            splitter.split($0, language: SentenceLanguage(language), into: &spans)
        }
        return spans.map { squeezed(String(decoding: bytes[$0.range], as: UTF8.self)) }
    }

    private func squeezed(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isWhitespace }))
    }

    /// How many exact cases fail, of which languages.
    private func failures(knowsLanguage: Bool) throws -> [String] {
        let splitter = SentenceSplitter()
        return try cases("dev.jsonl").filter { $0.exact == true }.compactMap { row in
            let name = row.lang ?? ""
            let found = sentences(row.text, knowsLanguage ? Self.codes[name] ?? "" : "", splitter)
            return found == row.sentences.map(squeezed) ? nil : name
        }
    }

    /// F1 of the boundaries inside of documents.
    private func running(language: String) throws -> Double {
        let splitter = SentenceSplitter()
        var hits = 0
        var total = 0
        for document in try cases("ewt_dev.jsonl") {
            let expected = ends(document.sentences.map(squeezed))
            let found = ends(sentences(document.text, language, splitter))
            hits += expected.intersection(found).count
            total += expected.count + found.count
        }
        return 2 * Double(hits) / Double(total)
    }

    /// Where sentences end, but for the last.
    private func ends(_ sentences: [String]) -> Set<Int> {
        var end = 0
        var ends: Set<Int> = []
        for sentence in sentences.dropLast() {
            end += sentence.unicodeScalars.count
            ends.insert(end)
        }
        return ends
    }

    @Test(.enabled(if: isThere, "../shared/corpora/sentences is not at hand"))
    func `is kept on exact cases`() throws {
        let failures = try failures(knowsLanguage: true)
        #expect(failures.count { $0 == "English" } <= Most.english)
        #expect(failures.count <= Most.all, "\(failures)")
    }

    @Test(.enabled(if: isThere, "../shared/corpora/sentences is not at hand"))
    func `is kept on exact cases without their language`() throws {
        let failures = try failures(knowsLanguage: false)
        #expect(failures.count <= Most.allWithoutLanguage, "\(failures)")
    }

    @Test(.enabled(if: isThere, "../shared/corpora/sentences is not at hand"))
    func `is kept on running English`() throws {
        #expect(try running(language: "en") >= Least.running)
        #expect(try running(language: "") >= Least.runningWithoutLanguage)
    }
}
