import IlkConsole
import Ilk
import IlkLearning
import IlkModels
import IlkPipeline
import IlkVocabulary

/// The model of a version, for a command that looks into it.
enum VersionModel {
    /// Reads it.
    ///
    /// - Parameter taxonomy: The name of the registry; it need not be that of one that the program knows.
    static func load(
        _ version: String, taxonomy: String, _ console: Console
    ) throws -> any TextModel {
        guard version != ModelRegistry.builtIn else { return try BuiltIn.model() }
        let registry = ModelRegistry(folder: console.folders.models, taxonomy: taxonomy)
        return try MappedModel.load(try registry.checkedPath(version: version))
    }
}
