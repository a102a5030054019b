"""Sentences that stand in a source word for word, and that the source does not state: it reports them as a belief of former times or of
others, supposes them, takes them back in the next paragraph, has them in a play, an advertisement or an exam. The wordings were chosen so
that no list of words for untruth reaches them. Between them sentences of the same pages that the source does state, among them such as
stand beside words of doubt that speak of something else."""
T, C, U = 'true', 'contradicted', 'unsupported'

PAGES = {
    'cave': ('The caves of Tarrow', '2024-02-11', '''<h1>The caves of Tarrow</h1>
<p>The guides of Tarrow have a tale for every guest. The lake in the lower cave has no bottom. Divers touched the ground at 31 metres in 2009.</p>
<p>The upper cave is 640 metres long. It was opened to visitors in 1911. The survey of 1998 was not wrong about its height. The dome rises to 22 metres.</p>
<p>For a century every schoolbook repeated the same line. The bears of Tarrow died out in the great frost of 1709. Bones found in 2015 are two hundred years younger.</p>
<p>A cook of the inn swore by it until he died. Water from the cave cures a sore throat. Nobody else has noticed any such thing.</p>
<p>The bats of Tarrow belong to six species. Their winter quarters are closed from October to April. A camera counts them every night.</p>
<h2>If the lift had been built</h2>
<p>The engineers drew up what would have come of it. The tour takes twenty minutes. Wheelchairs reach the lake without help.</p>
<h2>Prices</h2>
<p>A ticket costs 14 crowns. Children under six enter free of charge.</p>'''),
    'paint': ('Pigments of the old masters', '2023-09-30', '''<h1>Pigments of the old masters</h1>
<p>Lead white was made in Venice from the fifteenth century on. Smalt is a blue glass that was ground to powder. It loses its colour in oil.</p>
<p>Ask a dealer and you will hear it within a minute. Red paint of that age was always mixed with ox blood. Not one of the 212 samples contained any.</p>
<p>In 1930 the matter seemed settled. The green of the altar is copper resin. Three laboratories have since found verdigris in oil.</p>
<p>The advertisement of the firm ran for eleven years. Our varnish never turns yellow. It turned yellow in four.</p>
<p>Students of the first year are given three lines and told to find what is amiss. Ultramarine was dug in Cornwall. Ochre is a kind of salt. Bone black is made in ovens.</p>
<p>The museum owns 1,300 samples of pigment. They are kept in drawers of cherry wood. Each drawer holds forty glasses.</p>
<h2>Voices from the forum</h2>
<p>Paintbox77: The blue of the ceiling was overpainted in 1952.</p>
<p>The restorers: Nobody has touched the blue since 1640.</p>'''),
    'tram': ('The tramway of Osk', '2024-06-01', '''<h1>The tramway of Osk</h1>
<p>The first tram ran in 1898. The depot stands in Mill Street. The line to the harbour was closed in 1961 and opened again in 2004.</p>
<p>The minister could have said yes. The state pays half of the new line. He said no.</p>
<p>One more sentence from the leaflet of the opponents. The tram kills nine trees a week. The city's own count for the whole year is two.</p>
<p>It would be nice to think so. The new cars need no driver. They have one, and he is busy.</p>
<p>Osk owns 34 cars of three types. The oldest were built in Gotha. A car of the newest type carries 210 people.</p>
<p>In the novel "Night Line" the town is hardly to be recognised. The tram crosses the river by a glass bridge. The mayor lives in the depot.</p>
<p>The error of 2011 in the timetable was found within a day. The night line runs every thirty minutes. A monthly ticket costs 52 crowns.</p>
<p>Many doubted that the workshop could be saved. The workshop employs 85 people. Twelve of them are apprentices.</p>'''),
    'tide': ('Questions about the tide mill', '2022-11-05', '''<h1>Questions about the tide mill</h1>
<p>Does the wheel turn at night? The wheel turns twice a day. The miller opens the gates by hand.</p>
<p>What my grandmother would have told you: The mill was a gift of the queen. The deed names a corn dealer.</p>
<p>Picture the bay without its dam. Salt water stands in the cellars of the lower town. That is what the dam was built against.</p>
<p>The mill grinds four tonnes of barley a month. Its stones come from the Eifel. The dam is 190 metres long.</p>
<p>The insurer put it to the court like this. The miller had left the gates open on purpose. The court saw it differently.</p>
<p>We printed two things last week that we would rather not have printed. The mill is for sale. The miller is eighty years old.</p>
<p>The mill pond holds 60,000 cubic metres. Herons nest on its northern bank. The footpath around it is three kilometres long.</p>'''),
}

