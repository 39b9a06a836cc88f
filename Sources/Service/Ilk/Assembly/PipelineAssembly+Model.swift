import IlkFiles
public import IlkLearning
public import IlkModels
public import IlkVocabulary

/// Finds and loads the model of an assembly.
extension PipelineAssembly {
    /// The user's model registry for the taxonomy.
    public var registry: ModelRegistry {
        ModelRegistry(folder: folders.models, taxonomy: (taxonomy ?? .documentType).name)
    }

    /// Loads the model, or returns `nil` if the assembly uses none or there is no built-in model for the
    /// taxonomy.
    ///
    /// - Throws: ``IlkError`` if the model cannot be read, differs from the registry's digest, or is writable
    ///   by any user.
    public func loadModel() throws(IlkError) -> (any TextModel)? { try chosenModel().model }

    /// The file to watch for a change of the model, or `nil` if the model never changes.
    var modelFile: String? {
        switch model {
        case .none, .builtIn, .version: nil
        case .active: registry.activePath
        case .file(let path): path
        }
    }

    /// Returns the model, and its version if the model comes from the registry.
    func chosenModel() throws(IlkError) -> (model: (any TextModel)?, version: String?) {
        switch model {
        case .none: return (nil, nil)
        case .file(let path): return (try MappedModel.load(path), nil)
        case .builtIn: return (try builtInModel(), nil)
        case .version(let name):
            let version = try asked { (registry) throws(RegistryError) in try registry.find(name) }
            return (try load(version, digest: nil), version)
        case .active: return try activeModel()
        }
    }

    private func activeModel() throws(IlkError) -> (model: (any TextModel)?, version: String?) {
        let inUse = try asked { (registry) throws(RegistryError) in try registry.chosenVersionAndDigest() }
        guard let inUse else { return (try builtInModel(), nil) }
        do {
            return (try load(inUse.version, digest: inUse.digest), inUse.version)
        } catch {
            // Since the lookup, another process may have promoted another version and removed this version.
            let now = try asked { (registry) throws(RegistryError) in try registry.chosenVersionAndDigest() }
            guard let now, now.version != inUse.version else { throw error }
            return (try load(now.version, digest: now.digest), now.version)
        }
    }

    private func load(_ version: String, digest: String?) throws(IlkError) -> (any TextModel)? {
        guard version != ModelRegistry.none else { return nil }
        guard version != ModelRegistry.builtIn else { return try builtInModel() }
        let path = try asked { (registry) throws(RegistryError) in
            try registry.checkedPath(version: version)
        }
        let back = "restore the previous version with: ilk model rollback --taxonomy \(registry.taxonomy)"
        let model: any TextModel
        do {
            model = try MappedModel.load(path)
        } catch {
            throw IlkError(error.kind, error.description, hint: digest == nil ? error.hint : back)
        }
        guard digest == nil || digest == model.digest.description else {
            throw IlkError(
                .badData, "the digest of version \(version) does not match the promoted model",
                hint: back)
        }
        return model
    }

    private func asked<Answer>(
        _ question: (ModelRegistry) throws(RegistryError) -> Answer
    ) throws(IlkError) -> Answer {
        do throws(RegistryError) {
            return try question(registry)
        } catch {
            throw IlkError(error)
        }
    }
}

extension IlkError {
    /// Creates the error of a pipeline from an error of its registry.
    init(_ error: RegistryError) {
        self.init(Kind(rawValue: error.exitStatus) ?? .configuration, error.description, hint: error.hint)
    }
}
