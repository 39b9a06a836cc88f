/// French, Spanish, Italian, Portuguese, Catalan and Romanian.
extension SentenceWordList {
    static let romance: [SentenceWordList] = french + spanish + italian + portuguese + romanian

    private static let french: [SentenceWordList] = [
        SentenceWordList(
            [.fr], .inner,
            """
            mme mmes mlle mlles mgr dr drs prof sts vve gén cdt sgt adj amb p.ex par.ex c.-à-d c.à.d càd \
            i.e cf resp éds trad ibid vs n.b p.s anc apr av.j.-c apr.j.-c angl ang auj bibl dict encycl \
            fam intr inv jurid litt méd péj préf prép qqch qqn syn vx
            """),
        SentenceWordList(
            [.fr], .usual,
            """
            m~ mm~ me~ pr~ st~ ste~ lt~ env~ ex~ éd~ coll~ op~ cit~ loc~ id~ all~ fig~ hist~ mod~ mus~ \
            plur~ pron~ prov~
            """),
        SentenceWordList([.fr], .title, "cap col"),
        SentenceWordList(
            [.fr], .numbered,
            """
            n° no nos p pp pag art al chap ch t vol fig tab~ § par éd tél fax ann réf v s~ janv févr avr \
            juil sept oct nov déc
            """),
        SentenceWordList(
            [.fr], .usual,
            """
            janv fév févr avr juil sept oct nov déc lun~ mar~ mer~ jeu~ ven~ sam~ dim~ bd boul av pl~ \
            rte imp~ dép dépt cie sté ets éts s.a s.a.r.l soc~ jr j.-c ap u.e tél hab~ max~ min~
            """),
        SentenceWordList([.fr], .final, "etc suiv h~ min~ sec~ kg km"),
        SentenceWordList(
            [.fr], .starter,
            """
            le~ la~ les~ l' un~ une des~ je~ j' tu~ il~ elle on~ nous vous ils elles ce~ c' cet cette \
            ces ça ceci cela ici là alors maintenant aujourd hier demain que qui quoi quand où pourquoi \
            comment quel quelle si~ parce lorsque puisque mais et~ ou~ donc or~ car ni~ aussi ne~ pas \
            aucun mon ma~ mes son sa~ ses notre votre leur leurs dans en~ au~ aux à~ de~ du~ avec sans \
            pour par sur~ sous après avant pendant depuis tous toutes tout plusieurs certains d' oui non \
            est y~ selon malgré s' n' qu' m'
            """),
        SentenceWordList(
            [.fr, .de, .es, .it, .pt], .month,
            """
            janvier février mars avril mai juin juillet août septembre octobre novembre décembre enero \
            febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre gennaio \
            febbraio aprile maggio giugno luglio settembre ottobre dicembre janeiro fevereiro março maio \
            junho julho setembro outubro novembro dezembro
            """),
        SentenceWordList(
            [.fr], .joiner,
            """
            le la les un une des de du d à au aux en dans par pour sur sous avec sans et ou mais donc \
            que qui dont où si ce cette ces son sa ses leur leurs est sont a ont ne pas plus très
            """),
    ]