SENTENCES = [
    ('## The caves', None, None, 'heading'),
    ('The lake in the lower cave has no bottom.', 'cave', 'has no bottom', 'tale', C, False),
    ('The upper cave is 640 metres long.', 'cave', 'The upper cave is 640', T),
    ('The dome rises to 22 metres.', 'cave', 'The dome rises', T),
    ('The bears of Tarrow died out in the great frost of 1709.', 'cave', 'The bears of Tarrow died out', 'old schoolbook', C, False),
    ('Water from the cave cures a sore throat.', 'cave', 'cures a sore throat', 'one man\'s belief', U, False),
    ('The bats of Tarrow belong to six species.', 'cave', 'belong to six species', T),
    ('A camera counts them every night.', 'cave', 'A camera counts', T),
    ('The tour takes twenty minutes.', 'cave', 'The tour takes', 'never built', U, False),
    ('Wheelchairs reach the lake without help.', 'cave', 'Wheelchairs reach', 'never built', U, False),
    ('A ticket costs 14 crowns.', 'cave', 'A ticket costs 14', T),
    ('Children under six enter free of charge.', 'cave', 'Children under six', T),
    ('## Pigments', None, None, 'heading'),
    ('Lead white was made in Venice from the fifteenth century on.', 'paint', 'Lead white was made', T),
    ('Smalt is a blue glass that was ground to powder.', 'paint', 'Smalt is a blue glass', T),
    ('Red paint of that age was always mixed with ox blood.', 'paint', 'with ox blood', 'what dealers say', C, False),
    ('The green of the altar is copper resin.', 'paint', 'The green of the altar', 'believed in 1930', C, False),
    ('Our varnish never turns yellow.', 'paint', 'Our varnish never', 'advertisement', C, False),
    ('Ultramarine was dug in Cornwall.', 'paint', 'Ultramarine was dug', 'exam', U, False),
    ('Ochre is a kind of salt.', 'paint', 'Ochre is a kind', 'exam', U, False),
    ('The museum owns 1,300 samples of pigment.', 'paint', 'The museum owns 1,300', T),
    ('Each drawer holds forty glasses.', 'paint', 'Each drawer holds', T),
    ('The blue of the ceiling was overpainted in 1952.', 'paint', 'The blue of the ceiling', 'forum', C, False),
    ('## The tramway', None, None, 'heading'),
    ('The first tram ran in 1898.', 'tram', 'The first tram ran', T),
    ('The state pays half of the new line.', 'tram', 'The state pays half', 'could have said', C, False),
    ('The tram kills nine trees a week.', 'tram', 'The tram kills nine', 'leaflet', C, False),
    ('The new cars need no driver.', 'tram', 'The new cars need', 'wish', C, False),
    ('Osk owns 34 cars of three types.', 'tram', 'Osk owns 34', T),
    ('A car of the newest type carries 210 people.', 'tram', 'carries 210 people', T),
    ('The tram crosses the river by a glass bridge.', 'tram', 'by a glass bridge', 'novel', U, False),
    ('The mayor lives in the depot.', 'tram', 'The mayor lives', 'novel', U, False),
    ('The night line runs every thirty minutes.', 'tram', 'The night line runs', T),
    ('A monthly ticket costs 52 crowns.', 'tram', 'A monthly ticket', T),
    ('The workshop employs 85 people.', 'tram', 'The workshop employs', T),
    ('## The tide mill', None, None, 'heading'),
    ('The wheel turns twice a day.', 'tide', 'The wheel turns twice', T),
    ('The mill was a gift of the queen.', 'tide', 'a gift of the queen', 'what grandmother told', C, False),
    ('Salt water stands in the cellars of the lower town.', 'tide', 'Salt water stands', 'imagined', U, False),
    ('The mill grinds four tonnes of barley a month.', 'tide', 'four tonnes of barley', T),
    ('The dam is 190 metres long.', 'tide', 'The dam is 190', T),
    ('The miller had left the gates open on purpose.', 'tide', 'left the gates open', 'said in court', U, False),
    ('The mill is for sale.', 'tide', 'The mill is for sale', 'taken back', U, False),
    ('The miller is eighty years old.', 'tide', 'eighty years old', 'taken back', U, False),
    ('The mill pond holds 60,000 cubic metres.', 'tide', 'The mill pond holds', T),
    ('Herons nest on its northern bank.', 'tide', 'Herons nest on', T),
]

OPENING = [('The upper cave is 640 metres long, the museum owns 1,300 samples and the workshop employs 85 people.', 'cave', 'x')]

# The words are there: where no verifier is believed, a sentence whose frame code does not see is a quotation, or (behind the name of a forum's
# user) proved, and shown so.
IN_WORDS = True
