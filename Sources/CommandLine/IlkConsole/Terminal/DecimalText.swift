import IlkVocabulary

/// Numbers as human-readable text, independent of the locale.
package enum DecimalText {
    /// Returns a number with `places` decimals, rounded half away from zero. Returns `-` if the number is not
    /// finite, or if its magnitude is at least 10^12.
    package static func fixed(_ number: Double, _ places: Int) -> String {
        guard number.isFinite, abs(number) < 1e12 else { return "-" }
        var unit = 1
        for _ in 0..<places { unit *= 10 }
        let scaled = Int((abs(number) * Double(unit)).rounded())
        let sign = number < 0 && scaled > 0 ? "-" : ""
        guard places > 0 else { return sign + "\(scaled)" }
        return sign + "\(scaled / unit)." + (scaled % unit).zeroPadded(to: places)
    }

    /// Returns a number with its sign and one decimal: `+1.9`.
    package static func signed(_ number: Double) -> String {
        (number < 0 ? "" : "+") + fixed(number, 1)
    }

    /// Returns an integer with grouped digits: `12,345`.
    package static func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var text = ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return number < 0 ? "-" + text : text
    }

    /// Returns a count with its noun: `1 rule`, `1,200 rules`.
    package static func counted(_ count: Int, _ what: String) -> String {
        "\(grouped(count)) \(what)\(count == 1 ? "" : "s")"
    }

    /// Returns a size, with the unit spelled out below 1 KiB: `812 bytes`, `4.3 KiB`.
    package static func bytes(_ bytes: Int) -> String {
        bytes < 1 << 10 ? counted(bytes, "byte") : size(bytes)
    }

    /// Returns a size in the largest suitable unit: `812 B`, `4.3 KiB`, `1.2 MiB`.
    package static func size(_ bytes: Int) -> String {
        if bytes < 1 << 10 { return "\(bytes) B" }
        if bytes < 1 << 20 { return fixed(Double(bytes) / 1024, 1) + " KiB" }
        if bytes < 1 << 30 { return fixed(Double(bytes) / Double(1 << 20), 1) + " MiB" }
        return fixed(Double(bytes) / Double(1 << 30), 1) + " GiB"
    }
}
