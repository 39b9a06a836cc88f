/// German, Dutch and the languages of Scandinavia.
extension SentenceWordList {
    static let germanic: [SentenceWordList] = german + dutch + danish + norwegian + swedish

    private static let german: [SentenceWordList] = [
        SentenceWordList(
            [.de], .inner,
            """
            hr hrn frl dr drs prof dipl ing jur rer habil pfr hl präs vors stv hptm oblt obstlt maj uffz \
            gefr frhr z.b u.a d.h z.t i.d.r u.u s.o s.u v.a i.a o.g u.ä z.zt z.z zz v.h vgl bzw bspw ca \
            evtl ggf inkl exkl insb insbes sog tlw zzgl abzgl einschl ausschl lfd mind allg eigtl entspr \
            etw ehem gegr gest geb verh verw betr bez amtl angebl bisw dgl ebd erw event gesch gebr \
            gleichz herg hrsg jew kath ev griech engl frz dt ital span russ mtl jährl näml schweiz städt \
            südd nordd urspr verf vorl wg wiss zus zw u ü.d.m v.chr n.chr
            """),
        SentenceWordList([.de], .usual, "med~ phil~ nat~ st~ lt~ gem~ bes~ d~ i~ z~ s~ v~ o~ h~ b~ a~ g~ u~"),
        SentenceWordList([.de], .title, "dir gen mag min"),
        SentenceWordList(
            [.de], .numbered,
            """
            nr nrn s~ abs art abb tab~ kap bd bde anm aufl abschn ziff lit~ par rn rdnr fn anh anl \
            blatt~ bl hs jg jh jhd jhdt lf z zif tel fax pos ver v heft~ seite~ std min sek jan feb mär \
            apr jun jul aug sep sept okt nov dez
            """),
        SentenceWordList(
            [.de], .usual,
            """
            jan feb mär apr jun jul aug sep sept okt nov dez mo di~ mi~ do~ fr~ sa~ so~ jh jhd jhdt str \
            pl~ abt bhf hbf kl~ tel abs abb kap bd co verl univ hsg bundesrep reg~ rep~ min~ bzgl sr~ jr \
            stk tsd mio mrd stck std sek zt~ ugs österr
            """),
        SentenceWordList([.de], .final, "usw etc u.s.w u.a.m u.v.m uvm ff f~ o.ä u.dgl chr uhr~"),
        SentenceWordList(
            [.de], .starter,
            """
            der~ die das~ ein eine einer einem ich er~ sie es~ wir ihr du~ man dies diese dieser dieses \
            jene hier da~ dort dann nun jetzt heute gestern morgen was wer wie wo~ wann warum weshalb \
            woher wohin wenn als weil obwohl aber und oder doch denn auch nur nicht kein keine mein \
            meine sein seine ihre unser in~ im~ am~ an~ auf bei mit~ nach nachdem vor von~ zu~ zum zur \
            für über unter um~ seit bis durch ohne gegen trotz während alle alles viele einige mehrere \
            so~ noch schon danach deshalb daher trotzdem dabei damit außerdem jedoch bitte ja~ nein ist \
            sind hat haben war waren wird werden kann können
            """),
        SentenceWordList(
            [.de, .da, .nb, .sv, .nl], .month,
            """
            januar februar märz april mai juni juli august september oktober november dezember jänner \
            marts maj december januari februari maart mei augustus mars augusti desember feber
            """),
        SentenceWordList(
            [.de], .joiner,
            """
            der die das den dem des ein eine einen einem einer eines und oder aber als auf aus bei bis \
            durch für gegen in im ins mit nach ohne seit über um unter von vom vor zu zum zur zwischen \
            dass ob weil wenn wie sich ist sind war waren wird werden hat haben kann nicht sehr ihr ihre \
            sein seine
            """),
        SentenceWordList(
            [.de, .da, .nb], .beforeOrdinal,
            "am vom zum beim den der dem des im seit bis ab das die til fra"),
    ]

    private static let dutch: [SentenceWordList] = [
        SentenceWordList(
            [.nl], .inner,
            """
            dhr mevr mej mw drs dr mr ir ing prof jhr mgr bijv d.w.z d.m.v i.p.v m.b.t o.a t.a.v t.g.v \
            t.o.v t.w i.v.m i.z m.i m.a.w a.u.b z.o.z e.d a.d.h.v m.u.v o.l.v n.a.v v.a p.p resp vgl zgn \
            zog evt ca incl excl ongev aanw vnw bijw znw bnw ww voorz secr burg weth gebr geb overl eig \
            ev
            """),
        SentenceWordList([.nl], .usual, "ds~ ms~ bv~ max~ gem~ bep~ st~ wed~"),
        SentenceWordList(
            [.nl], .numbered, "nr nrs blz pag p art afb fig tab~ hfst par deel~ lid vol tel jl ll"),
        SentenceWordList(
            [.nl], .usual,
            """
            jan feb mrt apr jun jul aug sep sept okt nov dec ma~ di~ wo~ do~ vr za~ zo~ str co jr sr afd \
            min~ v.chr n.chr n.v b.v
            """),
        SentenceWordList([.nl], .final, "enz etc e.v e.a m.m"),
        SentenceWordList(
            [.nl], .starter,
            """
            de~ het een ik~ hij zij ze~ we~ wij jullie u~ dit deze dat die er~ hier daar dan nu~ toen \
            vandaag gisteren morgen wat wie waar wanneer waarom hoe welke als omdat hoewel maar en~ of~ \
            ook niet geen mijn zijn haar ons onze in~ op~ aan bij met na~ voor van~ om~ te~ tot door \
            zonder tegen alle veel zo~ nog bovendien echter daarom toch ja~ nee is~ was heeft
            """),
        SentenceWordList(
            [.nl], .joiner,
            """
            de het een van in op aan bij met na voor om te tot door zonder tegen en of maar dat die als \
            zijn haar is was niet
            """),
    ]

