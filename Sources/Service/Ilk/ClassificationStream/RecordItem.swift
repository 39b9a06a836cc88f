package import IlkFraming

/// One record of an input. Its bytes are lent for one call.
package enum RecordItem {
    /// A text.
    case text(RecordText)
    /// A blank line of NDJSON, which is no record.
    case blank(UnsafeBufferPointer<UInt8>, ending: FramedLine.Ending)
    /// A record that cannot be read.
    case fault(RecordFault)
}

/// A text of an input with its origin.
package struct RecordText {
    /// The bytes of the text.
    package let bytes: UnsafeBufferPointer<UInt8>
    /// The place and the state of the text.
    package let record: TextRecord
    /// The line of JSON that contains the text, or `nil` if there is none.
    package let json: JSONRecord?
}

/// A line of JSON that contains a text.
package struct JSONRecord {
    /// The line without its ending.
    package let bytes: UnsafeBufferPointer<UInt8>
    /// The positions of its fields.
    package let places: JSONLine
    /// The line ending.
    package let ending: FramedLine.Ending
}
