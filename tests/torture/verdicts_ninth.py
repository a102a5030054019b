"""Council minutes, release notes, a harvest report, port statistics, science news, an outbreak report and a recipe. Written by one who had not
seen the rules; pages, report and labels were fixed before the program was run on them. The last column says whether a figure, a date or a name
alone proves the error; 'gap': code does not point at it."""

PAGES = {
    'council': ('Ashcombe Town Council: minutes of the meeting of 12 March 2025', '2025-03-19', '''
<h1>Ashcombe Town Council: minutes of the meeting of 12 March 2025</h1>
<p>Seventeen of the 21 councillors were present; Councillors Adeyemi, Frost, Pell and Whitlock had sent apologies. The mayor, Councillor
Jean Tolliver, took the chair. The minutes of the meeting of 12 February were approved with one correction: the grant to the Brass Band
amounts to £1,250, not £1,520.</p>
<h2>Budget</h2>
<p>Councillor Omar Siddiq, chair of the finance committee, presented the budget for 2025/26. Spending is set at £4.36 million, £210,000 more
than in the current year. The largest items are leisure (£1.31 million), parks and cemeteries (£940,000) and grants to associations
(£385,000). The town's share of the council tax rises by 4.5 per cent to £172.40 for a band D household. The budget was carried by eleven
votes to five, with one abstention. Councillor Grace Holloway, who voted against, called it "a budget of postponed repairs".</p>
<h2>Swimming pool</h2>
<p>The clerk, Mr Rees, reported that mending the roof of the Marlpit pool would cost between £620,000 and £780,000, according to the engineers
Dunn and Avery. Closing the pool for good had been proposed by Councillor Ted Barrow; his motion was lost by three votes to fourteen. The
council instead asked the clerk to apply to the Regional Sports Fund for £400,000. The pool had 61,300 visits in 2024, up from 54,800 in 2023.
It will be shut for repairs from 7 July; the clerk hopes that it can reopen before Christmas.</p>
<h2>Market Street</h2>
<p>After a trial of six months, the ban on cars in Market Street between 10 o'clock and 4 o'clock on Saturdays will be made permanent from
1 May 2025. Of the 412 residents who answered the survey, 268 were in favour, 119 against and 25 undecided. Among the 34 shopkeepers who
replied, however, 19 were against. The police had raised no objections. Extending the ban to Sundays was discussed, but no decision was
taken; the matter returns to the council in September.</p>
<h2>Any other business</h2>
<p>Councillor Holloway reported that 140 trees had been planted at Fenner's Field by pupils of St Anne's School. The next meeting takes place
on 9 April.</p>'''),

    'larkdb': ('Larkdb 4.0: release notes', '2025-01-21', '''
<h1>Larkdb 4.0: release notes</h1>
<p>Larkdb 4.0 was released on 21 January 2025, fourteen months after 3.8. It contains 1,940 commits by 87 contributors, 31 of whom had never
contributed before. The release manager was Yuki Tanabe; Stefan Brückner, who looked after the 3.x series, has moved to the security team.</p>
<h2>What is new</h2>
<p>Indexes are now built in the background by default, so that tables stay writable meanwhile. The new storage engine Cobalt compresses data
with Zstandard; in our tests on a data set of 500 GB it needed 38 per cent less disk space than the old engine, Slate, while bulk inserts
became 12 per cent slower. Cobalt is the default for new databases; existing databases remain on Slate until they are converted with the
command larkctl convert. Cobalt does not yet support encrypted tables, which are planned for 4.2.</p>
<table><tr><th>Operation</th><th>3.8 (ms)</th><th>4.0 with Slate (ms)</th><th>4.0 with Cobalt (ms)</th></tr>
<tr><td>Point read</td><td>1.9</td><td>1.8</td><td>1.3</td></tr>
<tr><td>Range scan</td><td>240</td><td>236</td><td>151</td></tr>
<tr><td>Bulk insert</td><td>88</td><td>84</td><td>94</td></tr>
<tr><td>Join of two tables</td><td>615</td><td>402</td><td>377</td></tr></table>
<h2>Incompatible changes</h2>
<p>The minimum version of the Linux kernel is now 5.10 (before: 4.18). The function lower_ascii() has been removed; three others, now_utc(),
pad() and trim_all(), are deprecated and will disappear in 5.0. The default limit of connections rises from 100 to 250. Time stamps without
a time zone are read as UTC instead of local time.</p>
<h2>Security and support</h2>
<p>The release closes two vulnerabilities. The more serious one, reported by Amina Haddad of the firm Redquay, let users with read access
alter the audit log; according to the team there is no sign that it was ever exploited. Version 3.8 will get security fixes until 31 January
2027, version 3.6 only until 30 June 2025; 3.4 is no longer maintained. The download is 46 MB, 9 MB less than before, because the
documentation is no longer included.</p>'''),

    'olives': ('The 2024 olive harvest in Calvara: provisional results', '2025-02-10', '''
<h1>The 2024 olive harvest in Calvara: provisional results</h1>
<p>The Agricultural Chamber of Calvara puts the olive harvest of 2024 at 186,000 tonnes, a third less than in 2023 (279,000 tonnes) and the
smallest since 2012. From it the mills pressed 29,800 tonnes of oil; 100 kilograms of olives thus yielded 16 kilograms of oil, against 14.5
the year before. The figures are provisional; the final ones follow in May.</p>
<table><tr><th>District</th><th>Growers</th><th>Area (ha)</th><th>Harvest 2023 (t)</th><th>Harvest 2024 (t)</th></tr>
<tr><td>Almera</td><td>2,140</td><td>18,600</td><td>96,000</td><td>51,000</td></tr>
<tr><td>Bessano</td><td>1,310</td><td>11,200</td><td>58,000</td><td>44,000</td></tr>
<tr><td>Cordele</td><td>1,870</td><td>14,900</td><td>79,000</td><td>60,000</td></tr>
<tr><td>Montrea</td><td>690</td><td>7,300</td><td>46,000</td><td>31,000</td></tr></table>
<p>As the chief cause the Chamber names the drought between May and September, when 41 millimetres of rain fell instead of the usual 118. Hail
on 3 June did further damage in Almera, where the harvest almost halved. The olive fly, which had ruined much of the crop in 2019, played
hardly any part: the heat killed its larvae. Irrigated groves, which make up 22 per cent of the area, brought in 4.9 tonnes per hectare, dry
ones 3.2.</p>
<p>Growers were paid €0.92 per kilogram of olives on average, up from €0.71. In the shops a litre of extra virgin oil cost €9.80 in January
2025, compared with €7.40 a year earlier. The president of the Chamber, Lucia Ferrante, expects prices to ease "if it rains in spring";
Davide Orsi of the growers' union fears that small farms will give up, since their costs have gone up by 30 per cent in three years. The
regional government has announced aid of €18 million; by the end of January €6.5 million of it had been paid out.</p>
<p>Picking began on 14 October, nine days earlier than in 2023. Around 11,000 seasonal workers were employed, 2,500 fewer than the year before.
The variety Nera di Calvara accounts for 64 per cent of the trees.</p>'''),

    'port': ('Port of Hallesund: traffic in 2024', '2025-01-28', '''
<h1>Port of Hallesund: traffic in 2024</h1>
<p>The Port of Hallesund handled 2.84 million standard containers (TEU) in 2024, 6 per cent more than in 2023 (2.68 million), but still fewer
than in the record year 2021 (2.97 million). Total cargo came to 41.2 million tonnes. Bulk cargo fell by 9 per cent to 12.6 million tonnes,
chiefly because the Skarn power station, which in 2023 had still received 1.4 million tonnes of coal through the port, was closed. The table
shows the containers by region, in thousands of TEU.</p>
<table><tr><th>Region</th><th>Imports 2024</th><th>Exports 2024</th></tr>
<tr><td>East Asia</td><td>612</td><td>388</td></tr>
<tr><td>North America</td><td>241</td><td>305</td></tr>
<tr><td>Baltic Sea</td><td>420</td><td>447</td></tr>
<tr><td>South America</td><td>164</td><td>263</td></tr></table>
<p>In the course of the year 5,870 seagoing ships called, 230 fewer than the year before. The largest was the Maren Aurora, 399 metres long,
which put in for the first time on 17 May. Ships waited 14 hours for a berth on average, compared with 22 in 2023. Port director Henrik
Dahlgaard attributed this to the booking system introduced in March; the pilots' association, headed by Solveig Munk, points rather to the
mild winter.</p>
<p>The Westmole terminal, due to open in the second half of 2027, is to raise the capacity of the port from 3.2 to 4.5 million TEU a year. It
costs 5.8 billion kroner, of which 2.1 billion comes from the pension fund Granit. Work to deepen the fairway from 14.5 to 16 metres began in
October 2024. Shore power is available at nine of the 26 berths; by 2030 all berths for container and cruise ships are to have it.</p>
<p>On 3 September a fire broke out aboard the car carrier Corvus Star at berth 11. The 24 crew were brought to safety unhurt; two firefighters
suffered smoke poisoning. Of the 4,100 cars on board 310 were destroyed. The accident commission is looking into whether a battery caught
fire, but has not yet determined the cause; its report is expected in summer 2025.</p>'''),

    'tavi': ('A warm neighbour: planet found around the star Tavi 16', '2024-10-09', '''
<h1>A warm neighbour: planet found around the star Tavi 16</h1>
<p>Astronomers led by Mireille Dossou of the Atacora Observatory have discovered a planet around the red dwarf Tavi 16, 38 light years away.
They presented it on Tuesday in the journal Stellar Letters. Tavi 16 b has 1.6 times the diameter of the Earth and about 3.9 times its mass.
It circles its star once every 11.4 days at a distance of 11 million kilometres.</p>
<p>The planet was first noticed in 2021 by the retired teacher Graham Sotheby, who combs the data of the satellite Helia for brief dips in the
light of stars. Dossou's team then observed it on 64 nights between March 2022 and December 2023 with the 3.6-metre telescope at Atacora.
Her colleague Lin Zhao calculated the mass; Pablo Iriarte modelled the atmosphere.</p>
<p>Whether Tavi 16 b has an atmosphere at all is not known. If it had one like that of the Earth, the mean temperature at the surface would
be about 24 °C; without any it would lie at minus 31 °C. "It may be a garden or a bare rock, but I would bet on the rock," Dossou said. The star flares about twice a week, and such outbursts could have stripped the air away. Iriarte is more hopeful: a strong magnetic field
would protect the planet, he says. None has been measured so far.</p>
<p>Time on the space telescope Orison has been requested for 2026; the committee decides in March 2025 and can grant about one request in
seven. A second, larger planet with a period of some 40 days is suspected but not confirmed. Fourteen planets had previously been found in
the habitable zones of stars less than 50 light years from us; four of those have been studied by Orison.</p>
<p>The work was paid for by the African Astronomy Fund (1.9 million euros) and the Delmont Foundation (0.7 million euros). Sotheby, who is 73,
received no money; he is named among the 22 authors, and the third comet he discovered bears his name.</p>'''),

    'outbreak': ('Salmonella outbreak in Rivermouth, summer 2024: final report', '2024-11-22', '''
<h1>Salmonella outbreak in Rivermouth, summer 2024: final report</h1>
<p>Between 14 June and 9 July 2024, 137 people in the county of Rivermouth fell ill with Salmonella Enteritidis, 78 of them women or girls.
Twenty-nine were treated in hospital; one of these, a man of 84 with heart disease, died. It was the largest outbreak in the county since
2008, when 212 people had been taken ill.</p>
<table><tr><th>Period</th><th>New cases</th><th>Of these in hospital</th></tr>
<tr><td>14 to 20 June</td><td>48</td><td>9</td></tr>
<tr><td>21 to 27 June</td><td>61</td><td>15</td></tr>
<tr><td>28 June to 4 July</td><td>22</td><td>4</td></tr>
<tr><td>5 to 9 July</td><td>6</td><td>1</td></tr></table>
<p>The investigators questioned 96 patients and, for comparison, 192 healthy people. Of the patients 71 (74 per cent) had eaten the herb
mayonnaise of the caterer Brookfield Kitchen, of the healthy people 23 (12 per cent). The bacterium was found in two of eleven opened tubs
but in none of the 30 sealed ones. Dr Naledi Mokoena, who led the investigation, therefore considers it likely, though not proven, that the
mayonnaise was contaminated in the caterer's kitchen and not at the egg farm.</p>
<p>According to its log, the large refrigerator of the kitchen had stood at 11 °C for at least nine hours on 13 June, following a power cut; no
more than 5 °C is allowed. Environmental health officer Paul Wyatt closed the kitchen on 27 June; it was allowed to reopen on 18 July. The
owner, Sandra Brook, stated that she had thrown away "everything except what was in the small fridge".</p>
<p>The county recommends thermometers with an alarm to all caterers. A bill that would make them compulsory was brought before parliament in
2023 but has not been adopted. Two earlier outbreaks in the county, in 2016 and 2019, had been traced to sprouts. The investigation cost
£84,000, most of it for the sequencing of samples.</p>'''),

    'loaf': ('Astrid\'s rye and walnut loaf', '2023-09-30', '''
<h1>Astrid's rye and walnut loaf</h1>
<p>My grandmother Astrid baked this bread every Friday in her kitchen in Tromsvik, though with hazelnuts; the walnuts were my idea. The recipe
makes two loaves of about 750 g each. It takes 40 minutes of work, three and a half hours of rising and 50 minutes of baking. Text and
photographs: Marit Olsen.</p>
<h2>Ingredients</h2>
<ul><li>600 g rye flour and 300 g wheat flour</li>
<li>620 ml lukewarm water</li>
<li>100 g sourdough starter</li>
<li>12 g fresh yeast, or 4 g dried yeast</li>
<li>150 g walnuts, 20 g salt, two tablespoons of honey</li></ul>
<h2>Method</h2>
<p>Toast the walnuts for eight minutes at 170 °C and let them cool. Dissolve the fresh yeast and the honey in the water and stir in the starter;
dried yeast is simply mixed with the flour. Add flour and salt and knead for ten minutes by hand or six minutes in a machine. The dough is
stickier than one made of wheat alone; do not add more flour.</p>
<p>Cover the dough and let it rise for two hours at about 24 °C. It should grow by half; it will not double. Fold in the walnuts, shape two loaves
and let them rise for another 90 minutes. Bake them for 15 minutes at 240 °C and for a further 35 minutes at 200 °C. They are done when the
inside has reached 96 °C.</p>
<h2>Good to know</h2>
<p>Wait for at least four hours before cutting the bread, better until the next day. It keeps for six days in a bread bin and for three months in
the freezer. Do not put it in the fridge, where it goes stale faster than at room temperature. My reader Jonas replaced the wheat by spelt and
found the result "crumbly but good"; I have not tried this myself. A slice of 50 g has 128 kilocalories. Like all bread made of rye and wheat
it is not suitable for people with coeliac disease.</p>'''),
}

