package import IlkFraming

/// A record of an input. Its bytes are valid only during one call.
package enum RecordItem {
    case text(RecordText)
    /// A blank NDJSON line, which is not a record.
    case blank(UnsafeBufferPointer<UInt8>, ending: FramedLine.Ending)
    case fault(RecordFault)
}

/// A text of an input and its origin.
package struct RecordText {
    package let bytes: UnsafeBufferPointer<UInt8>
    package let record: TextRecord
    /// The JSON line that contains the text, or `nil` if the input is not NDJSON.
    package let json: JSONRecord?
}

/// A JSON line that contains a text.
package struct JSONRecord {
    /// The line without its ending.
    package let bytes: UnsafeBufferPointer<UInt8>
    /// The positions of its fields.
    package let places: JSONLine
    package let ending: FramedLine.Ending
}
