import Foundation
import IlkText

/// Fits the weights of the formality score to rated texts, and prints the agreement on held-out texts.
@main
enum Entry {
    static func main() throws {
        var paths: [String] = []
        var options: [String: String] = [:]
        var arguments = CommandLine.arguments.dropFirst()
        while let argument = arguments.popFirst() {
            if ["--mails", "-o"].contains(argument) {
                options[argument] = arguments.popFirst()
            } else {
                paths.append(argument)
            }
        }
        guard paths.count == 2 else { throw FitError.usage }
        let texts = try RatedTexts(path: paths[0], domains: paths[1])
        let all = WeightFit(texts, Array(0..<texts.count))
        report(texts, all)
        if let path = options["--mails"] {
            let mails = try RatedTexts(path: path, domains: nil)
            let found = rankCorrelation(mails.measurements.map(all.rating), mails.ratings)
            print("mails rated by others (\(mails.count)): \(text(found))")
        }
        if let path = options["-o"] {
            try WeightsFile(all).text.write(toFile: path, atomically: true, encoding: .utf8)
        }
    }

    private static func report(_ texts: RatedTexts, _ all: WeightFit) {
        let domains = Array(Set(texts.domains)).sorted()
        print("\t\(texts.count) texts\tall\t" + domains.joined(separator: "\t"))
        let folds = texts.folds(10)
        print("cross-validation, 10 folds\t" + row(texts, domains, ratings(texts, leftOut: folds)))
        let byDomain = texts.domains.map { domains.firstIndex(of: $0) ?? 0 }
        print("each domain left out\t" + row(texts, domains, ratings(texts, leftOut: byDomain)))
        print("(fitted)\t" + row(texts, domains, texts.measurements.map(all.rating)))
    }

    /// Returns the rating of each text with weights that were fitted without its group.
    private static func ratings(_ texts: RatedTexts, leftOut groups: [Int]) -> [Double] {
        var ratings = [Double](repeating: 0, count: texts.count)
        for group in Set(groups).sorted() {
            let fit = WeightFit(texts, groups.indices.filter { groups[$0] != group })
            for place in groups.indices where groups[place] == group {
                ratings[place] = fit.rating(texts.measurements[place])
            }
        }
        return ratings
    }

    private static func row(_ texts: RatedTexts, _ domains: [String], _ ratings: [Double]) -> String {
        let parts = domains.map { domain in
            let places = texts.domains.indices.filter { texts.domains[$0] == domain }
            return text(rankCorrelation(places.map { ratings[$0] }, places.map { texts.ratings[$0] }))
        }
        return ([text(rankCorrelation(ratings, texts.ratings))] + parts).joined(separator: "\t")
    }

    private static func text(_ number: Double) -> String { String(format: "%.4f", number) }
}
