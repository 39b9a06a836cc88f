import Foundation

/// The stored result of a set of texts.
struct Score: Codable, Equatable {
    /// The correct and all texts of each group.
    var groups: [String: [Int]]
    /// The digest of the texts and the expected answers.
    var texts: String
    /// The texts with a wrong answer, as ``Bits``.
    var wrong: String
}

/// The contents of `Benchmarks/ratchet.json`.
struct Record: Codable, Equatable {
    /// The score of each set, by `SET/CLASSIFIER`.
    var accuracy: [String: Score] = [:]
    /// The instructions of each command, in millions.
    var cost: [String: Double] = [:]

    /// Reads the file. A missing file is an empty record.
    static func read(_ path: String) throws -> Record {
        guard let bytes = FileManager.default.contents(atPath: path) else { return Record() }
        do {
            return try JSONDecoder().decode(Record.self, from: bytes)
        } catch {
            throw Failure("\(path) is not valid: \(error)", hint: "restore it: git checkout \(path)")
        }
    }

    func write(_ path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    /// The JSON with sorted keys and one line for each group.
    var text: String {
        func object(_ fields: [String: String], _ indent: String) -> String {
            let lines = fields.sorted { $0.key < $1.key }.map {
                "\(indent)  \(Self.quoted($0.key)): \($0.value)"
            }
            return lines.isEmpty ? "{}" : "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
        }
        let scores = accuracy.mapValues { score in
            object(
                [
                    "groups": object(score.groups.mapValues { "[\($0[0]), \($0[1])]" }, "      "),
                    "texts": Self.quoted(score.texts), "wrong": Self.quoted(score.wrong),
                ], "    ")
        }
        return object(
            [
                "accuracy": object(scores, "  "),
                "cost": object(cost.mapValues { "\(Int($0))" }, "  "),
            ], "") + "\n"
    }

    private static func quoted(_ string: String) -> String {
        let escaped = string.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where scalar.value < 0x20: " "
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}
