import IlkFraming
import IlkHTTP
import IlkVocabulary

/// Numbers and times as pages show them.
enum PageText {
    /// Returns a share in percent with one decimal, such as `93.1 %`.
    static func percent(_ share: Double) -> String {
        let tenths = Int((min(max(share, 0), 1) * 1000).rounded())
        if tenths == 1000, share < 1 { return "> 99.9 %" }
        if tenths == 0, share > 0 { return "< 0.1 %" }
        return "\(tenths / 10).\(tenths % 10) %"
    }

    /// Returns a number with its sign and two decimals, such as `+0.42`.
    static func signed(_ number: Double) -> String {
        let hundredths = Int((min(max(abs(number), 0), 1e6) * 100).rounded())
        let digits = hundredths % 100
        return (number < 0 ? "−" : "+") + "\(hundredths / 100).\(digits < 10 ? "0" : "")\(digits)"
    }

    /// Returns the day and the minute of an ISO 8601 time, in UTC.
    static func time(_ text: String?) -> String {
        guard let text, text.utf8.count >= 16 else { return text ?? "" }
        return text.prefix(10) + " " + text.dropFirst(11).prefix(5)
    }

    /// Returns a size with a unit, such as `1.4 MB`.
    static func bytes(_ count: Int) -> String {
        var (size, units) = (Double(count), ["bytes", "kB", "MB", "GB", "TB"][...])
        while size >= 1000, units.count > 1 {
            size /= 1000
            units = units.dropFirst()
        }
        let number = count < 1000 ? "\(count)" : ChartView.place(size)
        return "\(number) \(units.first ?? "")"
    }

    /// Returns a time span in its largest whole unit: `21600` → `6 hours`, `5400` → `90 minutes`.
    static func duration(_ seconds: Int) -> String {
        for (unit, length) in [("day", 86_400), ("hour", 3600), ("minute", 60)]
        where seconds >= length && seconds % length == 0 {
            return counted(seconds / length, unit)
        }
        return counted(seconds, "second")
    }

    /// Returns a time span in the form that follows `each` or `every`, such as `hour` or `15 minutes`.
    static func interval(_ seconds: Int) -> String {
        let text = duration(seconds)
        return text.hasPrefix("1 ") ? String(text.dropFirst(2)) : text
    }

    /// Returns the milliseconds since 1970 of an ISO 8601 time, or `nil` for another text.
    static func milliseconds(_ text: String) -> Int64? {
        RecordTime.seconds(text).map { Int64(($0 * 1000).rounded()) }
    }

    /// Returns a count with its noun, such as `1 text` or `2 texts`.
    static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    /// Returns at most `count` Unicode scalars of a text. If the text is longer, `…` follows.
    static func cut(_ text: String, to count: Int) -> String {
        text.unicodeScalars.count <= count
            ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(count))) + "…"
    }
}

extension JSONTree {
    /// The label of an entry or a verdict, or several labels separated by commas. It is `nil` if there is no
    /// label.
    var label: String? {
        let several = self["categories"]?.strings ?? []
        return several.isEmpty ? self["category"]?.string : several.joined(separator: ", ")
    }

    /// The predicted label of an entry of the log, or several labels separated by commas. Corrections do not
    /// affect it. It is `nil` if there is no predicted label.
    var classifiedLabel: String? {
        let several = self["classifiedCategories"]?.strings ?? []
        return several.isEmpty ? self["classified"]?.string : several.joined(separator: ", ")
    }

    /// `true` if a correction in effect changes the predicted labels of an entry of the log.
    var isChangedByCorrection: Bool {
        guard let correction = self["correction"], correction["ignored"]?.bool != true else { return false }
        guard let predicted = self["classifiedCategories"]?.strings else {
            return self["category"]?.string != self["classified"]?.string
        }
        return Set(predicted) != Set(self["categories"]?.strings ?? [])
    }

    /// The strings of an array, or none for other values.
    var strings: [String] { elements?.compactMap(\.string) ?? [] }

    /// The fields of an object in order, or none for other values.
    var pairs: [(name: String, value: JSONTree)] {
        guard case .object(let fields) = self else { return [] }
        return fields.map { ($0.name, $0.value) }
    }
}
