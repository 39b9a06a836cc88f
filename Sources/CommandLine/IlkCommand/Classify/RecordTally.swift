import IlkConsole

/// What became of the records and the inputs of a run.
struct RecordTally {
    /// How many texts were taken.
    var texts = 0
    /// How many records could not be read.
    var faults = 0
    /// Where the first of them stands.
    var firstFault: String?
    /// How many inputs were read to their end.
    var inputs = 0
    /// Why other inputs were not; each has been told.
    var failures: [CommandFailure] = []

    /// What the command ends with; nil when all is well.
    ///
    /// - Parameter request: What the command was asked for while it ran.
    func outcome(_ request: StopFlag.Request?) -> CommandFailure? {
        if let request {
            return CommandFailure(request.status, "stopped after \(texts) \(texts == 1 ? "text" : "texts")")
        }
        if let failure = failures.first(where: { $0.status != .noInput }) {
            return CommandFailure(failure.status, "")
        }
        if faults > 0 {
            let what = "\(faults) \(faults == 1 ? "record" : "records") could not be read"
            return CommandFailure(
                .partlyDone, what, at: firstFault.map { faults == 1 ? $0 : "the first: \($0)" })
        }
        guard let failure = failures.first else { return nil }
        return CommandFailure(inputs > 0 ? .partlyDone : failure.status, "")
    }
}
