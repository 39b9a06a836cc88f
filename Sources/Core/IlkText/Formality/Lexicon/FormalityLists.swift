/// The words that the formality score knows, by the class they belong to.
enum FormalityLists {
    /// The words of each class.
    static let classes: [(FormalityFeature, String)] = [
        (.chatWords, chatWords), (.slangWords, slangWords), (.coarseWords, coarseWords),
        (.interjections, interjections), (.casualGreetings, casualGreetings), (.misspellings, misspellings),
        (.vagueWords, vagueWords), (.intensifiers, intensifiers), (.discourseParticles, discourseParticles),
        (.casualHedges, casualHedges), (.formsOfGet, formsOfGet), (.mentalVerbs, mentalVerbs),
        (.everydayVerbs, everydayVerbs), (.evaluations, evaluations), (.emotions, emotions),
        (.hereAndNow, hereAndNow), (.commandVerbs, commandVerbs), (.plainSubordinators, plainSubordinators),
        (.courtesies, courtesies), (.titles, titles), (.formalVerbs, formalVerbs),
        (.formalAdjectives, formalAdjectives), (.formalNouns, formalNouns),
        (.formalConnectives, formalConnectives), (.formalHedges, formalHedges),
        (.formalModals, formalModals), (.relativePronouns, relativePronouns), (.prepositions, prepositions),
        (.calendarWords, calendarWords), (.firstPerson, firstPerson),
        (.firstPersonPlural, firstPersonPlural), (.definiteArticle, definiteArticle),
        (.indefiniteArticle, indefiniteArticle),
        (.adversatives, adversatives),
        (.plainModals, plainModals), (.formsOfBe, formsOfBe), (.formsOfHave, formsOfHave),
        (.formsOfDo, formsOfDo), (.negations, negations), (.questionWords, questionWords),
        (.lightVerbs, lightVerbs), (.verbsOfSaying, verbsOfSaying), (.people, people),
        (.verbParticles, verbParticles),
    ]

    /// Words that are not counted by themselves, by what they are looked at for.
    static let marks: [(FormalityWordMarks, String)] = [
        (.participle, irregularParticiples), (.beforeParticiple, "also being been not ever"),
        (.pronounContraction, pronounContractions), (.address, "http https ftp mailto www"),
        (.bareNegation, bareNegations), (.bareAuxiliary, bareAuxiliaries),
        (.foreign, foreignFunctionWords),
        (.plain, secondPerson), (.plain, thirdPerson), (.plain, thirdPersonPlural), (.plain, impersonalIt),
        (.plain, demonstratives), (.plain, conjunctions),
    ]

    /// Function words of other languages that English does not have: they tell that the score does not apply.
    static let foreignFunctionWords = """
        der das dem ein eine einen einem einer und oder aber ist sind nicht ich du sie wir ihr mit
        auf für von zu bei nach aus wie auch noch nur wenn dass sich wird haben hat kann mir mich
        dich bitte heute le la les une des et ou est sont pas je tu elle nous vous ils dans sur avec
        que qui ce cette au aux ne se suis êtes fait c'est j'ai n'est d'un d'une l'on qu'il merci el
        los las una unos y es yo tú ella nosotros ustedes en para por con del lo su más como pero
        muy qué está este esta eso gracias um uma são não eu ele ela em da dos ao na mais você isso
        obrigado obrigada gli uno di che sono lui lei noi nel della più anche perché questo grazie
        het een niet ik hij zij wij voor aan dat ook maar zijn heeft naar się nie jak po za od ale
        czy są dla przez och det som på är av för den inte jag har med ett ja og ikke jeg til af bir
        bu için ile mi çok ama değil yang ini itu dengan untuk tidak ada saya de non posso puoi sei
        siamo essere fatto questa quello molto sempre delle degli alla sulla wurde wurden waren
        hatte werden können muss sehr ihre ihren seine diese dieser hier dort weil été être avez
        avons leur leurs même bien très aujourd'hui porque cuando dónde también puede tiene estoy
        estaba muito também foi eles seu sua quando deze worden hebben geen bij uit nog wel bardzo
        tylko jego tego från vara mycket ingen sig hva blir olarak daha gibi sonra karena pada dalam
        """
}
