package import IlkFraming

/// A record that cannot be read, and why. Never holds anything out of it.
package struct RecordFault: Hashable {
    /// What the input is called in messages.
    package let input: String
    /// The line of the input, from 1.
    package let line: Int
    /// One word for programs.
    package let code: String
    /// What is wrong, in words.
    package let message: String
    /// Where in the line, in bytes from 0, or nil.
    package let byte: Int?

    /// A line that is not what it should be.
    package init(_ error: JSONLineError, input: String, line: Int) {
        self.input = input
        self.line = line
        code = "\(error.code)"
        message = error.detail
        byte = error.offset
    }

    /// A line that is longer than the limit.
    package init(length: Int, limit: Int, input: String, line: Int) {
        self.input = input
        self.line = line
        code = "tooLong"
        message = "the line has \(length) bytes, more than \(limit)"
        byte = nil
    }

    /// Where it stands, for messages.
    package var place: String { "\(input), line \(line)" + (byte.map { ", byte \($0)" } ?? "") }

    /// Writes the object that stands in the record's place.
    ///
    /// - Parameter namesInput: Whether the input is named too: when there are several.
    package func write(to writer: inout JSONWriter, namesInput: Bool) {
        writer.beginObject()
        writer.key("error")
        writer.beginObject()
        writer.member("code", code)
        writer.member("message", message)
        writer.member("byte", byte)
        writer.endObject()
        if namesInput { writer.member("file", input) }
        writer.member("line", line)
        writer.endObject()
    }
}
