package enum JSONLayout {
    /// Returns JSON with each field and element on a separate line, indented by two spaces per level. Empty
    /// objects and arrays, and arrays of non-negative integers such as spans, stay on one line.
    ///
    /// - Parameter json: Valid JSON without white space.
    package static func indented(_ json: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var depth = 0
        var isString = false
        var isEscaped = false
        var index = 0
        func newline() {
            output.append(0x0A)
            output.append(contentsOf: repeatElement(0x20, count: 2 * depth))
        }
        while index < json.count {
            let byte = json[index]
            if isString {
                output.append(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isString = false
                }
                index += 1
                continue
            }
            if let end = short(json, from: index) {
                output.append(contentsOf: json[index...end])
                index = end + 1
                continue
            }
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                output.append(byte)
                depth += 1
                newline()
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                newline()
                output.append(byte)
            case UInt8(ascii: ","):
                output.append(byte)
                newline()
            case UInt8(ascii: ":"): output.append(contentsOf: ": ".utf8)
            default:
                isString = byte == UInt8(ascii: "\"")
                output.append(byte)
            }
            index += 1
        }
        return output
    }

    /// Returns the index of the closing bracket of an empty object or array, or of an array of digits and
    /// commas, that begins at `start`.
    private static func short(_ json: [UInt8], from start: Int) -> Int? {
        guard json[start] == UInt8(ascii: "[") || json[start] == UInt8(ascii: "{") else { return nil }
        var index = start + 1
        while index < json.count {
            switch json[index] {
            case UInt8(ascii: "]"), UInt8(ascii: "}"): return index
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ","): index += 1
            default: return nil
            }
        }
        return nil
    }
}
