import Foundation

/// The length of tests with a short form. `make test` runs the short form; the nightly run sets `ILK_LONG=1`.
public enum TestLength {
    /// `true` if tests run all of their cases.
    public static var isLong: Bool { ProcessInfo.processInfo.environment["ILK_LONG"] == "1" }

    /// Returns the cases of a test: all in the long form, the first ones in the short form.
    ///
    /// - Parameters:
    ///   - count: The number of cases of the short form.
    ///   - cases: All cases, the most informative first.
    public static func some<Case>(_ count: Int, of cases: [Case]) -> [Case] {
        isLong ? cases : Array(cases.prefix(count))
    }
}
