"""A forum thread on a heat pump, the manual of a copying program, an interview with a bridge inspector, a standard for drinking fountains, the minutes
of a parish council, a count of estuary birds, a dam and a press release. Written by one who had not seen the rules; pages, report and labels were
fixed before the program was run on them. The last column says whether a figure, a date or a name alone proves the error; 'gap': code does not point at it."""

PAGES = {
    'defrost': ('Heat pump defrosting every 40 minutes - is this normal? (Solved)', '2024-02-04', '''
<h1>Heat pump defrosting every 40 minutes - is this normal? (Solved)</h1>
<h2>marshlander, 14 January 2024</h2>
<p>Hi all, we had an 8 kW air-source heat pump put in last October (118 m2 bungalow, built 1974, new radiators in every room but one). When it is between 1
and 3 °C outside it goes into defrost about every 40 minutes and stays there for six minutes or so. Last week it used 38 kWh a day; the installer had
quoted 22 for January. Flow temperature is 50 °C. He says there is nothing wrong with it. Is he right?</p>
<h2>frostbyte, 14 January 2024 (31 votes, accepted answer)</h2>
<p>Just above freezing and damp is the worst weather there is, so some defrosting is to be expected. But mine (11 kW, different make) only does it every 60 to
90 minutes at 2 °C. 40 sounds to me like poor airflow. Are the fins clean? How far is the unit from the wall? Your manual asks for at least 300 mm behind
it. And 50 °C is high, I would try 42.</p>
<h2>Tilly_H, 15 January 2024 (12 votes)</h2>
<p>I wouldn't touch the flow temperature before you know what your radiators can do. We went down to 40 and the back bedroom never got above 16. Have the coil
sensor checked first. Ours had slipped off the pipe and the thing defrosted all day long. Replaced under warranty, didn't cost us a penny.</p>
<h2>oldboilerman, 15 January 2024 (-7 votes)</h2>
<p>Heat pumps don't work below 5 degrees, full stop. You should have kept the oil.</p>
<h2>frostbyte, 15 January 2024 (18 votes)</h2>
<p>Mine ran at minus 9 last winter without any backup heater. COP was about 2.1 that day, so not brilliant, but it worked.</p>
<h2>marshlander, 16 January 2024</h2>
<p>Fins are clean, but I've just measured and it is 180 mm from the wall!!</p>
<h2>marshlander, 2 February 2024</h2>
<p>Update. I showed the installer the page in the manual and he came on 27 January and moved the unit forward, no charge. It is now at 350 mm. At similar
temperatures it defrosts every 75 to 80 minutes. He also looked at the coil sensor, which was fine. I have turned the flow down to 45 and all rooms are warm.
Over the past five days we used 29 kWh a day, but it has been about two degrees milder as well, so I can't say how much of that is down to the move. Thanks
everybody, especially frostbyte.</p>
<h2>frostbyte, 4 February 2024</h2>
<p>Good to hear. You might get to 24 or 25 once the weather compensation is set up, but that is a guess.</p>'''),

    'tarnsync': ('tarnsync(1) - manual page and FAQ, version 2.6', '2024-08-30', '''
<h1>tarnsync(1) - manual page and FAQ, version 2.6</h1>
<h2>Description</h2>
<p>tarnsync copies the directory tree SOURCE to TARGET and keeps the two in step. By default it works in one direction only: SOURCE is never changed. With
--both, changes are carried over in both directions. Two files are taken to be equal if their size and modification time agree; with --checksum their contents
are compared, which is slower. Files that have been deleted from SOURCE stay in TARGET unless --prune is given. The options --both and --prune cannot be
combined.</p>
<h2>Options with a value</h2>
<table><tr><th>Option</th><th>Meaning</th><th>Default</th><th>Maximum</th></tr>
<tr><td>--jobs N</td><td>number of files transferred at the same time</td><td>4</td><td>32</td></tr>
<tr><td>--retries N</td><td>further attempts after a failed transfer</td><td>3</td><td>10</td></tr>
<tr><td>--timeout SEC</td><td>seconds without data before a connection is dropped</td><td>90</td><td>3600</td></tr>
<tr><td>--keep DAYS</td><td>days for which replaced files are kept in .tarn-old</td><td>30</td><td>365</td></tr></table>
<h2>Other options</h2>
<p>--dry-run shows what would be done without changing anything; it also runs while the target is locked. --index FILE puts the index in another place, which must
not be on a network drive. Options may also be set in ~/.tarnsync.conf; those given on the command line take precedence.</p>
<h2>Exit status</h2>
<ul><li>0: everything was copied</li><li>1: error in the command line</li><li>2: some files could not be copied</li><li>3: the target is locked by another
run</li><li>9: interrupted by the user</li></ul>
<h2>Notes</h2>
<p>Since version 2.4 symbolic links are copied as links; earlier versions followed them. On Windows, file permissions are not preserved. Files larger than 4 GiB are
skipped with a warning if the target is formatted with FAT32, and the exit status is then 2. On macOS, names that differ only in upper and lower case
may collide.</p>
<h2>Frequently asked questions</h2>
<p>Why is the first run so slow? Because tarnsync builds its index, which takes about one minute per 100,000 files. Later runs use the index and are usually much
faster.</p>
<p>Can I use it as a backup? Not by itself. A file that has been damaged in SOURCE replaces the good copy in TARGET, and the good copy is gone once the days set by
--keep are over.</p>
<p>Will there be encryption? It is planned for version 3.0, which will not appear before 2026.</p>
<h2>Authors</h2>
<p>Written by Ilse Brandvold in 2015. Maintained since 2019 by Kwame Adjei, who also wrote the Windows version.</p>'''),

    'keane': ('"Most bridges are just lonely": a conversation with Marisol Keane', '2023-09-18', '''
<h1>"Most bridges are just lonely": a conversation with Marisol Keane</h1>
<p>Marisol Keane has been inspecting bridges for 22 years, the last eight of them as chief inspector of Ardnell County. She estimates that she has examined 1,900
of them, most with a hammer in her hand.</p>
<p><b>How many bridges do you look after?</b> 1,146, with a team of six. Every bridge gets a general inspection every two years and a principal one, where
we touch every part of it, every six. Eighty-four of ours are masonry from before 1850, and those worry me less than the concrete of the 1960s.</p>
<p><b>You still use a hammer?</b> Of course. Sound stone rings, rotten stone thuds. My father was a piano tuner, so I suppose I come by it honestly. We also have
a drone, since 2021. It cost £14,000 and it has cut the work on the Corran Viaduct from nine days to four. I trust my ears more than the drone, but the
drone does not need a rope.</p>
<p><b>In 2019 you closed Hollin Bridge and were attacked for it.</b> On 6 March, yes. I had found a crack of 2.3 millimetres in the second pier. It doesn't sound
like much. The council leader at the time, Bryn Allard, called it hysteria. Three weeks later the pier sank by eleven centimetres. He did apologise, I
should say that. The newspapers blamed the lorries, but it was the flood of February, which had washed out the river bed. The bridge opened again in
November 2020; the repair cost £2.7 million.</p>
<p><b>Is there enough money?</b> No. We get £3.8 million a year and I would need about six. In 2015 we had 19 bridges with a weight limit, and now there are 31. That
does not mean that they are dangerous. Most bridges are not dangerous, they are just lonely; nobody looks at them.</p>
<p><b>How did you come to this work?</b> I trained as a stonemason. In 2008 I fell from a scaffold at Penlow and broke my wrist, and while it healed I sat the
inspectors' senior examination. I failed it twice before I passed. I tell all my trainees that.</p>
<p><b>And after you?</b> I mean to retire in 2027. Joel Abara, who joined us last year, will probably take over if the county lets him. He has better ears than I
have. He plays the cello.</p>'''),

    'fountain': ('CS 4417:2022 Outdoor drinking fountains - Requirements and tests', '2022-06-01', '''
<h1>CS 4417:2022 Outdoor drinking fountains - Requirements and tests</h1>
<h2>Foreword</h2>
<p>This edition was prepared by committee TC 88, chaired by Ingrid Solheim, and approved on 9 May 2022 by 14 votes to 2 with one abstention. It replaces CS
4417:2011, which may continue to be used until 30 June 2024. The main changes are as follows: the limit for lead has been halved; a test for salt mist has been
added; the clause on ornamental basins has been deleted.</p>
<h2>1 Scope</h2>
<p>This standard applies to drinking fountains that are permanently installed outdoors and connected to the public mains. It does not apply to portable dispensers or
to machines that sell bottled water.</p>
<h2>4 Requirements</h2>
<p>4.1 The spout shall be 850 mm to 950 mm above the ground; where a fountain is meant for wheelchair users, 700 mm to 800 mm. 4.2 The flow shall be between 2.0 and
3.5 litres per minute. 4.3 The force needed to operate the valve shall not exceed 20 N. 4.4 The water shall not be warmer than 25 °C at the outlet. 4.5 Samples
taken under Annex B shall not contain more than 5 micrograms of lead per litre. 4.6 A bottle filler may be provided. 4.7 The bowl should be of a light colour.</p>
<h2>5 Tests</h2>
<table><tr><th>Test</th><th>Specimens</th><th>Load</th><th>Passed if</th></tr>
<tr><td>Valve endurance</td><td>3</td><td>200,000 cycles</td><td>no leak</td></tr>
<tr><td>Impact</td><td>2</td><td>50 J</td><td>no crack</td></tr>
<tr><td>Frost</td><td>2</td><td>24 hours at -15 °C</td><td>no leak, no crack</td></tr>
<tr><td>Salt mist</td><td>1</td><td>480 hours</td><td>corrosion of 2 mm at most</td></tr></table>
<h2>6 Operation</h2>
<p>6.1 The operator shall inspect each fountain once a month and have the water analysed at least twice a year. Records shall be kept for five years. 6.2 A fountain
that has not been used for seven days or more should be flushed for at least 60 seconds. 6.3 Fountains shall be emptied before the first frost unless they have
passed the frost test.</p>
<h2>Annex A (informative)</h2>
<p>Experience from the pilot towns of Rena, Holmby and Ostvik suggests that a fountain is used about 400 times on a summer day, and that fountains next to
playgrounds may be used twice as often.</p>'''),

    'wexcombe': ('Little Wexcombe Parish Council: minutes of the meeting of 12 June 2025', '2025-06-20', '''
<h1>Little Wexcombe Parish Council: minutes of the meeting of 12 June 2025</h1>
<p>Present: Cllrs Hobday (in the chair), Nair, Trent, Lomax, Begum, Fairley and Stott; the clerk, Mrs P. Ogden; eleven members of the public. Apologies: Cllrs
Winters and Kell. The meeting opened at 7.30 pm.</p>
<h2>1 Public session</h2>
<p>Mrs Joan Pickering complained that the floodlights of the tennis club had been on all night in the last week of May. Mr Owen Dacre, the secretary of the club,
apologised. The timer had failed; it had been repaired on 3 June.</p>
<h2>2 Roof of the village hall</h2>
<p>The clerk presented three quotes.</p>
<table><tr><th>Firm</th><th>Price (£)</th><th>Start of work</th><th>Guarantee (years)</th></tr>
<tr><td>Ashby &amp; Son</td><td>44,950</td><td>January 2026</td><td>15</td></tr>
<tr><td>Dunmow Roofing</td><td>48,200</td><td>September 2025</td><td>10</td></tr>
<tr><td>Peakline</td><td>53,700</td><td>August 2025</td><td>20</td></tr></table>
<p>Cllr Begum proposed and Cllr Nair seconded that the quote of Ashby &amp; Son be accepted. Carried by five votes to two. Cllrs Trent and Lomax asked for it to
be recorded that they had voted against because the roof would have to last another winter.</p>
<h2>3 Mill Lane</h2>
<p>The county's survey of 5 to 11 May found 1,310 vehicles a day and a mean speed of 27 mph; 15 per cent of drivers exceeded 34 mph. The limit is 30. The county has no
money for a 20 mph zone before 2027. It was agreed unanimously to ask for a six-month trial with temporary signs.</p>
<h2>4 Allotments</h2>
<p>Cllr Nair, who rents a plot, declared an interest and left the room. It was resolved by six votes to none to raise the rent from £38 to £42 a year from 1 April
2026. All 64 plots are let, and there are 23 names on the waiting list.</p>
<h2>5 Ash tree by the pond</h2>
<p>The county's tree officer, Mr Dev Laing, recommends felling because of dieback. Cllr Fairley doubted that the tree was beyond saving. The decision was put off
until a second report has been received.</p>
<h2>6 Finance</h2>
<p>The balance on 31 May was £61,430. Payments of £2,318 were approved. The clerk expects a grant of £15,000 from the Lottery towards the roof; a reply is due in August.</p>
<p>The item on dog bins was deferred to the next meeting, on 10 July. The meeting closed at 9.05 pm.</p>'''),

    'estuary': ('Big Estuary Count 2025: the results', '2025-03-14', '''
<h1>Big Estuary Count 2025: the results</h1>
<p>On the weekend of 25 and 26 January 1,842 volunteers counted the birds at 96 sites along the coast, 212 of them for the first time. They recorded 214,600 birds of
71 species, 1.2% fewer birds than in 2024 and three species more. Fog on the Saturday hid parts of three sites, where the count was repeated on 2
February.</p>
<table><tr><th>Species</th><th>2015</th><th>2024</th><th>2025</th></tr>
<tr><td>Dunlin</td><td>48,210</td><td>39,870</td><td>41,300</td></tr>
<tr><td>Brent goose</td><td>22,350</td><td>25,410</td><td>27,060</td></tr>
<tr><td>Knot</td><td>31,700</td><td>30,150</td><td>26,480</td></tr>
<tr><td>Curlew</td><td>9,640</td><td>7,120</td><td>6,980</td></tr>
<tr><td>Avocet</td><td>3,110</td><td>5,890</td><td>6,240</td></tr></table>
<p>The avocet has doubled its numbers in ten years. The curlew, by contrast, has lost 28% in the same time; the cause is thought to lie on its breeding grounds inland
rather than on the coast. The largest flocks were at Marram Sands, with 38,900 birds, followed by Ferring Creek with 27,450 and Oxley Flats with 19,800. The rarity of
the weekend was a long-billed dowitcher at Ferring Creek.</p>
<p>Why there were fewer knots is open to debate. Luke Ferris, the warden at Oxley Flats, suspects the oyster farm that started work there in 2023. "There is no evidence
for that yet," says Petra Vance, who organises the count. "A count is a photograph, not a film." A study is to begin this autumn. Bird flu was not found: 14
dead birds were tested, all with negative results.</p>
<p>The count has been held every January since 1998, except in 2021. Volunteers were 57 years old on average; the youngest was nine and the oldest 91. The next count is on 24
and 25 January 2026. The organisers hope to cover 110 sites then.</p>'''),

    'kessen': ('Kessen Dam', '2023-10-09', '''
<h1>Kessen Dam</h1>
<p>The Kessen Dam is a concrete arch dam on the River Tammet in Upper Velden. It was built from 1956 to 1961 to plans by Henri Castellan; the contractor was Brueck
&amp; Sohl. At 127 metres it was the tallest dam in the country until 1974, when the Morel Dam (153 metres) was completed. Its crest is 412 metres long. Lake Amsel,
which it holds back, covers 18.4 square kilometres and contains 560 million cubic metres of water.</p>
<h2>Construction</h2>
<p>The cost had been put at 410 million francs and came to 500 million. Forty-three workers lost their lives, 17 of them in an avalanche on 3 March 1958. The story that
one of them lies buried in the concrete is often told, but there is no evidence for it. The village of Altmoor was flooded and its 1,180 inhabitants were
moved, two thirds of them to Neu-Altmoor, five kilometres down the valley. The tower of the old church can be seen when the lake is lower than 712 metres above sea
level.</p>
<h2>Operation</h2>
<p>The first filling was broken off in 1962 because water seeped through the left flank. After the rock had been sealed with cement, the lake was full for the first time in June
1964. The earthquake of 1997, which had a magnitude of 5.8, did no damage to the dam. Between 2013 and 2016 the four turbines were replaced, which raised the
capacity of the power station from 340 to 372 megawatts. It generates about 910 gigawatt-hours a year, enough for some 200,000 households. Sixty per cent of it belongs to
Velden Power and 40 per cent to the city of Brunnsee; the concession runs until 2041.</p>
<h2>Plans</h2>
<p>Velden Power wants to raise the dam by six metres, which would increase the volume of the lake by 21 per cent. The canton gave its permission in 2022. The Alpine League has
appealed against it, and the case is pending at the Federal Court. Its spokeswoman, Corinne Jost, called the project "a bathtub with a view"; Urs Feller, who is in charge of it
at Velden Power, hopes to begin in 2027.</p>'''),

    'loopwell': ('Loopwell raises $24 million to recycle mattress foam', '2024-05-21', '''
<h1>Loopwell raises $24 million to recycle mattress foam</h1>
<p>DAYTON, Ohio, May 21, 2024 - Loopwell, which turns foam from old mattresses into raw material for new ones, today announced that it has raised $24 million in a Series
B round led by Harbor Lane Ventures. Greyfield Capital and Norrland Impact, both of which had invested before, also took part. Rosalind Achterberg, a partner at Harbor Lane, joins
the board.</p>
<table><tr><th>Round</th><th>Year</th><th>Amount ($ million)</th><th>Led by</th></tr>
<tr><td>Seed</td><td>2019</td><td>2.5</td><td>Greyfield Capital</td></tr>
<tr><td>Series A</td><td>2021</td><td>11.0</td><td>Norrland Impact</td></tr>
<tr><td>Series B</td><td>2024</td><td>24.0</td><td>Harbor Lane Ventures</td></tr></table>
<p>Two thirds of the new money will go into a second plant at Tilburg in the Netherlands, which is scheduled to open in mid-2025 and will be able to process 20,000 tonnes of foam a year.
The plant in Dayton, in operation since 2022, has a capacity of 9,000 tonnes. "A mattress is not waste; it is a warehouse," said Dr. Mei-Ling Sato, who founded Loopwell with
Andre Kovacs in 2018 and is its chief executive. Kovacs is in charge of operations.</p>
<p>Loopwell's process recovers up to 85 percent of the polyol contained in the foam. According to a life cycle assessment commissioned by the company, the recovered polyol causes 60
percent less greenhouse gas than new polyol; the assessment has not been peer-reviewed. The process was patented in the United States in 2022; a European patent is pending.
Polyol from Dayton is used by three makers of mattresses, among them Slumberline.</p>
<p>Revenue in 2023 was $6.2 million, compared with $2.9 million in 2022. The company is not yet profitable and expects to break even in 2026. It has 74 employees and plans to hire
50 more by the end of 2025, 35 of them in Tilburg. This release contains forward-looking statements; actual results may differ.</p>'''),
}

