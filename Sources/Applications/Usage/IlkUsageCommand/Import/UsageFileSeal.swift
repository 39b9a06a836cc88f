import IlkFraming
import IlkVocabulary

/// What stands at the beginning and the end of a file of usage, so that one that was cut off or altered is known: how many
/// records there are, and the digest of all of them, which is the same in every format.
struct UsageFileSeal {
    /// The name of what such files hold.
    static let schema = "ilk.usage/1"

    private var hasher = ContentHasher()
    private(set) var records = 0

    /// Takes the next record, as JSON.
    mutating func add(_ json: [UInt8]) {
        hasher.update(json)
        hasher.update(CollectionOfOne(UInt8(ascii: "\n")))
        records += 1
    }

    /// What stands at the beginning, as a JSON object.
    static var header: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        for (name, value) in [("type", "header"), ("id", schema)] {
            writer.key(name)
            writer.string(value)
        }
        writer.endObject()
        return writer.bytes
    }

    /// What stands at the end, as a JSON object.
    var trailer: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        for (name, value) in [("type", "trailer"), ("id", Self.schema)] {
            writer.key(name)
            writer.string(value)
        }
        writer.key("records")
        writer.integer(records)
        writer.key("sha256")
        writer.string(digest)
        writer.endObject()
        return writer.bytes
    }

    private var digest: String {
        let copy = hasher
        return copy.finish().description
    }

    /// What is wrong with a trailer; nil when it is that of the records taken.
    func fault(of trailer: JSONTree) -> String? {
        guard trailer["records"] == .integer(Int64(records)) else {
            return "the trailer says another number of records than there are"
        }
        return trailer["sha256"] == .string(digest) ? nil : "the records are not those that were exported"
    }
}
