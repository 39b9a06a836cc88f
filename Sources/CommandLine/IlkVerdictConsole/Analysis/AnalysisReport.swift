/// A report on one text at a time, for a command that analyzes texts.
package protocol AnalysisReport: AnyObject {
    /// The name of the field that is added to NDJSON lines.
    var fieldName: String { get }

    /// Analyzes a text. The other functions then report on this text.
    func read(_ bytes: UnsafeBufferPointer<UInt8>)

    /// Returns the human-readable report in complete lines.
    func text() -> String

    /// Returns the value of the field, as JSON on one line.
    func value() -> [UInt8]

    /// Returns the record for a text that is not an NDJSON line, as JSON on one line.
    func object() -> [UInt8]
}
