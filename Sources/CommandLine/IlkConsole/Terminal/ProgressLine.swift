import IlkVocabulary

/// The line on a terminal that says how far a command has come: drawn over itself when a person is there to see it, and
/// gone at the end.
package struct ProgressLine {
    private let what: String
    private let total: Int?
    private let console: Console
    private let start: ContinuousClock.Instant
    private var lastDrawn: ContinuousClock.Instant?

    /// What erases the line.
    static let erasing = "\r\u{1B}[K"
    /// At most ten lines a second.
    private static let pause: Duration = .milliseconds(100)

    /// A line that begins now.
    ///
    /// - Parameters:
    ///   - what: What is counted, in the plural.
    ///   - total: How many there will be, or nil when nobody knows.
    ///   - console: Where it is drawn.
    ///   - now: The time.
    package init(_ what: String, total: Int?, on console: Console, now: ContinuousClock.Instant = .now) {
        self.what = what
        self.total = total
        self.console = console
        start = now
    }

    /// Says how many are done.
    package mutating func draw(_ done: Int) {
        if console.showsProgress, let line = line(done: done, now: .now) { console.tell(line) }
    }

    /// Says how many are done, and ends the command when it has been asked to stop.
    package mutating func show(_ done: Int) throws(CommandFailure) {
        draw(done)
        do throws(CommandFailure) {
            try console.checkStop()
        } catch {
            erase()
            throw error
        }
    }

    /// Erases the line.
    package func erase() {
        if console.showsProgress, !end.isEmpty { console.tell(end) }
    }

    /// What to write when `done` of the total are done, or nil when it is too early to draw again.
    mutating func line(done: Int, now: ContinuousClock.Instant) -> String? {
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
    var end: String { lastDrawn == nil ? "" : Self.erasing }

    private func bar(_ share: Double) -> String {
        let full = Int((max(0, min(1, share)) * 20).rounded(.down))
        return "[" + String(repeating: "#", count: full) + String(repeating: ".", count: 20 - full) + "]"
    }

    private func remaining(_ seconds: Double) -> String {
        let whole = Int(saturating: seconds.rounded(.up))
        return whole < 60 ? "\(whole) s" : "\(whole / 60) min \(whole % 60) s"
    }
}

extension Console {
    /// Says which of several steps is done now, and ends the command when it has been asked to stop.
    ///
    /// - Parameters:
    ///   - what: What a step is.
    ///   - step: The number of the step, from 1.
    ///   - count: How many steps there are.
    package func showStep(_ what: String, _ step: Int, of count: Int) throws(CommandFailure) {
        if showsProgress { tell(ProgressLine.erasing + "\(what) \(step) of \(count)") }
        try checkStop()
    }

    /// Erases what was said of steps.
    package func eraseStep() {
        if showsProgress { tell(ProgressLine.erasing) }
    }
}
