"""A third report for tests/torture/verdicts: a volcano, a tram, a dairy, a festival, a satellite, bees and a bridge. Pages, report and
labels were fixed before the program was run on them; docs/internals/verdict.md has what it found at first sight. The last column says
whether a figure, a date or a name alone proves the error ('gap' where it does and code does not point at it)."""

PAGES = {
    'volcano': ('Mount Sarrat: the observatory and its history', '2024-05-02', '''
<h1>Mount Sarrat</h1>
<p>Mount Sarrat rises 2,340 metres above the sea and last erupted on 9 November 2021. The eruption lasted eleven weeks, destroyed 184 houses
and forced 5,600 people to leave their homes. Nobody was killed by the lava, but two rescue workers died when a road collapsed.</p>
<p>The observatory was founded in 1938 by the geologist Amaro Pires; his student Celia Rocha led it from 1961 to 1983. Today 14 scientists
and 9 technicians work there. It runs 32 seismometers, of which six are on the sea floor. In 2019 it had only 12.</p>
<p>The government spent 48 million euros on new houses and 17 million euros on roads after the eruption. The European Union repaid half of the
cost of the roads. Insurance companies paid a further 31 million euros.</p>
<h2>Warnings</h2>
<p>The observatory raised the alert level to orange four days before the eruption, not to red. Rocha's successor, Hugo Teles, told a
parliamentary committee that "the signals were weak and contradictory". The committee did not blame the observatory; it criticised the civil
protection agency for slow evacuations. Sulphur dioxide reached a peak of 41,000 tonnes a day on 14 November and fell below 2,000
tonnes a day in January 2022.</p>'''),
    'tram': ('Line 9 of the Velden tramway', '2023-10-20', '''
<h1>Tram line 9</h1>
<p>Line 9 connects Velden Central with the university hospital. It is 7.4 kilometres long, has 13 stops and opened on 2 September 2017, two
years later than planned. A tram runs every six minutes during the day and every fifteen minutes after 21:00.</p>
<table><tr><th>Year</th><th>Passengers a day</th><th>Punctuality</th><th>Subsidy</th></tr>
<tr><td>2018</td><td>21,400</td><td>88 percent</td><td>6.1 million francs</td></tr>
<tr><td>2020</td><td>12,900</td><td>95 percent</td><td>9.8 million francs</td></tr>
<tr><td>2022</td><td>26,700</td><td>84 percent</td><td>5.2 million francs</td></tr></table>
<p>The vehicles were built by Rosthal in Lindau; the signalling came from Temco. Temco paid a penalty of 1.3 million francs because its
software was delivered nine months late. Rosthal delivered all 18 trams on time.</p>
<p>The operator plans to extend the line by 2.1 kilometres to the airport by 2028. The canton has promised 60 percent of the cost; voters
will decide on the rest in June 2025. Residents of Brunnmatt objected to the route, and their appeal was dismissed by the administrative
court in March 2023.</p>'''),
    'dairy': ('The Almond Valley dairy cooperative in 2023', '2024-03-11', '''
<h1>Almond Valley cooperative</h1>
<p>The cooperative was formed in 1952 by 22 farmers. At the end of 2023 it had 310 members, 46 fewer than a year before, and processed 88
million litres of milk. About two thirds of the milk becomes hard cheese; butter takes 15 percent and the rest is sold fresh.</p>
<p>Revenue rose from 71 million pounds in 2022 to 79 million pounds in 2023, while profit fell from 4.2 million pounds to 2.9 million
pounds. The chair, Morag Sinclair, blamed energy prices; the auditor, Dunbar and Lyle, pointed to the failed launch of a yoghurt
brand. Members received between 34 and 39 pence a litre.</p>
<p>In July 2023 listeria was found in one of 640 samples. The cooperative recalled 12,000 wheels of cheese, although no case of illness was
linked to them. The Food Agency closed the ripening cellar for 16 days.</p>
<p>The cooperative intends to cut its emissions by 30 percent before 2030, compared with 2019. By the end of 2023 they had fallen by 8 percent.
Sinclair said: "We will not get there with solar panels alone."</p>'''),
    'festival': ('Ossmar film festival: the 30th edition', '2024-09-01', '''
<h1>Thirty years of Ossmar</h1>
<p>The 30th Ossmar film festival showed 112 films from 41 countries between 16 and 25 August 2024. It sold 58,300 tickets, 9 percent more than
in 2023. The budget was 3.6 million euros, of which the city pays a third and sponsors pay 1.5 million euros.</p>
<p>The jury, chaired by Ines Calder, gave the Golden Oar to "Salt Year" by Pavel Drobny. The prize for the best first film went to Mirela Kovac
for "The Ferryman's Daughter". The audience chose "Noon", which had received no prize from the jury. The Golden Oar comes with
25,000 euros, the prize for a first film with 10,000 euros.</p>
<p>Of the films in the competition, seven were directed by women and five by men. Fewer than a fifth of all films were documentaries. The
director of the festival, Tomas Aule, who took over from Brigit Lorne in 2016, will leave after the edition of 2026.</p>'''),
    'satellite': ('Halden-2: a small satellite that measures methane', '2023-06-14', '''
<h1>Halden-2</h1>
<p>Halden-2 was launched from Kiruna on 3 February 2022 and weighs 187 kilograms. It circles the earth at a height of 540 kilometres once
every 95 minutes. Its spectrometer sees leaks of more than 100 kilograms of methane an hour; its predecessor, Halden-1, needed 500
kilograms.</p>
<p>In its first year the satellite found 1,270 large leaks. Landfills accounted for 38 percent of them, oil and gas plants for 45 percent and coal mines
for the remainder. The largest leak, at a compressor station near Tarkan, released between 12 and 15 tonnes an hour for nine days.</p>
<p>The mission cost 64 million dollars. The Arvid Foundation gave 40 million dollars, the Nordic Space Office the rest. A failure of a
reaction wheel in October 2022 interrupted the measurements for three weeks. Engineers suspect a lubricant, but the cause has not been
established.</p>
<p>The data are free for researchers; companies must buy a licence. Halden-3 is scheduled for launch in 2026 and is expected to see leaks of
50 kilograms an hour.</p>'''),
    'bees': ('Foulbrood in the district of Kellerwald', '2023-11-30', '''
<h1>American foulbrood in Kellerwald</h1>
<p>Between April and September 2023 veterinarians inspected 1,460 colonies of 212 beekeepers in the district of Kellerwald. American foulbrood
was confirmed in 73 colonies, that is 5 percent; in the neighbouring district of Ahrental it was found in 19 of 950 colonies.</p>
<p>Infected colonies are killed with sulphur and burned. Beekeepers receive 180 euros for each colony they lose, and nothing if they did not
register their hives. Eleven beekeepers lost all their colonies.</p>
<p>The laboratory in Marburg thinks that imported honey brought the spores; the beekeepers' association considers wandering hives more likely. A
genetic analysis ruled out that the outbreak in Ahrental caused the one in Kellerwald. Anna Reuss of the veterinary office said that
"most keepers reported their hives within two days". The restricted zone has a radius of 3 kilometres and will be lifted in May 2024 if
no new case occurs.</p>'''),
    'bridge': ('Repair of the Calloway suspension bridge', '2022-12-09', '''
<h1>The Calloway bridge</h1>
<p>The Calloway bridge was designed by Edwin Marsh and completed in 1911; its main span measures 286 metres. In 1974 it was closed to lorries
heavier than 18 tonnes, and since 2008 only pedestrians and cyclists may use it.</p>
<p>The county hired Fenwick Steel to replace 164 of the 210 hangers. The contract was worth 8.4 million pounds. Fenwick Steel subcontracted the
painting to Orrin Coatings, which used 9,500 litres of paint. Work began in March 2020 and ended in August 2022, five months behind
schedule.</p>
<p>Inspectors found that corrosion was worse on the northern tower than on the southern one. They rated 12 hangers as critical, 40 as poor and
the others as fair. The cables themselves showed no broken wires. About 3,800 people cross the bridge on a weekday; on Sundays the number
is higher.</p>
<p>The county does not intend to allow cars again, the councillor Joan Petrie said. The next full inspection is due in 2032.</p>'''),
}

