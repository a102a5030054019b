"""A heat pump test, a medicine leaflet, the history of a bridge, a country's economy, a takeover, the making of a film, a rare newt and a marathon.
Written by one who had not seen the rules; pages, report and labels were fixed before the program was run on them. The last column says whether a
figure, a date or a name alone proves the error; 'gap': code does not point at it."""

PAGES = {
    'heatpumps': ('Air-to-water heat pumps: four models in the long test', '2024-06-05', '''
<h1>Air-to-water heat pumps: four models in the long test</h1>
<p>From October 2023 to April 2024 our laboratory in Lindau ran four air-to-water heat pumps side by side, each of them heating an identical test
house of 140 square metres. Three of them use propane (R290) as refrigerant; the Norda Air 9 still works with R32. The prices are those of the
devices alone. Installation comes on top and, according to our readers, costs between €9,000 and €14,000.</p>
<table><tr><th>Model</th><th>Price (€)</th><th>Seasonal COP</th><th>Noise at night (dB)</th><th>Electricity used (kWh)</th><th>Verdict</th></tr>
<tr><td>Calidor P8</td><td>7,450</td><td>4.3</td><td>38</td><td>3,020</td><td>good</td></tr>
<tr><td>Norda Air 9</td><td>5,980</td><td>3.4</td><td>47</td><td>3,820</td><td>satisfactory</td></tr>
<tr><td>Bruma Silent</td><td>9,200</td><td>4.1</td><td>31</td><td>3,170</td><td>good</td></tr>
<tr><td>Tepio Eco 7</td><td>6,640</td><td>3.8</td><td>42</td><td>3,420</td><td>good</td></tr></table>
<p>The Calidor P8 came out on top with 82 of 100 points, ahead of the Bruma Silent (79), the Tepio Eco 7 (71) and the Norda Air 9 (58). Its weak
spot is the app, which lost the connection three times during the test. The Norda was the only model to exceed the 45 dB that are allowed at
night in mixed areas.</p>
<p>When the temperature dropped to minus 15 °C in January, all four had to call on their electric heating rods: the Bruma for 9 hours, the Calidor
for 14, the Tepio for 27 and the Norda for 61. "A heat pump is only as good as the person who sets it," says our tester Ruth Amberger. In two of
the four houses the installers had chosen too steep a heating curve; once this had been corrected, consumption fell by 8 to 12 per cent.</p>
<p>At a price of 30 cents per kilowatt hour, a year with the Calidor would cost about €906 in electricity, compared with some €1,560 for gas in a
modern boiler. The state refunds 30 per cent of the cost, counting at most €30,000; owners who replace a working oil heating get a bonus of
another 20 per cent. The warranty lasts five years for the Calidor and the Bruma, three for the Tepio and two for the Norda. Norda told us that a
version with propane is to follow in spring 2025. How the devices will hold up over 15 or 20 years, a test of seven months cannot say.</p>'''),

    'velorapin': ('Velorapin 20 mg tablets: information for patients', '2024-02-12', '''
<h1>Velorapin 20 mg tablets: information for patients</h1>
<p>Velorapin contains the active substance velorapine. It is used in adults to prevent migraine; it does not help against an attack that has
already begun. The medicine was first authorised on 4 May 2016. Authorisation holder: Tessel Medical, Utrecht. Manufacturer: Orlane Pharma,
Ghent.</p>
<h2>How to take it</h2>
<p>The usual starting dose is one tablet (20 mg) in the evening. After two weeks your doctor may raise it to two tablets a day. Never take more
than three tablets (60 mg) within 24 hours; if you are over 65 or have a moderate kidney disease, the maximum is 40 mg. You can take the tablets
with or without food, but not with grapefruit juice, which can raise the level of velorapine in the blood by up to 70 per cent. If you have
forgotten a tablet, leave it out and take the next one at the usual time. It may be six to eight weeks before you notice an effect.</p>
<h2>When you must not take it</h2>
<ul><li>if you are allergic to velorapine or to soya lecithin</li>
<li>if you have a severe liver disease</li>
<li>if you take an MAO inhibitor or stopped taking one less than 14 days ago</li>
<li>during the last three months of pregnancy</li></ul>
<h2>Possible side effects</h2>
<p>The table shows how many per cent of the patients in the studies were affected; 812 patients took Velorapin and 405 a placebo.</p>
<table><tr><th>Side effect</th><th>Velorapin (%)</th><th>Placebo (%)</th></tr>
<tr><td>Tiredness</td><td>14.2</td><td>6.1</td></tr>
<tr><td>Dry mouth</td><td>9.5</td><td>3.2</td></tr>
<tr><td>Weight gain</td><td>7.8</td><td>2.4</td></tr>
<tr><td>Dizziness</td><td>5.1</td><td>4.7</td></tr>
<tr><td>Nausea</td><td>3.6</td><td>4.0</td></tr></table>
<p>Most side effects become milder after the first month. Because of them, 6 per cent of the patients on Velorapin broke off the treatment,
compared with 3 per cent of those on placebo. In rare cases (fewer than 1 in 1,000 people) the liver became inflamed; see a doctor at once if your
skin or eyes turn yellow. Some patients have reported low mood, but it is not known whether Velorapin was the cause.</p>
<h2>Driving and storage</h2>
<p>Do not drive during the first five days of treatment. Afterwards you may drive unless you feel tired or dizzy. Store the tablets below 25 °C,
but not in the refrigerator. Velorapin is sold in packs of 28 and 84 tablets and only on prescription.</p>'''),

    'ludgar': ('The Ludgar Bridge at Sennhaven', '2023-04-17', '''
<h1>The Ludgar Bridge at Sennhaven</h1>
<p>The Ludgar Bridge carries the Old Salt Street across the river Aune at Sennhaven. It is a riveted steel arch bridge, 312 metres long, with a
main span of 168 metres. When Princess Adelheid opened it on 6 June 1907, it had the longest arch in the country, a distinction it lost to the
Karst Viaduct in 1931.</p>
<h2>Building</h2>
<p>A ferry had crossed the river here since 1742. In November 1896 it capsized and 23 people drowned, whereupon the town resolved to build a
bridge. Of the 19 designs entered for the competition of 1899, the jury chose that of the engineer Konrad Leidner; the four sandstone towers
were drawn by the architect Paul Vesper. Work began in April 1902 and was meant to take three years, but quicksand under the eastern pier delayed
it by two more. Seven workers were killed. The cost rose from an estimated 1.8 million crowns to 2.6 million, of which the town paid one million
and the state the remainder.</p>
<h2>War and reconstruction</h2>
<p>In the night of 21 March 1945 retreating troops blew up the western approach, while the main arch stayed standing. Who gave the order has never
been established; the historian Ilse Markward suspects the local commander, but concedes that the files are missing. A wooden footbridge served
until the bridge was reopened to traffic on 3 October 1948. Trams, which had run across it since 1912, did so again from 1949 until the line was
given up in 1964. Two of the towers were pulled down in 1958 so that the road could be widened.</p>
<h2>Traffic</h2>
<table><tr><th>Year</th><th>Motor vehicles per day</th><th>Cyclists per day</th></tr>
<tr><td>1960</td><td>6,200</td><td>2,900</td></tr>
<tr><td>1985</td><td>21,400</td><td>800</td></tr>
<tr><td>2005</td><td>27,300</td><td>1,100</td></tr>
<tr><td>2022</td><td>18,900</td><td>4,600</td></tr></table>
<p>Since the northern bypass was opened in 2014, lorries of more than 7.5 tonnes have been banned from the bridge; buses and the fire brigade
are exempt.</p>
<h2>Renovation</h2>
<p>Between 2017 and 2020 the bridge was renovated under the engineer Annika Rothe for €41 million. About 14,000 of the 220,000 rivets were replaced by bolts. The steel, which
had been light blue since 1973, was given back the grey-green of 1907. The bridge has been a listed monument since 1979. A citizens' group wants the two
lost towers to be rebuilt; the town has so far declined.</p>'''),

    'marovia': ('Marovia: the economy at a glance, edition 2024', '2024-03-28', '''
<h1>Marovia: the economy at a glance, edition 2024</h1>
<p>Marovia, a landlocked country of 5.4 million people, had a gross domestic product of $48.6 billion in 2023, or $9,000 per head. The central bank
forecasts growth of 2.6 per cent for 2024; the Institute for Economic Research in Belin considers 1.9 per cent more realistic.</p>
<table><tr><th>Indicator</th><th>2021</th><th>2022</th><th>2023</th></tr>
<tr><td>Growth (%)</td><td>5.2</td><td>4.4</td><td>3.1</td></tr>
<tr><td>Inflation (%)</td><td>3.9</td><td>11.8</td><td>7.2</td></tr>
<tr><td>Unemployment (%)</td><td>9.4</td><td>8.7</td><td>8.1</td></tr>
<tr><td>Budget deficit (% of GDP)</td><td>5.6</td><td>3.9</td><td>4.3</td></tr>
<tr><td>Exports ($ billion)</td><td>14.1</td><td>16.0</td><td>15.2</td></tr>
<tr><td>Imports ($ billion)</td><td>17.3</td><td>20.5</td><td>19.1</td></tr></table>
<p>Services make up 58 per cent of output, industry 29 and farming 13; yet farming employs 27 per cent of the labour force. The chief exports are
copper, electrical cable and sunflower oil. Copper alone brings in 31 per cent of export earnings. The most important customers are Germany (22
per cent), Turkey (14) and Italy (9). Some 900,000 Marovians work abroad; in 2023 they sent home $3.4 billion.</p>
<p>The currency, the marka, has been pegged to the euro since 2006 at a rate of 4.20 marka. In November 2023 the central bank lowered its key rate
from 7.5 to 6.75 per cent, the first cut in three years. "We are not out of the woods," the governor, Elena Dragan, cautioned. The minimum wage
rose in January 2024 from 1,680 to 1,850 marka a month.</p>
<p>Public debt stood at 54 per cent of GDP at the end of 2023, two thirds of it in foreign currency. The finance minister, Tomas Herle, wants to
bring the deficit below 3 per cent by 2026. Talks with the International Monetary Fund about a credit line of $1.2 billion have been going on
since September 2023; no agreement has been reached. Of the motorway from Belin to the western border, 118 of 164 kilometres are open; the
remainder should follow in 2027.</p>'''),

    'takeover': ('Pellworth agrees to buy Quandell for $3.9 billion', '2024-06-18', '''
<h1>Pellworth agrees to buy Quandell for $3.9 billion</h1>
<p>The packaging maker Pellworth, of Toledo, Ohio, agreed on Monday to take over its smaller rival Quandell for $3.9 billion, a sum that includes
$600 million of debt. For each of their shares, the shareholders of Quandell are to get $21.00 in cash and 0.35 Pellworth shares. At Friday's
prices that was worth $34.30, which is 28 per cent more than Quandell's close of $26.80. On Monday Quandell's shares rose to $33.23, while
Pellworth's fell by 5 per cent to $36.10.</p>
<p>Together the two would have sales of $11.4 billion (Pellworth: $8.1 billion, Quandell: $3.3 billion) and 31,000 employees at 94 plants in 17
countries. They expect to save $180 million a year from the third year onwards; the integration is put at $250 million. Dana Whitcombe, the chief
executive of Pellworth, will run the combined company. Luis Arregui, who heads Quandell, will leave after a transition of six months. Quandell's
chair, Miriam Oakes, is to join the board of Pellworth, which will grow to eleven members.</p>
<p>Both boards have approved the deal unanimously. Quandell's shareholders will vote on it in September; those of Pellworth need not be asked. The
authorities in the United States, the European Union and Brazil still have to agree, and completion is expected in the first quarter of 2025.
Should the authorities block the deal, Pellworth would owe Quandell $150 million. Should Quandell accept a better offer, it would have to pay
Pellworth $95 million.</p>
<p>Quandell had turned down two approaches before: $27.00 a share from the Swedish group Norrfiber in November 2022, and $30.50 from Pellworth itself
in February 2024. The hedge fund Stonegate, which owns 7.2 per cent of Quandell, had been pressing for a sale. "The price is fair, not generous,"
said Helen Marsh, a partner at Stonegate. Jorge Teles, an analyst with Lambert Row, thinks that the authorities may demand the sale of two or
three plants for drinks cartons. The union UPW fears for 1,200 jobs. Pellworth replied that no closures of plants were planned.</p>'''),

    'saltroad': ('The Salt Road (film)', '2022-01-09', '''
<h1>The Salt Road (film)</h1>
<p>The Salt Road is a historical drama of 2019, directed by Ines Calloway from a screenplay by Peter Osei and Hanna Lund. It is based on the novel
of the same name by Marguerite Duval, published in 1988. Tomas Keel plays the salt carrier Bastien and Aurelia Finch the Countess. The film was
first shown on 31 August 2019 at the Lido Festival and reached the cinemas on 15 November. It lasts 134 minutes; a longer version of 158 minutes
has been shown on television only.</p>
<h2>Production</h2>
<p>The producer Simon Grell bought the rights in 2009 for £60,000. The first director, Carl Voss, left in 2014 after a quarrel over the script, and the
studio Meridian dropped the project; Calloway took it up two years later. The part of Bastien had been meant for Daniel Ortiz, who broke his leg
five weeks before shooting began.</p>
<p>The film was shot on 71 days between 12 September and 21 December 2017. The mountain scenes were made in Slovenia, the harbour scenes in Croatia
and the interiors at the Ardent studios near Dublin. The salt mine was not a real one but a set of 1,400 square metres. There were 320 extras and
46 mules; according to the production none of the animals came to harm. On 29 October a storm wrecked the harbour set, which cost nine days and
about £800,000. The cinematographer Wei Jun shot two thirds of the scenes by natural light alone. The music, by Olaf Stein, was recorded in
Budapest in four days with an orchestra of 62.</p>
<h2>Box office</h2>
<p>The film cost £18.5 million, £2.5 million more than planned. It took £43.7 million in cinemas.</p>
<table><tr><th>Territory</th><th>Takings (£ million)</th><th>Admissions (million)</th></tr>
<tr><td>United Kingdom and Ireland</td><td>11.2</td><td>1.5</td></tr>
<tr><td>France</td><td>9.8</td><td>1.6</td></tr>
<tr><td>North America</td><td>8.3</td><td>1.1</td></tr>
<tr><td>Germany</td><td>5.1</td><td>0.7</td></tr>
<tr><td>Rest of the world</td><td>9.3</td><td>1.9</td></tr></table>
<h2>Reception</h2>
<p>Of 162 reviews, 87 per cent were favourable. Dora Penn of The Courier called the film "slow, cold and magnificent", whereas Felix Amsel complained
of "two hours of mud". It was nominated for seven National Film Awards and won three: for cinematography, for the costumes of Brigid Moran and for
Aurelia Finch as best supporting actress. There has been talk of a sequel, but Calloway said in 2021 that she had no plans for one.</p>'''),

    'newt': ('Kessel newt: species profile', '2023-08-22', '''
<h1>Kessel newt: species profile</h1>
<p>The Kessel newt is found nowhere but on the Kessel plateau, where it inhabits 43 ponds at heights of 620 to 1,140 metres. The zoologist Erna Holub
described it in 1961 as a subspecies of the crested newt; not until 1998 did Jaromir Pick show by genetic analysis that it is a species of its own.</p>
<h2>Appearance and life</h2>
<p>Males grow to 9 to 11 centimetres, females to 11 to 13. The belly of the female is orange with black spots, that of the male plain yellow. The
animals leave their winter quarters in March, once the nights stay above 5 °C. A female lays 180 to 250 eggs, each of which she wraps in a leaf.
The larvae hatch after 16 to 20 days and go ashore some three months later. Males are mature at three years of age, females at four. In the wild
the newts seldom live longer than 12 years; in captivity one reached 21.</p>
<h2>Numbers</h2>
<table><tr><th>Area</th><th>Ponds</th><th>Adults 2012</th><th>Adults 2022</th></tr>
<tr><td>North Plateau</td><td>17</td><td>2,900</td><td>1,850</td></tr>
<tr><td>Kessel Moor</td><td>14</td><td>1,600</td><td>1,720</td></tr>
<tr><td>South Rim</td><td>12</td><td>1,300</td><td>480</td></tr></table>
<p>The counts are estimates; the margin of error is given as 15 per cent. The national red list has classed the species as endangered since 2015;
before that it was listed as vulnerable.</p>
<h2>Threats</h2>
<p>The collapse on the South Rim is put down mainly to the pumpkinseed, a sunfish from North America that eats the larvae. Anglers released it
around 2009; it now lives in nine of the twelve ponds there. The chytrid fungus was detected in one pond on the North Plateau in 2020, but has not
caused any known deaths. According to one model, up to a third of the ponds might dry out in summer by 2050.</p>
<h2>Protection</h2>
<p>Since 2016 the rangers of the Kessel Nature Park have dug eleven new ponds, six of which the newts have settled so far, and cleared four others of
fish. The project, which runs until 2027, has a budget of €2.3 million, 60 per cent of it from the European Union. "Give them water without fish
and they do the rest," says its head, Marta Svoboda. Tunnels under Highway 14 brought the number of newts run over there down from 410 in 2017 to
65 in 2021. Catching the animals is prohibited, except with a permit for research.</p>'''),

    'marathon': ('Port Elmsley Marathon 2024: Abera sets course record', '2024-10-14', '''
<h1>Port Elmsley Marathon 2024: Abera sets course record</h1>
<p>On Sunday 14,280 runners set out on the 28th Port Elmsley Marathon, and 13,655 of them reached the finish, 5,190 women among them. It was 9 °C at
the start, with a light wind from the north-east.</p>
<table><tr><th>Race</th><th>Place</th><th>Name</th><th>Country</th><th>Time</th></tr>
<tr><td>Women</td><td>1</td><td>Tigist Abera</td><td>Ethiopia</td><td>2:22:41</td></tr>
<tr><td>Women</td><td>2</td><td>Joyce Cherono</td><td>Kenya</td><td>2:23:05</td></tr>
<tr><td>Women</td><td>3</td><td>Hanne Vik</td><td>Norway</td><td>2:27:18</td></tr>
<tr><td>Men</td><td>1</td><td>Samuel Kiprop</td><td>Kenya</td><td>2:07:52</td></tr>
<tr><td>Men</td><td>2</td><td>Yonas Tesfay</td><td>Eritrea</td><td>2:07:55</td></tr>
<tr><td>Men</td><td>3</td><td>Luca Ferri</td><td>Italy</td><td>2:10:30</td></tr></table>
<p>Abera, who had never run a marathon before, improved the course record of Lena Strand, set in 2017, by 49 seconds. In the men's race Kiprop shook
off Tesfay only on the last 400 metres; the record of Daniel Moges, 2:06:48 in 2018, was not in danger. Each of the two winners receives $40,000,
and Abera a further $15,000 for the record. Rob Haldane won the wheelchair race for the fifth time in a row, in 1:31:27; among the women, Mia
Castell was the fastest in 1:44:10.</p>
<p>The course leads from Harbour Square to the Memorial Stadium. Its hardest stretch is the climb to the observatory after 31 kilometres, 38 metres of
ascent over 1.2 kilometres. Since 2022 the route has avoided the old town, where residents had complained. The oldest to finish was Walter Pym,
aged 84, who needed 6:12:40.</p>
<p>The medical service treated 212 runners, nine of whom were taken to hospital; all nine had gone home by Monday. In 2023, at 24 °C, there had been
341. The runners raised $1.7 million for charity, $250,000 more than the year before. About 1,900 volunteers handed out 310,000 cups, which for the
first time were all compostable.</p>
<p>"We would rather be safe than big," said the race director, Grace Tan, when asked about a larger field. The limit remains 15,000 for 2025. The entry
fee goes up from $120 to $135. The next race takes place on 12 October 2025; registration opens on 15 January.</p>'''),
}

