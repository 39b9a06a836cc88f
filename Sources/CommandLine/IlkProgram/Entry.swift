import IlkCommand

#if Mail
    import IlkMail
    import IlkMailCommand
#endif

/// The program `ilk`: all applications, sync and the server.
@main enum Entry {
    @MainActor static func main() async {
        #if Mail
            if CommandLine.arguments.dropFirst().elementsEqual(MailStoreAccess.workerArguments) {
                MailWorkerService.run()
            }
        #endif
        await Program<FullEdition>.main()
    }
}
