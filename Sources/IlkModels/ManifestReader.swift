import FoundationEssentials
import IlkVocabulary

/// Reads what a model file says of itself, whatever kind of model it is.
enum ManifestReader {
    private struct Kind: Decodable {
        var kind: String
    }

    /// Which kind of model a file holds.
    static func kind(of file: ModelFile) throws(ModelError) -> ModelKind {
        let range = try range(of: file)
        let name = try decode(Kind.self, file, range).kind
        guard let kind = ModelKind(rawValue: name) else {
            throw ModelError(
                .otherKind, at: range.lowerBound, "the model is of a kind that this program does not know")
        }
        return kind
    }

    /// The manifest of a file of the kind that is asked for, and where it stands.
    static func read<Manifest: Decodable>(
        _ type: Manifest.Type, of file: ModelFile, _ kind: ModelKind
    ) throws(ModelError) -> (Manifest, Range<Int>) {
        let range = try range(of: file)
        let found = try self.kind(of: file)
        guard found == kind else {
            let lack = found == .linear ? ": it has no counts to add to or take from" : ""
            throw ModelError(
                .otherKind, at: range.lowerBound,
                "the model is \(found.rawValue), not \(kind.rawValue)\(lack)")
        }
        return (try decode(Manifest.self, file, range), range)
    }

    /// Checks that this program measures what the model was trained on.
    static func check(
        signals: [String], featureSet: Int, signalSet: Int, at offset: Int
    ) throws(ModelError) {
        guard signals.isEmpty || signals == ShapeReader.signals, signalSet == ShapeSignal.version,
            featureSet == TextFeatures.classificationVersion
        else {
            throw ModelError(
                .featureSetMismatch, at: offset,
                "the model was trained on feature set \(featureSet).\(signalSet), this program measures \(TextFeatures.classificationVersion).\(ShapeSignal.version): train it again"
            )
        }
    }

    private static func range(of file: ModelFile) throws(ModelError) -> Range<Int> {
        guard let range = file.range(of: .manifest) else {
            throw ModelError(.malformed, at: 0, "the model has no manifest")
        }
        return range
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ file: ModelFile, _ range: Range<Int>
    ) throws(ModelError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(file.storage.bytes[range]))
        } catch {
            throw ModelError(.malformed, at: range.lowerBound, "the model's manifest cannot be read")
        }
    }
}
