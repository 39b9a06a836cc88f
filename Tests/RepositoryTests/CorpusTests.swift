import Foundation
import IlkVocabulary
import Testing

/// Checks that the corpora state their origin and contain only valid lines.
@Suite struct `Corpora` {
    private struct Line {
        var place: String
        var text: String
        var label: String
    }

    private static let headings = ["Origin", "License", "Labels", "Split"]

    /// Returns the text of each heading in a README. Headings are bullets of the form `- **Origin**: ...`.
    private static func facts(_ corpus: String) throws -> [String: String] {
        let readme = try Tree.text("corpora/\(corpus)/README.md")
        var facts: [String: String] = [:]
        for match in readme.matches(of: #/(?m)^- \*\*(\w+)\*\*: ((?:.+\n?)(?:  .+\n?)*)/#) {
            facts[String(match.1)] = String(match.2)
        }
        return facts
    }

    private static func labels(_ corpus: String) throws -> Set<String> {
        Set((try facts(corpus)["Labels"] ?? "").matches(of: #/`([\w-]+)`/#).map { String($0.1) })
    }

    private static func lines(_ corpus: String, problems: inout [String]) throws -> [Line] {
        var lines: [Line] = []
        for path in Tree.files(under: "corpora/\(corpus)") where path.hasSuffix(".jsonl") {
            for (index, line) in SwiftSource.lines(try Tree.bytes(path)).enumerated() where !line.isEmpty {
                let place = "\(path):\(index + 1)"
                let object: Any
                do {
                    object = try JSONSerialization.jsonObject(with: Data(line.utf8))
                } catch {
                    problems.append("\(place) is not JSON")
                    continue
                }
                guard let members = object as? [String: Any], let text = members["text"] as? String,
                    let label = members["label"] as? String, !text.isEmpty
                else {
                    problems.append("\(place) has no text or no label")
                    continue
                }
                lines.append(Line(place: place, text: text, label: label))
            }
        }
        return lines
    }

    @Test func `every corpus states its origin, license, labels and split`() throws {
        let corpora = try Tree.folders(in: "corpora")
        #expect(!corpora.isEmpty)
        for corpus in corpora {
            let facts = try Self.facts(corpus)
            for heading in Self.headings {
                #expect(
                    facts[heading]?.isEmpty == false,
                    "corpora/\(corpus)/README.md has no line '- **\(heading)**: ...'")
            }
        }
    }

    @Test func `every line parses and its label is documented in the README`() throws {
        var problems: [String] = []
        for corpus in try Tree.folders(in: "corpora") {
            let known = try Self.labels(corpus)
            let lines = try Self.lines(corpus, problems: &problems)
            problems += lines.filter { !known.contains($0.label) }.map {
                "\($0.place) has a label that is not known"
            }
            let unused = known.subtracting(lines.map(\.label))
            #expect(unused.isEmpty, "corpora/\(corpus) has no text of \(unused.sorted())")
        }
        #expect(problems.isEmpty, "\(listed(problems))")
    }

    @Test(arguments: ["doctype", "gate"])
    func `texts of document types have the labels of the taxonomy`(_ corpus: String) throws {
        #expect(try Self.labels(corpus) == Set(Taxonomy.documentType.categories.map(\.rawValue)))
    }

    @Test func `no two texts are equal within a corpus or across corpora`() throws {
        var problems: [String] = []
        var seen: [String: String] = [:]
        for corpus in try Tree.folders(in: "corpora") {
            for line in try Self.lines(corpus, problems: &problems) {
                let text = line.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                if let first = seen[text] { problems.append("\(line.place) is \(first) again") }
                seen[text] = line.place
            }
        }
        #expect(problems.isEmpty, "\(listed(problems))")
    }
}
