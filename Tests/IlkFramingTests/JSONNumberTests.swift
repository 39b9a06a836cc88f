import Foundation
import TestSupport
import Testing

@testable import IlkFraming

@Suite("JSON numbers") struct JSONNumberTests {
    private func written(_ value: Double) -> String {
        var bytes: [UInt8] = []
        JSONNumber.append(value, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        arguments: [
            (0, "0.0"), (1, "1.0"), (-1, "-1.0"), (0.97, "0.97"), (0.5, "0.5"), (0.123456789, "0.123457"),
            (0.9999996, "1.0"), (0.9999994, "0.999999"), (9.999999, "10.0"), (1e-5, "0.00001"),
            (1.5e-6, "1.5e-06"), (2.5e-9, "2.5e-09"), (1e-100, "1.0e-100"),
            (.leastNonzeroMagnitude, "4.94066e-324"),
            (123_456, "123456.0"), (1_234_567, "1234570.0"), (12.5, "12.5"), (-0.25, "-0.25"),
            (1e15, "1000000000000000.0"),
            (1e16, "1.0e+16"), (1.7976931348623157e308, "1.79769e+308"), (.nan, "null"), (.infinity, "null"),
        ] as [(Double, String)])
    func `numbers have six significant digits`(value: Double, text: String) {
        #expect(written(value) == text)
    }

    @Test func `numbers are rounded as by the C library`() throws {
        let seed: UInt64 = 7
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            let exponent = Double(Int(random.next() % 40) - 30)
            let value = (Double(random.next() >> 11) / Double(1 << 53)) * pow(10, exponent)
            let expected = try #require(Double(String(format: "%.5e", value)))
            let got = try #require(Double(written(value)))
            // Halfway cases may round either way, which is at most one unit of the sixth digit.
            #expect(abs(got - expected) <= abs(expected) * 1.01e-5, "seed \(seed): \(value)")
            #expect(written(value) == written(got), "seed \(seed): \(value)")
        }
    }
}