T = 'true'
SENTENCES = [
    ('## The volcano', None, None, 'heading'),
    ('Mount Sarrat, a volcano of 2,340 metres, last erupted in November 2021.', 'volcano', 'last erupted on 9 November 2021', T),
    ('The eruption forced everybody on the island to leave their homes.', 'volcano', 'last erupted on 9 November 2021', 'over-generalised', 'partial', False),
    ('The eruption of 2021 destroyed 5,600 houses.', 'volcano', 'last erupted on 9 November 2021', 'merged', 'contradicted', True),
    ('Two rescue workers were killed by the lava.', 'volcano', 'last erupted on 9 November 2021', 'cause', 'contradicted', False),
    ('Lava killed nobody; two rescuers lost their lives in the collapse of a road.', 'volcano', 'last erupted on 9 November 2021', T),
    ('Celia Rocha founded the observatory in 1938.', 'volcano', 'founded in 1938 by the geologist', 'swapped', 'contradicted', True),
    ('Celia Rocha was at its head for 22 years, until 1983.', 'volcano', 'founded in 1938 by the geologist', T),
    ('The observatory has a staff of 23, most of them scientists.', 'volcano', 'founded in 1938 by the geologist', T),
    ('Six of its 32 seismometers stand on the sea floor, and the total has grown by 20 since 2019.', 'volcano', 'founded in 1938 by the geologist', T),
    ('The number of seismometers has doubled since 2019.', 'volcano', 'founded in 1938 by the geologist', 'derived number wrong', 'contradicted', True),
    ('After the eruption the state spent 17 million euros on new houses.', 'volcano', '48 million euros on new houses', 'swapped', 'contradicted', True),
    ('The European Union covered half of what the new houses cost.', 'volcano', '48 million euros on new houses', 'merged', 'contradicted', False),
    ('Houses and roads together cost the government 65 million euros.', 'volcano', '48 million euros on new houses', T),
    ('About 8.5 million euros of the money for roads came back from the European Union.', 'volcano', '48 million euros on new houses', T),
    ('Insurers paid another 31 million dollars.', 'volcano', '48 million euros on new houses', 'currency', 'contradicted', True),
    ('Four days before the eruption the alert level was raised to red.', 'volcano', 'raised the alert level to orange', 'changed', 'contradicted', False),
    ('Hugo Teles called the signals "weak and contradictory" before a committee of parliament.', 'volcano', 'raised the alert level to orange', T),
    ('Hugo Teles told the committee that "the signals were clear and alarming".', 'volcano', 'raised the alert level to orange', 'quotation altered', 'contradicted', True),
    ('The committee blamed the observatory.', 'volcano', 'raised the alert level to orange', 'negated', 'contradicted', False),
    ('Emissions of sulphur dioxide peaked at 41,000 kilograms a day.', 'volcano', 'raised the alert level to orange', 'unit', 'contradicted', True),
    ('## The tram', None, None, 'heading'),
    ('Line 9 opened in September 2015.', 'tram', 'connects Velden Central', 'wrong year', 'contradicted', True),
    ('The line had been due to open in 2015.', 'tram', 'connects Velden Central', T),
    ('After nine in the evening a tram comes four times an hour.', 'tram', 'connects Velden Central', T),
    ('During the day there is a tram every fifteen minutes.', 'tram', 'connects Velden Central', 'merged', 'contradicted', True),
    ('| Year | Passengers a day | Punctuality |', None, None, 'heading'),
    ('|---|---|---|', None, None, 'rule'),
    ('| 2018 | 21,400 | 88 percent |', 'tram', '| 21,400 |', T),
    ('| 2020 | 12,900 | 84 percent |', 'tram', '| 12,900 |', 'changed', 'contradicted', True),
    ('| 2022 | 26,700 | 84 percent |', 'tram', '| 26,700 |', T),
    ('', None, None, 'break'),
    ('Punctuality was highest in 2020, when the fewest passengers travelled.', 'tram', '| 12,900 |', T),
    ('The subsidy in 2022 was higher than in 2018.', 'tram', '| 26,700 |', 'comparison', 'contradicted', True),
    ('In 2020 the line received 6.1 million francs.', 'tram', '| 12,900 |', 'merged', 'contradicted', True),
    ('Daily passengers more than doubled between 2020 and 2022, from 12,900 to 26,700.', 'tram', '| 26,700 |', T),
    ('Rosthal had to pay a penalty of 1.3 million francs for late software.', 'tram', 'The vehicles were built by Rosthal', 'attribution', 'contradicted', True),
    ('All 18 vehicles arrived when they should, whereas the software of Temco came nine months late.', 'tram', 'The vehicles were built by Rosthal', T),
    ('The line was extended to the airport by 2.1 kilometres.', 'tram', 'plans to extend the line', 'target for fact', 'contradicted', False),
    ('The canton would bear 60 percent of the cost of an extension to the airport.', 'tram', 'plans to extend the line', T),
    ('In March 2023 the administrative court upheld the appeal of residents of Brunnmatt.', 'tram', 'plans to extend the line', 'negated', 'contradicted', False),
    ('## The dairy', None, None, 'heading'),
    ('The Almond Valley cooperative, founded by 22 farmers in 1952, had 310 members at the end of 2023.', 'dairy', 'formed in 1952 by 22 farmers', T),
    ('A year earlier it had counted 264 members.', 'dairy', 'formed in 1952 by 22 farmers', 'derived number wrong', 'contradicted', True),
    ('A year earlier there had been 356 members.', 'dairy', 'formed in 1952 by 22 farmers', T),
    ('Butter takes two thirds of the milk.', 'dairy', 'formed in 1952 by 22 farmers', 'merged', 'contradicted', True),
    ('Somewhat less than a fifth of the milk is sold fresh.', 'dairy', 'formed in 1952 by 22 farmers', T),
    ('Profit rose to 2.9 million pounds in 2023.', 'dairy', 'Revenue rose from 71 million pounds', 'comparison', 'contradicted', False),
    ('Revenue grew by 8 million pounds, yet profit shrank by 1.3 million pounds.', 'dairy', 'Revenue rose from 71 million pounds', T),
    ('In 2022 revenue was 79 million pounds.', 'dairy', 'Revenue rose from 71 million pounds', 'wrong year', 'contradicted', True),
    ('Morag Sinclair pointed to the failed launch of a yoghurt brand.', 'dairy', 'Revenue rose from 71 million pounds', 'attribution', 'contradicted', True),
    ('Members were paid between 34 and 49 pence a litre.', 'dairy', 'Revenue rose from 71 million pounds', 'range', 'contradicted', True),
    ('Members were paid at least 34 pence a litre.', 'dairy', 'Revenue rose from 71 million pounds', T),
    ('The recalled cheese made several people ill.', 'dairy', 'In July 2023 listeria was found', 'negated', 'contradicted', False),
    ('One sample out of 640 contained listeria, and the ripening cellar stayed closed for 16 days.', 'dairy', 'In July 2023 listeria was found', T),
    ('By the end of 2023 emissions had been cut by 30 percent.', 'dairy', 'intends to cut its emissions', 'target for fact', 'contradicted', True),
    ('"We will get there with solar panels alone," Sinclair said.', 'dairy', 'intends to cut its emissions', 'quotation altered', 'contradicted', False),
    ('## The festival', None, None, 'heading'),
    ('The 30th edition of the festival ran for ten days in August 2024.', 'festival', 'showed 112 films from 41 countries', T),
    ('It showed 41 films from 112 countries.', 'festival', 'showed 112 films from 41 countries', 'swapped', 'contradicted', True),
    ('The city contributes 1.2 million euros.', 'festival', 'showed 112 films from 41 countries', T),
    ('Sponsors pay a third of the budget.', 'festival', 'showed 112 films from 41 countries', 'merged', 'contradicted', True),
    ('Mirela Kovac won the Golden Oar for "Salt Year".', 'festival', 'chaired by Ines Calder', 'swapped', 'contradicted', True),
    ('Pavel Drobny received 25,000 euros with the Golden Oar.', 'festival', 'chaired by Ines Calder', T),
    ('The best first film was rewarded with 25,000 euros.', 'festival', 'chaired by Ines Calder', 'merged', 'contradicted', True),
    ('Twelve films ran in the competition, and women had made the larger part of them.', 'festival', 'seven were directed by women', T),
    ('Five films of the competition were directed by women.', 'festival', 'seven were directed by women', 'swapped', 'contradicted', True),
    ('Tomas Aule has headed the festival since 2014.', 'festival', 'seven were directed by women', 'wrong year', 'contradicted', True),
    ('Tomas Aule left the festival in 2016.', 'festival', 'seven were directed by women', 'wrong year', 'contradicted', True),
    ('## The satellite', None, None, 'heading'),
    ('Halden-2 needs a little more than an hour and a half for one orbit.', 'satellite', 'launched from Kiruna', T),
    ('Halden-1 sees leaks of more than 100 kilograms an hour.', 'satellite', 'launched from Kiruna', 'swapped', 'contradicted', True),
    ('Halden-2 was launched on 2 March 2022.', 'satellite', 'launched from Kiruna', 'changed', 'contradicted', True),
    ('Coal mines accounted for 17 percent of the leaks found in the first year.', 'satellite', '1,270 large leaks', T),
    ('Landfills accounted for 45 percent of the leaks.', 'satellite', '1,270 large leaks', 'swapped', 'contradicted', True),
    ('Most of the leaks came from oil and gas plants.', 'satellite', '1,270 large leaks', 'over-generalised', 'contradicted', False),
    ('The leak at Tarkan released between 12 and 15 kilograms an hour.', 'satellite', '1,270 large leaks', 'unit', 'contradicted', True),
    ('The leak near Tarkan went on for nine weeks.', 'satellite', '1,270 large leaks', 'unit', 'contradicted', True),
    ('The Nordic Space Office contributed 24 million dollars.', 'satellite', 'The mission cost 64 million dollars', T),
    ('The Nordic Space Office contributed 34 million dollars.', 'satellite', 'The mission cost 64 million dollars', 'derived number wrong', 'contradicted', True),
    ('A lubricant caused the failure of the reaction wheel.', 'satellite', 'The mission cost 64 million dollars', 'cause', 'partial', False),
    ('Halden-3 was launched in 2026.', 'satellite', 'Halden-3 is scheduled for launch', 'target for fact', 'contradicted', False),
    ('## The bees', None, None, 'heading'),
    ('Veterinarians found the disease in one colony out of twenty in Kellerwald.', 'bees', 'veterinarians inspected 1,460 colonies', T),
    ('In Ahrental the disease was found in 73 colonies.', 'bees', 'veterinarians inspected 1,460 colonies', 'merged', 'contradicted', True),
    ('In Ahrental 2 percent of the colonies were infected.', 'bees', 'veterinarians inspected 1,460 colonies', T),
    ('Every beekeeper receives 180 euros for a lost colony.', 'bees', 'Beekeepers receive 180 euros', 'over-generalised', 'partial', False),
    ('The laboratory in Marburg considers wandering hives more likely.', 'bees', 'The laboratory in Marburg thinks', 'attribution', 'contradicted', True),
    ('The outbreak in Ahrental caused the one in Kellerwald.', 'bees', 'The laboratory in Marburg thinks', 'cause', 'contradicted', False),
    ('The zone around the hives has a diameter of 6 kilometres.', 'bees', 'The laboratory in Marburg thinks', T),
    ('The restricted zone was lifted in May 2024.', 'bees', 'The laboratory in Marburg thinks', 'target for fact', 'partial', False),
    ('According to Anna Reuss, "most keepers reported their hives within two weeks".', 'bees', 'The laboratory in Marburg thinks', 'quotation altered', 'contradicted', True),
    ('## The bridge', None, None, 'heading'),
    ('Cyclists and people on foot have had the bridge to themselves since 2008.', 'bridge', 'designed by Edwin Marsh', T),
    ('Since 1974 only pedestrians and cyclists may use the bridge.', 'bridge', 'designed by Edwin Marsh', 'merged', 'contradicted', True),
    ('Forty-six of the 210 hangers were not replaced.', 'bridge', 'The county hired Fenwick Steel', T),
    ('Orrin Coatings replaced 164 hangers.', 'bridge', 'The county hired Fenwick Steel', 'attribution', 'contradicted', True),
    ('The work was finished in August 2022, five weeks late.', 'bridge', 'The county hired Fenwick Steel', 'unit', 'contradicted', True),
    ('The southern tower was more corroded than the northern one.', 'bridge', 'corrosion was worse on the northern', 'comparison', 'contradicted', False),
    ('Inspectors rated 40 hangers as critical.', 'bridge', 'corrosion was worse on the northern', 'swapped', 'contradicted', True),
    ('The inspectors called 158 hangers fair.', 'bridge', 'corrosion was worse on the northern', T),
    ('Fewer people cross the bridge on Sundays than on a weekday.', 'bridge', 'corrosion was worse on the northern', 'comparison', 'contradicted', False),
    ('The sources do not say what the next inspection will cost.', None, None, 'remark'),
]
OPENING = [('The eruption of Mount Sarrat destroyed 184 houses, and the Calloway bridge is open to pedestrians and cyclists only.', 'summary')]
