/// Words of offices, reports and letters. Written by hand; normal forms.
extension FormalityLists {
    static let courtesies = """
        apologies apologise apologize apologized appreciate appreciated appreciates appreciation
        assistance attached attn behalf consideration convenience cordially courtesy dear enclosed
        esq faithfully grateful gratefully gratitude greetings herewith kindly madam messrs obliged
        please pleased pleasure regards regret regrets respectfully salutations sincerely sir sirs
        thank undersigned welcome
        """

    static let titles = """
        ambassador attorney bishop captain chair chairman chairwoman chancellor co colonel
        commission commissioner committee congressman congresswoman corp dean department dept
        director dr esquire excellency gen general gov governor hon honorable inc judge justice
        lieutenant llc lt ltd minister ministry mr mrs ms plc president prof professor rep
        representative rev reverend secretary sen senator sergeant sgt university
        """

    static let formalVerbs = """
        acknowledge acknowledged acquire acquired acquires address addressed addresses addressing
        advise advised advises allege alleged allow allowed allows amend amended announce announced
        announcing anticipate anticipated approve approved argue argued argues assert asserted
        assist assisted assisting assists assume assumed attach attached attend attended attending
        attribute attributed authorize authorized cease ceased cite cited claim claimed claims
        commence commenced commences complete completed completing complied complies comply comprise
        comprised comprises conclude concluded concludes conduct conducted conducting conducts
        confirm confirmed confirming confirms conform consider considered considering considers
        consist consists constitute constitutes contain contained contains contribute contributed
        contributes contributing convene convened convey conveyed create created creates creating
        declare declared decline declined deem deemed demonstrate demonstrated demonstrates
        demonstrating denied deny depict depicts derive derived designate designated detain detained
        determine determined determines determining develop developed developing develops discuss
        discussed discusses discussing dispatch dispatched elicit emerge emerged emerges emphasize
        emphasized enable enabled enables enabling enclose enclosed encourage encouraged encouraging
        endeavor endeavour enquire ensure ensured ensures ensuring entail entails establish
        established establishes establishing evaluate evaluated exceed exceeded exceeds exhibit
        exhibits expedite express expressed expresses expressing facilitate facilitated facilitates
        facilitating forward forwarded govern governed grant granted identified identifies identify
        identifying illustrate illustrated illustrates impede impedes implement implemented
        implementing implements implies imply impose imposed include included includes incorporate
        incorporated incur incurred indicate indicated indicates indicating inform informed
        informing informs initiate initiated inquire intend intended intends introduce introduced
        investigate investigated issue issued maintain maintained maintaining maintains measure
        measured necessitate notified notify observe observed obtain obtained obtaining obtains
        occur occurred occurs oppose opposed participate participated perceive perceived perform
        performed performing performs permit permits permitted possess possessed possesses precede
        preceded prepare prepared preparing prevent prevented prevents proceed proceeded process
        processed produce produced produces prohibit prohibited promote promoted propose proposed
        proposes provide provided provides providing publish published purchase purchased purchases
        pursue pursued receive received receives receiving recommend recommended recommending
        recommends reflect reflected reflects regard regarded reject rejected relate relates release
        released relies rely remain remained remains render rendered replace replaced report
        reported represent represented represents request requested requesting requests require
        required requires requiring reside resided resides resign resigned resolve resolved respond
        responded restrict restricted result resulted retain retained retire retired reveal revealed
        reveals review reviewed reviewing reviews seek seeks select selected selecting serve served
        serves settle settled sought specified specify state stated states strengthen strive strives
        submit submits submitted submitting suffer suffered supplied supply support supported
        supporting supports suspend suspended sustain sustained terminate terminated terminates
        transfer transferred transmit transmitted treat treated undergo undertake undertaken utilise
        utilize utilized utilizes verified verify violate violated
        """

    static let formalAdjectives = """
        academic accurate additional adequate administrative alleged annual appropriate approximate
        available beneficial capable certain chief commercial common complex comprehensive
        considerable consistent contemporary corporate critical crucial cultural current domestic
        due early economic educational effective efficient elderly electronic eligible entire
        environmental equal equivalent essential evident executive explicit extensive external false
        federal final financial following foreign formal former frequent fundamental general global
        governmental grave higher historical human ideal illegal immediate important individual
        industrial inherent initial intellectual intense internal international joint judicial key
        large latter legal legislative limited local logical main major maximum medical mental
        military minimum minor modern moral multiple municipal mutual national natural necessary
        negative neutral normal notable numerous objective obvious official ongoing optimal organic
        original overall particular permanent personal physical political positive possible
        potential practical precise preliminary present previous primary principal prior private
        probable professional profound prominent proper proposed psychological public rapid rational
        reasonable recent regional relevant religious remaining respective responsible rural
        scheduled scientific secondary senior serious several severe significant similar social
        solar sole specific spiritual stable standard statistical strategic strict structural
        subject subsequent substantial successful sufficient suitable supreme technical
        technological temporary theoretical traditional upcoming urban valid valuable various verbal
        visible visual vital voluntary vulnerable widespread written
        """

