import IlkFiles
public import IlkLearning
public import IlkModels
public import IlkVocabulary

/// Where the model of an assembly is picked up.
extension PipelineAssembly {
    /// The models of this user, of the taxonomy of the assembly.
    public var registry: ModelRegistry {
        ModelRegistry(folder: folders.models, taxonomy: (taxonomy ?? .documentType).name)
    }

    /// The model that the assembly names; nil for none, and where the program has none for the taxonomy.
    ///
    /// - Throws: ``IlkError`` when it cannot be read, is not what the registry says, or anybody may change it.
    public func loadModel() throws(IlkError) -> (any TextModel)? { try chosenModel().model }

    /// What looks different when another model is to be used: the file that names it, or its own; nil when that never is.
    var modelFile: String? {
        switch model {
        case .none, .builtIn, .version: nil
        case .active: registry.activePath
        case .file(let path): path
        }
    }

    /// The model that the assembly names, and its version in the registry when it is from there.
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
        let inUse = try asked { (registry) throws(RegistryError) in try registry.inUse() }
        guard let inUse else { return (try builtInModel(), nil) }
        do {
            return (try load(inUse.version, digest: inUse.digest), inUse.version)
        } catch {
            // Another one may have been put to use, and this one removed, since it was looked up.
            let now = try asked { (registry) throws(RegistryError) in try registry.inUse() }
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
        let back = "go back with: ilk model rollback"
        let model: any TextModel
        do {
            model = try MappedModel.load(path)
        } catch {
            throw IlkError(error.kind, error.description, hint: digest == nil ? error.hint : back)
        }
        guard digest == nil || digest == model.digest.description else {
            throw IlkError(
                .badData, "version \(version) is not the model that was promoted: its digest is another",
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
            throw IlkError(
                IlkError.Kind(rawValue: error.exitStatus) ?? .configuration, error.description,
                hint: error.hint)
        }
    }
}
