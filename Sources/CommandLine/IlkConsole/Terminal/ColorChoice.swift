/// The values of `--color`.
package enum ColorChoice: String, CaseIterable, Sendable {
    /// Colors on a capable terminal, unless `NO_COLOR` is set.
    case auto
    /// Colors regardless of the environment.
    case always
    /// No colors.
    case never
}
