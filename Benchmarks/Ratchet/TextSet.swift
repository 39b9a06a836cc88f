import Foundation

/// Labeled texts, as lines of JSON with the fields `text` and `label`.
struct TextSet {
    /// The lines, each with a newline.
    var bytes = Data()
    /// The file and line of each text.
    var places: [String] = []
    /// The fields of each line.
    var rows: [[String: Any]] = []
    var texts: [String] = []
    var labels: [String] = []

    /// The digest of all lines (FNV-1a, 64 bits).
    var digest: String {
        let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Reads all files of a folder in `corpora`, sorted by name.
    init(corpus: String, project: String) throws {
        let folder = "corpora/\(corpus)"
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(project)/\(folder)")
        for name in names.sorted() where name.hasSuffix(".jsonl") {
            let file = try Data(contentsOf: URL(fileURLWithPath: "\(project)/\(folder)/\(name)"))
            for (index, line) in file.split(separator: UInt8(ascii: "\n")).enumerated() {
                try append(line, place: "\(folder)/\(name):\(index + 1)")
            }
        }
        guard !rows.isEmpty else { throw Failure("\(folder) has no texts", hint: "restore it: git status") }
    }

    /// The examples that rules must match, with the label that their rule weighs most.
    ///
    /// - Parameters:
    ///   - weights: The output of `rules show --format json`.
    ///   - examples: The output of `rules test --format ndjson`.
    init(weights: Data, examples: Data) throws {
        var labels: [String: String] = [:]
        for rule in try JSONSerialization.jsonObject(with: weights) as? [[String: Any]] ?? [] {
            let pairs = rule["weights"] as? [String: Double] ?? [:]
            let strongest = pairs.max { ($0.value, $1.key) < ($1.value, $0.key) }
            if let id = rule["id"] as? String, let strongest, strongest.value > 0 {
                labels[id] = strongest.key
            }
        }
        var seen: Set<String> = []
        for line in examples.split(separator: UInt8(ascii: "\n")) {
            guard let example = try JSONSerialization.jsonObject(with: line) as? [String: Any],
                example["kind"] as? String == "match", let text = example["text"] as? String,
                let label = (example["rule"] as? String).flatMap({ labels[$0] }), seen.insert(text).inserted
            else { continue }
            let row = try JSONSerialization.data(
                withJSONObject: ["text": text, "label": label],
                options: [.sortedKeys, .withoutEscapingSlashes])
            try append(row, place: "\(example["file"] ?? ""):\(example["line"] ?? "")")
        }
        guard !rows.isEmpty else { throw Failure("no rule has an example", hint: "run: ilk rules test") }
    }

    private mutating func append(_ line: Data, place: String) throws {
        guard let row = try JSONSerialization.jsonObject(with: line) as? [String: Any],
            let text = row["text"] as? String, let label = row["label"] as? String
        else { throw Failure("\(place) has no text or no label", hint: "restore it: git status") }
        texts.append(text)
        labels.append(label)
        bytes.append(line)
        bytes.append(UInt8(ascii: "\n"))
        places.append(place)
        rows.append(row)
    }

    /// The group of a text by its number of UTF-8 bytes.
    static func lengthClass(_ text: String) -> String {
        switch text.utf8.count {
        case ..<40: "length 0-39"
        case ..<160: "length 40-159"
        case ..<640: "length 160-639"
        default: "length 640-"
        }
    }
}
