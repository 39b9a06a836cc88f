import Foundation
import IlkVocabulary
import Testing

@testable import IlkSentences

/// Accuracy on test cases of other projects, which are not part of this one. Skipped if they are not
/// available.
@Suite struct `Accuracy of sentences` {
    /// The folder of the cases, beside the project's folder.
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../shared/corpora/sentences").standardizedFileURL

    private static var isThere: Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "dev.jsonl").path)
    }

    /// The maximum numbers of failures. Only ever decrease them.
    private enum Most {
        static let english = 1
        static let all = 3
        static let allWithoutLanguage = 7
    }

    /// The minimum F1 of boundaries in running English, with the language given and without. Only ever
    /// increase them.
    private enum Least {
        static let running = 0.9345
        static let runningWithoutLanguage = 0.9305
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

    /// Returns the sentences without white space, because the cases join wrapped lines.
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

    /// Returns the languages of the exact cases that fail.
    private func failures(knowsLanguage: Bool) throws -> [String] {
        let splitter = SentenceSplitter()
        return try cases("dev.jsonl").filter { $0.exact == true }.compactMap { row in
            let name = row.lang ?? ""
            let found = sentences(row.text, knowsLanguage ? Self.codes[name] ?? "" : "", splitter)
            return found == row.sentences.map(squeezed) ? nil : name
        }
    }

    /// Returns the F1 of the boundaries inside documents.
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

    /// Returns the ends of all sentences but the last.
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
    func `exact cases do not regress`() throws {
        let failures = try failures(knowsLanguage: true)
        #expect(failures.count { $0 == "English" } <= Most.english)
        #expect(failures.count <= Most.all, "\(failures)")
    }

    @Test(.enabled(if: isThere, "../shared/corpora/sentences is not at hand"))
    func `exact cases without their language do not regress`() throws {
        let failures = try failures(knowsLanguage: false)
        #expect(failures.count <= Most.allWithoutLanguage, "\(failures)")
    }

    @Test(.enabled(if: isThere, "../shared/corpora/sentences is not at hand"))
    func `running English does not regress`() throws {
        #expect(try running(language: "en") >= Least.running)
        #expect(try running(language: "") >= Least.runningWithoutLanguage)
    }
}
