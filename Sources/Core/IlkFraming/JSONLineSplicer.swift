/// Adds a member (a `classification`, unless told otherwise) to a line of NDJSON and leaves every other byte of it as it was.
///
/// A line that has a member of that name already is not ours to change unasked: it may be someone's own field
/// (a document's secrecy, a taxonomist's word). It is refused with `fieldTaken`. With ``Taken/replace`` the
/// value of the last member of that name is replaced where it stands, so that running a file through a second
/// time gives the same lines again, and their order of members stays.
public struct JSONLineSplicer: Sendable {
    /// What to do with a line that has a member of that name already.
    public enum Taken: Sendable {
        /// Refuse it with `fieldTaken`.
        case refuse
        /// Put the new value in the place of the old one.
        case replace
    }

    /// What to do with a line that has a member of that name already.
    public let taken: Taken

    /// The name of what is added. Lines must have been read with it.
    public let name: JSONFieldName
    private let beginning: [UInt8]

    /// A splicer that does this with lines that have a member of that name already.
    public init(taken: Taken = .refuse, name: JSONFieldName = .classification) {
        self.taken = taken
        self.name = name
        var writer = JSONWriter()
        writer.string(name.description)
        beginning = [UInt8(ascii: ",")] + writer.bytes + [UInt8(ascii: ":")]
    }

    /// Refuses a line that could not be spliced, so that nothing need be computed for it.
    ///
    /// - Throws: `fieldTaken`, with the place of the old value.
    public func check(_ places: JSONLine) throws(JSONLineError) {
        if case .refuse = taken, let old = places.taken {
            throw JSONLineError(
                code: .fieldTaken, offset: old.lowerBound, detail: "there is a member '\(name)' already")
        }
    }

    /// Appends the line with the new member in it, without a line break.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - places: What was read of this very line.
    ///   - value: The member's value as JSON, on one line.
    ///   - output: What is appended to.
    /// - Throws: `fieldTaken`, and then nothing has been appended.
    public func append(
        _ line: UnsafeBufferPointer<UInt8>, _ places: JSONLine, value: [UInt8],
        to output: inout [UInt8]
    ) throws(JSONLineError) {
        try check(places)
        if let old = places.taken {
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
