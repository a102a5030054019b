"""History, nature, transport, culture, household and science: a salt revolt, a bird count, a tram line, a portrait, a dryer, seagrass, a piano restorer. Written by one who had not
seen the rules nor the other reports; docs/internals/verdict.md has what the program found at first sight."""

PAGES = {
    'saltrising': ('Salt Rising of Wesselby', '2023-07-11', '''
<h1>Salt Rising of Wesselby</h1>
<p>The Salt Rising was a revolt of fishermen and small traders in the port of Wesselby that lasted from 9 to 23 February 1743. It was set
off by a decree of Governor Aldous Crane of 2 January 1743 which raised the duty on salt from four to nine pence a bushel. At the time the
town had about 6,800 inhabitants, some 1,100 of whom lived by salting herring.</p>
<p>On the night of 9 February a crowd led by the cooper's widow Hannah Pryce stormed the customs house and burned its ledgers. Three days
later the town militia refused to fire on the rebels, and the governor fled to Fort Saint Anne aboard the sloop Merrow. The council, under
Mayor Edmund Thale, then suspended the duty.</p>
<p>Two companies of the Royal Foot, 240 men under Captain James Orde, landed on 21 February and took the town after two days of fighting, in
which 17 rebels and four soldiers died. Of the 63 people put on trial, 41 were convicted, nine of them being sentenced to death; six were
hanged, and three, among them Pryce, had their sentences changed to transportation.</p>
<p>The duty was lowered to five pence in 1744 and abolished altogether in 1761. Older accounts, following the chronicle of the Reverend Silas
Moor (1790), put the number of dead at over a hundred; the historian Dorothea Lunn showed in 1968 from the parish registers that this figure
is far too high. Whether smugglers financed the rising is disputed.</p>'''),

    'marn': ('More cranes, fewer lapwings in the Lower Marn wetlands', '2023-12-04', '''
<h1>More cranes, fewer lapwings in the Lower Marn wetlands</h1>
<p>In spring 2023, 118 volunteers of the Marn Nature Trust counted the breeding birds of the Lower Marn wetlands for the twelfth time. The
area of 5,400 hectares has been a reserve since 1987. The table shows the number of breeding pairs of five species in the last three counts.</p>
<table><tr><th>Species</th><th>Pairs 2017</th><th>Pairs 2020</th><th>Pairs 2023</th></tr>
<tr><td>Common crane</td><td>31</td><td>44</td><td>58</td></tr>
<tr><td>Northern lapwing</td><td>212</td><td>167</td><td>121</td></tr>
<tr><td>Eurasian bittern</td><td>9</td><td>8</td><td>13</td></tr>
<tr><td>Black tern</td><td>76</td><td>81</td><td>64</td></tr>
<tr><td>White stork</td><td>18</td><td>23</td><td>23</td></tr></table>
<p>Biologist Petra Hollmann attributes the decline of the lapwing mainly to foxes and to the early mowing of meadows around the reserve; drought,
she says, has played only a minor part. A fence put up in 2021 around 60 hectares of meadow keeps the foxes out. Inside it 1.4 lapwing chicks
per pair fledged in 2023, compared with 0.3 outside.</p>
<p>The cranes benefit from the higher water level in the northern part, where two ditches were closed in 2018; 39 of their pairs breed there.
The Trust wants to raise the water in the southern part as well by 2027, at a cost of 1.3 million crowns. The farmers' association, chaired by
Viktor Sand, objects because about 90 hectares of pasture would become too wet.</p>
<p>Bitterns were heard at more places than ever before since the counts began. Rings show that at least some of the cranes spend the winter in
Extremadura in Spain; one bird ringed as a chick in 2006 was seen again in 2023.</p>'''),

    'tram': ('Brennau: tram line 7 in service', '2024-09-02', '''
<h1>Brennau: tram line 7 in service</h1>
<p>Line 7 of the Brennau tramway went into service on Saturday, 31 August 2024. It runs for 9.6 kilometres from the Central Station to the
Hochfeld hospital and has 18 stops, eleven of which are new. The journey takes 26 minutes; bus 42, which the tram replaces, needed 41.</p>
<p>The line cost 187 million francs, 23 million more than had been estimated in 2019. The federal government paid 40 per cent, the canton 35 per
cent and the city the remainder. Building began in April 2021 and was held up for five months by the discovery of a Roman cemetery at Lindenplatz.</p>
<p>The transport company expects 21,000 passengers a day by 2026. On the opening weekend, when travel was free, 64,000 people tried the line. Trams
run every 7.5 minutes on weekdays until 8 p.m. and every 15 minutes at other times. The older lines compare as follows.</p>
<table><tr><th>Line</th><th>Length (km)</th><th>Stops</th><th>Passengers per day, 2023</th></tr>
<tr><td>Line 1</td><td>12.4</td><td>27</td><td>38,500</td></tr>
<tr><td>Line 2</td><td>8.1</td><td>19</td><td>22,300</td></tr>
<tr><td>Line 3</td><td>10.7</td><td>22</td><td>31,900</td></tr>
<tr><td>Line 5</td><td>6.3</td><td>14</td><td>9,800</td></tr></table>
<p>City councillor Regula Amstad (Greens) spoke of "the best 187 million we ever spent". Councillor Bruno Kägi (Liberals), who had opposed the line
in the referendum of 2018, said he would now ride it "with a clenched fist in my pocket". In the referendum 54.2 per cent of voters had approved
the project. The 14 new trams were built by Stallberg and use 30 per cent less power than those of 1994.</p>'''),

    'lute': ('Museum: "Woman with a Lute" is by Judith van Ree', '2024-03-28', '''
<h1>Museum: "Woman with a Lute" is by Judith van Ree</h1>
<p>The portrait "Woman with a Lute" in the Hallgren Museum was painted not by Cornelis Aartsen but by his pupil Judith van Ree, the museum announced
on Wednesday. Under infrared light the restorer Emil Sandgren had found her monogram beneath the sitter's sleeve. The painting is dated 1651,
four years after Van Ree entered the workshop.</p>
<p>The museum had bought the picture in 1934 for 8,200 kronor; in 2019 it was insured for 14 million kronor. Curator Linnea Ask does not expect it to
lose value. "A Van Ree is rarer than an Aartsen, and this one has been looking at us for ninety years," she said.</p>
<p>Not all experts are convinced. The art historian Pieter Molenaar of Leiden considers the monogram genuine but believes that Aartsen painted the
face himself and left only the clothes and the lute to his pupil. An examination of the tree rings shows that the oak of the panel was felled
after 1643.</p>
<p>The exhibition "In the Master's Shadow", with 72 works by 19 women painters of the 17th century, runs from 12 April to 1 September 2024; 44 of the
works are loans. Admission is 160 kronor, 90 for students and free for visitors under 18. Last year the museum had 312,000 visitors, 9 per cent fewer
than in 2022, because the east wing was closed for five months.</p>'''),

    'dryer': ('Ferrano HD-8 heat-pump dryer: instruction manual', '2022-10-01', '''
<h1>Ferrano HD-8 heat-pump dryer: instruction manual</h1>
<p>The HD-8 holds up to 8 kg of cotton or 3.5 kg of synthetics. With a full load the programme Cotton Cupboard Dry takes 165 minutes and uses
1.47 kWh; with half a load it takes 95 minutes and uses 0.82 kWh.</p>
<p>Clean the lint filter after every cycle and the filter of the heat exchanger once a month, or when the lamp F2 lights up. Never run the dryer without
the lint filter. If the display shows a code, proceed as in the table.</p>
<table><tr><th>Code</th><th>Meaning</th><th>What to do</th></tr>
<tr><td>E1</td><td>Water tank full</td><td>Empty the tank</td></tr>
<tr><td>E2</td><td>Door not closed</td><td>Press the door until it clicks</td></tr>
<tr><td>E4</td><td>Temperature sensor faulty</td><td>Call customer service</td></tr>
<tr><td>E7</td><td>Drum blocked</td><td>Take out part of the load</td></tr></table>
<p>Do not dry wool, silk or items that have come into contact with petrol or solvents. Dry curtains and down jackets only in the programme Delicate, at
45 °C at most. After transport wait at least two hours before switching the appliance on; if it has been laid on its side, wait 12 hours.</p>
<p>The warranty runs for two years from the date of purchase, and for ten years on the motor provided that the appliance is registered online within
90 days. The appliance contains 0.15 kg of the refrigerant R290, which is flammable but contributes little to the greenhouse effect.</p>'''),

    'seagrass': ('Recovery of carbon burial in restored seagrass meadows of Tolland Bay', '2024-01-18', '''
<h1>Recovery of carbon burial in restored seagrass meadows of Tolland Bay (abstract)</h1>
<p>Seagrass meadows store carbon, but how quickly restored meadows regain this function is poorly known. We followed 24 restored plots of Zostera
marina and 12 natural reference plots in Tolland Bay from 2008 to 2022. Aoife Brannigan planned the sampling; the isotope analyses were carried out
by Kenji Mori.</p>
<p>Shoot density in the restored plots rose from 38 to 312 shoots per square metre and reached 83 per cent of the reference density after nine years.
Carbon burial was 41 grams per square metre and year in restored plots older than ten years, against 58 grams in natural meadows and 12 grams in
bare sand. Five of the restored plots failed completely, all of them at depths of more than 3.5 metres.</p>
<p>A marine heatwave in July 2018 reduced shoot density by 29 per cent in restored and by 13 per cent in natural plots; recovery took three years in
the former and one year in the latter.</p>
<p>Burial was correlated with shoot density (r = 0.71). Our data do not show whether denser growth leads to more burial or whether both depend on calm
water. We estimate that restoring all 310 hectares of lost meadow in the bay could store about 127 tonnes of carbon a year.</p>'''),

    'piano': ('"A piano forgives nothing": a visit to Agnes Varga', '2023-05-19', '''
<h1>"A piano forgives nothing": a visit to Agnes Varga</h1>
<p>Agnes Varga, 61, restores historic pianos in a former tannery at Szentlak. After failing the entrance examination of the conservatory she learned the
trade from her uncle Béla between 1979 and 1983. Since then she has restored 214 instruments, the oldest of them a fortepiano of 1788.</p>
<p>How long does it take? "A grand piano takes between 600 and 900 hours, an upright about half of that. I charge 45 euros an hour, material extra. Only
about one instrument in ten comes from a museum, the others belong to private people."</p>
<p>And the flood of 2014? "The water stood 1.4 metres high in the workshop. We lost eleven instruments. The one of 1788 was on the upper floor, thank God.
The insurance paid 70,000 euros, hardly half of the damage."</p>
<p>Do you still use ivory? "No new ivory since 1989. For missing keys I take cattle bone. Some of my colleagues use mammoth ivory, which I consider a
loophole." Her daughter Judit has worked in the workshop since 2016 and is to take it over in 2027; her son Márton teaches the piano in Graz.</p>'''),
}

