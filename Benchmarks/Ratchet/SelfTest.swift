/// Checks that the comparison finds planted falls. It runs before each measurement.
enum SelfTest {
    private static func set(wrong: Set<Int>, digest: String = "a", of count: Int = 400) -> Measured {
        let outcomes = (0..<count).map { row in
            Outcome(
                place: "\(row)", expected: "x", wrong: wrong.contains(row) ? "y" : nil,
                groups: ["label \(row % 4)"])
        }
        return Measured(digest: digest, outcomes: outcomes)
    }

    private static func comparison(_ now: Measured?, cost: Double? = 100) -> Comparison {
        let record = Record(accuracy: ["s": set(wrong: Set(0..<20)).score], cost: ["c": 100])
        return Comparison(
            record: record, measured: now.map { ["s": $0] } ?? [:], cost: cost.map { ["c": $0] } ?? [:])
    }

    /// The results that each case must have, sorted.
    private static var cases: [(name: String, comparison: Comparison, results: [String])] {
        let groupOnly = Set(0..<20).subtracting([1, 2, 3, 5, 6, 7, 9, 10, 11, 13]).union(
            (10..<20).map { $0 * 4 })
        return [
            ("no change", comparison(set(wrong: Set(0..<20))), ["noise"]),
            ("eight newly wrong texts", comparison(set(wrong: Set(0..<28))), ["FALL", "noise"]),
            ("three newly wrong texts", comparison(set(wrong: Set(0..<23))), ["noise", "noise"]),
            ("as many wrong as right", comparison(set(wrong: Set(10..<30))), ["noise", "noise"]),
            ("eight newly right texts", comparison(set(wrong: Set(8..<20))), ["better", "noise"]),
            ("a fall in one group", comparison(set(wrong: groupOnly)), ["FALL", "noise", "noise"]),
            (
                "other texts, as many wrong", comparison(set(wrong: Set(0..<20), digest: "b")),
                ["RECORD", "noise", "noise"]
            ),
            (
                "other texts, more wrong", comparison(set(wrong: Set(0..<60), digest: "b")),
                ["FALL", "RECORD", "noise"]
            ),
            ("a set that is not measured", comparison(nil), ["RECORD", "noise"]),
            ("a command that is not measured", comparison(set(wrong: Set(0..<20)), cost: nil), ["RECORD"]),
            ("8 % more instructions", comparison(set(wrong: Set(0..<20)), cost: 108), ["FALL"]),
            ("3 % more instructions", comparison(set(wrong: Set(0..<20)), cost: 103), ["noise"]),
            ("8 % fewer instructions", comparison(set(wrong: Set(0..<20)), cost: 92), ["better"]),
        ]
    }

    /// - Throws: ``Failure`` that names the first case with another result.
    static func run() throws {
        for (name, comparison, results) in cases {
            let found = comparison.changes.map(\.result.rawValue).sorted()
            guard found == results else {
                throw failure("\(name) gives \(found), expected \(results)")
            }
        }
        let noise = comparison(set(wrong: Set(0..<23)), cost: 103)
        guard noise.newRecord(acceptsFalls: false) == noise.record else {
            throw failure("a change within noise is recorded")
        }
        let better = comparison(set(wrong: []), cost: 80)
        let wanted = Record(accuracy: ["s": set(wrong: []).score], cost: ["c": 80])
        guard better.newRecord(acceptsFalls: false) == wanted else {
            throw failure("an improvement is not recorded")
        }
        let flags = (0..<11).map { $0 % 3 == 0 }
        guard Bits.flags(Bits.hex(flags), count: 11) == flags else {
            throw failure("flags change when stored")
        }
    }

    /// Plants a fall in each set of a measurement.
    ///
    /// - Throws: ``Failure`` if the comparison does not find one of them.
    static func plant(in measured: [String: Measured]) throws {
        for (name, set) in measured {
            var planted = set
            for row in set.outcomes.indices.filter({ set.outcomes[$0].wrong == nil }).prefix(8) {
                planted.outcomes[row].wrong = "planted"
            }
            let record = Record(accuracy: [name: set.score])
            let comparison = Comparison(record: record, measured: [name: planted], cost: [:])
            guard comparison.changes.contains(where: { $0.result == .fall }) else {
                throw failure("a fall of eight texts in \(name) is not found")
            }
        }
    }

    private static func failure(_ message: String) -> Failure {
        Failure("self-test: \(message)", hint: "repair Benchmarks/Ratchet/Comparison.swift")
    }
}
