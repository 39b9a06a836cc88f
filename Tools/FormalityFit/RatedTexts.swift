import Foundation
import IlkText

/// Texts with human formality ratings, read from NDJSON files, and their measurements.
struct RatedTexts {
    struct Member: Decodable {
        var text: String
        var score: Double
    }

    private(set) var texts: [String] = []
    private(set) var ratings: [Double] = []
    private(set) var domains: [String] = []
    private(set) var measurements: [FormalityMeasurement] = []

    var count: Int { ratings.count }

    /// Reads `{"text","score"}` lines, and the domain of each line from the corresponding line of a second
    /// file.
    init(path: String, domains domainPath: String?) throws {
        let analyzer = try TextAnalyzer()
        var analysis = AnalyzedText()
        let decoder = JSONDecoder()
        for line in try Self.lines(path) {
            let member = try decoder.decode(Member.self, from: Data(line.utf8))
            analyzer.analyze(member.text, into: &analysis)
            texts.append(member.text)
            ratings.append(member.score)
            measurements.append(FormalityMeasurement(analysis))
        }
        domains = try domainPath.map(Self.lines) ?? texts.map { _ in "all" }
        guard domains.count == texts.count else { throw FitError.outOfStep(domains.count, texts.count) }
    }

    private static func lines(_ path: String) throws -> [String] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// Returns the fold of each text. It depends only on the text.
    func folds(_ count: Int) -> [Int] {
        texts.map { Int(StableHash.hash($0, seed: 1) % UInt64(count)) }
    }
}

enum FitError: Error, CustomStringConvertible {
    case outOfStep(Int, Int)
    case usage

    var description: String {
        switch self {
        case .outOfStep(let domains, let texts): "\(domains) domains for \(texts) texts"
        case .usage:
            "usage: FormalityFit RATED.jsonl DOMAINS.txt [--mails RATED.jsonl] [-o formality-weights.tsv]"
        }
    }
}
