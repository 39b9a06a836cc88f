package import IlkConsole
package import Ilk

/// The inputs of a command, and their division into records.
package struct RecordInput {
    /// The inputs, in order.
    package var inputs: [InputFile]
    /// The division into records.
    package var framing: RecordFraming
    /// The maximum length of a text in bytes.
    package var maxText: Int
    /// The maximum length of a line in bytes.
    package var maxRecord: Int
    /// The handling of invalid records.
    package var faults: RecordErrorPolicy

    /// `true` if the output names the inputs, because there are several.
    package var isNamed: Bool { inputs.count > 1 }

    /// The settings of the record framer.
    package var reading: RecordFramer.Settings {
        var settings = RecordFramer.Settings()
        settings.framing = framing
        settings.maxText = maxText
        settings.maxRecord = maxRecord
        settings.showsFaults = faults == .emit
        return settings
    }
}
