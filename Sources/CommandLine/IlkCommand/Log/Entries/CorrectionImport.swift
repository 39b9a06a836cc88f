import IlkConsole
import IlkText
import FoundationEssentials
import IlkLog
import IlkStore
import IlkVocabulary

/// Takes corrections from a file of CSV or JSON lines.
struct CorrectionImport {
    /// Who says so, where the file does not say it.
    var author: String?
    /// What happens about a line that cannot be taken.
    var policy: FaultPolicy
    /// Where is told what happened.
    var console: Console

    private struct Line {
        var number: Int
        var entry: String
        var category: String
        var author: String?
        var isAudit: Bool
    }

    private struct Members: Decodable {
        var id: String
        var category: String?
        var author: String?
        var audit: Bool?
    }

    /// Takes them. Everything is looked at before anything is written.
    ///
    /// - Throws: `badInput` for a line that cannot be taken, `partlyDone` when lines were left out.
    func run(_ file: String, into store: ClassificationLogStore) async throws {
        let input = InputFile.named([file])[0]
        guard let whole = try WholeText.read(input, maxBytes: .max - 1, stop: console.stop) else {
            return try console.checkStop()
        }
        var leftOut = 0
        var sound: [(line: Line, id: RecordID, category: Category)] = []
        let isCSV = RecordFileFormat(path: file) == .csv || whole.bytes.first != UInt8(ascii: "{")
        for item in isCSV ? try rows(whole.bytes, input.name) : lines(whole.bytes) {
            do {
                guard let line = try item.line.get() else { continue }
                let category = try LogBook.category(line.category, of: store)
                sound.append((line, try await store.entry(LogReference(line.entry)).id, category))
            } catch let error as any InvalidRecord {
                try leaveOut("\(error)", "\(input.name), line \(item.number)", &leftOut)
            } catch let problem as RecordProblem {
                try leaveOut(problem.says, "\(input.name), line \(item.number)", &leftOut)
            }
        }
        for (line, id, category) in sound {
            try await store.correct(
                .id(id), to: category, source: line.isAudit ? .audit : .import, author: line.author ?? author)
            try console.checkStop()
        }
        console.note(
            "\(sound.count) \(sound.count == 1 ? "correction" : "corrections") taken, \(leftOut) left out")
        if leftOut > 0 { throw CommandFailure(.partlyDone, "") }
    }

    private func leaveOut(_ says: String, _ place: String, _ leftOut: inout Int) throws {
        guard policy == .skip else {
            throw CommandFailure(
                .badInput, says, at: place,
                hint: "nothing was taken; leave such lines out with: --on-error skip")
        }
        leftOut += 1
        console.note("left out \(place): \(says)")
    }

    private typealias Item = (number: Int, line: Result<Line?, RecordProblem>)

    private func lines(_ bytes: [UInt8]) -> [Item] {
        bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
            .filter { $0.element.contains { $0 > 0x20 } }
            .map { place, json in
                let members = try? JSONDecoder().decode(Members.self, from: Data(json))  // Said in one way.
                guard let members else {
                    return (place + 1, .failure(.init(says: "it is no JSON object with an id")))
                }
                return (place + 1, .success(line(place + 1, members)))
            }
    }

    private func rows(_ bytes: [UInt8], _ name: String) throws -> [Item] {
        let rows = CommaSeparated.rows(bytes)
        let reader: NamedFields
        do {
            reader = try NamedFields(names: rows.first?.fields ?? [], needed: ["id", "category"])
        } catch let problem as RecordProblem {
            throw CommandFailure(.badInput, problem.says, at: name)
        }
        return rows.dropFirst().map { row in
            guard let fields = row.fields, let id = reader.field("id", of: fields) else {
                return (
                    row.line, .failure(.init(says: "it has no id, or its quotes or its UTF-8 are broken"))
                )
            }
            let members = Members(
                id: id, category: reader.field("category", of: fields),
                author: reader.field("author", of: fields),
                audit: ["true", "1", "yes"].contains(reader.field("audit", of: fields) ?? ""))
            return (row.line, .success(line(row.line, members)))
        }
    }

    /// Nil for one that nobody has given a category.
    private func line(_ number: Int, _ members: Members) -> Line? {
        guard let category = members.category, !category.isEmpty else { return nil }
        return Line(
            number: number, entry: members.id, category: category, author: members.author,
            isAudit: members.audit ?? false)
    }
}
