"""A stage race, a canal, questions about district heating, the prices of a car club, a quarter of a tool maker, a survey of young readers, beavers on
a river and a tunnel that is late. Written by one who had not seen the program; pages, report and labels were fixed before it was run on them. The
last column says whether a figure, a date, a unit or a name alone proves the error; 'gap': code does not point at it."""

PAGES = {
    'tour': ('Moe wins the Tour of the Seven Valleys', '2024-06-17', '''
<h1>Moe wins the Tour of the Seven Valleys</h1>
<p>Stellan Moe, 24, of the team Vireo-Lux has won the 47th Tour of the Seven Valleys. He covered the six stages in 19 hours 42 minutes. Joris Klaver came second, 37 seconds behind, Andrej Kos third (1:54 behind) and Dean Pascoe fourth (2:20 behind). Moe is the first winner from Estmark since Ole Brandsen in 1988.</p>
<table><tr><th>Stage</th><th>Day</th><th>Route</th><th>Length (km)</th><th>Stage winner</th></tr>
<tr><td>First</td><td>Tuesday 11 June</td><td>Corbin to Halse</td><td>162</td><td>Matteo Virdis</td></tr>
<tr><td>Second</td><td>Wednesday 12 June</td><td>Halse to Mont Aurel</td><td>138</td><td>Joris Klaver</td></tr>
<tr><td>Third (time trial)</td><td>Thursday 13 June</td><td>Aurel circuit</td><td>27</td><td>Stellan Moe</td></tr>
<tr><td>Fourth</td><td>Friday 14 June</td><td>Aurel to Bruck</td><td>201</td><td>Matteo Virdis</td></tr>
<tr><td>Fifth</td><td>Saturday 15 June</td><td>Bruck to Col de Sarre</td><td>149</td><td>Joris Klaver</td></tr>
<tr><td>Sixth</td><td>Sunday 16 June</td><td>Sarre to Corbin</td><td>118</td><td>Dean Pascoe</td></tr></table>
<p>After the second stage Klaver led Moe by 34 seconds. In the time trial Moe beat him by 71 seconds and took the green jersey, which he kept to the end; on the climb to the Col de Sarre he crossed the line in the same time as Klaver. "I won it against the clock and kept it against Joris," he said.</p>
<p>Of 126 riders in 18 teams, 98 reached the finish. Eleven gave up in the hail on Saturday. On Friday fourteen riders fell three kilometres before the line; Kos broke a finger but rode on. The team prize went to Castell Bikes, 3:05 ahead of Vireo-Lux.</p>
<p>The organisers put the crowd at 340,000 over the six days, the police at 220,000. Prize money came to €215,000, of which the winner gets €60,000. Doctors took 41 samples: 35 were clean, and six results are still to come.</p>
<p>The women's race, first held in 2023, has four stages. From 2026 it is to have six, if a sponsor can be found, says the race director, Liv Santoro. Because the market square of Corbin is being rebuilt, the next Tour will start in Halse on 10 June 2025.</p>'''),

    'canal': ('The Ludlam Canal: a short history', '2023-08-02', '''
<h1>The Ludlam Canal: a short history</h1>
<p>Parliament passed the Ludlam Canal Act in 1789. Digging began on 4 April 1790, and boats first went all the way from Ludlam to Fenwick Basin in 1797, three years later than promised. The canal was 38.5 kilometres long and had 31 locks and one tunnel, at Marl Hill, of 1,940 metres. It cost £184,000; the estimate had been £85,000. The first engineer, John Tarrant, was dismissed in 1793 over a collapsed aqueduct. Abel Crowther completed the work.</p>
<h2>Traffic</h2>
<table><tr><th>Year</th><th>Coal (tons)</th><th>Limestone (tons)</th><th>Other goods (tons)</th><th>Tolls (£)</th></tr>
<tr><td>1800</td><td>61,000</td><td>18,000</td><td>9,000</td><td>8,400</td></tr>
<tr><td>1825</td><td>142,000</td><td>37,000</td><td>26,000</td><td>19,700</td></tr>
<tr><td>1850</td><td>118,000</td><td>41,000</td><td>22,000</td><td>12,100</td></tr>
<tr><td>1875</td><td>54,000</td><td>29,000</td><td>11,000</td><td>4,600</td></tr>
<tr><td>1900</td><td>21,000</td><td>12,000</td><td>3,000</td><td>1,500</td></tr></table>
<p>The railway reached Ludlam in 1841. To keep its customers the company cut its tolls by 40 per cent the year after. Shareholders, who had drawn a dividend of 11 per cent in 1825, received 3 per cent in 1850 and nothing at all after 1868.</p>
<h2>People and mishaps</h2>
<p>On 9 November 1812 the bank gave way at Sallow Bridge; nine kilometres ran dry and four people drowned. In the winter of 1814 ice stopped all boats for eleven weeks. According to a ballad, fifty men died in digging the tunnel; the parish registers show 23. Hannah Pugh, keeper of the top lock from 1861 to 1889, was the only woman among the company's lock-keepers. The canal "paid its debts but never its dreamers", writes the historian Ruth Ambler.</p>
<h2>Closure and revival</h2>
<p>The last loaded boat passed in 1938, and in 1954 the canal was closed by law. A society for its restoration was founded in 1971 and has 2,300 members. By 2019 it had reopened 14 kilometres with eleven locks. It wants to reopen the tunnel by 2032. For this £27 million are needed, of which £6.5 million have been raised. Anglers may fish in the restored part, except between March and mid-June.</p>'''),

    'heating': ('District heating in Easterholm: your questions answered', '2024-10-01', '''
<h1>District heating in Easterholm: your questions answered</h1>
<h2>Do I have to be connected?</h2>
<p>No. Only new buildings with more than four flats have been obliged to connect, since 1 January 2023.</p>
<h2>Where does the heat come from?</h2>
<p>58 per cent comes from the waste incinerator in Norrgate, 27 per cent from wood chips and 15 per cent from natural gas. We aim to do without gas by 2035. Each kilowatt-hour causes 92 grams of carbon dioxide; with a gas boiler it would be 240.</p>
<h2>What does it cost?</h2>
<p>The heat costs 9.8 cents per kilowatt-hour, plus a standing charge of €264 a year. Prices are adjusted every April; in 2024 they went up by 6 per cent. Connection costs €7,900 if your house is no more than 20 metres from the main, and €210 for each further metre. The city contributes 30 per cent, up to €2,500, provided you apply before you place the order.</p>
<h2>How reliable is it?</h2>
<p>In 2023 each customer was without heat for 3.2 hours on average. The longest failure, in the Priory quarter on 6 December, lasted 19 hours; the cause was a burst pipe. The water leaves our plants at 85 °C in winter and 70 °C in summer.</p>
<h2>When will my street be reached?</h2>
<table><tr><th>District</th><th>Work begins</th><th>Work ends</th><th>Homes</th></tr>
<tr><td>Old Harbour</td><td>2025</td><td>2026</td><td>840</td></tr>
<tr><td>Millfield</td><td>2026</td><td>2028</td><td>1,650</td></tr>
<tr><td>Westend</td><td>2027</td><td>2029</td><td>1,200</td></tr>
<tr><td>Abbey Hill</td><td>under review</td><td>open</td><td>600</td></tr></table>
<p>So far 84 kilometres of pipes supply 3,150 buildings with 11,200 homes.</p>
<h2>How long am I tied?</h2>
<p>The contract runs for ten years and can then be ended with six months' notice. If you sell the house, the buyer takes the contract over. Tenants cannot conclude one.</p>
<h2>Who owns the company?</h2>
<p>Easterholm Energy belongs to the city (74 per cent) and to the Nordal Fund (26 per cent). It made a profit of €3.7 million in 2023. Cora Jelinek of the tenants' association calls its prices "hard to follow". Our managing director, Wim Lauter, has promised a clearer bill for 2025.</p>
<h2>How can I reach you?</h2>
<p>By telephone from Monday to Thursday between 8 a.m. and 4 p.m. and on Friday until noon. Failures can be reported at any time.</p>'''),

    'carclub': ('Pendle Car Club: prices and rules from 1 February 2025', '2025-01-15', '''
<h1>Pendle Car Club: prices and rules from 1 February 2025</h1>
<p>All prices in francs, fuel or electricity included.</p>
<table><tr><th>Car</th><th>Hour by day</th><th>Hour by night</th><th>24 hours</th><th>Kilometre</th></tr>
<tr><td>Mini</td><td>2.40</td><td>0.90</td><td>27.00</td><td>0.24</td></tr>
<tr><td>Compact</td><td>3.10</td><td>1.20</td><td>34.00</td><td>0.28</td></tr>
<tr><td>Estate</td><td>3.90</td><td>1.50</td><td>43.00</td><td>0.33</td></tr>
<tr><td>Van</td><td>4.80</td><td>2.00</td><td>56.00</td><td>0.41</td></tr></table>
<p>Night is from 11 p.m. to 7 a.m. From the 101st kilometre of a trip onwards, each kilometre costs 0.05 less. The price per kilometre has gone up by 0.02 this year; the prices by the hour have not changed since 2022.</p>
<h2>Membership</h2>
<table><tr><th>Tariff</th><th>Joining fee</th><th>Monthly fee</th><th>Discount on time (%)</th></tr>
<tr><td>Basic</td><td>40</td><td>0</td><td>0</td></tr>
<tr><td>Regular</td><td>40</td><td>9</td><td>15</td></tr>
<tr><td>Family</td><td>60</td><td>14</td><td>20</td></tr></table>
<p>Students pay no joining fee. Everyone leaves a deposit of 200 francs, which is paid back without interest on leaving. Drivers must be at least 20 and have held a licence for two years; for vans the minimum age is 23.</p>
<h2>Booking</h2>
<p>You book for at least one hour, in steps of a quarter of an hour. Cancelling is free up to 24 hours before the start, for vans up to 48 hours; after that you pay half of the time booked. Bringing a car back late costs 15 francs on top of the time. Trips abroad are allowed in all cars but the vans.</p>
<h2>Accidents and fines</h2>
<p>In an accident that is your fault you bear up to 1,000 francs of the damage. For 8 francs a month this can be lowered to 250. Fines are passed on to you, with a charge of 12 francs.</p>
<h2>The fleet</h2>
<p>We have 64 cars at 38 stations, 19 of them electric. Child seats are found in every estate; in other cars they must be ordered. Dogs travel in a box only. A station at the hospital is planned for autumn 2025, on condition that the city gives up four parking spaces. By 2030 half of the cars are to be electric. The club has 2,870 members. "The dearest car is the one that stands," says Franca Buehl, who runs it.</p>'''),

    'halvard': ('Halvard Tools: interim report for the third quarter of 2024', '2024-11-05', '''
<h1>Halvard Tools: interim report for the third quarter of 2024</h1>
<p>Halvard Tools sold goods and services for €730 million from July to September, after €713 million in the same quarter of 2023. The operating profit was €70 million, as it had been a year earlier.</p>
<table><tr><th>Division (€ million)</th><th>Revenue 2024</th><th>Revenue 2023</th><th>Profit 2024</th><th>Profit 2023</th></tr>
<tr><td>Power Tools</td><td>412</td><td>388</td><td>41</td><td>36</td></tr>
<tr><td>Garden</td><td>167</td><td>194</td><td>6</td><td>17</td></tr>
<tr><td>Fasteners</td><td>98</td><td>91</td><td>14</td><td>12</td></tr>
<tr><td>Services</td><td>53</td><td>40</td><td>9</td><td>5</td></tr></table>
<h2>The quarter</h2>
<p>A cordless saw launched on 2 September sold 22,000 times in its first four weeks, in nine countries. The chief executive, Astrid Wennberg, puts the weakness of the garden business down to the wet summer; the analyst Kofi Brandt of Meridian Bank thinks rather that prices were too high. In July 4,300 hedge trimmers were recalled because a blade could come loose. No injuries have been reported.</p>
<p>On 12 August Halvard agreed to buy the screw maker Fixwell for €85 million. The competition authority has yet to approve; a ruling is expected by the end of January. Net debt fell from €540 million at the start of the year to €495 million. Research and development took €31 million.</p>
<h2>Staff</h2>
<p>On 30 September the group had 6,140 employees, 160 more than twelve months before. In Zelno, where 720 people make lawnmowers, short-time work has been in force since 1 October. Dismissals there are ruled out until the end of March 2025.</p>
<h2>Outlook</h2>
<p>For the whole year the board now expects revenue of €2.9 to 3.0 billion; in May it had still spoken of €3.0 to 3.2 billion. The forecast for the operating margin stays at 9 to 10 per cent. The board is examining whether to sell the garden division and means to decide in the first quarter of 2025. "We are not in a hurry, but we are not asleep either," said the chief financial officer, Paolo Reiter. The aim of paying out 40 per cent of net profit as a dividend stands. The shares lost 4.1 per cent on the day of publication and closed at €38.20. The annual report will be published on 13 March 2025.</p>'''),

    'readers': ('What young people read: the 2023 survey', '2023-10-19', '''
<h1>What young people read: the 2023 survey</h1>
<p>From February to April 2023 the Institute for Media Research asked 2,050 people aged 12 to 19 about their reading, two thirds of them online and one third by telephone. The margin of error is 2.2 percentage points.</p>
<table><tr><th>Age</th><th>Read books at least weekly (%)</th><th>Use e-books (%)</th><th>Use audiobooks (%)</th><th>Minutes of reading on a Sunday</th></tr>
<tr><td>12 and 13</td><td>48</td><td>7</td><td>22</td><td>61</td></tr>
<tr><td>14 and 15</td><td>39</td><td>9</td><td>18</td><td>47</td></tr>
<tr><td>16 and 17</td><td>33</td><td>12</td><td>16</td><td>43</td></tr>
<tr><td>18 and 19</td><td>36</td><td>19</td><td>21</td><td>52</td></tr></table>
<h2>Findings</h2>
<p>Over all ages 38 per cent take up a book at least once a week (2013: 44 per cent). Among girls it is 45 per cent, among boys 31 per cent. Of those who hardly ever read, 54 per cent say they lack the time, 29 per cent find books boring, and 23 per cent say that the phone keeps them from it; several answers were possible. Fantasy is the favourite of 37 per cent, ahead of crime (24), romance (21) and non-fiction (18).</p>
<p>A library card is owned by 41 per cent; half of the owners had used it in the month before. In homes with more than 200 books 57 per cent read weekly, in homes with fewer than 20 only 26 per cent. That does not prove that the books are the reason, says the author of the study, Petra Lindqvist.</p>
<h2>School</h2>
<p>Seven in ten could name a book they had enjoyed at school. A third said that they had been read to every day as small children. Reading clubs exist at 112 of the 430 schools whose pupils took part; the ministry would like to see one in every school by 2028.</p>
<h2>Criticism and money</h2>
<p>Omar Haddad of the University of Brenn objects that stories read on the phone were left out. Lindqvist replies that they will be included in the next survey, which is due in 2025. "Young people have not stopped reading, they have stopped telling us," says Haddad. The survey cost 180,000 francs; the ministry of culture and the booksellers' association each paid half. The raw data are open to everyone, apart from the names of the schools.</p>'''),

    'beavers': ('Beavers on the River Alde: report after five years', '2024-02-20', '''
<h1>Beavers on the River Alde: report after five years</h1>
<p>Between October 2018 and March 2019, 18 beavers from Harzen were set free at six places on the River Alde. At the end of 2023 there were an estimated 62, with a range of 54 to 71.</p>
<table><tr><th>Year</th><th>Families</th><th>Young counted</th><th>Found dead</th><th>Dams</th></tr>
<tr><td>In 2019</td><td>4</td><td>5</td><td>4</td><td>7</td></tr>
<tr><td>In 2020</td><td>6</td><td>11</td><td>2</td><td>15</td></tr>
<tr><td>In 2021</td><td>9</td><td>17</td><td>6</td><td>28</td></tr>
<tr><td>In 2022</td><td>11</td><td>21</td><td>5</td><td>34</td></tr>
<tr><td>In 2023</td><td>14</td><td>26</td><td>8</td><td>47</td></tr></table>
<p>Of the 25 animals found dead, eleven had been run over and five had drowned in fish traps; what the other nine died of is unknown. Since May 2022 fish traps have had to have a way out, except in Lake Corve.</p>
<h2>Water and wildlife</h2>
<p>At Colby, below the largest dam, the peak after heavy rain was 22 per cent lower than before the dam was built. Whether this would also hold in a hundred-year flood cannot be said. The number of clumps of frogspawn in the valley rose from 140 in 2018 to 655 in 2023. For trout no change was found. The beavers felled 1,260 trees, 84 per cent of them willows and poplars.</p>
<h2>Damage and money</h2>
<p>There were 37 claims for damage, on which €41,500 were paid; the largest, of €9,800, came from a fruit grower at Wick. Five claims were turned down. The project cost €390,000, of which the Nature Fund bore €250,000 and the county the rest.</p>
<h2>Opinions</h2>
<p>In a survey of 820 residents 71 per cent were in favour of the beavers, against 58 per cent in 2018; among farmers it was 38 per cent. "They are engineers who never send a bill," says the head of the project, Agnes Thorley. "The bill comes to us," says Rob Maddick of the farmers' union.</p>
<h2>What next</h2>
<p>From 2026 ten more beavers are to be set free on a tributary, the Tern, subject to a permit for which the county applied in January 2024. Fences around orchards are paid for at a rate of 80 per cent, or in full within 30 metres of the bank.</p>'''),

    'tunnel': ('Sarn Tunnel will open late and cost more', '2024-12-05', '''
<h1>Sarn Tunnel will open late and cost more</h1>
<p>Trains will not run through the Sarn Tunnel before March 2028, the Rail Office announced on Wednesday, 4 December. The opening had first been promised for December 2025 and was put off to September 2026 three years ago.</p>
<p>The tunnel is now expected to cost 2.94 billion marks; 2.1 billion were approved in 2016. Of the additional 840 million marks, 390 million are put down to bad rock, 270 million to rising prices and 180 million to new safety rules. The Audit Court warns that it could become 3.2 billion in the end. The federal government pays 65 per cent, the cantons of Alding and Posch 10 per cent each and the port company of Merle 15 per cent.</p>
<table><tr><th>Section</th><th>Length (km)</th><th>Contractor</th><th>Bored (%)</th><th>Boring ends</th></tr>
<tr><td>North</td><td>5.8</td><td>Gruber and Sons</td><td>100</td><td>completed</td></tr>
<tr><td>Middle</td><td>7.1</td><td>Alpha consortium</td><td>58</td><td>August 2026</td></tr>
<tr><td>South</td><td>4.4</td><td>Terramont</td><td>91</td><td>February 2025</td></tr></table>
<p>The boring machine Berta has been stuck in wet shale since 8 June; it is to be freed through a side gallery of 430 metres. The other machine, Klara, reached her goal on 19 October. Since work started in 2018 one miner has been killed, in 2022, and 14 have been injured.</p>
<h2>What it is for</h2>
<p>Once the tunnel is open, the journey from Alding to Posch will take 41 minutes instead of 74. The Rail Office forecasts 31,000 passengers and 120 goods trains a day. The old line over the pass, opened in 1908, will be kept for tourist trains in summer only.</p>
<h2>Reactions</h2>
<p>The minister of transport, Rolf Kienast, called the tunnel "expensive, but not negotiable". Nele Vogt of the opposition demands an inquiry; parliament will vote on this on 22 January. The mayor of Oversarn, Ines Pfaff, complains of the loss of springs: of eleven that are watched, three have run dry. Her village has been supplied by tankers since September. The Rail Office admits that the tunnel is the likely cause for two of them. It has paid 6.4 million marks in compensation to 52 farms; nine further claims are before the courts.</p>'''),
}

