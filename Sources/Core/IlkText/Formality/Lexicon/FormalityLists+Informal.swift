/// Words of talk and chat. Written by hand; normal forms with a straight apostrophe.
extension FormalityLists {
    static let chatWords = """
        2day 2moro 2morrow 2nite 4eva 4ever abt afaik aight ain't aint aite alright altho ama any1
        asap b4 bc bcos bcoz bcuz bcz bday betcha bf bff blah bleh bout boyz brah brb bro bruh btw
        c'mon cmon comin congrats cos coulda coz cud cuz cya dat dawg def dem dey dis dm dnt doin
        dude dudes duh dunno eli5 em every1 ez fav fave faves ffs finna fml fomo frm fwiw fyi g2g gd
        gettin gf gg gimme glhf goin gonna gotcha gotta gr8 gtfo gtg gud gurlz guud hafta haha hahah
        hahaha hahahaha hav havin hax hbu hee heh hehe hehehe hmu homie homies hth hv hw idc idk
        iirc ikr ima imho imma imo irl iykyk jk jks jst jus juz k kewl kinda kk kno knw l8r leet
        lemme lil lmao lmfao lmk lol lolol lolz lookin lotta luv luvs m8 makin meh mfw msg msgs
        musta n n00b nah nd ne1 nething nite nites no1 noe noob nope nothin np nsfw nuff nuthin nvm
        obvs okey okie omfg omg omw oughta outta peeps pic pics pix pls plss plz plzz ppl prob
        probly probs prolly pwn pwned r rlly rly rn rofl roflmao rotfl sayin shoulda shud smh some1
        somethin sorta srsly sry stfu str8 sum1 sumthin sumthing talkin tbf tbh teh tfw thanx
        thinkin thnk thnks thnx tho thru tht thx til tix tks tldr tmr tmrw tmw tnx tonite tryin
        tryna ttfn ttyl ttys txt txts ty tysm u ur urs vid vids vs w00t w8 wanna wassup wat wazzup
        wbu wen whatcha wht wiv wknd woo woohoo wot woulda wtf wth wud wut wyd xd xoxo xx xxx y'all
        ya ya'll yaay yah yall yay yea yeah yeh yep yo yolo yoo yup zomg
        """

    static let slangWords = """
        adorable anyhow anyway anyways awesome awful babble babe babes baby bae bail bailed bash
        bashing basically bazillion beer beers belly bet betcha bicker bickering big blab blabber
        blast bloke blows bogus boink bonk booze bother bothered bothers boujee boyfriend boyfriends
        brag brat bratty bro bros bs buck bucks buddies buddy bullied bullies bully bummed bummer
        bunches bunny burger burgers busted cakewalk candy cheapo cheapskate cheater cheesy chick
        chicken chicks chill chillin chubby clueless comfy cookie cookies cool cop cops corny cozy
        cram crammed cranky crap crappy crazy creep creepier creeps creepy critter critters crush
        crybaby cute cutie dad daddy dads dandy darn dating diss dissed ditch ditched doggie doggy
        dope dopes dopey dork dorky dough drunk dude dumb dump dumped dunk dweeb effing emo epic ex
        exes fab fabulous fake fatso fatty fella fellas flick flicks flip flipped flirt flirted
        flirting flunk flunked folks freak freaked freakin freaking freebie freebies frickin fries
        friggin fugly funny fuss fussy gadget gadgets gal gals gangsta gazillion geek geeks geeky
        gig gigs girlfriend girlfriends gizmo gizmos gobble gonna goodies goof goofing goofy
        gorgeous goth gotten grandma grandpa granny greenback gripe gross grub grumpy guess gulp guy
        guys hangin hanging hangout hangouts hangover hassle heaps heck hella hick highkey hillbilly
        ho hoe hoes holler honestly honey hook hooked hoop hop hopefully hopped horrible hot hottie
        hubbie hubby huge hun hunk hype idiot idiots insane jerk jerks junk kick kicked kickin kid
        kiddo kiddos kids killer kinky kitties kitty klutz klutzy kooky lad lads lame lass lazy
        legit lit literally little loaded loads loony loopy loser losers lousy lowkey lunatic mama
        mate mates mega mess messed messy mom momma mommy moms moolah moron morons munch munchies
        nab nabbed nag nagging nap nasty neat nerd nerds nerdy nice nutcase nutjob nuts oddball
        oodles pal pals perv pervert pervs phony pimp pimps pizza playa poke psyched psycho psychos
        pumped pup puppy pups pwns rant ranting rants redneck rednecks rip ripped rockin rocks
        rotten savage scam scary scoop scream screaming screw screwball screwed screwing seriously
        sexy shady shove showoff sick sicko silly sis sissy skank sketchy skinny slack slacker
        slacking slay sleaze sleazy slurp slutty smack snack snacks snag snarky sneak sneaky snooze
        soda splurge spoiled spooky stash stashed steal stoked stoned stud stuff stupid suck sucked
        sucking sucks sucky super sux sweet sweetheart sweetie swell swipe swiped tacky tease teen
        terrific thingies thingy thug thugs ticked tiny toddler ton tons tot totally tots trash
        trashed trashy tummy tune tunes uber ultra veggie veggies wacko wacky wannabe wasted weed
        weird weirdo whack whacky whatever whatnot whine whining whiny wicked wimp wimpy woke wuss
        wussy yap yapping yeah yell yelling yippee yuck yucky yum yummy yup zany zap zillion
        """

