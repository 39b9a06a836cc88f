import IlkFraming
import IlkHTTP

/// Numbers and times as pages show them.
enum PageText {
    /// Returns a share in percent with one decimal, such as `93.1 %`.
    static func percent(_ share: Double) -> String {
        let tenths = Int((min(max(share, 0), 1) * 1000).rounded())
        if tenths == 1000, share < 1 { return "> 99.9 %" }
        if tenths == 0, share > 0 { return "< 0.1 %" }
        return "\(tenths / 10).\(tenths % 10) %"
    }

    /// Returns a number with two decimals and its sign.
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

    /// Returns a count with its noun.
    static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    /// Returns the beginning of a text.
    static func cut(_ text: String, to count: Int) -> String {
        text.unicodeScalars.count <= count
            ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(count))) + "…"
    }
}

extension JSONTree {
    /// The strings of an array, or none for other values.
    var strings: [String] { elements?.compactMap(\.string) ?? [] }

    /// The fields of an object in order, or none for other values.
    var pairs: [(name: String, value: JSONTree)] {
        guard case .object(let fields) = self else { return [] }
        return fields.map { ($0.name, $0.value) }
    }
}