T = 'true'
SENTENCES = [
    ('## A heat pump that defrosts too often', None, None, 'heading'),
    ("In the week before the first post, marshlander's heat pump used 16 kWh a day more than the installer had predicted.", 'defrost', 'Last week it used', T),
    ('The pump was installed in October 2024.', 'defrost', 'we had an 8 kW air-source', 'wrong year', 'contradicted', 'gap'),
    ('All the rooms of the bungalow were given new radiators.', 'defrost', 'new radiators in every room but one', 'quantifier', 'contradicted', False),
    ('The installer saw no fault in the pump at first.', 'defrost', 'there is nothing wrong with it', T),
    ("Marshlander's pump has a capacity of 11 kW.", 'defrost', 'we had an 8 kW air-source', 'two facts merged', 'contradicted', 'gap'),
    ('The accepted answer suspected that the unit was not getting enough air.', 'defrost', 'sounds to me like poor airflow', T),
    ('Frostbyte warned against changing the flow temperature before the radiators had been looked at.', 'defrost', 'touch the flow temperature before', 'attribution to the wrong person', 'contradicted', 'gap'),
    ('After lowering the flow temperature to 40 °C, Tilly_H had a back bedroom that did not get warmer than 16 °C.', 'defrost', 'the back bedroom never got above', T),
    ('Tilly_H had to pay for the new coil sensor herself.', 'defrost', 'Replaced under warranty', 'negated', 'contradicted', False),
    ('Users of the forum agree that heat pumps do not work below 5 °C.', 'defrost', 'work below 5 degrees, full stop', 'over-generalised', 'contradicted', False),
    ("At minus 9 °C, frostbyte's pump managed without a backup heater.", 'defrost', 'without any backup heater', T),
    ('When marshlander first measured it, the gap behind the unit was 120 mm smaller than the manual demands.', 'defrost', 'it is 180 mm from the wall', T),
    ('The unit was moved to 180 mm from the wall on 27 January.', 'defrost', 'moved the unit forward', 'swapped figures', 'contradicted', 'gap'),
    ('As a result of the move, the gap behind the unit almost doubled.', 'defrost', 'It is now at 350 mm', T),
    ('A slipped coil sensor turned out to be the reason for the frequent defrosting of marshlander\'s pump.', 'defrost', 'looked at the coil sensor', 'wrong cause', 'contradicted', False),
    ('Moving the unit lowered the consumption by 9 kWh a day.', 'defrost', 'how much of that is down to the move', 'hedge dropped', 'unsupported', False),
    ('Once weather compensation had been set up, consumption went down to 24 or 25 kWh a day.', 'defrost', 'once the weather compensation', 'forecast told as fact', 'unsupported', False),

    ('## The program tarnsync', None, None, 'heading'),
    ('Unless told otherwise, tarnsync leaves the source untouched.', 'tarnsync', 'SOURCE is never changed', T),
    ('By default, tarnsync compares the contents of the files.', 'tarnsync', 'with --checksum their contents', 'scope', 'contradicted', False),
    ('Files removed from the source also vanish from the target by default.', 'tarnsync', 'stay in TARGET unless', 'negated', 'contradicted', False),
    ('One cannot use --both and --prune in the same run.', 'tarnsync', 'The options --both and --prune', T),
    ('Without further settings, four files are transferred at once; the limit is eight times as many.', 'tarnsync', '--jobs N', T),
    ('By default, up to ten further attempts are made after a failed transfer.', 'tarnsync', '--retries N', 'table cell of the wrong column', 'contradicted', True),
    ('A connection is dropped after 90 minutes without data unless another value is set.', 'tarnsync', '--timeout SEC', 'unit', 'contradicted', True),
    ('The longest time-out that can be set is one hour.', 'tarnsync', '--timeout SEC', T),
    ('Replaced files can be kept for a year at most.', 'tarnsync', '--keep DAYS', T),
    ('Replaced files are kept for 90 days by default.', 'tarnsync', '--keep DAYS', 'table cell of the wrong row', 'contradicted', True),
    ('A trial run with --dry-run is refused as long as the target is locked.', 'tarnsync', 'it also runs while', 'negated', 'contradicted', False),
    ('Settings in ~/.tarnsync.conf override those on the command line.', 'tarnsync', 'those given on the command line', 'swapped roles', 'contradicted', False),
    ('The manual lists five different values for the exit status.', 'tarnsync', 'interrupted by the user', T),
    ('If another run has locked the target, the exit status is 2.', 'tarnsync', 'the target is locked by another', 'changed number', 'contradicted', 'gap'),
    ('Up to version 2.4, symbolic links were copied as links; since then they have been followed.', 'tarnsync', 'Since version 2.4 symbolic links', 'order of events', 'contradicted', False),
    ('For a million files, building the index takes about ten minutes.', 'tarnsync', 'about one minute per 100,000', T),
    ('The FAQ advises against relying on tarnsync alone for backups.', 'tarnsync', 'Not by itself', T),
    ('Version 2.6 offers encryption.', 'tarnsync', 'It is planned for version 3.0', 'target told as fact', 'contradicted', False),
    ('The Windows version was written by Ilse Brandvold.', 'tarnsync', 'who also wrote the Windows version', 'attribution to the wrong person', 'contradicted', 'gap'),
    ('Kwame Adjei took over the maintenance four years after the program had been written.', 'tarnsync', 'Maintained since 2019 by', T),

    ('## The bridges of Ardnell County', None, None, 'heading'),
    ('Marisol Keane became chief inspector of Ardnell County around 2015.', 'keane', 'the last eight of them as chief', T),
    ('Ardnell County has 1,900 bridges.', 'keane', 'with a team of six', 'two facts merged', 'contradicted', 'gap'),
    ('Over six years, each bridge is due for three general inspections and one principal inspection.', 'keane', 'gets a general inspection every', T),
    ('A principal inspection takes place every two years.', 'keane', 'gets a general inspection every', 'swapped figures', 'contradicted', 'gap'),
    ('Keane is more worried about the old masonry bridges than about the concrete ones of the 1960s.', 'keane', 'those worry me less than', 'comparison turned round', 'contradicted', False),
    ('Thanks to the drone, the work on the Corran Viaduct takes less than half as long as before.', 'keane', 'from nine days to four', T),
    ('The drone was bought in 2019 for £14,000.', 'keane', 'a drone, since 2021', 'wrong year', 'contradicted', 'gap'),
    ('"I trust the drone more than my ears," says Keane.', 'keane', 'I trust my ears more than', 'quotation altered', 'contradicted', False),
    ('Hollin Bridge stayed closed for more than a year and a half.', 'keane', 'The bridge opened again in', T),
    ('The crack that Keane had found in Hollin Bridge was 2.3 centimetres wide.', 'keane', 'I had found a crack of', 'unit', 'contradicted', True),
    ('Lorries had caused the damage to Hollin Bridge.', 'keane', 'The newspapers blamed the lorries', 'claim told as fact', 'contradicted', False),
    ('Bryn Allard, who had spoken of hysteria, later said he was sorry.', 'keane', 'He did apologise', T),
    ('The pier of Hollin Bridge sank three weeks before the bridge was closed.', 'keane', 'Three weeks later the pier', 'order of events', 'contradicted', False),
    ("Keane's budget falls short of her needs by roughly £2.2 million a year.", 'keane', 'I would need about six', T),
    ('Since 2015, the number of bridges with a weight limit has grown by twelve.', 'keane', 'bridges with a weight limit', T),
    ('In Keane\'s view, all 31 bridges with a weight limit are dangerous.', 'keane', 'does not mean that they are dangerous', 'over-generalised', 'contradicted', False),
    ('Keane passed the senior examination at the third attempt.', 'keane', 'I failed it twice', T),
    ('Joel Abara, whose father tuned pianos, plays the cello.', 'keane', 'My father was a piano tuner', 'two facts merged', 'contradicted', False),
    ('It has been settled that Joel Abara will follow Keane as chief inspector.', 'keane', 'will probably take over', 'hedge dropped', 'contradicted', False),

    ('## The standard for drinking fountains', None, None, 'heading'),
    ('Seventeen votes, counting the abstention, were cast on the new edition.', 'fountain', '14 votes to 2 with one abstention', T),
    ('The 2011 edition was withdrawn on 9 May 2022.', 'fountain', 'which may continue to be used until', 'wrong date', 'contradicted', 'gap'),
    ('In the 2011 edition the limit for lead had been 10 micrograms per litre.', 'fountain', 'not contain more than', T),
    ('A frost test was added to the 2022 edition.', 'fountain', 'a test for salt mist has been', 'name changed', 'unsupported', False),
    ('Portable dispensers also fall under the standard.', 'fountain', 'does not apply to portable', 'negated', 'contradicted', False),
    ('For the spout of a fountain meant for wheelchair users, both ends of the permitted range lie 150 mm lower than usual.', 'fountain', 'The spout shall be', T),
    ('The spout of an ordinary fountain must be 850 mm to 980 mm above the ground.', 'fountain', 'The spout shall be', "range's end", 'contradicted', True),
    ('At the lowest permitted flow, it takes half a minute to draw one litre of water.', 'fountain', 'The flow shall be between', T),
    ('The flow must be between 2.0 and 3.5 litres per second.', 'fountain', 'The flow shall be between', 'unit', 'contradicted', True),
    ('Every fountain must have a bottle filler.', 'fountain', 'A bottle filler may be provided', 'permission told as duty', 'contradicted', False),
    ('A light-coloured bowl is mandatory.', 'fountain', 'The bowl should be of a', 'recommendation told as duty', 'contradicted', False),
    ('More specimens are needed for the endurance test of the valve than for any other test.', 'fountain', 'Valve endurance', T),
    ('The salt mist test goes on for 20 days.', 'fountain', 'Salt mist', T),
    ('The impact test is done on three specimens.', 'fountain', 'Impact', 'table cell of the wrong row', 'contradicted', True),
    ('In the frost test the specimens spend 24 hours at -50 °C.', 'fountain', '24 hours at', 'changed number', 'contradicted', True),
    ('The water may be analysed twice a year at the most.', 'fountain', 'have the water analysed at least', 'quantifier', 'contradicted', False),
    ('Operators have to keep the records for half a decade.', 'fountain', 'Records shall be kept', T),
    ('A fountain that has passed the frost test need not be emptied before winter.', 'fountain', 'unless they have', T),
    ('Next to playgrounds, fountains may see some 800 uses on a summer day, as experience from three pilot towns suggests.', 'fountain', 'may be used twice as often', T),
    ('In Rena, Holmby and Ostvik, a fountain is used about 400 times a week in summer.', 'fountain', 'is used about 400 times', 'unit', 'contradicted', True),

    ('## Little Wexcombe Parish Council', None, None, 'heading'),
    ('Seven of the nine councillors named in the minutes attended the meeting.', 'wexcombe', 'Present: Cllrs', T),
    ('The meeting lasted for a little over an hour and a half.', 'wexcombe', 'The meeting closed at', T),
    ('Mr Owen Dacre complained about the floodlights of the tennis club.', 'wexcombe', 'complained that the floodlights', 'swapped roles', 'contradicted', True),
    ('The floodlights had stayed on because a timer was out of order.', 'wexcombe', 'The timer had failed', T),
    ('The council chose the cheapest of the three quotes, which was also the one with the latest start.', 'wexcombe', '44,950', T),
    ('Peakline offered to do the work for £48,200.', 'wexcombe', 'Peakline', 'table cell of the wrong row', 'contradicted', True),
    ('Of the three firms, Peakline offered the longest guarantee, twice as long as that of Dunmow Roofing.', 'wexcombe', 'Peakline', T),
    ('The accepted quote was £9,750 lower than that of Peakline.', 'wexcombe', '53,700', 'derived number wrong', 'contradicted', True),
    ('Cllr Hobday proposed that the quote of Ashby & Son be accepted.', 'wexcombe', 'seconded that the quote of', 'attribution to the wrong person', 'contradicted', True),
    ('Trent and Lomax opposed the quote because it was too dear.', 'wexcombe', 'would have to last another winter', 'wrong cause', 'contradicted', False),
    ('Half of the drivers on Mill Lane went faster than 34 mph.', 'wexcombe', '15 per cent of drivers exceeded', 'quantifier', 'contradicted', True),
    ('The average speed measured on Mill Lane was below the limit.', 'wexcombe', 'a mean speed of 27 mph', T),
    ('A 20 mph zone will be set up on Mill Lane in 2027.', 'wexcombe', 'money for a 20 mph zone', 'forecast told as fact', 'unsupported', False),
    ('Nair voted for the higher rent for allotments.', 'wexcombe', 'declared an interest and left', 'negated', 'contradicted', False),
    ('From April 2026, allotment holders pay £4 more a year.', 'wexcombe', 'to raise the rent from', T),
    ('Some of the 64 allotments stand empty.', 'wexcombe', '64 plots are let', 'quantifier', 'contradicted', False),
    ('The council decided to have the ash tree by the pond felled.', 'wexcombe', 'The decision was put off', 'recommendation told as decision', 'contradicted', False),
    ('The Lottery has granted £15,000 for the roof.', 'wexcombe', 'The clerk expects a grant', 'forecast told as fact', 'unsupported', False),
    ('Nothing was decided about dog bins.', 'wexcombe', 'The item on dog bins', T),

    ('## The estuary count', None, None, 'heading'),
    ('Of the volunteers, 1,630 had taken part before.', 'estuary', '212 of them for the first time', T),
    ('In 2024, the volunteers had come across 68 species.', 'estuary', 'three species more', T),
    ('The volunteers recorded more birds but fewer species than in 2024.', 'estuary', 'three species more', 'comparison turned round', 'contradicted', False),
    ('Because of fog, the count had to be repeated at all 96 sites.', 'estuary', 'hid parts of three sites', 'over-generalised', 'contradicted', True),
    ('Compared with 2024, three of the five species listed increased and two declined.', 'estuary', 'Brent goose', T),
    ('The count of dunlins fell from 41,300 in 2024 to 39,870 in 2025.', 'estuary', 'Dunlin', 'swapped figures', 'contradicted', True),
    ('No other species in the table lost as many birds between 2024 and 2025 as the knot.', 'estuary', '26,480', T),
    ('In 2025, 25,410 brent geese were counted.', 'estuary', 'Brent goose', 'table cell of the wrong column', 'contradicted', True),
    ('Brent geese have become more numerous by 4,710 birds since 2015.', 'estuary', 'Brent goose', T),
    ('The curlew has lost 28 percent of its numbers since 2024.', 'estuary', 'has lost 28% in the same time', 'wrong year', 'contradicted', 'gap'),
    ('The decline of the curlew is put down to conditions on the coast.', 'estuary', 'the cause is thought to lie', 'wrong cause', 'contradicted', False),
    ('The three sites with the largest flocks together held 86,150 birds.', 'estuary', 'The largest flocks were at', T),
    ('A long-billed dowitcher turned up at Marram Sands.', 'estuary', 'The rarity of', 'wrong place', 'contradicted', True),
    ('The oyster farm at Oxley Flats has driven the knots away.', 'estuary', 'suspects the oyster farm', 'hedge dropped', 'unsupported', False),
    ('"A count is a photograph, not a film," says Luke Ferris.', 'estuary', 'A count is a photograph', 'attribution to the wrong person', 'contradicted', True),
    ('All 14 of the dead birds examined proved free of bird flu.', 'estuary', 'all with negative results', T),
    ('Since 1998 the count has taken place every year without exception.', 'estuary', 'except in 2021', 'scope', 'contradicted', False),
    ('Between the youngest and the oldest volunteer lay 82 years.', 'estuary', 'the youngest was nine', T),
    ('The 2026 count covered 110 sites.', 'estuary', 'hope to cover 110 sites', 'target told as fact', 'unsupported', False),

    ('## The Kessen Dam', None, None, 'heading'),
    ('Brueck & Sohl built the dam, which Henri Castellan had designed.', 'kessen', 'to plans by Henri Castellan', T),
    ('The Morel Dam is 26 metres taller than the Kessen Dam.', 'kessen', 'it was the tallest dam', T),
    ('The Kessen Dam is still the tallest in the country.', 'kessen', 'it was the tallest dam', 'outdated fact told as current', 'contradicted', False),
    ('The crest of the dam is 127 metres long.', 'kessen', 'Its crest is', 'swapped figures', 'contradicted', True),
    ('Lake Amsel contains 560 billion cubic metres of water.', 'kessen', '560 million cubic metres', 'magnitude', 'contradicted', True),
    ('The dam cost 410 million francs.', 'kessen', 'The cost had been put at', 'target told as fact', 'contradicted', True),
    ('The cost overrun of 90 million francs was equal to about 22 per cent of the estimate.', 'kessen', 'The cost had been put at', T),
    ('The avalanche of 1958 killed 43 workers.', 'kessen', 'workers lost their lives', 'two facts merged', 'contradicted', True),
    ('Apart from the victims of the avalanche, 26 workers died during construction.', 'kessen', 'workers lost their lives', T),
    ('The body of a worker lies in the concrete of the dam.', 'kessen', 'lies buried in the concrete', 'claim told as fact', 'unsupported', False),
    ('All of the inhabitants of Altmoor moved to Neu-Altmoor.', 'kessen', 'two thirds of them to', 'quantifier', 'contradicted', False),
    ('The church tower comes into view when the lake rises above 712 metres.', 'kessen', 'The tower of the old church', 'direction turned round', 'contradicted', False),
    ('Three years passed between the completion of the dam and the first time the lake was full.', 'kessen', 'was full for the first time', T),
    ('The earthquake of 1964 left the dam unharmed.', 'kessen', 'The earthquake of 1997', 'wrong year', 'contradicted', True),
    ('The new turbines added 32 megawatts to the capacity.', 'kessen', 'the four turbines were replaced', T),
    ('The power station supplies about 910 megawatt-hours a year.', 'kessen', 'It generates about', 'unit', 'contradicted', True),
    ('The city of Brunnsee owns the larger share of the power station.', 'kessen', 'per cent to the city of', 'comparison turned round', 'contradicted', True),
    ('Raising the dam would enlarge Lake Amsel by almost 120 million cubic metres.', 'kessen', 'which would increase the volume', T),
    ('The Federal Court has dismissed the appeal of the Alpine League.', 'kessen', 'the case is pending at', 'invented outcome', 'contradicted', False),
    ('"A bathtub with a view" is what Urs Feller called the project.', 'kessen', 'a bathtub with a view', 'attribution to the wrong person', 'contradicted', True),

    ('## Loopwell', None, None, 'heading'),
    ('Over three rounds, investors have put $37.5 million into Loopwell.', 'loopwell', 'Series A', T),
    ('The Series B round was led by Greyfield Capital.', 'loopwell', 'B round led by', 'name changed', 'contradicted', True),
    ('Loopwell raised €24 million in its latest round.', 'loopwell', 'it has raised $24 million', 'currency', 'contradicted', True),
    ('The round before that, in 2021, had been led by Norrland Impact.', 'loopwell', 'Series A', T),
    ('The latest round brought in more than twice as much as the one before.', 'loopwell', 'Amount ($ million)', T),
    ('The seed round in 2021 brought in $2.5 million.', 'loopwell', 'Seed', 'table cell of the wrong row', 'contradicted', True),
    ('About $16 million of the new money is earmarked for Tilburg.', 'loopwell', 'Two thirds of the new money', T),
    ('The plant at Tilburg processes 20,000 tonnes of foam a year.', 'loopwell', 'is scheduled to open in mid-2025', 'target told as fact', 'contradicted', False),
    ('Once Tilburg is running, Loopwell will be able to handle 29,000 tonnes of foam a year.', 'loopwell', 'has a capacity of 9,000 tonnes', T),
    ('The plant in Dayton is larger than the one planned at Tilburg.', 'loopwell', 'has a capacity of 9,000 tonnes', 'comparison turned round', 'contradicted', True),
    ('Loopwell is headed by Andre Kovacs, while Mei-Ling Sato runs the operations.', 'loopwell', 'Kovacs is in charge of operations', 'swapped roles', 'contradicted', 'gap'),
    ('The process recovers at least 85 percent of the polyol in the foam.', 'loopwell', 'process recovers up to', 'range turned round', 'contradicted', False),
    ('An independent, peer-reviewed study has shown that recovered polyol causes 60 percent less greenhouse gas.', 'loopwell', 'the assessment has not been', 'negated', 'contradicted', False),
    ('In Europe, the patent has yet to be granted.', 'loopwell', 'a European patent is pending', T),
    ('Slumberline is one of three mattress makers that use polyol from Dayton.', 'loopwell', 'Polyol from Dayton', T),
    ('Revenue tripled in 2023.', 'loopwell', 'Revenue in 2023 was', 'derived number wrong', 'contradicted', True),
    ('The company has yet to become profitable.', 'loopwell', 'is not yet profitable', T),
    ('By the end of 2025 the company wants to have 50 employees.', 'loopwell', 'plans to hire', 'two facts merged', 'contradicted', True),
    ('Fifteen of the planned new jobs will be elsewhere than in Tilburg.', 'loopwell', '35 of them in Tilburg', T),

    ('## What is uncertain', None, None, 'heading'),
    ('The thread does not reveal the make of the heat pump.', None, None, 'remark'),
    ('Whether the Kessen Dam will be raised depends on the Federal Court.', None, None, 'remark'),
    ('No independent figures on the emissions of recovered polyol could be found.', None, None, 'remark'),
]

OPENING = [
    ('After the unit had been moved away from the wall, the heat pump defrosted about half as often.', 'defrost', 'moved the unit forward'),
    ('Avocets have doubled in number within ten years, whereas curlews have declined.', 'estuary', 'The avocet has doubled'),
    ('Loopwell wants to build a second plant in the Netherlands.', 'loopwell', 'Two thirds of the new money'),
]