T = 'true'
SENTENCES = [
    ('## The council of Ashcombe', None, None, 'heading'),
    ('Four of the 21 members of the town council were missing from the meeting of 12 March.', 'council', 'Seventeen of the 21', T),
    ('The Brass Band is to receive a grant of £1,520.', 'council', 'the grant to the Brass Band', 'corrected figure told as right', 'contradicted', True),
    ('The new budget lifts the spending of the town from £4.15 million to £4.36 million.', 'council', 'presented the budget for 2025/26', T),
    ('Leisure is the biggest item and swallows about 30 per cent of all spending.', 'council', 'The largest items are leisure', T),
    ('The councillors present adopted the budget unanimously.', 'council', 'The budget was carried by', 'quantifier', 'contradicted', True),
    ('Omar Siddiq disparaged the plan as "a budget of postponed repairs".', 'council', 'a budget of postponed repairs', 'attribution to the wrong person', 'contradicted', True),
    ('Estimates for the repair of the pool roof range from £620,000 to £870,000.', 'council', 'mending the roof of the Marlpit pool', "range's end", 'contradicted', True),
    ('Only three councillors voted for closing the Marlpit pool for good.', 'council', 'his motion was lost', T),
    ('The Regional Sports Fund is contributing £400,000 to the repair of the roof.', 'council', 'apply to the Regional Sports Fund', 'target told as fact', 'unsupported', False),
    ('Visits to the pool climbed by 6,500 within a year, a rise of almost 12 per cent.', 'council', 'The pool had 61,300 visits', T),
    ('Once the repairs are done, the pool will be open again before Christmas.', 'council', 'the clerk hopes that', 'hedge dropped', 'unsupported', False),
    ('About 65 per cent of the residents who took part in the survey welcomed a Market Street without cars on Saturdays.', 'council', 'residents who answered the survey', T),
    ('In the survey, the residents in favour outnumbered those against by 129.', 'council', '268 were in favour', 'derived number wrong', 'contradicted', True),
    ('Most of the shopkeepers who replied were opposed to the ban.', 'council', 'Among the 34 shopkeepers', T),
    ('From May 2025 cars are kept out of Market Street on Sundays as well.', 'council', 'Extending the ban to Sundays', 'over-generalised', 'contradicted', False),
    ('Schoolchildren planted 140 trees in Market Street.', 'council', '140 trees had been planted', 'wrong place', 'contradicted', True),

    ('## Larkdb 4.0', None, None, 'heading'),
    ('Version 3.8 had come out in November 2023.', 'larkdb', 'fourteen months after 3.8', T),
    ('A little over a third of the people who contributed to version 4.0 did so for the first time.', 'larkdb', '31 of whom had never', T),
    ('The release brings together 1,490 commits.', 'larkdb', 'It contains 1,940 commits', 'changed number', 'contradicted', True),
    ('Stefan Brückner was the manager of the 4.0 release.', 'larkdb', 'The release manager was', 'attribution to the wrong person', 'contradicted', True),
    ('On the test data, Cobalt got by with 12 per cent less disk space than Slate.', 'larkdb', 'less disk space than the old engine', 'swapped figures', 'contradicted', True),
    ('An upgrade to 4.0 moves every existing database to Cobalt without further ado.', 'larkdb', 'existing databases remain on Slate', 'over-generalised', 'contradicted', False),
    ('Whoever needs encrypted tables cannot use Cobalt for the time being.', 'larkdb', 'does not yet support encrypted tables', T),
    ('With Cobalt, a point read takes 1.8 milliseconds.', 'larkdb', 'Point read', 'table cell of the wrong column', 'contradicted', True),
    ('Joining two tables, which took 615 milliseconds in version 3.8, is done in 377 milliseconds with Cobalt.', 'larkdb', 'Join of two tables', T),
    ('For a range scan Slate is quicker than Cobalt by 85 milliseconds.', 'larkdb', 'Range scan', 'comparison turned round', 'contradicted', 'gap'),
    ('Four functions are affected: one is gone already, and three are to be dropped in a later version.', 'larkdb', 'lower_ascii() has been removed', T),
    ('Out of the box, the server now accepts two and a half times as many connections as before.', 'larkdb', 'The default limit of connections', T),
    ('Time stamps that carry no time zone are henceforth taken to be in local time.', 'larkdb', 'are read as UTC', 'negated', 'contradicted', False),
    ('The flaw in the audit log had been exploited before the team closed it.', 'larkdb', 'alter the audit log', 'negated', 'contradicted', False),
    ('Users of version 3.6 can count on security fixes until 31 January 2027.', 'larkdb', 'will get security fixes until', 'two facts merged', 'contradicted', True),
    ('Leaving out the documentation brought the download down from 55 to 46 MB.', 'larkdb', 'documentation is no longer included', T),

    ('## Olives in Calvara', None, None, 'heading'),
    ('Calvara brought in 93,000 tonnes fewer olives in 2024 than in 2023.', 'olives', 'puts the olive harvest of 2024', T),
    ('No harvest since 2012 has been larger than that of 2024.', 'olives', 'smallest since 2012', 'comparison turned round', 'contradicted', 'gap'),
    ('The olives were richer in oil, each 100 kilograms giving one and a half kilograms more than a year earlier.', 'olives', 'thus yielded 16 kilograms', T),
    ('Bessano came to a harvest of 60,000 tonnes in 2024.', 'olives', 'Bessano', 'table cell of the wrong row', 'contradicted', True),
    ('In 2024 Cordele took over from Almera as the district with the largest harvest.', 'olives', 'Cordele', T),
    ('Each of the four districts lost at least a third of its harvest compared with 2023.', 'olives', 'Montrea', 'quantifier', 'contradicted', 'gap'),
    ('Olives are grown on 52,000 hectares in the four districts taken together.', 'olives', '18,600', T),
    ('From May to September there was little more than a third of the rain that is usual in those months.', 'olives', '41 millimetres of rain', T),
    ('A hailstorm on 3 June caused additional losses in Cordele.', 'olives', 'did further damage in', 'wrong place', 'contradicted', 'gap'),
    ('The poor harvest is blamed above all on the olive fly.', 'olives', 'The olive fly, which had ruined', 'wrong cause', 'contradicted', False),
    ('Irrigated groves produced 4.9 kilograms of olives per hectare.', 'olives', 'Irrigated groves, which make up', 'unit', 'contradicted', True),
    ('In January 2025 customers paid $9.80 for a litre of extra virgin oil.', 'olives', 'a litre of extra virgin oil', 'currency', 'contradicted', True),
    ('Lucia Ferrante is afraid that small farms will be abandoned because of rising costs.', 'olives', 'fears that small farms', 'attribution to the wrong person', 'contradicted', True),
    ('At the end of January, €11.5 million of the aid that had been announced was still to be paid.', 'olives', 'has announced aid of', T),
    ('In 2023 the picking had not started until 23 October.', 'olives', 'Picking began on 14 October', T),
    ('About 13,500 seasonal workers helped to bring in the harvest of 2024.', 'olives', 'seasonal workers were employed', 'derived number wrong', 'contradicted', 'gap'),

    ('## The port of Hallesund', None, None, 'heading'),
    ('With 130,000 TEU fewer than in 2021, container traffic at Hallesund stayed short of its record.', 'port', 'in the record year 2021', T),
    ('Bulk cargo shrank by 12.6 per cent to 9 million tonnes.', 'port', 'Bulk cargo fell by', 'swapped figures', 'contradicted', True),
    ('The Skarn power station had to close because less coal reached it through the port.', 'port', 'chiefly because the Skarn power station', 'cause turned round', 'contradicted', False),
    ('In the trade with East Asia, imports exceeded exports by 224,000 TEU.', 'port', 'East Asia', T),
    ('Exports to North America amounted to 241,000 TEU.', 'port', 'North America', 'table cell of the wrong column', 'contradicted', True),
    ('Over all regions, 1.44 million TEU of imports stood against 1.40 million TEU of exports.', 'port', 'South America', T),
    ('The year before, 6,100 seagoing ships had called at Hallesund.', 'port', '5,870 seagoing ships called', T),
    ('The Maren Aurora, the largest ship to call, measures 399 feet.', 'port', 'The largest was the Maren Aurora', 'unit', 'contradicted', True),
    ("While Henrik Dahlgaard credits the booking system with the shorter waits, Solveig Munk's association sees the mild winter at work.", 'port', 'the booking system introduced in March', T),
    ('Thanks to the Westmole terminal, the port can now handle 4.5 million TEU a year.', 'port', 'The Westmole terminal, due to open', 'target told as fact', 'contradicted', True),
    ('The pension fund Granit pays the entire 5.8 billion kroner that the terminal costs.', 'port', 'comes from the pension fund', 'a part told as the whole', 'contradicted', True),
    ('Seventeen of the berths still lack shore power.', 'port', 'Shore power is available', T),
    ('Two of the crew of the Corvus Star suffered smoke poisoning.', 'port', 'suffered smoke poisoning', 'two facts merged', 'contradicted', False),
    ('More than nine tenths of the cars aboard the Corvus Star were not destroyed in the fire.', 'port', '310 were destroyed', T),
    ('The fire was started by a battery, the accident commission found.', 'port', 'whether a battery caught', 'hedge dropped', 'contradicted', False),

    ('## The planet Tavi 16 b', None, None, 'heading'),
    ('The discovery was made public on 8 October 2024.', 'tavi', 'They presented it on Tuesday', T),
    ('The mass of Tavi 16 b is put at 1.6 times that of the Earth.', 'tavi', 'times the diameter of the Earth', 'two facts merged', 'contradicted', True),
    ('A year on Tavi 16 b is over in less than a fortnight.', 'tavi', 'It circles its star once', T),
    ('It was Graham Sotheby, a former teacher, who spotted the planet first.', 'tavi', 'The planet was first noticed', T),
    ("Dossou's team observed the planet from March 2021 to December 2023.", 'tavi', 'then observed it on 64 nights', 'wrong year', 'contradicted', True),
    ('Lin Zhao was responsible for modelling the atmosphere.', 'tavi', 'modelled the atmosphere', 'attribution to the wrong person', 'contradicted', True),
    ('Tavi 16 b possesses an atmosphere like that of the Earth.', 'tavi', 'has an atmosphere at all', 'hedge dropped', 'contradicted', False),
    ('An atmosphere of the terrestrial kind would make the surface about 55 degrees warmer than it would be with none.', 'tavi', 'the mean temperature at the surface', T),
    ('"It may be a garden or a bare rock, but I would bet on the garden," said Mireille Dossou.', 'tavi', 'I would bet on the rock', 'quotation altered', 'contradicted', False),
    ('So far nobody has detected a magnetic field that could shield the planet.', 'tavi', 'None has been measured so far', T),
    ('Orison is going to observe the planet in 2026.', 'tavi', 'has been requested for 2026', 'target told as fact', 'unsupported', False),
    ('The existence of a second planet with a period of some 40 days has been confirmed.', 'tavi', 'is suspected but not', 'negated', 'contradicted', False),
    ('The Delmont Foundation spent more on the work than the African Astronomy Fund.', 'tavi', 'the Delmont Foundation', 'comparison turned round', 'contradicted', True),
    ('The retired teacher Graham Sotheby, who went unpaid, is one of the 22 authors.', 'tavi', 'he is named among the 22', T),
    ('Together the two backers contributed 2.6 million euros.', 'tavi', 'The work was paid for', T),

    ('## The outbreak in Rivermouth', None, None, 'heading'),
    ('Roughly one in five of those who fell ill needed treatment in hospital.', 'outbreak', 'were treated in hospital', T),
    ('The outbreak claimed 29 lives.', 'outbreak', 'a man of 84 with heart disease', 'two facts merged', 'contradicted', 'gap'),
    ('In 2008 there had been 75 more cases than in the summer of 2024.', 'outbreak', 'when 212 people had been', T),
    ('By 27 June the number of cases had reached 109.', 'outbreak', '21 to 27 June', T),
    ('Between 28 June and 4 July, 61 people were newly taken ill.', 'outbreak', '28 June to 4 July', 'table cell of the wrong row', 'contradicted', True),
    ('Among the healthy people who were questioned, 74 per cent had eaten the herb mayonnaise.', 'outbreak', 'of the healthy people 23', 'swapped figures', 'contradicted', 'gap'),
    ('Naledi Mokoena regards a contamination in the kitchen as probable without claiming to have proved it.', 'outbreak', 'therefore considers it likely', T),
    ('The bacterium also turned up in some of the sealed tubs.', 'outbreak', 'in two of eleven opened tubs', 'negated', 'contradicted', False),
    ('After the power cut the large refrigerator was six degrees warmer than permitted for nine hours or more.', 'outbreak', 'had stood at 11 °C', T),
    ('Paul Wyatt had his kitchen closed by Sandra Brook on 27 June.', 'outbreak', 'closed the kitchen on', 'swapped roles', 'contradicted', False),
    ('The kitchen had to remain shut for three weeks.', 'outbreak', 'it was allowed to reopen', T),
    ('Thermometers with an alarm have been compulsory for caterers since 2023.', 'outbreak', 'brought before parliament', 'target told as fact', 'contradicted', False),

    ('## The rye and walnut loaf', None, None, 'heading'),
    ('Marit Olsen exchanged the hazelnuts of her grandmother for walnuts.', 'loaf', 'the walnuts were my idea', T),
    ('Astrid used to bake the bread every Sunday.', 'loaf', 'My grandmother Astrid baked', 'wrong day', 'contradicted', True),
    ('The dough contains twice as much rye as wheat flour.', 'loaf', '600 g rye flour', T),
    ('In place of fresh yeast one can take a third of the amount of dried yeast.', 'loaf', '12 g fresh yeast', T),
    ('A little over 0.6 litres of lukewarm water goes into the dough.', 'loaf', '620 ml lukewarm water', T),
    ('Before they go into the dough, the walnuts are toasted at 170 °F.', 'loaf', 'Toast the walnuts for', 'unit', 'contradicted', True),
    ('A machine saves four minutes of kneading.', 'loaf', 'knead for ten minutes by hand', T),
    ('During the first rise the dough should double in size.', 'loaf', 'It should grow by half', 'negated', 'contradicted', False),
    ('The loaves are baked at 200 °C for the first 15 minutes and at 240 °C after that.', 'loaf', 'Bake them for 15 minutes', 'swapped figures', 'contradicted', 'gap'),
    ('The bread stays good for three months in a bread bin.', 'loaf', 'It keeps for six days', 'two facts merged', 'contradicted', True),
    ('Marit Olsen tried the recipe with spelt and found the loaf "crumbly but good".', 'loaf', 'replaced the wheat by spelt', 'attribution to the wrong person', 'contradicted', 'gap'),

    ('## What is uncertain', None, None, 'heading'),
    ('The sources do not say how Calvara will be affected by the weather of 2025.', None, None, 'remark'),
    ('Whether the Regional Sports Fund will agree to pay remains open.', None, None, 'remark'),
    ('No independent benchmarks of Cobalt could be found.', None, None, 'remark'),
]

OPENING = [
    ('Calvara had a much smaller olive harvest in 2024 than in 2023.', 'olives', 'puts the olive harvest of 2024'),
    ('Container traffic at Hallesund stayed below its record of 2021.', 'port', 'in the record year 2021'),
]
