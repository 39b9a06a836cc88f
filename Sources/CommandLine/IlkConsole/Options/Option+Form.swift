package import ArgumentParser

/// A type of arguments that have a form, such as a size or a time. The error for an invalid argument states
/// the form.
package protocol ArgumentWithForm: ExpressibleByArgument {
    /// The form of a valid argument, such as `a number`.
    static var argumentForm: String { get }
}

extension ArgumentWithForm {
    /// Parses an argument.
    ///
    /// - Throws: `ValidationError` with the form of the type.
    package static func parsed(_ text: String) throws -> Self { try parsed(text, form: argumentForm) }

    /// Parses an argument.
    ///
    /// - Parameters:
    ///   - text: The argument.
    ///   - form: The form for the error message, if the command accepts fewer values than the type.
    /// - Throws: `ValidationError` with the form. The parser adds the name of the option.
    package static func parsed(_ text: String, form: String) throws -> Self {
        guard let value = Self(argument: text) else { throw ValidationError("expected \(form)") }
        return value
    }
}

extension Int: ArgumentWithForm { package static let argumentForm = "an integer" }
extension Double: ArgumentWithForm { package static let argumentForm = "a number" }

/// Options whose error message states the form that their type has.
extension Option {
    /// Creates an option with a default.
    ///
    /// - Parameter value: The placeholder of the value in the usage line, such as `size` in `<size>`.
    package init(
        wrappedValue: Value, name: NameSpecification = .long, _ help: String, value: String,
        completion: CompletionKind? = nil
    ) where Value: ArgumentWithForm {
        self.init(
            wrappedValue: wrappedValue, name: name, help, value: value, form: Value.argumentForm,
            completion: completion)
    }

    /// Creates a required option.
    package init(
        name: NameSpecification = .long, _ help: String, value: String, completion: CompletionKind? = nil
    ) where Value: ArgumentWithForm {
        self.init(name: name, help: ArgumentHelp(help, valueName: value), completion: completion) {
            try Value.parsed($0)
        }
    }

    /// Creates an optional option.
    package init<Given: ArgumentWithForm>(
        name: NameSpecification = .long, _ help: String, value: String, completion: CompletionKind? = nil
    ) where Value == Given? {
        self.init(name: name, help, value: value, form: Given.argumentForm, completion: completion)
    }

    /// Creates a repeatable option.
    package init<Element: ArgumentWithForm>(
        wrappedValue: [Element], name: NameSpecification = .long, _ help: String, value: String,
        completion: CompletionKind? = nil
    ) where Value == [Element] {
        self.init(
            wrappedValue: wrappedValue, name: name, help, value: value, form: Element.argumentForm,
            completion: completion)
    }
}

/// Options that state their form themselves.
extension Option {
    /// Creates an option with a default.
    ///
    /// - Parameters:
    ///   - value: The placeholder of the value in the usage line, such as `size` in `<size>`.
    ///   - form: The form of a valid value, such as `a number from 0 to 1`.
    package init(
        wrappedValue: Value, name: NameSpecification = .long, _ help: String, value: String, form: String,
        completion: CompletionKind? = nil
    ) where Value: ArgumentWithForm {
        // The parser shows no default for an option with a transform.
        let help = "\(help) (default: \(wrappedValue.defaultValueDescription))"
        self.init(
            wrappedValue: wrappedValue, name: name, help: ArgumentHelp(help, valueName: value),
            completion: completion
        ) { try Value.parsed($0, form: form) }
    }

    /// Creates an optional option.
    package init<Given: ArgumentWithForm>(
        name: NameSpecification = .long, _ help: String, value: String, form: String,
        completion: CompletionKind? = nil
    ) where Value == Given? {
        self.init(name: name, help: ArgumentHelp(help, valueName: value), completion: completion) {
            try Given.parsed($0, form: form)
        }
    }

    /// Creates a repeatable option.
    package init<Element: ArgumentWithForm>(
        wrappedValue: [Element], name: NameSpecification = .long, _ help: String, value: String, form: String,
        completion: CompletionKind? = nil
    ) where Value == [Element] {
        self.init(
            wrappedValue: wrappedValue, name: name, help: ArgumentHelp(help, valueName: value),
            completion: completion
        ) { try Element.parsed($0, form: form) }
    }
}
