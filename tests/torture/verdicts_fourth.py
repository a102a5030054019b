"""A fourth report for tests/torture/verdicts: a glacier, an airline, school meals, a museum, a wind farm, a regatta, a law on noise and a
seed bank. Pages, report and labels were fixed before the program was run on them; docs/internals/verdict.md has what it found at
first sight. The last column says whether a figure, a date or a name alone proves the error ('gap' where it does and code does not point
at it)."""

PAGES = {
    'glacier': ('The Hvarfell glacier since 1960', '2024-01-18', '''
<h1>Hvarfell glacier</h1>
<p>The Hvarfell glacier covered 74 square kilometres in 1960 and 51 square kilometres in 2020. Its tongue retreated by 1,900 metres in the same
period, most of it after 1995. The ice is up to 310 metres thick.</p>
<p>Since 1987 the glaciologist Sigrun Dahl has measured the melting at 24 stakes; before her, Odd Berge did so at nine. The summer of 2019 was the
worst on record, with a loss of 3.4 metres of ice; in 2015, a cold year, the glacier gained 0.2 metres.</p>
<p>A lake of 1.6 square kilometres has formed in front of the tongue. In August 2016 it burst and flooded the village of Skardal, where 27 farms
were damaged and one person drowned. The damage was estimated at 85 million kroner. A drainage tunnel, finished in 2021, now keeps the
level low.</p>
<p>Models suggest that the glacier could disappear by 2150 if emissions stay high; with strong cuts about a third of it would remain. Dahl
says that she "would not bet on either".</p>'''),
    'airline': ('Corsair Nord takes over Baltavia', '2023-07-05', '''
<h1>Corsair Nord takes over Baltavia</h1>
<p>Corsair Nord bought its smaller rival Baltavia on 30 June 2023 for 412 million euros. Corsair Nord operates 61 aircraft and carried 11.2
million passengers in 2022; Baltavia has 23 aircraft and carried 3.9 million. Baltavia's debts of 150 million euros are included in the price.</p>
<p>The competition authority approved the purchase on condition that the airlines give up 14 slots at Rigsund airport. It had rejected a first
offer in 2021. Skyways, a competitor, has appealed against the decision.</p>
<p>Corsair Nord's chief executive, Lena Holm, wants to save 45 million euros a year from 2025 on. About 600 of the 4,800 jobs will go, mostly in
administration; pilots are not affected. The union's spokesman, Juri Tamm, called the plan "brutal and short-sighted". Baltavia's founder,
Karl Weber, holds 8 percent of the shares of the new company.</p>
<p>Shares of Corsair Nord fell 4 percent on the day of the announcement and those of Skyways rose by 2 percent.</p>'''),
    'meals': ('Free school meals: results of a study in 96 schools', '2022-10-10', '''
<h1>Free school meals in Ardmoor county</h1>
<p>From September 2019 to June 2022 the county gave free lunches to all pupils of 48 primary schools; 48 other schools served as a comparison. The
programme cost 420 pounds a pupil and year, 60 pounds less than budgeted.</p>
<p>In the schools with free meals 91 percent of the pupils ate lunch at school, compared with 64 percent in the others. Absences fell
by 1.1 days a year. Marks in mathematics improved slightly, while marks in reading did not change.</p>
<p>Pupils from poor families gained most. The share of overweight children did not differ between the two groups after three years: it was 19
percent in both. The researchers, led by Fiona Adair of Lorne University, caution that schools had not been assigned at random.</p>
<table><tr><th>Group</th><th>Schools</th><th>Pupils</th><th>Lunches a day</th></tr>
<tr><td>Free meals</td><td>48</td><td>10,300</td><td>9,370</td></tr>
<tr><td>Comparison</td><td>48</td><td>9,800</td><td>6,270</td></tr></table>'''),
    'museum': ('The theft at the Steinberg museum', '2024-02-27', '''
<h1>The theft at the Steinberg museum</h1>
<p>In the night of 12 to 13 October 2022 three men broke into the Steinberg museum and stole 38 gold coins and a bronze helmet. The coins were
insured for 2.6 million francs, the helmet for 900,000 francs. The alarm failed because a technician had switched it off during maintenance.</p>
<p>The police arrested two suspects, aged 29 and 34, in Trier on 6 March 2023; the third is still at large. The helmet was found in a garage, but of the coins
only 11 have been recovered. The prosecutor, Helga Brandt, believes that the others were melted down.</p>
<p>The museum reopened in May 2023 with new locks, which cost 340,000 francs. Its director, Paul Egger, resigned; he was followed by
Nadia Frick in September 2023. The number of visitors fell from 52,000 in 2021 to 37,000 in 2022 and rose to 61,000 in 2023.</p>
<p>The trial began on 15 January 2024. Both defendants deny the charges. A verdict is expected in the autumn.</p>'''),
    'wind': ('Lysbank offshore wind farm', '2024-06-03', '''
<h1>Lysbank</h1>
<p>Lysbank stands 28 kilometres off the coast in water 30 to 42 metres deep. It consists of 72 turbines of 8.4 megawatts each, 605 megawatts
in all. The first turbine produced power in November 2020, the last was connected in April 2022.</p>
<p>The farm belongs to Nordwind (55 percent), the pension fund Akra (30 percent) and the town of Esk (15 percent). It cost 1.9 billion
euros. The state guarantees a price of 62 euros per megawatt hour for 15 years.</p>
<p>In 2023 Lysbank produced 2,410 gigawatt hours, enough for 580,000 households. Its availability was 94 percent, three points below the target,
because gearboxes had to be replaced in nine turbines. Nordwind has demanded 22 million euros from the manufacturer, Hollis; Hollis
rejects the claim.</p>
<p>Biologists counted fewer porpoises during construction; a year later their number was back to the earlier level. Gulls avoid the
farm, cormorants are attracted by it.</p>'''),
    'regatta': ('The 98th Tamsel regatta', '2023-08-21', '''
<h1>The 98th Tamsel regatta</h1>
<p>A total of 74 crews from 12 clubs took part in the 98th Tamsel regatta on 19 and 20 August 2023. The women's eight of Rudergesellschaft Linde
won in 6 minutes 41 seconds, two seconds ahead of Hansa. In the men's eight Hansa won for the fourth time in a row, in 5 minutes 58
seconds; Linde came third behind Fortuna.</p>
<p>Greta Ohm, 17, became the youngest winner of the single sculls. She beat the champion of 2022, Petra Voss, by more than a length. Voss had
been ill in July and said afterwards: "I have no excuse, Greta was simply faster."</p>
<p>Strong wind forced the organisers to shorten the course from 2,000 to 1,500 metres on Sunday. Eight boats capsized on Saturday, none on
Sunday. Entry cost 35 euros for adults and 20 euros for juniors; 12,000 spectators came, about half as many as in 2019.</p>'''),
    'noise': ('The new noise law', '2023-04-12', '''
<h1>What the noise law changes</h1>
<p>Parliament passed the noise law on 30 March 2023 by 102 votes to 79, with 11 abstentions. It lowers the limit for roads at night from 54 to 49
decibels and for railways from 52 to 48 decibels. Towns with more than 50,000 inhabitants must draw up noise maps by the end of
2025; smaller towns may do so.</p>
<p>The law goes back to a proposal by the deputy Aline Moreau. The minister of transport, Rene Jacquot, at first opposed it. The automobile
club estimates the cost at 1.1 billion francs; the ministry expects 700 million francs.</p>
<p>Airports are exempt until 2030. Studies link noise at night to heart disease, but no study has shown that a lower limit alone reduces
it. According to the ministry 340,000 people live beside roads that exceed the new limit, and 210,000 beside roads that exceed the old
one.</p>'''),
    'seeds': ('The Torrun seed bank', '2024-04-22', '''
<h1>The Torrun seed bank</h1>
<p>The Torrun seed bank keeps 67,000 samples of 1,140 species at minus 18 degrees Celsius. Wheat makes up 21,000 of the samples, barley 14,500 and
beans 6,200. About one sample in eight comes from wild plants.</p>
<p>It was set up in 1976 with money from the Ministry of Agriculture and moved to its present building in 1999. Every sample is tested
after ten years; if fewer than 85 percent of the seeds germinate, it is grown anew. In 2023 some 4,100 samples were tested and 530 of
them failed.</p>
<p>Breeders ordered 2,900 samples in 2023, researchers 1,700 and farmers 240. Deliveries inside the country are free, those abroad cost
15 dollars a sample. The head of the bank, Emeka Obi, fears that the budget of 2.2 million dollars will be cut by a tenth in 2025. His deputy,
Ruth Lindqvist, wants to charge breeders.</p>'''),
}

