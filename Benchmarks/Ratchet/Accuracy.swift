import Foundation

/// Measures the answers of the program on the project's own texts.
struct Accuracy {
    var ilk: Child
    var project: String
    /// A folder for temporary files.
    var folder: String

    /// The built-in taxonomies. Each has rules with examples.
    static let taxonomies = ["doctype", "emotion", "severity", "spam"]

    func measure() throws -> [String: Measured] {
        var all: [String: Measured] = [:]
        for corpus in ["doctype", "gate"] {
            let set = try TextSet(corpus: corpus, project: project)
            all.merge(try classify(set, taxonomy: "doctype", name: corpus)) { $1 }
        }
        for taxonomy in Self.taxonomies {
            let set = try examples(taxonomy)
            all.merge(try classify(set, taxonomy: taxonomy, name: "examples-\(taxonomy)")) { $1 }
        }
        all["sentences"] = try sentences()
        all["formality"] = try formality()
        return all
    }

    private func examples(_ taxonomy: String) throws -> TextSet {
        let (weights, examples) = ("\(folder)/weights", "\(folder)/examples")
        try ilk.run(["rules", "show", "--taxonomy", taxonomy, "--format", "json"], output: weights)
        try ilk.run(["rules", "test", "--taxonomy", taxonomy, "--format", "ndjson"], output: examples)
        return try TextSet(
            weights: Data(contentsOf: URL(fileURLWithPath: weights)),
            examples: Data(contentsOf: URL(fileURLWithPath: examples)))
    }

    /// Classifies a set with rules, model and both. An abstention is a wrong answer.
    private func classify(_ set: TextSet, taxonomy: String, name: String) throws -> [String: Measured] {
        let arguments = ["classify", "--ndjson", "--components", "--taxonomy", taxonomy]
        let verdicts = try lines(arguments, of: set).map { line in
            let answer = try JSONSerialization.jsonObject(with: line) as? [String: Any]
            return answer?["classification"] as? [String: Any] ?? [:]
        }
        let languages = try languages(set)
        let groups = zip(zip(set.labels, set.texts), languages).map {
            ["label \($0.0)", TextSet.lengthClass($0.1), "language \($1)"]
        }
        var measured: [String: Measured] = [:]
        for part in ["both", "model", "rules"] {
            let answers = verdicts.map { verdict in
                let components = verdict["components"] as? [String: [String: Any]] ?? [:]
                return (part == "both" ? verdict : components[part] ?? [:])["category"] as? String
            }
            measured["\(name)/\(part)"] = outcomes(set, groups: groups) { row in
                answers[row] == set.labels[row] ? nil : answers[row] ?? "none"
            }
        }
        return measured
    }

    /// Splits texts whose language is not given.
    private func sentences() throws -> Measured {
        let set = try TextSet(corpus: "sentences", project: project)
        let arguments = ["segment", "--sentences", "--style", "people", "--ndjson", "--replace"]
        let found = try lines(arguments, of: set).map { line in
            let answer = try JSONSerialization.jsonObject(with: line) as? [String: Any]
            return (answer?["sentences"] as? [[String: Any]] ?? []).map { $0["text"] as? String }
        }
        return outcomes(set, groups: set.labels.map { ["language \($0)"] }) { row in
            found[row] == set.rows[row]["sentences"] as? [String] ? nil : "\(found[row].count) sentences"
        }
    }

    private func formality() throws -> Measured {
        let set = try TextSet(corpus: "formality", project: project)
        let scores = try ["text", "formal"].map { field in
            try lines(["features", "--ndjson", "--text-field", field], of: set).map { line in
                let answer = try JSONSerialization.jsonObject(with: line) as? [String: Any]
                return (answer?["features"] as? [String: Any])?["formalityScore"] as? Double
            }
        }
        return outcomes(set, groups: set.labels.map { _ in [] }) { row in
            guard let informal = scores[0][row], let formal = scores[1][row] else { return "no score" }
            return informal < formal ? nil : "not higher"
        }
    }

    private func outcomes(_ set: TextSet, groups: [[String]], wrong: (Int) -> String?) -> Measured {
        let outcomes = set.places.indices.map { row in
            Outcome(
                place: set.places[row], expected: set.labels[row], wrong: wrong(row), groups: groups[row])
        }
        return Measured(digest: set.digest, outcomes: outcomes)
    }

    /// Returns the detected language of each text, or `none`.
    private func languages(_ set: TextSet) throws -> [String] {
        let name = Data(#""language":""#.utf8)
        return try lines(["features", "--ndjson"], of: set).map { line in
            // In a JSON string the quotes would be escaped. Parsing a hundred fields takes longer than measuring.
            guard let found = line.range(of: name, options: .backwards) else { return "none" }
            return String(
                decoding: line[found.upperBound...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
        }
    }

    private func lines(_ arguments: [String], of set: TextSet) throws -> [Data] {
        let (input, output) = ("\(folder)/input", "\(folder)/output")
        try set.bytes.write(to: URL(fileURLWithPath: input))
        try ilk.run(arguments, input: input, output: output)
        let lines = try Data(contentsOf: URL(fileURLWithPath: output)).split(separator: UInt8(ascii: "\n"))
        guard lines.count == set.rows.count else {
            throw Failure(
                "\(arguments[0]) gave \(lines.count) answers for \(set.rows.count) texts",
                hint: "run: ilk \(arguments.joined(separator: " "))")
        }
        return lines
    }
}