T = 'true'
SENTENCES = [
    ('## The Salt Rising', None, None, 'heading'),
    ('The revolt in the port of Wesselby went on for about two weeks in February 1743.', 'saltrising', 'lasted from 9 to 23 February', T),
    ('The decree of January 1743 more than doubled the duty on salt, adding five pence a bushel.', 'saltrising', 'raised the duty on salt', T),
    ('Governor Aldous Crane had put up the duty from four to six pence a bushel.', 'saltrising', 'a decree of Governor Aldous Crane', 'changed number', 'contradicted', True),
    ('Roughly one inhabitant in six made a living from the salting of herring.', 'saltrising', 'lived by salting herring', T),
    ('By the time the customs house was stormed, the governor had already taken refuge in Fort Saint Anne.', 'saltrising', 'fled to Fort Saint Anne', 'order of events', 'contradicted', True),
    ('The rebels would not fire on the town militia.', 'saltrising', 'refused to fire on', 'swapped roles', 'contradicted', False),
    ('The two days of fighting cost 21 lives, most of them on the side of the rebels.', 'saltrising', '17 rebels and four soldiers', T),
    ('Twenty-two of those who stood trial were not found guilty.', 'saltrising', '63 people put on trial', T),
    ('Nine of the convicted ended on the gallows.', 'saltrising', 'sentenced to death', 'two facts merged', 'contradicted', 'gap'),
    ('Hannah Pryce escaped execution, her death sentence being commuted to transportation.', 'saltrising', 'changed to transportation', T),
    ('The salt duty was done away with entirely in 1744.', 'saltrising', 'abolished altogether', 'wrong year', 'contradicted', 'gap'),
    ('Dorothea Lunn arrived at a death toll of more than a hundred.', 'saltrising', 'the historian Dorothea Lunn', 'attribution to the wrong person', 'contradicted', True),
    ('The money behind the rising came from smugglers.', 'saltrising', 'Whether smugglers financed', 'hedge dropped', 'unsupported', False),

    ('## Birds of the Lower Marn', None, None, 'heading'),
    ('The crane has almost doubled its numbers since 2017, to 58 pairs.', 'marn', '58', T),
    ('For 2023 the table gives 121 pairs of black terns.', 'marn', 'Black tern', 'table cell of the wrong row', 'contradicted', True),
    ('Between 2017 and 2023 the lapwing lost 91 pairs, more than two fifths of its population there.', 'marn', '121', T),
    ('All five species were more numerous in 2023 than in 2017.', 'marn', 'the number of breeding pairs', 'quantifier', 'contradicted', 'gap'),
    ('There were as many pairs of white storks in 2023 as three years earlier.', 'marn', 'White stork', T),
    ('Petra Hollmann holds drought chiefly responsible for the decline of the lapwing.', 'marn', 'the decline of the lapwing', 'wrong cause', 'contradicted', False),
    ('The fence surrounds 60 square kilometres of meadow.', 'marn', 'A fence put up in 2021', 'unit', 'contradicted', True),
    ('Behind the fence, lapwings raised more than four times as many chicks per pair as elsewhere.', 'marn', '1.4 lapwing chicks', T),
    ('About two thirds of the crane pairs nest in the northern part of the reserve.', 'marn', '39 of their pairs', T),
    ('In the southern part, too, the Trust has raised the water level.', 'marn', 'The Trust wants to raise', 'target told as fact', 'contradicted', True),
    ('Opposition comes from Viktor Sand, the chairman of the Marn Nature Trust.', 'marn', 'Viktor Sand', 'wrong role', 'contradicted', 'gap'),
    ('The cranes of the Lower Marn all spend the winter in Extremadura.', 'marn', 'at least some of the cranes', 'over-generalised', 'unsupported', False),

    ('## Tram line 7', None, None, 'heading'),
    ('Passengers reach the Hochfeld hospital from the Central Station a quarter of an hour faster than by the former bus.', 'tram', 'The journey takes 26 minutes', T),
    ('Line 7 serves eleven stops in all.', 'tram', 'eleven of which are new', 'a part told as the whole', 'contradicted', True),
    ('The line turned out 23 million francs cheaper than estimated in 2019.', 'tram', '23 million more than', 'comparison turned round', 'contradicted', False),
    ('In 2019 the cost had been put at 164 million francs.', 'tram', 'had been estimated in 2019', T),
    ('Building the line cost 187 million euros.', 'tram', 'The line cost', 'currency', 'contradicted', True),
    ('A quarter of the bill was left to the city.', 'tram', 'the city the remainder', T),
    ('The new line carries 21,000 passengers a day.', 'tram', 'The transport company expects', 'target told as fact', 'unsupported', False),
    ('The four older lines between them carried 102,500 passengers a day in 2023.', 'tram', '38,500', T),
    ('Line 5 has 22 stops.', 'tram', '6.3', 'table cell of the wrong row', 'contradicted', True),
    ('Bruno Kägi praised the project as "the best 187 million we ever spent".', 'tram', 'the best 187 million', 'attribution to the wrong person', 'contradicted', True),

    ('## The woman with the lute', None, None, 'heading'),
    ('The Hallgren Museum no longer ascribes "Woman with a Lute" to Cornelis Aartsen.', 'lute', 'painted not by Cornelis Aartsen', T),
    ('Cornelis Aartsen had been a pupil of Judith van Ree.', 'lute', 'by his pupil Judith van Ree', 'swapped roles', 'contradicted', False),
    ('Judith van Ree had joined the workshop in 1647.', 'lute', 'entered the workshop', T),
    ('In 1934 the museum paid 14 million kronor for the picture.', 'lute', 'had bought the picture', 'two facts merged', 'contradicted', True),
    ('"A Van Ree is dearer than an Aartsen, and this one has been looking at us for ninety years," Linnea Ask commented.', 'lute', 'A Van Ree is rarer', 'quotation altered', 'contradicted', False),
    ('Pieter Molenaar regards the monogram as a forgery.', 'lute', 'considers the monogram genuine', 'negated', 'contradicted', False),
    ('In the opinion of Pieter Molenaar, the face is by the master and not by the pupil.', 'lute', 'believes that Aartsen painted', T),
    ('Twenty-eight of the works in the exhibition are not on loan.', 'lute', '72 works by 19 women painters', T),
    ('"In the Master\'s Shadow" can be seen from 12 April to 1 October 2024.', 'lute', 'runs from 12 April', "range's end", 'contradicted', True),
    ('Students save 70 kronor on the full price of admission.', 'lute', 'Admission is 160 kronor', T),
    ('The east wing was closed for five months because fewer visitors came.', 'lute', 'the east wing was closed', 'cause turned round', 'contradicted', False),

    ('## The heat-pump dryer', None, None, 'heading'),
    ('Drying a full load of cotton takes two and three quarter hours.', 'dryer', 'takes 165 minutes', T),
    ('Up to 8 kg of synthetics fit into the drum of the HD-8.', 'dryer', 'The HD-8 holds up to', 'two facts merged', 'contradicted', True),
    ('With half the load, the programme Cotton Cupboard Dry finishes 70 minutes earlier.', 'dryer', 'with half a load', T),
    ('The code E4 tells the user that the drum is blocked.', 'dryer', 'Temperature sensor faulty', 'table cell of the wrong row', 'contradicted', False),
    ('When the water tank needs emptying, the display shows E1.', 'dryer', 'Water tank full', T),
    ('An appliance that has lain on its side should stand for half a day before it is switched on.', 'dryer', 'laid on its side', T),
    ('Every buyer enjoys a warranty of ten years on the motor, with or without registration.', 'dryer', 'for ten years on the motor', 'condition dropped', 'contradicted', False),
    ('The dryer contains 150 grams of the flammable refrigerant R290.', 'dryer', 'of the refrigerant R290', T),

    ('## Seagrass in Tolland Bay', None, None, 'heading'),
    ('The study covered 36 plots, a third of them natural meadow.', 'seagrass', '12 natural reference plots', T),
    ('The isotope analyses were the work of Keiji Mori.', 'seagrass', 'the isotope analyses were', 'name changed', 'contradicted', True),
    ('Restored plots of more than ten years of age buried over three times as much carbon as bare sand.', 'seagrass', 'older than ten years', T),
    ('Even so, restored meadows bury more carbon than natural ones.', 'seagrass', '58 grams in natural meadows', 'comparison turned round', 'contradicted', True),
    ('Nineteen of the restored plots did not fail completely.', 'seagrass', 'Five of the restored plots', T),
    ('Five restored plots died off completely as a result of the heatwave of 2018.', 'seagrass', 'failed completely', 'invented cause', 'unsupported', False),
    ('In the natural plots the heatwave cut shoot density by 29 per cent.', 'seagrass', 'A marine heatwave in July 2018', 'swapped values', 'contradicted', True),
    ('Natural plots got over the heatwave two years sooner than restored ones.', 'seagrass', 'recovery took three years', T),
    ('The study proves that denser growth leads to more carbon burial.', 'seagrass', 'Burial was correlated with', 'correlation told as cause', 'contradicted', False),
    ('Were all of the lost meadow restored, some 127 tonnes of carbon a year could be stored, by the estimate of the authors.', 'seagrass', 'about 127 tonnes', T),

    ('## The piano restorer', None, None, 'heading'),
    ('Agnes Varga spent four years learning the trade from her uncle.', 'piano', 'from her uncle Béla', T),
    ('The labour on a grand piano costs 27,000 euros at the very least.', 'piano', 'I charge 45 euros an hour', T),
    ('For the most laborious grand pianos the labour comes to 45,000 euros.', 'piano', 'between 600 and 900 hours', 'derived number wrong', 'contradicted', 'gap'),
    ('Most of the instruments are sent to Agnes Varga by museums.', 'piano', 'comes from a museum', 'quantifier', 'contradicted', True),
    ('Agnes Varga has done without new ivory for more than thirty years.', 'piano', 'No new ivory since 1989', T),
    ('Agnes Varga replaces missing keys with mammoth ivory.', 'piano', 'use mammoth ivory', 'attribution to the wrong person', 'contradicted', False),
    ('In 2027 the workshop is to pass to Márton, the son of Agnes Varga.', 'piano', 'is to take it over in 2027', 'name changed', 'contradicted', True),

    ('## What is uncertain', None, None, 'heading'),
    ('The sources do not say how many of the transported rebels ever came back.', None, None, 'remark'),
    ('How line 7 will be used once the novelty has worn off cannot be judged from the material.', None, None, 'remark'),
]

OPENING = [
    ('Cranes are increasing in the Lower Marn wetlands while lapwings are declining.', 'marn', 'the number of breeding pairs'),
    ('The Hallgren Museum now credits a portrait to Judith van Ree.', 'lute', 'painted not by Cornelis Aartsen'),
]