T = 'true'
SENTENCES = [
    ('## The glacier', None, None, 'heading'),
    ('The Hvarfell glacier lost 23 square kilometres, almost a third of its area, between 1960 and 2020.', 'glacier', 'covered 74 square kilometres', T),
    ('In 1960 the glacier covered 51 square kilometres.', 'glacier', 'covered 74 square kilometres', 'wrong year', 'contradicted', True),
    ('Its tongue has drawn back by almost two kilometres.', 'glacier', 'covered 74 square kilometres', T),
    ('The tongue retreated by 1,900 kilometres.', 'glacier', 'covered 74 square kilometres', 'unit', 'contradicted', True),
    ('Odd Berge has measured the melting at 24 stakes since 1987.', 'glacier', 'glaciologist Sigrun Dahl', 'attribution', 'contradicted', True),
    ('Fewer stakes were in use before 1987 than after.', 'glacier', 'glaciologist Sigrun Dahl', T),
    ('In 2015 the glacier lost 3.4 metres of ice.', 'glacier', 'glaciologist Sigrun Dahl', 'merged', 'contradicted', True),
    ('The glacier even grew a little in 2015.', 'glacier', 'glaciologist Sigrun Dahl', T),
    ('One inhabitant of Skardal drowned and 27 farms were damaged when the lake burst in 2016.', 'glacier', 'A lake of 1.6 square kilometres', T),
    ('The flood of 2021 damaged 27 farms in Skardal.', 'glacier', 'A lake of 1.6 square kilometres', 'wrong year', 'contradicted', True),
    ('The flood caused damage of about 85 million euros.', 'glacier', 'A lake of 1.6 square kilometres', 'currency', 'contradicted', True),
    ('The glacier will disappear by 2150.', 'glacier', 'Models suggest', 'over-generalised', 'partial', False),
    ('With strong cuts about two thirds of the glacier would remain.', 'glacier', 'Models suggest', 'changed', 'contradicted', True),
    ('## The airline', None, None, 'heading'),
    ('Baltavia bought Corsair Nord on 30 June 2023.', 'airline', 'bought its smaller rival', 'swapped', 'contradicted', True),
    ('Together the two airlines have 84 aircraft and carried some 15 million passengers in 2022.', 'airline', 'bought its smaller rival', T),
    ('Baltavia carried 11.2 million passengers in 2022.', 'airline', 'bought its smaller rival', 'swapped', 'contradicted', True),
    ('Together they operate 94 aircraft.', 'airline', 'bought its smaller rival', 'derived number wrong', 'contradicted', True),
    ('On top of the price of 412 million euros the buyer takes over debts of 150 million euros.', 'airline', 'bought its smaller rival', 'merged', 'contradicted', False),
    ('The authority rejected the purchase in 2023.', 'airline', 'approved the purchase on condition', 'negated', 'contradicted', True),
    ('Fourteen slots at Rigsund had to be given up, and Skyways still went to court.', 'airline', 'approved the purchase on condition', T),
    ('Corsair Nord saves 45 million euros a year.', 'airline', 'wants to save 45 million euros', 'target for fact', 'partial', False),
    ('One job in eight will be lost.', 'airline', 'wants to save 45 million euros', T),
    ('Mostly pilots will lose their jobs.', 'airline', 'wants to save 45 million euros', 'changed', 'contradicted', False),
    ('Lena Holm called the plan "brutal and short-sighted".', 'airline', 'wants to save 45 million euros', 'attribution', 'contradicted', True),
    ('Juri Tamm called the plan "harsh and short-sighted".', 'airline', 'wants to save 45 million euros', 'quotation altered', 'contradicted', True),
    ('Karl Weber, who founded Baltavia, owns 18 percent of the new company.', 'airline', 'wants to save 45 million euros', 'changed', 'contradicted', True),
    ('The shares of Skyways fell by 4 percent.', 'airline', 'fell 4 percent on the day', 'swapped', 'contradicted', True),
    ('Investors in Corsair Nord lost 4 percent that day, whereas the stock of Skyways gained 2 percent.', 'airline', 'fell 4 percent on the day', T),
    ('## School meals', None, None, 'heading'),
    ('Half of the 96 schools offered free lunches.', 'meals', 'gave free lunches to all pupils', T),
    ('The programme had been budgeted at 480 pounds a pupil and year.', 'meals', 'gave free lunches to all pupils', T),
    ('The programme cost 60 pounds a pupil and year.', 'meals', 'gave free lunches to all pupils', 'merged', 'contradicted', True),
    ('The programme ran from September 2019 to June 2021.', 'meals', 'gave free lunches to all pupils', 'range', 'contradicted', True),
    ('In the comparison schools 91 percent of the pupils ate lunch at school.', 'meals', '91 percent of the pupils ate lunch', 'swapped', 'contradicted', 'gap'),
    ('The share of pupils who ate at school was 27 percentage points higher where lunch was free.', 'meals', '91 percent of the pupils ate lunch', T),
    ('The share of pupils who ate at school was 37 points higher where lunch was free.', 'meals', '91 percent of the pupils ate lunch', 'derived number wrong', 'contradicted', True),
    ('Marks in reading improved slightly.', 'meals', '91 percent of the pupils ate lunch', 'merged', 'contradicted', False),
    ('Pupils missed 1.1 days fewer a year.', 'meals', '91 percent of the pupils ate lunch', T),
    ('Pupils missed 1.1 weeks fewer a year.', 'meals', '91 percent of the pupils ate lunch', 'unit', 'contradicted', True),
    ('Free meals reduced overweight among children.', 'meals', 'Pupils from poor families gained most', 'cause', 'contradicted', False),
    ('After three years roughly one child in five was overweight in either group.', 'meals', 'Pupils from poor families gained most', T),
    ('| Group | Pupils | Lunches a day |', None, None, 'heading'),
    ('|---|---|---|', None, None, 'rule'),
    ('| Free meals | 10,300 | 6,270 |', 'meals', '| 10,300 |', 'changed', 'contradicted', True),
    ('| Comparison | 9,800 | 6,270 |', 'meals', '| 9,800 |', T),
    ('', None, None, 'break'),
    ('The schools with free meals had 9,800 pupils.', 'meals', '| 10,300 |', 'swapped', 'contradicted', True),
    ('## The theft', None, None, 'heading'),
    ('The stolen objects were insured for 3.5 million francs altogether.', 'museum', 'stole 38 gold coins', T),
    ('The helmet was insured for 2.6 million francs.', 'museum', 'stole 38 gold coins', 'swapped', 'contradicted', True),
    ('The alarm failed because of a power cut.', 'museum', 'stole 38 gold coins', 'cause', 'contradicted', False),
    ('The police arrested all three suspects.', 'museum', 'arrested two suspects', 'over-generalised', 'contradicted', True),
    ('The suspects, 29 and 34 years old, were caught in Trier nearly five months after the theft.', 'museum', 'arrested two suspects', T),
    ('Of the coins, 27 are still missing.', 'museum', 'arrested two suspects', T),
    ('Eleven coins are still missing.', 'museum', 'arrested two suspects', 'swapped', 'contradicted', 'gap'),
    ('Helga Brandt has followed Paul Egger as director.', 'museum', 'The museum reopened in May 2023', 'attribution', 'contradicted', 'gap'),
    ('The museum had 24,000 more visitors in 2023 than in the year of the theft.', 'museum', 'The museum reopened in May 2023', T),
    ('In 2022 the museum had 52,000 visitors.', 'museum', 'The museum reopened in May 2023', 'wrong year', 'contradicted', True),
    ('The two defendants were convicted in January 2024.', 'museum', 'The trial began on 15 January 2024', 'target for fact', 'contradicted', False),
    ('## The wind farm', None, None, 'heading'),
    ('Lysbank lies in water between 28 and 42 metres deep.', 'wind', 'stands 28 kilometres off the coast', 'range', 'contradicted', True),
    ('The 72 turbines were connected within about a year and a half.', 'wind', 'stands 28 kilometres off the coast', T),
    ('The 72 turbines were connected between November 2020 and April 2021.', 'wind', 'stands 28 kilometres off the coast', 'range', 'contradicted', True),
    ('Nordwind owns more than half of the farm, and Akra twice as much as the town of Esk.', 'wind', 'The farm belongs to Nordwind', T),
    ('Akra owns 55 percent of the farm and Nordwind 30 percent.', 'wind', 'The farm belongs to Nordwind', 'swapped', 'contradicted', True),
    ('The farm cost 1.9 million euros.', 'wind', 'The farm belongs to Nordwind', 'unit', 'contradicted', True),
    ('The target for availability had been 97 percent.', 'wind', 'In 2023 Lysbank produced', T),
    ('Availability was three points above the target.', 'wind', 'In 2023 Lysbank produced', 'comparison', 'contradicted', False),
    ('Hollis paid Nordwind 22 million euros.', 'wind', 'In 2023 Lysbank produced', 'target for fact', 'contradicted', False),
    ('Cormorants avoid the farm, and gulls are attracted by it.', 'wind', 'Biologists counted fewer porpoises', 'swapped', 'contradicted', False),
    ('## The regatta', None, None, 'heading'),
    ('Hansa won the men\'s eight, as it had done three times in a row before.', 'regatta', '74 crews from 12 clubs', T),
    ('In the men\'s eight Linde came second.', 'regatta', '74 crews from 12 clubs', 'changed', 'contradicted', True),
    ('Twelve crews from 74 clubs took part.', 'regatta', '74 crews from 12 clubs', 'swapped', 'contradicted', True),
    ('The women\'s eight of Hansa finished after 6 minutes 43 seconds.', 'regatta', '74 crews from 12 clubs', T),
    ('Petra Voss beat Greta Ohm by more than a length.', 'regatta', 'became the youngest winner', 'swapped', 'contradicted', True),
    ('"I have no excuse, the wind was simply stronger," Voss said.', 'regatta', 'became the youngest winner', 'quotation altered', 'contradicted', True),
    ('On Sunday the course was 500 metres shorter than planned.', 'regatta', 'Strong wind forced', T),
    ('Juniors paid 35 euros for entry.', 'regatta', 'Strong wind forced', 'swapped', 'contradicted', True),
    ('In 2019 about 6,000 spectators had come.', 'regatta', 'Strong wind forced', 'derived number wrong', 'contradicted', True),
    ('In 2019 about 24,000 spectators had come.', 'regatta', 'Strong wind forced', T),
    ('## The noise law', None, None, 'heading'),
    ('Parliament passed the law with a majority of 23 votes.', 'noise', '102 votes to 79', T),
    ('The limit for railways at night falls to 49 decibels.', 'noise', '102 votes to 79', 'merged', 'contradicted', True),
    ('All towns must draw up noise maps by the end of 2025.', 'noise', '102 votes to 79', 'over-generalised', 'contradicted', False),
    ('At night the limit drops by 5 decibels for roads and by 4 decibels for railways.', 'noise', '102 votes to 79', T),
    ('Rene Jacquot proposed the law, and Aline Moreau at first opposed it.', 'noise', 'goes back to a proposal', 'swapped', 'contradicted', True),
    ('The ministry expects costs of 1.1 billion francs.', 'noise', 'goes back to a proposal', 'attribution', 'contradicted', True),
    ('Some 340,000 people live beside roads that are louder than the old limit allows.', 'noise', 'Airports are exempt until 2030', 'merged', 'contradicted', True),
    ('A lower limit has been shown to reduce heart disease.', 'noise', 'Airports are exempt until 2030', 'negated', 'contradicted', False),
    ('## The seed bank', None, None, 'heading'),
    ('Nearly a third of the samples are wheat.', 'seeds', '67,000 samples of 1,140 species', T),
    ('The bank keeps 14,500 samples of beans.', 'seeds', '67,000 samples of 1,140 species', 'swapped', 'contradicted', True),
    ('The samples are stored at 18 degrees Celsius.', 'seeds', '67,000 samples of 1,140 species', 'changed', 'contradicted', True),
    ('Of the samples tested in 2023, 3,570 passed.', 'seeds', 'It was set up in 1976', T),
    ('Some 530 samples were tested in 2023.', 'seeds', 'It was set up in 1976', 'swapped', 'contradicted', True),
    ('In 1976 the bank moved to its present building.', 'seeds', 'It was set up in 1976', 'wrong year', 'contradicted', True),
    ('Researchers ordered more samples than breeders in 2023.', 'seeds', 'Breeders ordered 2,900 samples', 'comparison', 'contradicted', True),
    ('In all, 4,840 samples were ordered in 2023.', 'seeds', 'Breeders ordered 2,900 samples', T),
    ('Emeka Obi wants to charge breeders.', 'seeds', 'Breeders ordered 2,900 samples', 'attribution', 'contradicted', True),
    ('The budget was cut by a tenth in 2025.', 'seeds', 'Breeders ordered 2,900 samples', 'target for fact', 'contradicted', False),
    ('What the cut would mean for the tests is not known.', None, None, 'remark'),
]
OPENING = [('The Hvarfell glacier covered 51 square kilometres in 2020, and Corsair Nord bought Baltavia for 412 million euros.', 'summary')]
