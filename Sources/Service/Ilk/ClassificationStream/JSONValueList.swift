/// Writes values of JSON: one by itself, or an array if there are several inputs.
package struct JSONValueList {
    private let isArray: Bool
    private var count = 0

    /// Creates a list.
    ///
    /// - Parameter isArray: `true` if the values are the elements of an array.
    package init(isArray: Bool) { self.isArray = isArray }

    /// Appends a value.
    package mutating func append(_ value: [UInt8], to output: inout [UInt8]) {
        if isArray { output.append(contentsOf: (count == 0 ? "[\n" : ",\n").utf8) }
        output.append(contentsOf: value)
        if !isArray { output.append(0x0A) }
        count += 1
    }

    /// Appends the end of the array.
    package func finish(_ output: inout [UInt8]) {
        if isArray { output.append(contentsOf: (count == 0 ? "[]\n" : "\n]\n").utf8) }
    }
}
