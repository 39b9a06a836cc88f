import IlkVocabulary

/// A progress line that is redrawn in place on a terminal and erased at the end.
package struct ProgressLine {
    private let what: String
    private let total: Int?
    private let console: Console
    private let start: ContinuousClock.Instant
    private var lastDrawn: ContinuousClock.Instant?

    /// The sequence that erases the line.
    static let erasing = "\r\u{1B}[K"
    /// The minimum time between two updates.
    private static let pause: Duration = .milliseconds(100)

    /// Creates a line and starts its clock.
    ///
    /// - Parameters:
    ///   - what: The noun in the plural.
    ///   - total: The total number, or `nil` if it is unknown.
    ///   - console: The console to draw on.
    ///   - now: The time.
    package init(_ what: String, total: Int?, on console: Console, now: ContinuousClock.Instant = .now) {
        self.what = what
        self.total = total
        self.console = console
        start = now
    }

    /// Shows the number of finished items.
    package mutating func draw(_ done: Int) {
        if console.showsProgress, let line = line(done: done, now: .now) { console.writeMessage(line) }
    }

    /// Shows the number of finished items, and throws if a stop was requested.
    package mutating func show(_ done: Int) throws(CommandError) {
        draw(done)
        try checkStop()
    }

    /// Shows the name of a phase of unknown length, and throws if a stop was requested.
    package mutating func show(phase: String) throws(CommandError) {
        if console.showsProgress, let line = line(phase: phase, now: .now) { console.writeMessage(line) }
        try checkStop()
    }

    private func checkStop() throws(CommandError) {
        if console.stop.request != nil { erase() }
        try console.checkStop()
    }

    package func erase() {
        if console.showsProgress, !end.isEmpty { console.writeMessage(end) }
    }

    /// Returns the text for the number of finished items, or `nil` if the last update is too recent.
    mutating func line(done: Int, now: ContinuousClock.Instant) -> String? {
        if let lastDrawn, now - lastDrawn < Self.pause { return nil }
        lastDrawn = now
        let seconds = (now - start) / .seconds(1)
        // The first half second is too short for an estimate.
        let rate = seconds >= 0.5 ? Double(done) / seconds : 0
        var line = "\(done) \(what)"
        if let total, total > 0 {
            line = bar(Double(done) / Double(total)) + " \(done)/\(total) \(what)"
        }
        if rate > 0 { line += ", \(Int(saturating: rate)) per second" }
        if let total, rate > 0, done < total { line += ", \(remaining(Double(total - done) / rate)) left" }
        return Self.erasing + line
    }

    /// Returns the text for a phase with the time since the creation of the line, or `nil` if the last update
    /// is too recent.
    mutating func line(phase: String, now: ContinuousClock.Instant) -> String? {
        if let lastDrawn, now - lastDrawn < Self.pause { return nil }
        lastDrawn = now
        return Self.erasing + "\(phase), \(Int(saturating: (now - start) / .seconds(1))) s"
    }

    /// The text that erases the line, if it was drawn.
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
    /// Shows the current step, and throws if a stop was requested. Steps are numbered from 1.
    package func showStep(_ what: String, _ step: Int, of count: Int) throws(CommandError) {
        if showsProgress { writeMessage(ProgressLine.erasing + "\(what) \(step) of \(count)") }
        try checkStop()
    }

    /// Erases the line that ``showStep(_:_:of:)`` has written.
    package func eraseStep() {
        if showsProgress { writeMessage(ProgressLine.erasing) }
    }
}
