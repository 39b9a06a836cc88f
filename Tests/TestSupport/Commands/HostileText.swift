public import Foundation

/// Texts that do harm if output is not escaped, and checks of each output format.
public enum HostileText {
    /// Control characters, directional marks, formulas, markup, quotes and path components. None contains a
    /// NUL.
    public static let typed = [
        "a\u{1B}[35mred\u{1B}[0mz", "b\u{1B}]0;title\u{7}z", "c\u{9B}31m\u{85}\u{90}z",
        "d\u{202E}txt\u{2066}e\u{200F}\u{61C}\u{200E}z", "=1+1", "@SUM(1)", "+1", "-1", "\tx", "e\rf",
        "<script>alert(1)</script><img src=x onerror=alert(1)>", "it's \"q\" `x` $(id) & ;", "../../x",
        "l1\nl2", "m\u{7F}\u{2028}\u{2029}z", "\u{FF1D}1", "'quoted",
    ]
    /// The texts in ``typed`` and one with a NUL, which an argument cannot contain.
    public static let all = typed + ["n\u{0}l"]

    /// Returns the first character in text output that could affect a terminal, with its context, or `nil`
    /// for none.
    ///
    /// - Parameters:
    ///   - data: The output.
    ///   - isColored: `true` to allow the tool's own colors.
    public static func fault(inText data: Data, isColored: Bool = false) -> String? {
        var text = String(decoding: data, as: UTF8.self)
        if isColored {
            for code in ["0", "1", "2", "4", "31", "32", "33"] { text.replace("\u{1B}[\(code)m", with: "") }
        }
        let scalars = Array(text.unicodeScalars)
        guard let place = scalars.firstIndex(where: isHarmful) else { return nil }
        return
            "\(scalars[max(0, place - 40)..<min(scalars.count, place + 20)].map { $0.escaped(asASCII: true) }.joined())"
    }

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A: false
        case 0x00..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Returns all strings in JSON values, including keys, or `nil` for invalid JSON.
    ///
    /// - Parameters:
    ///   - data: The output.
    ///   - isLines: `true` if each line is a value.
    public static func strings(inJSON data: Data, isLines: Bool) -> Set<String>? {
        var found: Set<String> = []
        func visit(_ value: Any) {
            switch value {
            case let text as String: found.insert(text)
            case let array as [Any]: array.forEach(visit)
            case let object as [String: Any]:
                for (key, value) in object {
                    found.insert(key)
                    visit(value)
                }
            default: break
            }
        }
        for part in isLines ? data.split(separator: 0x0A) : [data] where !part.isEmpty {
            guard let value = value(inJSON: part) else { return nil }
            visit(value)
        }
        return found
    }

    private static func value(inJSON data: Data) -> Any? {
        do {
            return try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        } catch {
            return nil
        }
    }

    /// Returns the fields of CSV according to RFC 4180, or `nil` if a quote is not closed.
    public static func fields(inCSV data: Data) -> [String]? {
        var (fields, field, isQuoted) = ([String](), [UInt8](), false)
        var bytes = Array(data)[...]
        while let byte = bytes.popFirst() {
            switch (byte, isQuoted) {
            case (UInt8(ascii: "\""), true):
                if bytes.first == byte { field.append(bytes.removeFirst()) } else { isQuoted = false }
            case (UInt8(ascii: "\""), false): isQuoted = true
            case (UInt8(ascii: ","), false), (0x0A, false):
                fields.append(String(decoding: field, as: UTF8.self))
                field = []
            case (0x0D, false): break
            default: field.append(byte)
            }
        }
        return isQuoted ? nil : fields
    }

    private static let tags: Set<String> = [
        "a", "b", "body", "br", "caption", "circle", "code", "col", "colgroup", "dd", "details", "div", "dl",
        "dt",
        "em", "figcaption", "figure", "footer", "g", "h1", "h2", "h3", "head", "header", "hr", "html", "i",
        "li",
        "line", "main", "mark", "meta", "nav", "ol", "p", "path", "polygon", "polyline", "pre", "rect",
        "section",
        "small", "span", "strong", "style", "summary", "svg", "table", "tbody", "td", "text", "th", "thead",
        "title", "tr", "tspan", "ul",
    ]

    /// Returns the first tag or character in a page that the tool does not use itself, or `nil` for none.
    public static func fault(inHTML data: Data) -> String? {
        let page = String(decoding: data, as: UTF8.self)
        for part in page.components(separatedBy: "<").dropFirst() {
            let name = part.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
            let tag = part.prefix { $0 != ">" }
            if !(part.hasPrefix("!") || tags.contains(name)) || tag.contains("onerror") { return String(tag) }
        }
        let harmful = page.unicodeScalars.first { scalar in
            switch scalar.value {
            case 0x09, 0x0A: false
            case 0x00..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
            default: false
            }
        }
        return harmful?.escaped(asASCII: true)
    }
}
