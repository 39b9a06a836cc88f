import IlkVocabulary

extension ChartPlane.Axis {
    /// Creates a time axis in UTC, with tick marks at whole days, hours, minutes or seconds.
    ///
    /// - Parameters:
    ///   - range: The range, in seconds since 1970-01-01T00:00:00Z. A range of a single time becomes a range
    ///     of one minute.
    ///   - marks: The maximum number of tick marks.
    package static func time(_ range: ClosedRange<Double>, marks: Int) -> Self {
        let margin = range.lowerBound == range.upperBound ? 30 : 0.0
        let (lower, upper) = (range.lowerBound - margin, range.upperBound + margin)
        let day = 86_400.0
        let steps =
            [1, 5, 15, 60, 300, 900, 3_600, 10_800, 21_600]
            + [1, 2, 4, 7, 14, 30, 61, 122, 182].map { $0 * day }
        var step = steps.first { (upper - lower) / $0 < Double(marks) } ?? 365 * day
        while (upper - lower) / step >= Double(marks) { step *= 2 }
        let first = (lower / step).rounded(.up) * step
        let places = (0..<marks).map { first + Double($0) * step }.filter { $0 <= upper }
        let isOneDay = RecordTime.text(lower).prefix(10) == RecordTime.text(upper).prefix(10)
        let isOneYear = RecordTime.text(lower).prefix(4) == RecordTime.text(upper).prefix(4)
        return Self(
            title: isOneDay ? "\(RecordTime.text(lower).prefix(10)), UTC" : "UTC",
            lower: lower, upper: upper, marks: places
        ) { place in
            let text = RecordTime.text(place.rounded())
            guard text.dropFirst(10).first == "T" else { return text }
            if step >= day { return String(isOneYear ? text.dropFirst(5).prefix(5) : text.prefix(10)) }
            let clock = text.dropFirst(11).prefix(step < 60 ? 8 : 5)
            return isOneDay ? String(clock) : "\(text.dropFirst(5).prefix(5)) \(clock)"
        }
    }
}
