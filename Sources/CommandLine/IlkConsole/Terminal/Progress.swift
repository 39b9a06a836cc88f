import IlkVocabulary

/// The line on a terminal that says how far a command has come: drawn over itself, and gone at the end.
///
/// Only makes the text; whoever owns it writes that to standard error, and only when that is a terminal.
package struct Progress: Sendable {
    private let what: String
    private let total: Int?
    private let start: ContinuousClock.Instant
    private var lastDrawn: ContinuousClock.Instant?

    /// What erases the line.
    package static let erasing = "\r\u{1B}[K"
    /// At most ten lines a second.
    private static let pause: Duration = .milliseconds(100)

    /// Progress that begins now.
    ///
    /// - Parameters:
    ///   - what: What is counted, in the plural.
    ///   - total: How many there will be, or nil when nobody knows.
    ///   - now: The time.
    package init(_ what: String, total: Int?, now: ContinuousClock.Instant) {
        self.what = what
        self.total = total
        start = now
    }

    /// What to write when `done` of the total are done, or nil when it is too early to draw again.
    package mutating func line(done: Int, now: ContinuousClock.Instant) -> String? {
        if let lastDrawn, now - lastDrawn < Self.pause { return nil }
        lastDrawn = now
        let seconds = (now - start) / .seconds(1)
        // What began a moment ago says nothing of how long it will take.
        let rate = seconds >= 0.5 ? Double(done) / seconds : 0
        var line = "\(done) \(what)"
        if let total, total > 0 {
            line = bar(Double(done) / Double(total)) + " \(done)/\(total) \(what)"
        }
        if rate > 0 { line += ", \(Int(saturating: rate)) a second" }
        if let total, rate > 0, done < total { line += ", \(remaining(Double(total - done) / rate)) left" }
        return Self.erasing + line
    }

    /// What to write at the end: erases the line if there is one.
    package var end: String { lastDrawn == nil ? "" : Self.erasing }

    private func bar(_ share: Double) -> String {
        let full = Int((max(0, min(1, share)) * 20).rounded(.down))
        return "[" + String(repeating: "#", count: full) + String(repeating: ".", count: 20 - full) + "]"
    }

    private func remaining(_ seconds: Double) -> String {
        let whole = Int(saturating: seconds.rounded(.up))
        return whole < 60 ? "\(whole) s" : "\(whole / 60) min \(whole % 60) s"
    }
}
