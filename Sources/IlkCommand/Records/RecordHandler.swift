import Ilk
import IlkFraming

/// What a command does with each record of its input.
protocol RecordHandler: AnyObject {
    /// Takes a text. What it makes of it goes to the output's buffer; the loop ends the record.
    ///
    /// - Parameters:
    ///   - text: Its bytes, lent for the call.
    ///   - record: Where it came from.
    func take(_ text: UnsafeBufferPointer<UInt8>, _ record: TextRecord) throws(CommandFailure)

    /// Takes a blank line of NDJSON, which is no record.
    func take(blank line: UnsafeBufferPointer<UInt8>, ending: FramedLine.Ending)

    /// Takes a record that cannot be read; only when faults are to be shown in their place.
    func take(_ fault: RecordFault)

    /// Does what may have to wait, after each record.
    nonisolated(nonsending) func settle() async

    /// Renews what it works with if that has been asked for. Between two records.
    func renew()

    /// Does the same before the input is waited for.
    func pause()
}

extension RecordHandler {
    func take(blank line: UnsafeBufferPointer<UInt8>, ending: FramedLine.Ending) {}
    nonisolated(nonsending) func settle() async {}
    func renew() {}
    func pause() { renew() }
}
