package import IlkFraming

/// The error for an unreadable record. It contains no part of the record.
package struct RecordFault: Hashable {
    /// The name of the input in messages.
    package let input: String
    /// The line of the input, from 1.
    package let line: Int
    /// The error code, for programs.
    package let code: String
    /// The message for people.
    package let message: String
    /// The position of the error in the line, in bytes from 0, or `nil` if the whole line is at fault.
    package let byte: Int?

    /// Creates the fault for an invalid JSON line.
    package init(_ error: JSONLineError, input: String, line: Int) {
        self.input = input
        self.line = line
        code = "\(error.code)"
        message = error.detail
        byte = error.offset
    }

    /// Creates the fault for a line above the length limit.
    package init(length: Int, limit: Int, input: String, line: Int) {
        self.input = input
        self.line = line
        code = "tooLong"
        message = "the line has \(length) bytes, more than \(limit)"
        byte = nil
    }

    /// The position in the input as `FILE:LINE:COLUMN`, for messages. Columns are bytes, counted from 1.
    package var place: String { "\(input):\(line)" + (byte.map { ":\($0 + 1)" } ?? "") }

    /// Writes the object that replaces the record in the output.
    ///
    /// - Parameter namesInput: `true` to name the input, for several inputs.
    package func write(to writer: inout JSONWriter, namesInput: Bool) {
        writer.beginObject()
        writer.key("error")
        writer.beginObject()
        writer.field("code", code)
        writer.field("message", message)
        writer.field("byte", byte)
        writer.endObject()
        if namesInput { writer.field("file", input) }
        writer.field("line", line)
        writer.endObject()
    }
}
