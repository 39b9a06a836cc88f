public import ArgumentParser
public import IlkMail

extension MailboxVariant: ExpressibleByArgument {}
