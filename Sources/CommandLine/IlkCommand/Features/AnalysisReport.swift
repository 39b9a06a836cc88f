import IlkConsole

/// What a command says of a text that it took apart.
protocol AnalysisReport: AnyObject {
    /// The name of the member that is added to lines of NDJSON.
    var member: String { get }

    /// Takes a text apart. What the report says from then on is about it.
    func read(_ bytes: UnsafeBufferPointer<UInt8>)

    /// What is said to people, in whole lines.
    func text() -> String

    /// The member's value, as JSON on one line.
    func value() -> [UInt8]

    /// What stands alone for a text that was no line of NDJSON, as JSON on one line.
    func object() -> [UInt8]
}
