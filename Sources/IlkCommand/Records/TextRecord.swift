import IlkFraming

/// One text of an input, with what is known of where it came from. Its bytes are lent beside it.
struct TextRecord {
    /// What the input is called in messages.
    let input: String
    /// The line of the input, from 1; nil when the input is one text.
    let line: Int?
    /// Whether bytes of it are not UTF-8.
    let isRepaired: Bool
    /// Whether it goes on behind what is lent.
    let isTruncated: Bool
    /// The line of JSON that it was read from; nil when it was read from none.
    let json: JSONRecord?

    /// Where it stands, for messages.
    var place: String { line.map { "\(input), line \($0)" } ?? input }
}

/// A line of JSON that holds a text.
struct JSONRecord {
    /// The line without its ending; lent for as long as the text is.
    let bytes: UnsafeBufferPointer<UInt8>
    /// What stands where in it.
    let places: JSONLine
    /// What ended it.
    let ending: FramedLine.Ending
}
