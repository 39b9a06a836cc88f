import Ilk
import IlkConsole
import IlkLearning

extension Console {
    /// Writes a warning if a change deactivated the model of a taxonomy that has no usable rules.
    func warnWithoutRules(after record: RegistryRecord, of registry: ModelRegistry) {
        guard record.version == ModelRegistry.none,
            !LabelSetCatalog(folders: folders).hasUsableRules(registry.taxonomy)
        else { return }
        note(
            "warning: the taxonomy \(registry.taxonomy) has no usable rules: without a model, its texts cannot "
                + "be classified")
    }
}