    static let coarseWords = """
        arse ass asses asshole assholes badass balls barf bastard bastards bitch bitches bitching
        bitchy bloody blowjob boner boob boobies boobs booger boogers bullshit burp burped butt
        butthole butts cock cocks condom crap crotch cunt cunts dammit damn damned dick dickhead
        dicks douche douchebag dumbass dumbasses dung effin fag faggot fags fart farted farting
        farts fck fkn fuck fucked fucker fuckers fuckin fucking fucks fuk goddam goddamn goddamned
        hell helluva horny jackass masturbate masturbating masturbation mf motherfucker naked nigga
        niggas nipple nipples nude nuts orgasm pee peed peeing penis piss pissed pisses pissing
        pissy poo poop pooped pooping porn porno prick puke puked puking pussies pussy retard
        retarded retards screwing sex sexy shit shits shitting shitty slut sluts smartass snot
        tampon tampons tit tits titties turd turds vagina vomit whore whores
        """

    static let interjections = """
        aah ah aha ahh arg argh aw aww awww bingo boo bravo bye byebye doh dude eek eh er erm ew eww
        gee geez god golly goodbye gosh grr ha hah haha hello hey heya hi hiya hm hmm hmmm hooray
        howdy huh hurray jeez lol man meh mmm mwah nah no nope oh ok okay ooh oooh oops ouch ow pff
        pfft phew psst right shh sup sure tsk ugh uh uhh uhm um umm well whoa whoops woah wow yay
        yeah yep yikes yippee yum yup
        """

    static let casualGreetings = """
        bye byebye cheers cya hello hey heya hi hiya howdy hugs kisses sup ta thx
        """

    static let vagueWords = """
        anybody anyone anything bit bunch everybody everyone everything lot lots somebody someone
        something stuff thing things
        """

    static let formsOfGet = """
        get gets getting got gotten
        """

    static let intensifiers = """
        absolutely actually always awfully completely damn definitely even ever extremely just
        literally never pretty quite real really seriously simply so such super too totally truly
        way
        """

    static let casualHedges = """
        bet figure guess hopefully like maybe probably seems somehow sounds suppose sure
        """

    static let discourseParticles = """
        actually also anyway anyways basically besides honestly just like listen look now plus see
        seriously so still then too well
        """

    static let misspellings = """
        absense adn aint alittle allready allways alot alots anyother arent aswell atleast basicly
        becase becouse becuase beleive belive boi bois buisness calender cant catagory cemetary
        collegue comming concious coud couldnt cuase definately definatly definetly didnt differnt
        dissapoint doesnt dont embarass enviroment everytime excersise exersise existance experiance
        facinating finaly foriegn fourty freind freinds gaurd goverment grammer grl gurl gurls hadnt
        happend harrass hasnt havent heres hes hieght hows hte im incase independant infact
        intrested isnt ive jewelery knowlege lets liesure lite maintainance millenium mispell
        misspel neccessary nite noone noticable ocasion occured occurence ofcourse peopel persue
        poeple posession potatos prefered privelege probally publically realy reccomend recieve
        recieved rediculous refered relevent religous rythm secratary sence seperate shes shoud
        shouldnt sieze similer sincerly someting somone speach succesful suprise surprize teh
        tendancy thats theres theyll theyre theyve thier throught thru tomarrow tommorow tommorrow
        tounge tradgedy truely untill usualy vaccum wasnt wellcome werent wether whats wheres whos
        wich wierd wierdo wont woud wouldnt writting youll youre youve
        """
}
