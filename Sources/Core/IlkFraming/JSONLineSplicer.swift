/// Adds a field, by default `classification`, to a line of NDJSON and preserves all other bytes.
///
/// If a line already has the field, the field may contain another program's data. By default, such a line is
/// rejected with `fieldTaken`. With ``ExistingFieldPolicy/replace``, the value of the last field with that
/// name is replaced in place. In this case, processing a file twice gives the same lines, and the order of
/// the fields does not change.
public struct JSONLineSplicer: Sendable {
    /// The treatment of a line that already has the field.
    public enum ExistingFieldPolicy: Sendable {
        /// The line is rejected with the error `fieldTaken`.
        case refuse
        /// The old value is replaced.
        case replace
    }

    /// The treatment of a line that already has the field.
    public let existingField: ExistingFieldPolicy

    /// The name of the added field. The lines must have been parsed with this name.
    public let name: JSONFieldName
    private let beginning: [UInt8]

    /// Creates a splicer.
    ///
    /// - Parameters:
    ///   - existingField: The treatment of a line that already has the field.
    ///   - name: The name of the added field.
    public init(existingField: ExistingFieldPolicy = .refuse, name: JSONFieldName = .classification) {
        self.existingField = existingField
        self.name = name
        var writer = JSONWriter()
        writer.string(name.description)
        beginning = [UInt8(ascii: ",")] + writer.bytes + [UInt8(ascii: ":")]
    }

    /// Throws an error if the field cannot be added to a line. Call this before computing the value of the
    /// field.
    ///
    /// - Parameter places: The parsed line.
    /// - Throws: `fieldTaken` with the offset of the old value, if the line already has the field and
    ///   ``existingField`` is `refuse`.
    public func check(_ places: JSONLine) throws(JSONLineError) {
        if case .refuse = existingField, let old = places.existingValue {
            throw JSONLineError(
                code: .fieldTaken, offset: old.lowerBound, detail: "the field '\(name)' exists already")
        }
    }

    /// Appends the line with the added field, without a line terminator.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - places: The positions parsed from the same line.
    ///   - value: The value of the field as JSON on one line.
    ///   - output: The output buffer, which is appended to.
    /// - Throws: `fieldTaken` if the line already has the field and ``existingField`` is `refuse`. Nothing is
    ///   appended in this case.
    /// - Complexity: O(*n*) in the length of the line and the value.
    public func append(
        _ line: UnsafeBufferPointer<UInt8>, _ places: JSONLine, value: [UInt8],
        to output: inout [UInt8]
    ) throws(JSONLineError) {
        try check(places)
        if let old = places.existingValue {
            output.append(contentsOf: UnsafeBufferPointer(rebasing: line[..<old.lowerBound]))
            output.append(contentsOf: value)
            output.append(contentsOf: UnsafeBufferPointer(rebasing: line[old.upperBound...]))
            return
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: line[..<places.closingBrace]))
        output.append(contentsOf: beginning)
        output.append(contentsOf: value)
        output.append(contentsOf: UnsafeBufferPointer(rebasing: line[places.closingBrace...]))
    }
}
