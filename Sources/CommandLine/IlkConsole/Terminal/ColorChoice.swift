/// When to use colours: what `--color` takes.
package enum ColorChoice: String, CaseIterable, Sendable {
    /// On a terminal that can, unless `NO_COLOR` says otherwise.
    case auto
    /// Always, whatever the variables say.
    case always
    /// Never.
    case never
}
