import Foundation

/// Measures the processor time of commands in multiples of the reference's time for the same texts.
struct Cost {
    private struct Work {
        var name: String
        var arguments: [String]
        var input: String
        /// The part of all texts that is read.
        var share: Double
    }

    var ilk: Child
    /// This program.
    var reference: Child
    var project: String
    /// A folder for temporary files.
    var folder: String

    static let rounds = 7
    /// The number of times that the reference reads the texts, which makes its time measurable.
    private static let passes = 25

    private var texts: String { "\(folder)/texts" }

    /// Runs all commands in turns.
    ///
    /// Other processes only add time, and not the same share to each command, so the shortest time of each command
    /// is divided by the shortest of the reference.
    ///
    /// - Parameter names: The commands to measure; `nil` measures all.
    /// - Returns: The ratio for each command, with four significant digits.
    func measure(only names: Set<String>? = nil) throws -> [String: Double] {
        let works = try prepare().filter { names?.contains($0.name) ?? true }
        var shortest: [String: Double] = [:]
        var reference = Double.infinity
        for _ in 0..<Self.rounds {
            for work in works {
                reference = min(reference, try referenceTime())
                let time = try ilk.run(work.arguments, input: work.input) / work.share
                shortest[work.name] = min(shortest[work.name] ?? .infinity, time)
            }
        }
        return shortest.mapValues { time in
            let ratio = time / reference
            return Double(String(format: "%.4g", ratio)) ?? ratio
        }
    }

    /// Returns the processor time of one pass over all texts.
    private func referenceTime() throws -> Double {
        try reference.run(["reference", "\(Self.passes)"], input: texts) / Double(Self.passes)
    }

    /// Writes the input files.
    private func prepare() throws -> [Work] {
        let all = try TextSet(corpus: "doctype", project: project).bytes
        try all.write(to: URL(fileURLWithPath: texts))
        let twice = "\(folder)/twice"
        try (all + all).write(to: URL(fileURLWithPath: twice))
        let lines = all.split(separator: UInt8(ascii: "\n")).enumerated().filter { $0.offset % 3 == 0 }
        let third = Data(lines.flatMap { $0.element + [UInt8(ascii: "\n")] })
        let training = "\(folder)/training.jsonl"
        try third.write(to: URL(fileURLWithPath: training))
        return [
            Work(name: "classify", arguments: ["classify", "--ndjson", "-j", "1"], input: texts, share: 1),
            Work(name: "features", arguments: ["features", "--ndjson", "-j", "1"], input: twice, share: 2),
            Work(name: "segment", arguments: ["segment", "--words", "--ndjson"], input: twice, share: 2),
            Work(
                name: "train",
                arguments: [
                    "train", "--rules", "none", "--quiet", training, "--output", "\(folder)/model.ilk",
                    "--force",
                ],
                input: "/dev/null", share: Double(third.count) / Double(all.count)),
        ]
    }
}