T, C, U = 'true', 'contradicted', 'unsupported'
SENTENCES = [
    ('## On roads, rails and water', None, None, 'heading'),
    ('All six stages of the Tour together measured 795 kilometres.', 'tour', 'Length (km)', T),
    ('Two of the riders won two stages each.', 'tour', 'Stage winner', T),
    ('Stellan Moe won the Tour with a lead of 1:54 minutes.', 'tour', 'Joris Klaver came second, 37 seconds behind', 'merged facts', C, True),
    ('Twenty-six seconds lay between the third and the fourth of the Tour.', 'tour', 'Andrej Kos third (1:54 behind) and Dean Pascoe fourth (2:20 behind)', T),
    ('No rider from Estmark had ever won the Tour before.', 'tour', 'Moe is the first winner from Estmark since Ole Brandsen in 1988', 'over-generalised', C, False),
    ('The fifth stage of the Tour was won by Dean Pascoe.', 'tour', 'Bruck to Col de Sarre', 'table cell of another row', C, 'gap'),
    ('The longest stage was the one from Corbin to Halse.', 'tour', 'Aurel to Bruck', 'wrong superlative', C, False),
    ('Moe wore the green jersey before Klaver led the race.', 'tour', 'After the second stage Klaver led Moe by 34 seconds. In the time trial Moe beat him by 71 seconds and took the green jersey', 'wrong order of events', C, False),
    ('In the time trial Moe turned a deficit of 34 seconds into a lead of 37.', 'tour', 'After the second stage Klaver led Moe by 34 seconds. In the time trial Moe beat him by 71 seconds', T),
    ('"I won it against the wind and kept it against Joris," said Moe.', 'tour', 'I won it against the clock and kept it against Joris', 'quotation altered', C, False),
    ('Thirty-eight riders did not make it to the finish.', 'tour', 'Of 126 riders in 18 teams, 98 reached the finish', 'wrong difference', C, 'gap'),
    ('On average the teams had sent seven riders each.', 'tour', 'Of 126 riders in 18 teams', T),
    ('A broken finger forced Andrej Kos to give up.', 'tour', 'Kos broke a finger but rode on', 'negated', C, False),
    ('According to the police, 340,000 people watched the race.', 'tour', 'The organisers put the crowd at 340,000 over the six days, the police at 220,000', 'attribution to the wrong body', C, 'gap'),
    ('So far 41 doping samples have proved clean.', 'tour', '35 were clean, and six results are still to come', 'part for whole', C, 'gap'),
    ("The women's race has had six stages since 2026.", 'tour', 'From 2026 it is to have six, if a sponsor can be found', 'plan as done', U, False),
    ('Over a quarter of the prize money goes to the winner.', 'tour', 'Prize money came to €215,000, of which the winner gets €60,000', T),
    ('Building work is the reason why the next Tour does not start in Corbin.', 'tour', 'Because the market square of Corbin is being rebuilt', T),

    ('The canal cost more than twice as much as had been estimated.', 'canal', 'It cost £184,000; the estimate had been £85,000', T),
    ('The canal was opened to boats along its whole length in 1794, as had been promised.', 'canal', 'boats first went all the way from Ludlam to Fenwick Basin in 1797, three years later than promised', 'merged facts', C, 'gap'),
    ('The tunnel at Marl Hill was 1,940 kilometres long.', 'canal', 'one tunnel, at Marl Hill, of 1,940 metres', 'unit', C, True),
    ('On average there was a lock every 1.2 kilometres or so.', 'canal', 'The canal was 38.5 kilometres long and had 31 locks', T),
    ('Limestone was the only cargo of which more was carried in 1850 than in 1825.', 'canal', 'Limestone (tons)', T),
    ('In 1800 some 88,000 tons of goods went along the canal.', 'canal', '61,000', T),
    ('In 1875 the canal carried 11,000 tons of limestone.', 'canal', '29,000', 'table cell of another column', C, True),
    ('Between 1825 and 1900 income from tolls fell by about 70 per cent.', 'canal', '1,500', 'wrong share', C, 'gap'),
    ('When the railway came, the company raised its tolls by 40 per cent.', 'canal', 'the company cut its tolls by 40 per cent', 'direction', C, False),
    ('From 1825 to 1850 the dividend fell by eight percentage points.', 'canal', 'had drawn a dividend of 11 per cent in 1825, received 3 per cent in 1850', T),
    ('From 1869 onwards shareholders went away empty-handed.', 'canal', 'nothing at all after 1868', T),
    ('When the bank gave way in 1812, nine people drowned.', 'canal', 'nine kilometres ran dry and four people drowned', 'merged facts', C, True),
    ('The breach at Sallow Bridge was caused by ice.', 'canal', 'On 9 November 1812 the bank gave way at Sallow Bridge', 'cause invented', U, False),
    ('The registers of the parish record fewer than half of the deaths of which the ballad tells.', 'canal', 'According to a ballad, fifty men died in digging the tunnel; the parish registers show 23', T),
    ('Fifty men are known to have lost their lives in digging the tunnel.', 'canal', 'According to a ballad, fifty men died in digging the tunnel; the parish registers show 23', 'hedge dropped', C, False),
    ('Hannah Pugh looked after the top lock for 38 years.', 'canal', 'Hannah Pugh, keeper of the top lock from 1861 to 1889', 'wrong difference', C, True),
    ('The society has reopened all of the locks.', 'canal', 'By 2019 it had reopened 14 kilometres with eleven locks', 'part for whole', C, False),
    ('To reopen the tunnel, the society still has to find £20.5 million.', 'canal', 'For this £27 million are needed, of which £6.5 million have been raised', T),
    ('In 2032 the tunnel will be open to boats again.', 'canal', 'It wants to reopen the tunnel by 2032', 'target told as fact', U, False),

    ('## Warm homes, shared cars', None, None, 'heading'),
    ('Every new building in Easterholm has to be connected to district heating.', 'heating', 'Only new buildings with more than four flats have been obliged to connect', 'condition dropped', C, False),
    ('Wood chips account for 58 per cent of the heat.', 'heating', '58 per cent comes from the waste incinerator in Norrgate, 27 per cent from wood chips', 'swapped numbers', C, True),
    ('More than four fifths of the heat is produced without natural gas.', 'heating', '15 per cent from natural gas', T),
    ('The incinerator stands in Millfield.', 'heating', 'the waste incinerator in Norrgate', 'place changed', C, 'gap'),
    ('A kilowatt-hour of district heat causes 148 grams less carbon dioxide than one from a gas boiler.', 'heating', 'Each kilowatt-hour causes 92 grams of carbon dioxide; with a gas boiler it would be 240', T),
    ('Easterholm Energy has done without natural gas since 2023.', 'heating', 'We aim to do without gas by 2035', 'target told as fact', C, 'gap'),
    ('The standing charge is €264 a month.', 'heating', 'a standing charge of €264 a year', 'per-unit mistake', C, True),
    ('A house 30 metres from the main can be connected for €10,000.', 'heating', 'Connection costs €7,900 if your house is no more than 20 metres from the main, and €210 for each further metre', T),
    ('With a connection for €7,900, the city pays the full €2,500.', 'heating', 'The city contributes 30 per cent, up to €2,500', 'wrong sum', C, False),
    ('The contribution of the city can still be applied for after the order.', 'heating', 'provided you apply before you place the order', 'deadline turned round', C, False),
    ('On average customers had to do without heat for 19 hours in 2023.', 'heating', 'each customer was without heat for 3.2 hours on average', 'merged facts', C, 'gap'),
    ('In summer the water that leaves the plants is 15 degrees cooler than in winter.', 'heating', '85 °C in winter and 70 °C in summer', T),
    ('Work in Westend is to end in 2027.', 'heating', 'Westend', 'table cell of another column', C, True),
    ('For one of the four districts it has not been settled whether and when the work will be done.', 'heating', 'under review', T),
    ('Customers are bound for ten years, but when a house is sold the contract passes to the buyer.', 'heating', 'the buyer takes the contract over', T),
    ('Tenants, too, can sign a contract for district heating.', 'heating', 'Tenants cannot conclude one', 'negated', C, False),
    ('The city holds just under three quarters of the company.', 'heating', 'Easterholm Energy belongs to the city (74 per cent)', T),
    ('Wim Lauter calls the prices of the company "hard to follow".', 'heating', 'Cora Jelinek of the tenants\' association calls its prices "hard to follow"', 'attribution to the wrong person', C, True),
    ('On Fridays the telephone is answered until 4 p.m.', 'heating', 'and on Friday until noon', 'wrong time of day', C, 'gap'),

    ('By night an hour in a van costs 2 francs, which is less than an hour in a mini by day.', 'carclub', 'Hour by night', T),
    ('A trip of 100 kilometres in a compact costs 28 francs, not counting the time.', 'carclub', 'Compact', T),
    ('From the 101st kilometre on, a kilometre costs only 0.05 francs.', 'carclub', 'each kilometre costs 0.05 less', 'difference as value', C, False),
    ('The prices by the hour were raised this year.', 'carclub', 'the prices by the hour have not changed since 2022', 'merged facts', C, False),
    ('Over a year the monthly fees of the Family tariff add up to 168 francs.', 'carclub', 'Family', T),
    ('The Regular tariff takes 20 per cent off the price of the time.', 'carclub', 'Regular', 'table cell of another row', C, True),
    ('Students do not have to pay a monthly fee.', 'carclub', 'Students pay no joining fee', 'fact shifted', U, False),
    ('The deposit is 200 euros.', 'carclub', 'Everyone leaves a deposit of 200 francs', 'currency', C, True),
    ('Members who leave get their deposit back, but no interest on it.', 'carclub', 'which is paid back without interest on leaving', T),
    ('Anyone aged 20 may drive a van of the club.', 'carclub', 'for vans the minimum age is 23', 'exception dropped', C, 'gap'),
    ('Those who want a van must make up their minds to cancel a day earlier than others if it is to cost nothing.', 'carclub', 'Cancelling is free up to 24 hours before the start, for vans up to 48 hours', T),
    ('Every car of the club may be taken abroad.', 'carclub', 'Trips abroad are allowed in all cars but the vans', 'exception dropped', C, False),
    ('For 8 francs a month the share of the damage that the driver bears shrinks by a quarter.', 'carclub', 'you bear up to 1,000 francs of the damage. For 8 francs a month this can be lowered to 250', 'wrong share', C, 'gap'),
    ('About three in ten of the cars run on electricity.', 'carclub', 'We have 64 cars at 38 stations, 19 of them electric', T),
    ('Only in estates are child seats there without having been ordered.', 'carclub', 'Child seats are found in every estate; in other cars they must be ordered', T),
    ('The club has 2,780 members.', 'carclub', 'The club has 2,870 members', 'changed number', C, True),
    ('Half of the cars are electric.', 'carclub', 'By 2030 half of the cars are to be electric', 'target told as fact', C, False),
    ('In autumn 2025 the club will open a station at the hospital, come what may.', 'carclub', 'on condition that the city gives up four parking spaces', 'condition dropped', C, False),

    ('## Figures from a quarter and a survey', None, None, 'heading'),
    ('Halvard Tools earned as much from its operations as in the same quarter of 2023, although revenue had grown by €17 million.', 'halvard', '€730 million from July to September, after €713 million in the same quarter of 2023', T),
    ('Garden was the only division whose revenue shrank.', 'halvard', 'Garden', T),
    ('Power Tools brought in more than all the other divisions taken together.', 'halvard', 'Power Tools', T),
    ('Fasteners made a profit of €9 million in the third quarter of 2024.', 'halvard', 'Fasteners', 'table cell of another row', C, True),
    ('The cordless saw sold 22,000 times in its first nine weeks.', 'halvard', 'sold 22,000 times in its first four weeks, in nine countries', 'swapped numbers', C, True),
    ('In the opinion of Astrid Wennberg, garden tools were too expensive.', 'halvard', 'the analyst Kofi Brandt of Meridian Bank thinks rather that prices were too high', 'attribution to the wrong person', C, 'gap'),
    ('It is disputed why the garden business was weak.', 'halvard', 'puts the weakness of the garden business down to the wet summer; the analyst Kofi Brandt of Meridian Bank thinks rather that prices were too high', T),
    ('In July 4,300 hedge trimmers were recalled after they had injured people.', 'halvard', 'because a blade could come loose. No injuries have been reported', 'cause invented', C, False),
    ('With the purchase of Fixwell, completed on 12 August, Halvard became a maker of screws.', 'halvard', 'The competition authority has yet to approve', 'plan as done', C, False),
    ('Net debt rose to €495 million.', 'halvard', 'Net debt fell from €540 million at the start of the year to €495 million', 'direction', C, False),
    ('A year earlier Halvard had employed 5,980 people.', 'halvard', 'the group had 6,140 employees, 160 more than twelve months before', T),
    ('Since 1 October the lawnmower works in Zelno has been on short time, yet nobody there can be dismissed before April 2025.', 'halvard', 'Dismissals there are ruled out until the end of March 2025', T),
    ('The board now reckons with revenue of €2.9 to 3.2 billion.', 'halvard', 'the board now expects revenue of €2.9 to 3.0 billion', 'range end', C, True),
    ('The forecast for the margin was cut as well.', 'halvard', 'The forecast for the operating margin stays at 9 to 10 per cent', 'negated', C, False),
    ('Halvard has decided to sell its garden division.', 'halvard', 'The board is examining whether to sell the garden division', 'plan as done', C, False),
    ('Halvard will present its annual report on 13 May 2025.', 'halvard', 'The annual report will be published on 13 March 2025', 'wrong month', C, True),
    ('The shares closed at 38.20 dollars.', 'halvard', 'closed at €38.20', 'currency', C, True),

    ('Twice as many of the young people were questioned online as by telephone.', 'readers', 'two thirds of them online and one third by telephone', T),
    ('The survey covered people from 12 to 21.', 'readers', 'asked 2,050 people aged 12 to 19', 'range end', C, True),
    ('The older they are, the fewer of them read books every week.', 'readers', 'Read books at least weekly (%)', 'over-generalised', C, False),
    ('The use of e-books rises from each age group to the next.', 'readers', 'Use e-books (%)', T),
    ('Among those aged 14 and 15, 9 per cent listen to audiobooks.', 'readers', '14 and 15', 'table cell of another column', C, True),
    ('Those of 12 and 13 read for 61 hours on a Sunday.', 'readers', 'Minutes of reading on a Sunday', 'unit', C, True),
    ('Within ten years the share of weekly readers has gone down by six per cent.', 'readers', 'Over all ages 38 per cent take up a book at least once a week (2013: 44 per cent)', 'percent for points', C, False),
    ('More boys than girls read every week.', 'readers', 'Among girls it is 45 per cent, among boys 31 per cent', 'comparison turned round', C, False),
    ('Among those who hardly read, lack of time is named more often than any other reason.', 'readers', '54 per cent say they lack the time, 29 per cent find books boring', T),
    ('The phone keeps 23 per cent of all young people from reading.', 'readers', 'Of those who hardly ever read', 'part for whole', C, False),
    ('Romance comes second among the favourites.', 'readers', 'ahead of crime (24), romance (21) and non-fiction (18)', 'wrong ordinal', C, False),
    ('About one in five of the young people had used a library card in the month before.', 'readers', 'A library card is owned by 41 per cent; half of the owners had used it in the month before', T),
    ('In homes with more than 200 books the share of weekly readers is more than twice that in homes with fewer than 20.', 'readers', 'In homes with more than 200 books 57 per cent read weekly, in homes with fewer than 20 only 26 per cent', T),
    ('Many books at home make young people read, Petra Lindqvist concludes.', 'readers', 'That does not prove that the books are the reason', 'cause invented', C, False),
    ('There are reading clubs in roughly a quarter of the schools whose pupils were questioned.', 'readers', 'Reading clubs exist at 112 of the 430 schools', T),
    ('"Young people have not stopped reading, they have stopped listening to us," says Omar Haddad.', 'readers', 'Young people have not stopped reading, they have stopped telling us', 'quotation altered', C, False),
    ('The ministry of culture paid 180,000 francs for the survey.', 'readers', "the ministry of culture and the booksellers' association each paid half", 'whole for part', C, False),
    ('The survey of 2025 has taken stories read on the phone into account.', 'readers', 'they will be included in the next survey, which is due in 2025', 'plan as done', U, False),
    ('Petra Lindqvist teaches at the University of Brenn.', 'readers', 'Omar Haddad of the University of Brenn', 'attribution to the wrong person', U, False),

    ('## Beavers and a late tunnel', None, None, 'heading'),
    ('At the end of 2023 a count found 62 beavers on the Alde.', 'beavers', 'there were an estimated 62, with a range of 54 to 71', 'estimate as measured', C, False),
    ('In the five years 80 young beavers were counted.', 'beavers', 'Young counted', T),
    ('Fewer beavers were found dead in 2020 than in any other year.', 'beavers', 'Found dead', T),
    ('In 2022 there were 47 dams on the river.', 'beavers', 'In 2022', 'table cell of another row', C, True),
    ('The number of families rose from 4 to 26.', 'beavers', 'Families', 'table cell of another column', C, True),
    ('Most of the beavers found dead had been run over.', 'beavers', 'Of the 25 animals found dead, eleven had been run over', 'quantifier', C, 'gap'),
    ('Nine of the dead beavers had drowned in fish traps.', 'beavers', 'five had drowned in fish traps; what the other nine died of is unknown', 'swapped numbers', C, 'gap'),
    ('In Lake Corve fish traps without a way out are still allowed.', 'beavers', 'Since May 2022 fish traps have had to have a way out, except in Lake Corve', T),
    ('The dam at Colby would make even a hundred-year flood 22 per cent lower.', 'beavers', 'Whether this would also hold in a hundred-year flood cannot be said', 'hedge dropped', U, False),
    ('There was more than four times as much frogspawn in 2023 as in 2018.', 'beavers', 'rose from 140 in 2018 to 655 in 2023', T),
    ('All of the claims for damage were met.', 'beavers', 'Five claims were turned down', 'exception dropped', C, False),
    ('The county contributed €250,000 to the project.', 'beavers', 'the Nature Fund bore €250,000 and the county the rest', 'swapped roles', C, 'gap'),
    ('The share of the county in the cost was €140,000.', 'beavers', 'The project cost €390,000, of which the Nature Fund bore €250,000', T),
    ('Support among residents has grown by 23 percentage points since 2018.', 'beavers', '71 per cent were in favour of the beavers, against 58 per cent in 2018', 'wrong difference', C, True),
    ('It was Agnes Thorley who said: "The bill comes to us."', 'beavers', '"The bill comes to us," says Rob Maddick', 'attribution to the wrong person', C, True),
    ('The county has been granted the permit to set free ten more beavers.', 'beavers', 'subject to a permit for which the county applied in January 2024', 'plan as done', U, False),
    ('A fence around an orchard 20 metres from the bank is paid for in full.', 'beavers', 'or in full within 30 metres of the bank', T),

    ('The Sarn Tunnel will open at least two years and three months later than first promised.', 'tunnel', 'The opening had first been promised for December 2025', T),
    ('The Rail Office announced the delay on Tuesday, 4 December.', 'tunnel', 'the Rail Office announced on Wednesday, 4 December', 'wrong weekday', C, True),
    ('Compared with what was approved, the cost has gone up by two fifths.', 'tunnel', 'The tunnel is now expected to cost 2.94 billion marks; 2.1 billion were approved in 2016', T),
    ('Bad rock accounts for just under half of the additional cost.', 'tunnel', 'Of the additional 840 million marks, 390 million are put down to bad rock', T),
    ('Rising prices are responsible for the greater part of the additional cost.', 'tunnel', '390 million are put down to bad rock, 270 million to rising prices', 'wrong superlative', C, False),
    ('The Audit Court has found that the tunnel will cost 3.2 billion marks.', 'tunnel', 'The Audit Court warns that it could become 3.2 billion in the end', 'hedge dropped', C, False),
    ('The two cantons pay 20 per cent of the cost between them.', 'tunnel', 'the cantons of Alding and Posch 10 per cent each', T),
    ('Of the three sections, only one has been bored through.', 'tunnel', 'Bored (%)', T),
    ('The whole tunnel is 18.3 kilometres long.', 'tunnel', 'Length (km)', 'wrong sum', C, True),
    ('The machine Klara is stuck in wet shale.', 'tunnel', 'The boring machine Berta has been stuck in wet shale since 8 June', 'name changed', C, True),
    ('The tunnel will make the journey from Alding to Posch 41 minutes shorter.', 'tunnel', 'the journey from Alding to Posch will take 41 minutes instead of 74', 'difference as value', C, False),
    ('A forecast speaks of 13,000 passengers a day.', 'tunnel', 'The Rail Office forecasts 31,000 passengers', 'changed number', C, True),
    ('Trains will be 33 minutes faster between Alding and Posch.', 'tunnel', 'will take 41 minutes instead of 74', T),
    ('Parliament has ordered an inquiry.', 'tunnel', 'Nele Vogt of the opposition demands an inquiry; parliament will vote on this on 22 January', 'plan as done', C, False),
    ('Eight of the springs that are watched have not run dry.', 'tunnel', 'of eleven that are watched, three have run dry', T),
    ('The Rail Office admits that it is to blame for the loss of all three springs.', 'tunnel', 'the tunnel is the likely cause for two of them', 'over-generalised', C, True),
    ('Fifty-two farms are waiting for 6.4 million marks in compensation.', 'tunnel', 'It has paid 6.4 million marks in compensation to 52 farms', 'done as pending', C, False),

    ('## What remains open', None, None, 'heading'),
    ('None of the sources gives the results of the last six doping samples.', None, None, 'remark'),
    ('What the beavers mean for the price of land was not to be found.', None, None, 'remark'),
    ('How parliament voted on the inquiry is left open here.', None, None, 'remark'),
]

OPENING = [
    ('The Sarn Tunnel is going to be both later and dearer than planned.', 'tunnel', 'Sarn Tunnel will open late and cost more'),
    ('There are clearly more beavers on the River Alde than were set free there.', 'beavers', '18 beavers from Harzen were set free at six places'),
    ('Stellan Moe won the Tour of the Seven Valleys ahead of Joris Klaver.', 'tour', 'Joris Klaver came second'),
]