    private static let spanish: [SentenceWordList] = [
        SentenceWordList(
            [.es], .inner,
            """
            sra srta sres sras srtas dª dn dña dr dra dres prof profa lic licda ing arq abg gral cnel \
            tte sgto cmdte alte mons pbro sto hno hna excmo excma ilmo ilma mtro ud uds vd vds p.ej pej \
            p.e i.e cf cfr vs aprox apdo atte admón adm eds trad coord dpto depto dto dcho izq izqdo \
            izda dcha gob ibid ibíd íd párrf párr rte sig sigs tb ob obs
            """),
        SentenceWordList([.es], .usual, "d~ rev~ fr~ sta~ ej~ ed~ comp~ loc~ op~ cit~ prov~ ref~ ss~"),
        SentenceWordList([.es], .title, "cap dir"),
        SentenceWordList(
            [.es], .numbered,
            """
            n.º nº n° no nos núm núms nro nros p pp pág págs párr párrf art arts cap caps t vol vols fig \
            figs tab~ tel teléf tfno tlf ext c~ av § inc lám ed ene feb mar~ abr may jun jul ago sep \
            sept set~ oct nov dic
            """),
        SentenceWordList(
            [.es], .usual,
            """
            ene feb mar~ abr may jun jul ago sep sept oct nov dic lun~ mié jue vie sáb dom~ av avda bco \
            blvr c.ía cía cia co s.a s.l s.r.l s.a.u ee uu ff.cc ee.uu rr.hh r.u u.e d.f a.c d.c hs h~ \
            tel máx mín mts km2 pza plza ctra urb dept jr sr
            """),
        SentenceWordList([.es], .final, "etc kg km cm mm hs min~ seg"),
        SentenceWordList(
            [.es], .starter,
            """
            el~ la~ los~ las~ lo~ un~ una~ unos unas yo él~ ella ello nosotros ustedes ellos ellas usted \
            tú este esta esto estos estas ese esa eso aquel aquella aquí allí ahora entonces hoy ayer \
            mañana que qué quién quien cuando cuándo donde dónde porque cómo como cuál cuánto cuántos \
            si~ sí~ aunque pero y~ o~ ni~ también además sin no~ nunca nada mi~ mis su~ sus nuestro \
            nuestra en~ a~ al~ de~ del~ con~ por~ para~ desde hasta según sobre tras durante después \
            antes todos todas todo muchos algunos otro otra cada es~ son fue era se~ me~ le~ les~ quizás \
            quizá
            """),
        SentenceWordList(
            [.es], .joiner,
            """
            el la los las un una unos unas de del a al en con por para sin sobre entre desde hasta y e o \
            u pero que como si su sus mi es son fue se no lo le les más muy
            """),
    ]

    private static let italian: [SentenceWordList] = [
        SentenceWordList(
            [.it], .inner,
            """
            sig sigg sig.ra sig.na sig.re sig.ri dott dott.ssa dr d.ssa dr.ssa prof prof.ssa ing arch \
            avv geom serg mons p.es i.e cfr cf vs ca gent gent.mo gent.ma egr ill.mo preg spett sn ibid \
            trad prefaz ecc.mo amm bibl econ elettr giur idraul meccan meteor naz nucl univ
            """),
        SentenceWordList(
            [.it], .usual,
            """
            rag~ sen~ gen~ col~ cap~ ten~ don~ ad~ es~ s~ ss~ fr~ id~ op~ cit~ ed~ rev~ ag~ all~ ass~ \
            aut~ circ~ com~ cons~ dir~ az~ fam~ lat~ lett~ mil~ pref~ pres~ prov~ reg~ rel~ resp~ rif~ \
            seg~ sez~ soc~ spec~ succ~ tip~ uff~ v~
            """),
        SentenceWordList(
            [.it], .numbered,
            """
            n nn nr n° no p pp pag pagg art artt cap capp vol voll fig figg tab~ tav tel cell~ fax par \
            c~ co comma~ sez t v gen feb mar~ apr mag giu lug ago set~ sett ott nov dic
            """),
        SentenceWordList(
            [.it], .usual,
            """
            feb apr giu lug sett ott nov dic lun~ mer~ gio ven~ sab~ dom~ p.zza v.le c.so f.lli f.co \
            s.p.a s.r.l s.n.c s.a.s co tel a.c d.c max~ min~ on~ jr
            """),
        SentenceWordList([.it], .final, "ecc etc kg km cm mm h~ min~ sec~"),
        SentenceWordList(
            [.it], .starter,
            """
            il~ lo~ la~ i~ gli le~ l' un~ uno una~ io tu~ lui lei egli ella noi voi loro questo questa \
            questi queste quello quella ciò qui lì ora adesso allora oggi ieri domani che chi cosa \
            quando dove perché come quale quanto se~ poiché sebbene ma~ però e~ ed~ o~ anche inoltre non \
            mai nessuno niente mio mia suo sua nostro in~ nel nella al~ alla di~ del~ della~ da~ dal~ \
            con~ per~ su~ sul dopo prima durante senza secondo tutti tutte tutto molti alcuni altri ogni \
            è~ sono era si~ c'
            """),
        SentenceWordList(
            [.it], .joiner,
            """
            il lo la i gli le un uno una di del dello della dei degli delle a al alla ai agli alle da \
            dal dalla in nel nella nei con per su sul sulla tra fra e ed o ma che chi cui se non è sono \
            ha si più come
            """),
    ]