    private static let danish: [SentenceWordList] = [
        SentenceWordList(
            [.da], .inner,
            """
            hr frk dr prof mag cand stud lic skt sct bl.a f.eks d.v.s dvs ca evt fx hhv ift inkl ekskl \
            jf jvf mht mfl m.h.t m.v.s o.lign p.g.a pga vedr s.k såk t.o.m m.a.o i.h.t n.n ang angå forh \
            gns iflg opr oprd sml spec tidl tilsv uafh ø.k
            """),
        SentenceWordList([.da], .usual, "fru~ st~ pr~ kl~ eks~"),
        SentenceWordList([.da], .numbered, "nr s~ kap art bd fig tlf stk pkt par vol bind~ afsn kl side~"),
        SentenceWordList(
            [.da], .usual,
            """
            jan feb mar~ apr jun jul aug sep sept okt nov dec man~ tirs ons~ tors fre lør søn co jr sr \
            gl~ ndr sdr str~ mio mia mill~ kr stk e.u s.u f.kr e.kr
            """),
        SentenceWordList([.da], .final, "osv m.v mv m.m mm m.fl o.l o.a etc"),
        SentenceWordList(
            [.da, .nb], .starter,
            """
            det den~ de~ en~ et~ jeg han hun vi~ du~ i~ dette denne disse der~ her nu~ nå~ da~ så~ hvad \
            hva hvem hvor hvornår når hvorfor hvordan hvis fordi selv men og~ eller også ikke ingen min \
            sin vores deres på~ til fra med af~ av~ for om~ efter etter før over under siden alle mange \
            nogle noen er~ var har kan vil jo~ ja~ nej nei
            """),
        SentenceWordList(
            [.da, .nb, .sv], .joiner,
            """
            det den de en et ett på til fra från med af av for för om efter etter og och eller men som \
            at att i er är var har kan vil vill ikke inte sin sit sitt deres hans hendes
            """),
    ]

    private static let norwegian: [SentenceWordList] = [
        SentenceWordList(
            [.nb], .inner,
            """
            hr frk dr prof cand bl.a f.eks dvs d.v.s ca evt fx hhv ift inkl ekskl jf jfr mht pga p.g.a \
            vedr s.k m.a.o t.o.m o.s iflg ang adr
            """),
        SentenceWordList([.nb], .usual, "fru~ st~ pr~"),
        SentenceWordList([.nb], .numbered, "nr s~ kap art bd fig tlf pkt par vol kl side~ avd"),
        SentenceWordList(
            [.nb], .usual,
            """
            jan feb mar~ apr jun jul aug sep sept okt nov des man~ tirs ons~ tors fre lør søn co jr sr \
            gt mill~ mrd kr f.kr e.kr
            """),
        SentenceWordList([.nb], .final, "osv m.v mv m.m o.l m.fl etc"),
    ]

    private static let swedish: [SentenceWordList] = [
        SentenceWordList(
            [.sv], .inner,
            """
            hr frk dr prof bl.a t.ex d.v.s dvs ca exkl inkl fr.o.m t.o.m jfr m.a.o p.g.a pga s.k resp \
            ang enl fd f.d f.n gm i.st mha obs skr tf tillf vard kungl
            """),
        SentenceWordList([.sv], .usual, "fru~ doc~ st~ ev~ pl~ sing~"),
        SentenceWordList([.sv], .numbered, "nr s~ kap art bd fig tel sid st kl vol avd"),
        SentenceWordList(
            [.sv], .usual,
            """
            jan feb mar~ apr jun jul aug sep sept okt nov dec mån tis ons~ tors fre lör sön co jr sr \
            milj mdr kr f.kr e.kr
            """),
        SentenceWordList([.sv], .final, "osv m.m m.fl o.d o.dyl e.d etc"),
        SentenceWordList(
            [.sv], .starter,
            """
            det den~ de~ en~ ett jag han hon vi~ du~ ni~ detta denna dessa där här nu~ då~ så~ vad vem \
            var när varför hur om~ eftersom fast men och eller också inte ingen min sin vår deras på~ \
            till från med av~ för efter före över under sedan i~ alla många några är~ har kan vill ja~ \
            nej
            """),
    ]
}
