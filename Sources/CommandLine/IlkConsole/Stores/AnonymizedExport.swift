import IlkFraming

/// An export without the values that occur for only a few users. The original records are kept only in
/// memory.
struct AnonymizedExport<Application: ExportApplication> {
    let open: OpenStore<Application>
    let request: ExportRequest<Application>
    let minimumUsers: Int

    /// Writes the anonymized records.
    ///
    /// - Returns: The number of written records, and the reason in words if all records were left out.
    /// - Throws: `usage` for a format that is not JSON, `bug` if a value that occurs for too few users would
    ///   remain in the output, and errors of the export.
    func run(to output: OutputWriter) async throws -> (count: Int, remark: String?) {
        guard let format = request.format.ofRecords, format != .csv,
            let lines = Application.FileFormat(rawValue: RecordFileFormat.ndjson.rawValue)
        else { throw CommandError(.usage, "--anonymize requires '--format ndjson' or '--format json'") }
        var complete = request
        complete.format = lines
        let memory = OutputWriter.memory()
        let found = try await Application.export(complete, from: open, to: memory)
        let records = try memory.content.split(separator: 0x0A).map { try JSONTree(strictly: $0) }
        var anonymizer = RecordAnonymizer(
            minimumUsers: minimumUsers, userFields: Application.userFields)
        for record in records { anonymizer.count(record) }
        let masked = records.compactMap { record in
            anonymizer.masked(record).map { (record: record, masked: $0) }
        }
        guard anonymizer.violations(in: masked).isEmpty else {
            throw CommandError(
                .bug,
                "internal error: a value occurs for fewer than \(minimumUsers) users; nothing was written")
        }
        var writer = RecordWriter(format, names: [], to: output)
        for (_, record) in masked {
            var json = JSONWriter()
            json.write(record)
            try writer.write { json.bytes }
            try open.console.checkStop()
        }
        let remark = masked.isEmpty && found > 0 ? self.remark(leftOut: found, anonymizer) : nil
        return (try writer.end(), remark)
    }

    /// The reason why an export of all records contains none.
    private func remark(leftOut count: Int, _ anonymizer: RecordAnonymizer) -> String {
        let fields = Application.userFields.joined(separator: " or ")
        return "Left out \(Application.exportedWords.counted(count)): "
            + (anonymizer.userCount == 0
                ? "no record names a user (\(fields))."
                : "no value occurs for at least \(minimumUsers) users.")
    }
}
