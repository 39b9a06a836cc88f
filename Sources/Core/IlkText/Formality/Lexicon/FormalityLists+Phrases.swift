/// Pairs of neighbours that belong to one manner. Written by hand; normal forms.
extension FormalityLists {
    static let formalPhrases = """
        a number|according to|additional information|are not|as a|as described|as discussed|as follows
        as part|as requested|as soon|as such|as to|as well|at least|at present|at your|based on|but also
        by means|by which|cannot be|could not|did not|do not|does not|due to|each other|feel free
        for example|for instance|for which|for whom|from which|further information|had not|has not
        have not|he is|i am|i have|i will|i would|if necessary|in accordance|in addition|in case
        in conjunction|in favor|in favour|in light|in order|in particular|in regard|in response|in terms
        in the|in which|is not|it is|less than|let us|look forward|looking forward|may not|more than
        must not|not only|number of|of the|of which|of whom|on behalf|one another|other than|part of
        prior to|rather than|result of|she is|should not|should you|so as|subject to|such as|thank you
        that is|there are|there is|they are|those who|those whom|to date|to which|to whom|was not|we are
        we have|we will|were not|will not|with reference|with regard|with respect|with which|would like
        would not|you are|you have|you will
        """

    static let casualPhrases = """
        a bit|a couple|a few|a little|a lot|all right|and all|and stuff|ask her|ask him|at all|best friend
        big deal|big time|bunch of|by the|check out|come on|end up|even though|every time|figure out
        find out|for real|for sure|freak out|get a|get out|get over|get rid|give me|give up|go for|go get
        go to|going to|good luck|good one|got to|grow up|had to|hang out|has to|have to|heck of|hell of
        hook up|i bet|i dunno|i guess|i mean|i think|i was|if you|in there|just a|just because|just go
        just like|kind of|let me|like a|like that|like this|long time|lots of|make sure|my dad|my friend
        my god|my mom|need to|no idea|no one|no problem|no way|not sure|of course|oh my|one day
        or something|or whatever|out there|over there|pretty good|pretty much|pretty sure|right away
        right now|screw up|show up|shut up|so bad|so good|so many|so much|so what|some day|sort of|talk to
        tell her|tell him|tell me|that guy|that one|that way|the best|the guy|the one|the worst|this guy
        this one|ton of|tons of|too much|turn out|turns out|u r|wake up|want to|way more|way too|what the
        when you|who cares|work out|you can|you could|you get|you guys|you just|you know|you need
        you should|you want
        """
}
