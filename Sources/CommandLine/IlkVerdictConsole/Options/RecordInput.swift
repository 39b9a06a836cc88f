package import IlkConsole
package import Ilk

/// The inputs of a command, and the records in them.
package struct RecordInput {
    /// The inputs, in their order.
    package var inputs: [InputFile] = [.standardInput]
    /// The division into records.
    package var framing = RecordFraming.whole
    /// The maximum length of a text in bytes.
    package var maxText = 1 << 20
    /// The maximum length of a line in bytes.
    package var maxRecord = 1 << 20
    /// The treatment of records that cannot be read.
    package var faults: FaultPolicy = .emit

    /// Creates a value from its parts.
    package init(
        inputs: [InputFile] = [.standardInput], framing: RecordFraming = RecordFraming.whole,
        maxText: Int = 1 << 20, maxRecord: Int = 1 << 20, faults: FaultPolicy = .emit
    ) {
        self.inputs = inputs
        self.framing = framing
        self.maxText = maxText
        self.maxRecord = maxRecord
        self.faults = faults
    }

    /// `true` if output names its input, because there are several.
    package var isNamed: Bool { inputs.count > 1 }

    /// The settings of a reader.
    package var reading: RecordFramer.Settings {
        var settings = RecordFramer.Settings()
        settings.framing = framing
        settings.maxText = maxText
        settings.maxRecord = maxRecord
        settings.showsFaults = faults == .emit
        return settings
    }
}
