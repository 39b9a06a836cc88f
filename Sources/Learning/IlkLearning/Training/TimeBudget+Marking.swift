import IlkModels
import IlkTraining
import IlkVocabulary

extension TimeBudget {
    /// Records a reached time limit in a model file.
    ///
    /// - Parameters:
    ///   - unfinished: The parts of the training that the time limit cut short.
    ///   - bytes: The bytes of the model file.
    /// - Returns: The time limit mark that was added, or `nil` if all parts were completed.
    /// - Throws: ``FormatError`` if the bytes are not a model.
    func mark(
        _ unfinished: [TimeLimitMark.Part], _ bytes: inout [UInt8]
    ) throws(FormatError) -> TimeLimitMark? {
        guard let mark = TimeLimitMark(seconds: seconds, parts: unfinished) else { return nil }
        bytes = try mark.added(to: bytes)
        return mark
    }
}

extension ModelFileOptions {
    /// Returns options whose size limit leaves room for the time limit mark (``TimeLimitMark``), if there is
    /// a time limit.
    func leavingRoom(for budget: TimeBudget?) -> ModelFileOptions {
        var options = self
        if budget != nil { options.maximumBytes = maximumBytes.map { max(0, $0 - TimeLimitMark.size) } }
        return options
    }
}