    static let formalNouns = """
        ability absence access account achievement act action activity addition administration
        agencies agency agreement aid aim amount analysis application appointment approach approval
        area argument aspect assembly assessment asset assets assistance association attention
        authorities authority award basis behavior behaviour benefit benefits birth budget business
        cabinet campaign candidate capacity capital career case cases category cause century
        challenge change character charge charges child children choice circumstances citizen
        citizens civil client clients comment commission committee community companies company
        complaint component concept concern concerns condition conditions conference conflict
        congress consequence constituents consultation consumer consumers context contract
        contribution control cooperation corporation correspondence costs council countries country
        court credit crisis criteria culture currency customers damage data date deadline death
        debate debt decision decisions decrease defense degree delivery demand democracy department
        deputy design detail details development difference difficulty disease district division
        document documents donation duty economy education effect effects effort efforts election
        element embassy emergency employees employer employment energy enterprise environment
        equipment estate event events evidence expansion expenditure experience expert experts
        explanation export exports extent facilities facility factor factors faculty failure fee
        fees field figures finance firm forces foundation framework freedom function fund funding
        funds future gas goal goals goods government growth guidance guidelines health history
        hospital housing ideas impact implementation import imports incident income increase
        independence individual individuals industry influence information infrastructure initiative
        initiatives injury inquiry inspection institute institution institutions instruction
        insurance interest interests interview investigation investment investors issue issues
        journal journey jury justice knowledge labor labour language law laws lawsuit leader leaders
        leadership legislation level levels liability library license limit link literature loan
        loans location loss majority management manager managers manner manufacturer market marriage
        material materials matter matters measure measures media medication medicine meeting members
        merchandise merger message method methods minister ministry mission moment mortgage motion
        movement museum nation nations nature necessity negotiations network notice number numbers
        nurse objection objective obligation occasion occupation offense offer office officer
        officers officials operation operations opinion opportunity opposition option options order
        organisation organization origin outcome ownership panel parliament participants party
        passage patient patients payment pension percent performance period permission person
        personnel perspective petition phase phenomenon physician plan plans plant point police
        policies policy population position positions poverty power practice practices preparation
        presence pressure price prices principle principles priority prison problem problems
        procedure procedures process product production products profession profit profits program
        programme progress project promotion proof property proposal protection protest provision
        publication punishment purpose quality question range rate rates ratio reaction reason
        recession recipient recommendation record recovery reduction reference reform refugee region
        registration regulation regulations relations relationship relationships reply report
        reports representation republic reputation request requirement requirements research reserve
        residence resident residents resolution resources response responsibility restaurant result
        results retirement revenue review revolution rights risk role rules safety sales scheme
        scholarship school science scientist scientists section sector security selection senate
        sentence series service services session settlement shareholders shares site situation
        skills society solution source sources speech spokesman spokeswoman staff stage standard
        standards state statement statistics status stock strategy strike structure student students
        studies study subject substance success sum supply support surface surgery survey symptoms
        system systems target task tax taxes teacher teachers team technology term terms territory
        terrorism testimony theory therapy threat title trade tradition traffic training transaction
        transfer transition transport transportation treatment treaty trend trial troops trust
        unemployment union value variety vehicle vehicles version veteran veterans victims victory
        view views violence vote voters votes wages war warrant water wealth weapon weapons welfare
        wildlife woman women workers world
        """

    static let formalConnectives = """
        accordingly additionally albeit alternatively consequently conversely furthermore generally
        hence henceforth hereafter hereby herein hereto however importantly inasmuch indeed insofar
        instead likewise meanwhile moreover namely nevertheless nonetheless notably notwithstanding
        otherwise particularly primarily rather regardless respectively significantly similarly
        specifically subsequently thereafter thereby therefore therein thereof thus ultimately viz
        whereas whereby whereupon
        """

    static let formalHedges = """
        alleged allegedly apparently appear appears approximately arguably essentially evidently
        frequently generally indicate indicates largely likely normally occasionally often partially
        perhaps possibly potentially presumably primarily rarely relatively reportedly seemingly
        seldom suggest suggested suggests tend tends typically unlikely usually
        """

    static let relativePronouns = """
        whereas whereby wherein which who whom whose
        """

    static let calendarWords = """
        annual april august century decade december february fiscal friday january july june march
        monday month months november october quarterly saturday september sunday thursday tuesday
        wednesday week year years
        """
}