T = 'true'
SENTENCES = [
    ('## Heat pumps', None, None, 'heading'),
    ('Of the four heat pumps tested, only one does without propane as a refrigerant.', 'heatpumps', 'the Norda Air 9 still works with', T),
    ('Installation, which is included in the prices, costs between €9,000 and €14,000.', 'heatpumps', 'Installation comes on top', 'negated', 'contradicted', False),
    ('Readers paid between €9,000 and €15,000 to have their heat pump installed.', 'heatpumps', 'costs between €9,000', "range's end", 'contradicted', True),
    ('The dearest device, the Bruma Silent, costs €3,220 more than the cheapest.', 'heatpumps', '9,200', T),
    ('The Tepio Eco 7 reached a seasonal COP of 4.1.', 'heatpumps', '6,640', 'table cell of the wrong row', 'contradicted', True),
    ('At 31 decibels, the Bruma Silent was the quietest of the models at night, seven decibels below the Calidor P8.', 'heatpumps', 'Noise at night', T),
    ('All of the heat pumps in the test were rated "good".', 'heatpumps', 'satisfactory', 'quantifier', 'contradicted', False),
    ('The Bruma Silent won the test, three points ahead of the Calidor P8.', 'heatpumps', 'came out on top with', 'comparison turned round', 'contradicted', 'gap'),
    ('Three of the four models kept to the limit of 45 dB that applies at night in mixed areas.', 'heatpumps', 'the only model to exceed', T),
    ('In the January frost the Tepio ran its heating rod for 61 hours.', 'heatpumps', 'electric heating rods', 'swapped figures', 'contradicted', True),
    ('Ruth Amberger, one of the testers, remarked that "a heat pump is only as good as the person who sells it".', 'heatpumps', 'A heat pump is only as good', 'quotation altered', 'contradicted', False),
    ('Correcting the heating curve, which had been set too steep in half of the houses, lowered consumption by between 8 and 12 per cent.', 'heatpumps', 'too steep a heating curve', T),
    ('Running the Calidor for a year would come out some €650 cheaper than burning gas in a modern boiler.', 'heatpumps', 'a year with the Calidor', T),
    ('Everyone who buys a heat pump gets the bonus of another 20 per cent from the state.', 'heatpumps', 'get a bonus of', 'over-generalised', 'contradicted', False),
    ("Buyers of the Tepio are covered by the warranty for a year longer than buyers of the Norda.", 'heatpumps', 'The warranty lasts five years', T),
    ('Norda switched its heat pump to propane in spring 2025.', 'heatpumps', 'is to follow in spring 2025', 'target told as fact', 'unsupported', False),

    ('## Velorapin', None, None, 'heading'),
    ('Velorapin is meant for prevention and has no effect on a migraine attack once it has started.', 'velorapin', 'used in adults to prevent migraine', T),
    ('Velorapin, which was first authorised in May 2018, is taken in the evening.', 'velorapin', 'The medicine was first authorised', 'wrong year', 'contradicted', True),
    ('The tablets are produced by Tessel Medical in Utrecht.', 'velorapin', 'Manufacturer', 'swapped roles', 'contradicted', 'gap'),
    ('For patients above the age of 65, two tablets a day are the most that is allowed.', 'velorapin', 'if you are over 65', T),
    ('The starting dose is 20 grams in the evening.', 'velorapin', 'The usual starting dose', 'unit', 'contradicted', True),
    ('Grapefruit juice can lower the level of velorapine in the blood by as much as 70 per cent.', 'velorapin', 'but not with grapefruit juice', 'direction', 'contradicted', False),
    ('A forgotten tablet should be made up for by taking two the next time.', 'velorapin', 'leave it out and take the next one', 'negated', 'contradicted', False),
    ('An effect can be expected after one to two weeks.', 'velorapin', 'before you notice an effect', 'changed number', 'contradicted', 'gap'),
    ('Whoever has stopped an MAO inhibitor must let two weeks go by before taking Velorapin.', 'velorapin', 'if you take an MAO inhibitor', T),
    ('Velorapin must not be taken at any time during pregnancy.', 'velorapin', 'months of pregnancy', 'over-generalised', 'unsupported', False),
    ('With 14.2 per cent, tiredness was the most frequent side effect on Velorapin, more than twice as common as on placebo.', 'velorapin', 'Tiredness', T),
    ('Dry mouth affected 3.2 per cent of the patients who took Velorapin.', 'velorapin', 'Dry mouth', 'table cell of the wrong column', 'contradicted', True),
    ('Nausea was the one listed side effect that occurred more often on placebo than on the drug.', 'velorapin', 'Nausea', T),
    ('In the studies, 1,217 patients took either Velorapin or a placebo.', 'velorapin', '812 patients took Velorapin', T),
    ('Twice as large a share of patients broke off the treatment with Velorapin as with placebo because of side effects.', 'velorapin', 'broke off the treatment', T),
    ('Velorapin has been shown to cause low mood in some patients.', 'velorapin', 'Some patients have reported low mood', 'hedge dropped', 'contradicted', False),

    ('## The Ludgar Bridge', None, None, 'heading'),
    ('The main span accounts for a little more than half of the length of the bridge.', 'ludgar', 'main span of 168 metres', T),
    ('Since 1907 the Ludgar Bridge has had the longest arch in the country, and it still does.', 'ludgar', 'a distinction it lost', 'out of date', 'contradicted', False),
    ('The disaster that prompted the building of the bridge happened in 1896, when the ferry capsized and 23 people lost their lives.', 'ludgar', 'whereupon the town resolved', T),
    ("Paul Vesper's design was picked from among the 19 entries in the competition of 1899.", 'ludgar', 'Of the 19 designs entered', 'attribution to the wrong person', 'contradicted', True),
    ('Building took five years instead of three.', 'ludgar', 'was meant to take three years', T),
    ('The delay was caused by a strike of the workers.', 'ludgar', 'quicksand under the eastern pier', 'invented cause', 'contradicted', False),
    ('The state contributed 1.6 million crowns to the building of the bridge.', 'ludgar', 'of which the town paid', T),
    ('At 2.6 million crowns, the bridge turned out cheaper than had been estimated.', 'ludgar', 'The cost rose from', 'direction', 'contradicted', 'gap'),
    ('In March 1945 the main arch was blown up by troops on their retreat.', 'ludgar', 'retreating troops blew up', 'two facts merged', 'contradicted', False),
    ('As Ilse Markward has proved, it was the local commander who ordered the demolition.', 'ludgar', 'suspects the local commander', 'hedge dropped', 'contradicted', False),
    ('Road traffic was able to use the bridge again in October 1948, some three and a half years after the explosion.', 'ludgar', 'reopened to traffic', T),
    ('Trams had first crossed the bridge 52 years before the line was abandoned.', 'ludgar', 'given up in 1964', T),
    ('The two towers were taken down after the last tram had crossed the bridge.', 'ludgar', 'Two of the towers were pulled down', 'order of events', 'contradicted', 'gap'),
    ('In 1985 the bridge was used by 21,400 cyclists a day.', 'ludgar', '1985', 'table cell of the wrong column', 'contradicted', True),
    ('In 2022 there were more than four times as many cyclists on the bridge each day as in 2005.', 'ludgar', '2022', T),
    ('Lorries over 7.5 tonnes are not allowed on the bridge, although buses may use it.', 'ludgar', 'have been banned from the bridge', T),
    ('In the course of the renovation, 220,000 rivets were replaced by bolts.', 'ludgar', 'rivets were replaced by bolts', 'a part told as the whole', 'contradicted', True),
    ('The two lost towers are being rebuilt at the request of a citizens\' group.', 'ludgar', 'wants the two lost towers', 'target told as fact', 'contradicted', False),

    ('## The economy of Marovia', None, None, 'heading'),
    ('The economy of Marovia grew by 2.6 per cent in 2024.', 'marovia', 'forecasts growth of', 'forecast told as fact', 'unsupported', False),
    ('For 2024 the Institute for Economic Research is less optimistic than the central bank.', 'marovia', 'considers 1.9 per cent more realistic', T),
    ('According to the Institute for Economic Research, growth of 2.6 per cent can be expected in 2024.', 'marovia', 'considers 1.9 per cent more realistic', 'wrong attribution', 'contradicted', True),
    ('Inflation peaked at 11.8 per cent in 2023.', 'marovia', 'Inflation (%)', 'table cell of the wrong column', 'contradicted', 'gap'),
    ('Unemployment has gone down two years running, by 1.3 percentage points in all.', 'marovia', 'Unemployment (%)', T),
    ('In 2023, imports exceeded exports by $3.9 billion.', 'marovia', 'Imports ($ billion)', T),
    ('Exports rose from $15.2 billion in 2022 to $16.0 billion in 2023.', 'marovia', 'Exports ($ billion)', 'swapped figures', 'contradicted', 'gap'),
    ('The budget deficit has shrunk in every year since 2021.', 'marovia', 'Budget deficit (% of GDP)', 'quantifier', 'contradicted', 'gap'),
    ('Farming gives work to more than a quarter of the labour force but contributes only 13 per cent of output.', 'marovia', 'Services make up 58', T),
    ('Copper brings in more than half of export earnings.', 'marovia', 'Copper alone brings in', 'changed number', 'contradicted', 'gap'),
    ("Germany takes a larger share of Marovia's exports than Turkey, which in turn is ahead of Italy.", 'marovia', 'The most important customers', T),
    ('Workers abroad sent €3.4 billion home in 2023.', 'marovia', 'Some 900,000 Marovians', 'currency', 'contradicted', True),
    ('The central bank raised its key rate to 7.5 per cent in November 2023.', 'marovia', 'lowered its key rate', 'direction', 'contradicted', True),
    ('"We are not out of the woods," warned the finance minister, Tomas Herle.', 'marovia', 'We are not out of the woods', 'wrong attribution', 'contradicted', 'gap'),
    ('A worker on the minimum wage has earned 170 marka a month more since January 2024, a rise of about 10 per cent.', 'marovia', 'The minimum wage', T),
    ('The International Monetary Fund has granted Marovia a credit line of $1.2 billion.', 'marovia', 'Talks with the International Monetary Fund', 'target told as fact', 'contradicted', False),
    ('Another 46 kilometres of the motorway to the western border have yet to be opened.', 'marovia', 'Of the motorway from Belin', T),

    ('## Pellworth and Quandell', None, None, 'heading'),
    ('The two companies came to terms on 17 June 2024.', 'takeover', 'agreed on Monday', T),
    ('Quandell is buying its rival Pellworth for $3.9 billion.', 'takeover', 'to take over its smaller rival', 'swapped roles', 'contradicted', False),
    ('Leaving the debt aside, the deal values Quandell at $3.3 billion.', 'takeover', 'a sum that includes', T),
    ('The offer, part of which is to be paid in shares, stood 28 per cent above what Quandell had closed at on Friday.', 'takeover', 'which is 28 per cent more', T),
    ("Quandell's shares fell by 5 per cent on Monday.", 'takeover', "On Monday Quandell's shares rose", 'two facts merged', 'contradicted', True),
    ("Even after Monday's rise, a Quandell share cost less than the $34.30 that the offer had been worth on Friday.", 'takeover', "On Monday Quandell's shares rose", T),
    ("Pellworth's annual sales are more than three times those of Quandell.", 'takeover', 'Pellworth: $8.1 billion', 'derived number wrong', 'contradicted', 'gap'),
    ('The combined company would have 94 plants in 17 countries.', 'takeover', '31,000 employees at 94 plants', T),
    ('Savings of $180 million a year are expected from the first year onwards.', 'takeover', 'They expect to save', 'changed number', 'contradicted', True),
    ('The integration is expected to cost more than the savings of a single year.', 'takeover', 'the integration is put at', T),
    ('Luis Arregui is to head the combined company.', 'takeover', 'will run the combined company', 'attribution to the wrong person', 'contradicted', 'gap'),
    ('Shareholders of both companies will vote on the deal in September.', 'takeover', "Quandell's shareholders will vote", 'over-generalised', 'contradicted', False),
    ('The authorities in Brazil have already agreed to the takeover.', 'takeover', 'still have to agree', 'negated', 'contradicted', False),
    ('If the authorities prohibit the takeover, Pellworth will have to pay $95 million.', 'takeover', 'Should the authorities block', 'swapped figures', 'contradicted', 'gap'),
    ("In February 2024 Quandell had spurned a lower bid from Pellworth of $30.50 a share.", 'takeover', 'from Pellworth itself', T),
    ('The Swedish group Norrfiber made its offer in November 2023.', 'takeover', 'the Swedish group Norrfiber', 'wrong year', 'contradicted', True),
    ('Helen Marsh, whose fund holds 7.2 per cent of Quandell, found the price "generous, not fair".', 'takeover', 'The price is fair', 'quotation altered', 'contradicted', False),
    ('Pellworth intends to close plants, which will cost 1,200 jobs.', 'takeover', 'The union UPW fears', 'fear of one side told as fact', 'contradicted', False),

    ('## The Salt Road', None, None, 'heading'),
    ('The Salt Road, adapted from a novel of 1988, came to the cinemas about two and a half months after its first showing at the Lido Festival.', 'saltroad', 'first shown on 31 August 2019', T),
    ('The novel was written by Hanna Lund.', 'saltroad', 'It is based on the novel', 'attribution to the wrong person', 'contradicted', 'gap'),
    ('The version shown on television is 24 minutes longer than the one for the cinema.', 'saltroad', 'a longer version of 158 minutes', T),
    ('Ines Calloway took over as director in 2014.', 'saltroad', 'Calloway took it up', 'wrong year', 'contradicted', 'gap'),
    ('Tomas Keel got the part of Bastien because Daniel Ortiz had quarrelled over the script.', 'saltroad', 'had been meant for Daniel Ortiz', 'invented cause', 'contradicted', False),
    ('Shooting was over before Christmas 2017.', 'saltroad', 'The film was shot on 71 days', T),
    ('The harbour scenes were filmed in Slovenia.', 'saltroad', 'The mountain scenes were made', 'wrong place', 'contradicted', 'gap'),
    ('The salt mine seen in the film is a set covering 1,400 square metres, not an actual mine.', 'saltroad', 'The salt mine was not a real one', T),
    ('Several of the 46 mules were injured during the storm.', 'saltroad', '46 mules', 'invented event', 'contradicted', False),
    ('Two thirds of the scenes were lit by daylight and lamps together.', 'saltroad', 'by natural light alone', 'scope', 'contradicted', False),
    ('The film had originally been meant to cost £16 million.', 'saltroad', 'more than planned', T),
    ('In France The Salt Road took less money than in the United Kingdom and Ireland but sold more tickets.', 'saltroad', 'Admissions (million)', T),
    ('North America brought in takings of £5.1 million.', 'saltroad', 'North America', 'table cell of the wrong row', 'contradicted', 'gap'),
    ('The film took more than three times its cost in cinemas.', 'saltroad', 'in cinemas', 'derived number wrong', 'contradicted', 'gap'),
    ('Four of the nominations for the National Film Awards did not lead to a prize.', 'saltroad', 'nominated for seven National Film Awards', T),
    ('Brigid Moran was honoured as best supporting actress.', 'saltroad', 'best supporting actress', 'two facts merged', 'contradicted', True),
    ('A sequel by Ines Calloway is in preparation.', 'saltroad', 'There has been talk of a sequel', 'negated', 'contradicted', False),

    ('## The Kessel newt', None, None, 'heading'),
    ('The Kessel newt also occurs outside the Kessel plateau.', 'newt', 'is found nowhere but', 'negated', 'contradicted', False),
    ('It took 37 years until it was recognised that the newt described by Erna Holub is a species in its own right.', 'newt', 'not until 1998', T),
    ('The ponds lie between 620 and 1,410 metres.', 'newt', 'at heights of 620', "range's end", 'contradicted', True),
    ('Males are larger than females.', 'newt', 'Males grow to 9 to 11', 'comparison turned round', 'contradicted', 'gap'),
    ('Unlike that of the male, the belly of the female has spots.', 'newt', 'The belly of the female', T),
    ('Females become mature a year later than males.', 'newt', 'Males are mature at', T),
    ('In the wild, Kessel newts commonly reach an age of 21 years.', 'newt', 'in captivity one reached', 'two facts merged', 'contradicted', 'gap'),
    ('Between 2012 and 2022 the number of adults went down by about 30 per cent, from 5,800 to 4,050.', 'newt', 'Adults 2022', T),
    ('The number of adults declined in all three areas.', 'newt', 'Kessel Moor', 'quantifier', 'contradicted', 'gap'),
    ('In 2022 there were 1,300 adults on the South Rim.', 'newt', '1,300', 'table cell of the wrong column', 'contradicted', True),
    ('Until 2015 the national red list had the species down as vulnerable.', 'newt', 'The national red list has classed', T),
    ('The pumpkinseed is found in three quarters of the ponds on the South Rim.', 'newt', 'it now lives in nine', T),
    ('The chytrid fungus has killed newts in one pond on the North Plateau.', 'newt', 'The chytrid fungus was detected', 'negated', 'contradicted', False),
    ('By 2050 a third of the ponds will be dry in summer.', 'newt', 'According to one model', 'hedge dropped', 'unsupported', False),
    ('Five of the newly dug ponds have not been settled by newts yet.', 'newt', 'have dug eleven new ponds', T),
    ('The European Union pays the whole budget of €2.3 million.', 'newt', 'has a budget of', 'a part told as the whole', 'contradicted', 'gap'),
    ('After tunnels had been built under Highway 14, 345 fewer newts were run over there in 2021 than in 2017.', 'newt', 'Tunnels under Highway 14', T),

    ('## The Port Elmsley Marathon', None, None, 'heading'),
    ('The marathon was held on 13 October 2024.', 'marathon', 'runners set out on the', T),
    ('Of those who started, 625 did not reach the finish.', 'marathon', 'reached the finish', T),
    ('Women made up 48 per cent of those who finished.', 'marathon', '5,190 women among them', 'derived number wrong', 'contradicted', 'gap'),
    ('The women\'s race was decided by 24 seconds, the men\'s by a mere three.', 'marathon', 'Tigist Abera', T),
    ('Joyce Cherono came third in 2:27:18.', 'marathon', 'Joyce Cherono', 'table cell of the wrong row', 'contradicted', 'gap'),
    ('Samuel Kiprop, who runs for Eritrea, won the men\'s race.', 'marathon', 'Samuel Kiprop', 'wrong place', 'contradicted', 'gap'),
    ("Lena Strand's record from 2017 had stood at 2:23:30.", 'marathon', 'improved the course record of', T),
    ('Samuel Kiprop broke the record that Daniel Moges had set in 2018.', 'marathon', 'was not in danger', 'negated', 'contradicted', 'gap'),
    ('Including the bonus for the record, Tigist Abera takes home $55,000.', 'marathon', 'a further $15,000', T),
    ('The climb to the observatory has 38 kilometres of ascent.', 'marathon', 'the climb to the observatory', 'unit', 'contradicted', True),
    ('Mia Castell won the wheelchair race of the women for the fifth time in a row.', 'marathon', 'for the fifth time in a row', 'two facts merged', 'unsupported', False),
    ('More runners needed medical treatment than in 2023.', 'marathon', 'The medical service treated', 'comparison turned round', 'contradicted', 'gap'),
    ('The year before, the runners had collected $1.45 million for charity.', 'marathon', 'for charity', T),
    ('Residents of the old town had complained, and since 2022 the course has no longer gone through it.', 'marathon', 'the route has avoided the old town', T),
    ('The organisers will raise the limit above 15,000 in 2025.', 'marathon', 'The limit remains', 'negated', 'contradicted', False),
    ('Taking part is going to cost 15 dollars more than it has so far.', 'marathon', 'The entry fee goes up', T),

    ('## What remains open', None, None, 'heading'),
    ('How long the tested heat pumps will last cannot be judged from these sources.', None, None, 'remark'),
    ('No independent figures on the population of the Kessel newt after 2022 were found.', None, None, 'remark'),
    ('Whether the takeover of Quandell was completed is not stated in the article, which dates from June 2024.', None, None, 'remark'),
]

OPENING = [
    ('The Calidor P8 did best in a comparison of four heat pumps.', 'heatpumps', 'came out on top with'),
    ('Marovia has been growing more slowly from year to year since 2021.', 'marovia', 'Growth (%)'),
    ('Tigist Abera won the Port Elmsley Marathon of 2024 in record time.', 'marathon', 'improved the course record of'),
]