    private static let portuguese: [SentenceWordList] = [
        SentenceWordList(
            [.pt, .ca], .inner,
            """
            sr sra srs sras srta dr dra drs prof profa engo arq sgt maj brig dna sto exmo exma ilmo ilma \
            v.exa v.s.a p.ex i.e cf cfr vs aprox obs orgs trad coord ibid dpto depto
            """),
        SentenceWordList(
            [.pt, .ca], .usual,
            "eng~ adv~ gen~ cel~ cap~ ten~ alm~ d~ pe~ fr~ sta~ ex~ ref~ ed~ org~ cit~ op~ id~"),
        SentenceWordList([.pt, .ca], .title, "dom"),
        SentenceWordList(
            [.pt, .ca], .numbered,
            """
            n.º nº n° no núm nr p pp pág págs pg art arts cap caps vol vols fig figs tab~ tel telef \
            ramal~ av r inc § t jan fev mar~ abr mai jun jul ago set~ out nov dez
            """),
        SentenceWordList(
            [.pt, .ca], .usual,
            """
            jan fev abr jun jul nov dez seg~ ter~ qua qui~ sex sáb dom~ av r~ pça trav~ cia c.ia lda \
            ltda s.a s.p e.u.a eua a.c d.c h~ tel máx mín jr
            """),
        SentenceWordList([.pt, .ca], .final, "etc kg km cm mm min~ seg~"),
        SentenceWordList(
            [.pt, .ca], .starter,
            """
            o~ a~ os~ as~ um~ uma~ uns umas eu tu~ ele ela nós vós eles elas você vocês este esta isto \
            isso esse essa aquele aquela aqui ali agora então hoje ontem amanhã que quem quando onde \
            porque porquê como qual quanto se~ embora mas e~ ou~ também além não nunca nada meu minha \
            seu sua nosso em~ no~ na~ ao~ à~ de~ do~ da~ com por~ para~ desde até segundo sobre após \
            durante depois antes todos todas tudo muitos alguns outro cada é~ são foi era
            """),
        SentenceWordList(
            [.pt, .ca], .joiner,
            """
            o a os as um uma uns umas de do da dos das em no na nos nas ao à aos às por para com sem \
            sobre entre até e ou mas que se como seu sua é são foi não mais muito
            """),
    ]

    private static let romanian: [SentenceWordList] = [
        SentenceWordList(
            [.ro], .inner,
            "dl dna dlui dnei d-l d-na d-ra dr prof ing cpt sf de.ex cca cf resp aprox i.e"),
        SentenceWordList([.ro], .usual, "av gen~ col~ lt~ pr~ ex~ op~ cit~ ed~"),
        SentenceWordList(
            [.ro], .numbered,
            """
            nr p pag art alin cap vol fig tab~ tel lit~ pct ian feb mar~ apr iun iul aug sept oct nov \
            dec
            """),
        SentenceWordList(
            [.ro], .usual,
            """
            ian feb apr iun iul aug sept oct nov dec str~ bd bl~ sc~ et~ ap~ jud loc~ s.a s.r.l î.hr \
            d.hr mil~ mld
            """),
        SentenceWordList([.ro], .final, "etc ș.a ş.a ș.a.m.d"),
        SentenceWordList(
            [.ro], .starter,
            """
            eu tu~ el~ ea~ noi voi ei~ ele acesta aceasta acest această aici acolo acum atunci azi ieri \
            mâine ce~ cine când unde cum care dacă deși dar și sau nu~ în la~ pe~ cu~ din de~ după \
            înainte toți este un~ o~
            """),
    ]
}
