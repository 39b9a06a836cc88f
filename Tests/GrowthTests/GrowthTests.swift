import Foundation
import TestSupport
import Testing

/// Every input grammar is read in time that grows no faster than the input, whatever token is repeated.
///
/// A seed chooses some pairs of tokens. `make growth-proof` tries more of them with longer inputs.
@Suite struct `Growth of time` {
    /// The number of pairs of tokens that the long form tries; `nil` in the short form.
    private static let pairs = number("ILK_GROWTH")
    private static let seed = number("ILK_GROWTH_SEED").map(UInt64.init) ?? 20_261_124

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    private static let grammars: [Grammar] =
        TextGrammars.all + FramingGrammars.all + RecordGrammars.all + SearchGrammars.all + DebugGrammars.all
        + RuleGrammars.all + OutputGrammars.all + MailGrammars.all

    @Test(arguments: grammars)
    func `doubling an input takes at most 2.6 times as long`(_ grammar: Grammar) throws {
        var random = SeededGenerator(seed: Self.seed)
        let read = try grammar.makeReader()
        func test(_ shape: Grammar.Shape, _ check: GrowthCheck) throws {
            guard let measured = try check.excess(make: shape.make, read: read) else { return }
            let times = measured.map { "\($0.size): \(Int($0.seconds * 1e6)) µs" }.joined(separator: ", ")
            Issue.record("\(grammar.name), \(shape.name), seed \(Self.seed): \(times)")
        }
        for shape in grammar.shapes { try test(shape, .long) }
        for shape in grammar.repetitions(pairs: Self.pairs ?? 12, &random) {
            try test(shape, Self.pairs == nil ? .short : .long)
        }
    }

    @Test func `a reader that takes time by the square is reported`() {
        let check = GrowthCheck.short
        var sum = 0
        let excess = check.excess {
            GrowthInput.repeated([1], size: $0)
        } read: { bytes in
            for end in stride(from: 0, to: bytes.count, by: 64) {
                for place in stride(from: 0, to: end, by: 8) { sum &+= Int(bytes[place]) }
            }
        }
        #expect(excess != nil)
        #expect(sum > 0)
    }

    @Test func `a reader that takes time by the length is not reported`() {
        var sum = 0
        let excess = GrowthCheck.short.excess {
            GrowthInput.repeated([1, 2, 3], size: $0)
        } read: { bytes in
            for byte in bytes { sum &+= Int(byte) }
        }
        #expect(excess == nil)
        #expect(sum > 0)
    }
}

extension Grammar: CustomTestStringConvertible {
    var testDescription: String { name }
}
