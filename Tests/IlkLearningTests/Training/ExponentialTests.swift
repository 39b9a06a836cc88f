import Glibc
import Testing

@testable import IlkTraining

@Suite("The exponential of the fit of group weights") struct ExponentialTests {
    @Test func `it is within 3e-7 of the exponential of the C library`() {
        for step in 0..<20_000 {
            let number = -Float(step) * 87 / 20_000
            var lanes = SIMD8<Float>(repeating: -1)
            lanes[step % 8] = number
            let found = Double(GroupWeightFit.exponential(of: lanes)[step % 8])
            #expect(abs(found / exp(Double(number)) - 1) < 3e-7, "\(number)")
        }
    }

    @Test func `it is exactly 1 at 0, and almost 0 far below`() {
        let found = GroupWeightFit.exponential(of: [0, -0.0, -87, -88, -10_000, -.infinity, -1e-30, -86])
        #expect(found[0] == 1 && found[1] == 1 && found[6] == 1)
        #expect(found[3] == found[2] && found[4] == found[2] && found[5] == found[2] && found[2] < 2e-38)
    }
}
