/// A function, initializer, subscript or computed property with its length.
struct FunctionSpan: Hashable, Sendable {
    var name: String
    /// The line of its keyword, counted from 1.
    var line: Int
    /// The number of lines from the keyword to the closing brace.
    var lineCount: Int
}

extension SwiftSource {
    /// The declarations with a body, in order.
    var functions: [FunctionSpan] {
        var reader = FunctionReader(code: code, text: text)
        return reader.read()
    }
}

/// Finds declarations in scanned code.
private struct FunctionReader {
    let code: [UInt8]
    let text: [UInt8]
    private var line = 1
    private var position = 0

    init(code: [UInt8], text: [UInt8]) {
        self.code = code
        self.text = text
    }

    mutating func read() -> [FunctionSpan] {
        var found: [FunctionSpan] = []
        while position < code.count {
            let start = position
            guard Self.isName(code[start]) else {
                if code[start] == UInt8(ascii: "\n") { line += 1 }
                position += 1
                continue
            }
            while position < code.count, Self.isName(code[position]) { position += 1 }
            let before = start > 0 ? code[start - 1] : UInt8(ascii: "\n")
            if before == UInt8(ascii: ".") || before == UInt8(ascii: "`") || before == UInt8(ascii: "@") {
                continue
            }
            let word = String(decoding: code[start..<position], as: UTF8.self)
            if let span = declaration(word) { found.append(span) }
        }
        return found
    }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    private func declaration(_ word: String) -> FunctionSpan? {
        let next = position < code.count ? code[position] : 0
        let name: String
        switch word {
        case "func", "var":
            guard next == UInt8(ascii: " ") else { return nil }
            name = nameBehind()
        case "init", "subscript":
            guard [UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: "?"), UInt8(ascii: "!")].contains(next)
            else { return nil }
            name = word
        case "deinit": name = word
        default: return nil
        }
        guard let open = bodyStart(isProperty: word == "var"), let close = closing(open) else { return nil }
        let lines = code[position...close].count { $0 == UInt8(ascii: "\n") } + 1
        return FunctionSpan(name: name, line: line, lineCount: lines)
    }

    private func nameBehind() -> String {
        let start = position + 1
        guard start < text.count else { return "" }
        if text[start] == UInt8(ascii: "`"), let end = text[(start + 1)...].firstIndex(of: UInt8(ascii: "`"))
        {
            return String(decoding: text[(start + 1)..<end], as: UTF8.self)
        }
        let end = text[start...].firstIndex { " (<:=\n".utf8.contains($0) } ?? text.count
        return String(decoding: text[start..<end], as: UTF8.self)
    }

    /// Returns the start of the body, or `nil` for a protocol requirement or a stored property.
    private func bodyStart(isProperty: Bool) -> Int? {
        var depth = 0
        for index in position..<code.count {
            switch code[index] {
            case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"):
                depth -= 1
                if depth < 0 { return nil }
            case UInt8(ascii: "{") where depth == 0: return index
            case UInt8(ascii: "}") where depth == 0: return nil
            case UInt8(ascii: "=") where depth == 0 && isProperty: return nil
            case UInt8(ascii: "\n") where depth == 0 && !goesOn(behind: index): return nil
            default: break
            }
        }
        return nil
    }

    /// Returns `true` if a declaration continues after a line break.
    private func goesOn(behind index: Int) -> Bool {
        let before = code[..<index].last { $0 != UInt8(ascii: " ") } ?? 0
        if ",>&:".utf8.contains(before), !(before == UInt8(ascii: ">") && !endsInArrow(index)) { return true }
        let rest = code[index...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }.prefix(9)
        let next = String(decoding: rest, as: UTF8.self)
        return ["{", "where", "->", "throws", "async", "rethrows", "(", "&"].contains { next.hasPrefix($0) }
    }

    private func endsInArrow(_ index: Int) -> Bool {
        let line = code[..<index].suffix(2)
        return line.elementsEqual("->".utf8)
    }

    private func closing(_ open: Int) -> Int? {
        var depth = 0
        for index in open..<code.count {
            if code[index] == UInt8(ascii: "{") { depth += 1 }
            if code[index] == UInt8(ascii: "}") {
                depth -= 1
                if depth == 0 { return index }
            }
        }
        return nil
    }
}
