// In a debug build, swift-argument-parser checks the declarations of a command each time the command is
// parsed, and those of a nested option group many times over. These checks took more than half of the time of
// tests that start processes. Builds for tests call this function instead of
// `ParsableArguments._validate(parent:)`: Package.swift passes the flag `--wrap` to the linker. Plain debug
// builds keep the checks.

void ilk_unvalidated(void) __asm__("__wrap_$s14ArgumentParser17ParsableArgumentsPAAE9_validate6parentyAA8InputKeyVSg_tKFZ");

// A Swift function that throws nothing leaves the error register unchanged.
void ilk_unvalidated(void) {}
