"""Energy statistics, a cycle race, a trademark case, an expedition, travel advice, a school inspection and a quarterly report. Written by one who
had not seen the rules; pages, report and labels were fixed before the program was run on them. The last column says whether a figure, a date or a
name alone proves the error; 'gap': code does not point at it."""

PAGES = {
    'grid': ('Electricity in Norland 2024', '2025-03-05', '''
<h1>Electricity in Norland 2024</h1>
<p>Power stations in Norland generated 67.0 terawatt-hours of electricity in 2024, 0.9 terawatt-hours more than in 2023. Consumption came to
61.8 terawatt-hours. The surplus of 5.2 terawatt-hours was exported, 3.9 of it to Sudmark; in 2022 the country had still had to import
1.1 terawatt-hours on balance.</p>
<table><tr><th>Source</th><th>TWh 2022</th><th>TWh 2023</th><th>TWh 2024</th></tr>
<tr><td>Hydropower</td><td>21.4</td><td>24.0</td><td>22.6</td></tr>
<tr><td>Wind power</td><td>13.2</td><td>15.1</td><td>18.3</td></tr>
<tr><td>Nuclear power</td><td>17.5</td><td>16.8</td><td>16.9</td></tr>
<tr><td>Natural gas</td><td>9.8</td><td>7.3</td><td>5.0</td></tr>
<tr><td>Solar power</td><td>2.1</td><td>2.9</td><td>4.2</td></tr></table>
<p>Wind overtook nuclear power for the first time; 212 new turbines were connected to the grid, most of them at sea. Hydropower supplied 6 per
cent less than in the year before, since the reservoirs were only 58 per cent full in spring after a dry winter. Solar power grew fastest, by
45 per cent.</p>
<p>On the wholesale market a megawatt-hour cost 47.20 crowns on average, 18 per cent less than in 2023. Households hardly noticed: they paid
0.29 crowns per kilowatt-hour, one hundredth of a crown less than before. Prices were negative in 214 hours, twice as often as in 2023.</p>
<p>The carbon dioxide emitted by power stations fell from 2.6 to 1.9 million tonnes. The government wants electricity to be free of emissions by
2035. Ylva Norén, who heads the Energy Agency, considers this attainable "provided that the grid grows twice as fast"; Jarl Toft of the
consumers' league doubts it. For 2025 the Agency expects natural gas to supply less than 4 terawatt-hours. The last oil-fired station, Kravik,
went off the grid on 30 September 2024. The closure of the gas-fired station at Rossby, once planned for 2026, has been put off to 2028.</p>'''),

    'karst': ('Elzinga wins at the Vrata pass, Kregar takes the lead', '2024-06-14', '''
<h1>Elzinga wins at the Vrata pass, Kregar takes the lead</h1>
<p>Noor Elzinga of the Netherlands won the fourth stage of the women's Tour of the Karst on Thursday, 141 kilometres from Lipovec to the Vrata
pass. She needed 3 hours, 52 minutes and 18 seconds and beat the Italian Chiara Moroni by nine seconds. Maja Kregar, the Slovenian champion,
came third, 31 seconds behind the winner, and took the leader's jersey from Holly Deacon of Britain, who lost more than two minutes. With two
stages to go, the overall standings are as follows.</p>
<table><tr><th>Rank</th><th>Rider</th><th>Team</th><th>Gap (min:s)</th></tr>
<tr><td>1</td><td>Maja Kregar</td><td>Planina Racing</td><td>0:00</td></tr>
<tr><td>2</td><td>Chiara Moroni</td><td>Lumen</td><td>0:14</td></tr>
<tr><td>3</td><td>Noor Elzinga</td><td>Brandaris</td><td>0:27</td></tr>
<tr><td>4</td><td>Ruth Okello</td><td>Lumen</td><td>1:02</td></tr>
<tr><td>5</td><td>Holly Deacon</td><td>Harrow Cycling</td><td>1:22</td></tr></table>
<p>The last climb, 11.8 kilometres long with an average gradient of 7.2 per cent, decided the stage. Moroni attacked four kilometres below the
summit and was caught by Elzinga shortly before the line. Deacon had been stopped by a puncture at the foot of the climb. "I was not the
strongest today, I was only the most patient," Elzinga said.</p>
<p>On the wet descent from Zaplana, after 63 kilometres, eleven riders crashed. Four of them had to retire, among them Femke Aalders, last year's
overall winner, with a broken collarbone. Two riders gave up because of illness, and one arrived outside the time limit; of the 128 who had
started, 121 remain in the race. Race director Borut Lesar defended his decision not to neutralise the descent. Ines Salgado, who speaks for the
riders' association, demanded that the teams be consulted in future.</p>
<p>A stage win is worth 6,000 euros, the overall victory 25,000. On Friday there is a time trial of 23 kilometres, which should suit Deacon: she
has won the British title in this discipline in the past two years. The race ends on Saturday in Lipovec.</p>'''),

    'tolva': ('Appeal court: soft cheese may not be called "Tolvana"', '2024-11-15', '''
<h1>Appeal court: soft cheese may not be called "Tolvana"</h1>
<p>The Court of Appeal at Merrin decided on 14 November 2024 in the dispute between the Tolva Cheesemakers' Cooperative and the dairy company
Lakeland Foods. Lakeland may no longer sell its soft cheese under the name "Tolvana". It must withdraw the stocks from the shops within 60 days
and pay the cooperative damages of €740,000. The court of first instance had awarded €1.2 million in May 2023; the cooperative had asked for
€2.5 million.</p>
<p>The name Tolva has been protected since 1996. Only cheese made from sheep's milk in the nine communes of the Tolva valley may bear it; Tolvana
is made from cow's milk at Harsk, 160 kilometres away. In a survey submitted by the cooperative, 58 per cent of 1,020 shoppers believed that
Tolvana came from the valley. Lakeland's own survey of 800 people put the share at 23 per cent. The judges gave more weight to the former, since
the latter had been carried out only among customers of Lakeland.</p>
<p>Lakeland "did not borrow a word, it borrowed a landscape", wrote Judge Eleonora Vasić, the author of the judgment. An intention to mislead had
not been proven, however, and the damages were lowered for this reason. Judge Anton Reiss agreed with the ban but stated in a separate opinion
that he would have awarded no damages at all. Lakeland bears three quarters of the legal costs, the cooperative the rest.</p>
<p>In 2023 Lakeland sold 3,400 tonnes of Tolvana, which made up 7 per cent of its cheese sales. The cooperative has 68 members and makes 1,150
tonnes of Tolva a year. Oskar Lindmark, the head of Lakeland, said that the company would study the judgment and might appeal to the Supreme
Court; it has until 16 December to do so. He ruled out job cuts. Marta Kiss, who chairs the cooperative, wants to put the money into a new
cellar. A separate suit about the packaging, which shows a mountain chapel, is to be heard by the District Court at Harsk on 4 February 2025.</p>'''),

    'kerrin': ('Sandström expedition', '2022-05-17', '''
<h1>Sandström expedition</h1>
<p>The Sandström expedition (1897 to 1899) was the first to cross the Kerrin Plateau from south to north. Led by the geographer Ebba Sandström, 19
people set out from Port Maurin on 4 August 1897 with 46 camels and supplies for fourteen months. Two turned back in October 1897. Five died, four
of scurvy and one by drowning. The remaining twelve reached the northern coast at Cape Dorn on 21 January 1899, having covered 2,310 kilometres.</p>
<p>The enterprise cost 84,000 thalers. The Geographical Society paid 50,000 and the newspaper Morning Courier 22,000; the rest was put up by
Sandström, who sold her house. The Society had at first refused to place a woman at the head. It gave way when Professor Wilhelm Ott, her former
teacher, declined the post in her favour.</p>
<p>The expedition mapped 38 lakes, the largest of which, Lake Ott, covers 1,140 square kilometres. It brought home 2,600 plants; the botanist Jonas
Fryklund described 71 of them as new species. The height of Mount Serra was given as 4,870 metres, while modern surveys have found 4,812.
Sandström took the River Ulm for a tributary of the Serra; that it flows into Lake Ott was shown by the Pereira expedition in 1911.</p>
<p>Major Hugo Carlsen, the second-in-command, published his account in 1900, a year before Sandström's appeared. In it he claimed to have led the
last stage. The diaries of the surveyor Lena Brask, found in 1954, contradict him: according to them Carlsen was ill and had to be carried.
Whether the Society made Sandström strike passages about Carlsen from her book is disputed among historians.</p>
<p>In 1902 Sandström received the gold medal of the Geographical Society, the first woman to do so. She died in 1931 at the age of 74. Her maps
remained in use until the 1950s. The camels, of which nine survived, were given to the garrison of Cape Dorn.</p>'''),

    'skellan': ('Visiting Skellan Island', '2024-04-02', '''
<h1>Visiting Skellan Island</h1>
<h2>Getting there</h2>
<p>Ferries sail from Portnoe to Skellan from 1 April to 31 October, four times a day in July and August and twice a day in the other months. The
crossing takes 75 minutes. A return ticket costs €34; children between 4 and 15 pay half, and younger ones travel free. Cars are not carried. In
winter a supply boat takes up to twelve passengers on Tuesdays if the weather allows.</p>
<h2>Permits</h2>
<p>Since 2022 no more than 600 day visitors have been admitted at a time. The permit costs €5 and can be had from the website of the island council up
to 90 days ahead; guests who stay overnight do not need it. The northern cliffs are closed from 15 March to 31 July because of the puffins, but
the path to the lighthouse stays open.</p>
<table><tr><th>Month</th><th>Mean high (°C)</th><th>Days with rain</th></tr>
<tr><td>May</td><td>14</td><td>12</td></tr>
<tr><td>July</td><td>18</td><td>10</td></tr>
<tr><td>September</td><td>16</td><td>15</td></tr>
<tr><td>October</td><td>13</td><td>19</td></tr></table>
<h2>Staying</h2>
<p>There are three guest houses with 54 beds in all and a camp site (€12 per person and night, open from May to September). Camping elsewhere is
forbidden and costs a fine of up to €250. A hostel with 30 beds is planned for 2026. The shop is open in the mornings only. Cards are not accepted
everywhere, and the nearest cash machine is in Portnoe.</p>
<h2>Health and safety</h2>
<p>A nurse lives on the island all year round; the nearest hospital, at Dunavar, is 25 minutes away by helicopter. The tap water is brownish from the
peat but safe to drink. Ticks are common, yet no case of Lyme disease caught on the island has been reported since 2015. The path around the island
is 14 kilometres long and takes four to five hours. In 2023 the coastguard had to rescue 19 walkers, eleven of whom had been cut off by the tide at
Brannoc's Strand. "Read the tide table before you go down, and believe it," says coastguard Niamh Corrigan.</p>'''),

    'school': ('Inspection report: Harbour Road Primary School', '2024-07-01', '''
<h1>Inspection report: Harbour Road Primary School</h1>
<p>Four inspectors led by Margaret Lyle visited the school from 14 to 16 May 2024. The school has 436 pupils in 15 classes, 63 more than at the last
inspection in 2019. They speak 21 languages at home; for 38 per cent of them English is not the first language. The inspectors judge the school to
be good overall; in 2019 it had required improvement.</p>
<table><tr><th>Area</th><th>Grade 2019</th><th>Grade 2024</th></tr>
<tr><td>Teaching</td><td>Requires improvement</td><td>Good</td></tr>
<tr><td>Behaviour</td><td>Good</td><td>Outstanding</td></tr>
<tr><td>Leadership</td><td>Requires improvement</td><td>Good</td></tr>
<tr><td>Early years</td><td>Good</td><td>Good</td></tr></table>
<p>In reading, 81 per cent of the pupils in Year 6 reached the expected standard in 2023 (national average: 73 per cent), in writing 74 (71) and in
mathematics 68 (73). Daniel Achebe, head teacher since September 2020, introduced half an hour of reading every day. The inspectors attribute the
progress in reading mainly to this; they saw no sign that the new computers had played a part. Mathematics is in the hands of the deputy head,
Fiona Marsh.</p>
<p>Attendance has risen from 92.8 to 95.1 per cent, and the share of pupils who are often absent has fallen from 19 to 11 per cent. Of the 172 parents
who answered the questionnaire, 151 would recommend the school. Pupils "know why they are learning what they are learning", the report says.</p>
<p>Not everything is well. In three of the nine mathematics lessons observed the tasks were too easy for abler pupils. The governors were unable to
explain how £96,000 meant for disadvantaged children had been spent; the school must present a plan by 30 September 2024. The library, now
housed in a corridor, is to move into the caretaker's former flat in 2025. The next full inspection is due within four years.</p>'''),

    'lantern': ('Lanternfish Interactive: report for the quarter July to September 2024', '2024-11-07', '''
<h1>Lanternfish Interactive: report for the quarter July to September 2024</h1>
<p>Figures in brackets refer to the same quarter of 2023. Net sales came to SEK 418 million (356), an increase of 17 per cent. Operating profit was
SEK 61 million (74) and the operating margin 14.6 per cent (20.8), the decline being due to the marketing of the new game Drift Harbour, on which
SEK 39 million was spent. Earnings per share were SEK 1.12 (1.40).</p>
<table><tr><th>Game</th><th>Released</th><th>Copies sold in the quarter</th><th>Copies sold in total</th></tr>
<tr><td>Drift Harbour</td><td>2024</td><td>640,000</td><td>640,000</td></tr>
<tr><td>Moss Kingdom 2</td><td>2022</td><td>115,000</td><td>3,180,000</td></tr>
<tr><td>Night Ferry</td><td>2019</td><td>70,000</td><td>5,450,000</td></tr>
<tr><td>Paper Duel</td><td>2023</td><td>45,000</td><td>410,000</td></tr></table>
<p>Released on 20 August, Drift Harbour is to reach sales of 1.5 million copies by the end of March 2025. The console version, at first announced for
November, is now expected in the first quarter of 2025; this could put the target at risk. "We have one hit and three reasons not to relax," said
chief executive Astrid Hallberg.</p>
<p>In October the company agreed to buy the studio Cloudberry from its founders for SEK 150 million; up to SEK 60 million more is payable if the
studio meets its goals. The purchase still needs the approval of the competition authority, which is expected in January 2025. Finance director
Nils Perlman said that it would be paid for without new debt.</p>
<p>The company has 512 employees (471): 210 in Malmö, 148 in Gdańsk, 96 in Lyon and 58 in Porto. The online service of Paper Duel will be shut down on
31 March 2025; the 22 people concerned move to other projects, and nobody is dismissed. Founder Tobias Ek remains the largest shareholder, with
31 per cent of the shares and 46 per cent of the votes. No dividend is planned for the current year.</p>'''),
}

T = 'true'
SENTENCES = [
    ('## Electricity in Norland', None, None, 'heading'),
    ('Power stations in Norland supplied 66.1 terawatt-hours in 2023 and 67.0 the year after.', 'grid', 'Power stations in Norland generated', T),
    ('Consumption in 2024 amounted to 61.8 gigawatt-hours.', 'grid', 'Consumption came to', 'unit', 'contradicted', True),
    ('Norland had to import 5.2 terawatt-hours on balance in 2024.', 'grid', 'The surplus of 5.2', 'direction turned round', 'contradicted', False),
    ('Three quarters of the electricity that Norland exported in 2024 went to Sudmark.', 'grid', '3.9 of it to Sudmark', T),
    ('Hydropower kept its place as the leading source, with about a third of the electricity generated in 2024.', 'grid', 'TWh 2024', T),
    ('Wind farms delivered 15.1 terawatt-hours in 2024.', 'grid', 'Wind power', 'table cell of the wrong column', 'contradicted', True),
    ('Within two years the output from natural gas has roughly halved.', 'grid', 'Natural gas', T),
    ('Wind and solar power between them came to 21.5 terawatt-hours in 2024.', 'grid', 'TWh 2024', 'derived number wrong', 'contradicted', True),
    ('After a dry winter, hydropower produced 6 per cent more in 2024 than a year earlier.', 'grid', 'the reservoirs were only', 'comparison turned round', 'contradicted', True),
    ('Before 2024, wind farms had never generated more electricity than the nuclear stations.', 'grid', 'Wind overtook nuclear power', T),
    ('On the wholesale market a megawatt-hour went for 0.29 crowns on average.', 'grid', 'On the wholesale market', 'two facts merged', 'contradicted', True),
    ('Added up, prices were below zero for almost nine days in 2024.', 'grid', 'Prices were negative in', T),
    ('Jarl Toft thinks that electricity free of emissions by 2035 is within reach.', 'grid', 'considers this attainable', 'attribution to the wrong person', 'contradicted', 'gap'),
    ('Natural gas supplied less than 4 terawatt-hours in 2025.', 'grid', 'For 2025 the Agency expects', 'forecast told as fact', 'unsupported', False),
    ('The power station at Rossby is to burn gas for two years longer than originally intended.', 'grid', 'has been put off to', T),
    ('The last gas-fired power station was taken off the grid in September 2024.', 'grid', 'The last oil-fired station', 'two facts merged', 'contradicted', False),

    ('## The Tour of the Karst', None, None, 'heading'),
    ('Noor Elzinga won the fourth stage on 13 June 2024.', 'karst', 'won the fourth stage', T),
    ('Over the whole stage the winner averaged a little more than 36 kilometres an hour.', 'karst', 'She needed 3 hours', T),
    ('Maja Kregar crossed the line 22 seconds after Chiara Moroni.', 'karst', '31 seconds behind the winner', T),
    ("Since Thursday's stage the leader's jersey has been worn by Chiara Moroni.", 'karst', "took the leader's jersey from", 'name changed', 'contradicted', True),
    ('The first three riders in the overall standings are separated by less than half a minute.', 'karst', 'Brandaris', T),
    ('Ruth Okello trails the leader by one minute and 22 seconds.', 'karst', 'Ruth Okello', 'table cell of the wrong row', 'contradicted', 'gap'),
    ('Team Lumen has two riders among the best four.', 'karst', '1:02', T),
    ('The final climb is 7.2 kilometres long and rises at 11.8 per cent on average.', 'karst', 'The last climb', 'swapped figures', 'contradicted', True),
    ('Elzinga attacked four kilometres below the summit, but Moroni caught up with her near the finish.', 'karst', 'was caught by Elzinga', 'swapped roles', 'contradicted', False),
    ('Holly Deacon fell behind because she went down in the crash on the descent from Zaplana.', 'karst', 'stopped by a puncture', 'invented cause', 'contradicted', False),
    ('"I was not the strongest today, I was only the luckiest," Elzinga said.', 'karst', 'I was only the most patient', 'quotation altered', 'contradicted', False),
    ('All of the eleven riders who crashed had to abandon the race.', 'karst', 'Four of them had to retire', 'quantifier', 'contradicted', 'gap'),
    ('For Femke Aalders, who had won the race the year before, it ended with a broken collarbone.', 'karst', 'with a broken collarbone', T),
    ('Seven of the 128 starters are no longer in the race.', 'karst', 'outside the time limit', T),
    ('Borut Lesar called for the teams to be consulted in future.', 'karst', 'be consulted in future', 'attribution to the wrong person', 'contradicted', True),
    ("Friday's time trial was won by Holly Deacon.", 'karst', 'which should suit Deacon', 'forecast told as fact', 'unsupported', False),

    ('## The name of a cheese', None, None, 'heading'),
    ("The Tolva Cheesemakers' Cooperative has to pay Lakeland Foods damages of €740,000.", 'tolva', 'pay the cooperative damages', 'swapped roles', 'contradicted', False),
    ('On appeal, the damages shrank by €460,000.', 'tolva', 'The court of first instance', T),
    ('The cooperative was awarded less than a third of the sum it had asked for.', 'tolva', 'the cooperative had asked for', T),
    ('Lakeland has 60 weeks to clear the shops of the remaining stocks.', 'tolva', 'It must withdraw the stocks', 'unit', 'contradicted', True),
    ('Cheese from the milk of cows has no right to the name Tolva, wherever it is made.', 'tolva', "Only cheese made from sheep's milk", T),
    ('The name Tolva has enjoyed protection since 1969.', 'tolva', 'The name Tolva has been protected', 'wrong year', 'contradicted', True),
    ('Tolvana is produced in one of the communes of the Tolva valley.', 'tolva', "made from cow's milk at Harsk", 'wrong place', 'contradicted', 'gap'),
    ('In the survey that Lakeland commissioned, 58 per cent of those asked placed the origin of Tolvana in the valley.', 'tolva', "Lakeland's own survey", 'swapped figures', 'contradicted', 'gap'),
    ('The results of the two surveys lay 35 percentage points apart.', 'tolva', '58 per cent of 1,020 shoppers', T),
    ('The court did not regard it as established that Lakeland had meant to deceive its customers.', 'tolva', 'An intention to mislead', T),
    ('Eleonora Vasić would have granted no damages whatever.', 'tolva', 'awarded no damages at all', 'attribution to the wrong person', 'contradicted', 'gap'),
    ('A quarter of the legal costs falls on the cooperative.', 'tolva', 'Lakeland bears three quarters', T),
    ('By weight, Lakeland sold almost three times as much Tolvana in 2023 as the cooperative makes of Tolva in a year.', 'tolva', 'In 2023 Lakeland sold', T),
    ('Seven per cent of all the cheese sold in the country in 2023 was Tolvana.', 'tolva', '7 per cent of its cheese sales', 'over-generalised', 'unsupported', False),
    ('Lakeland has appealed to the Supreme Court.', 'tolva', 'might appeal to the Supreme', 'hedge dropped', 'unsupported', False),
    ('Oskar Lindmark announced that jobs would be cut.', 'tolva', 'He ruled out job cuts', 'negated', 'contradicted', False),
    ('The judgment also put an end to the quarrel over the chapel on the packaging.', 'tolva', 'A separate suit about the packaging', 'over-generalised', 'contradicted', False),

    ('## The Sandström expedition', None, None, 'heading'),
    ('Ebba Sandström and her companions were the first to cross the Kerrin Plateau from north to south.', 'kerrin', 'the first to cross the Kerrin Plateau', 'direction turned round', 'contradicted', False),
    ('The expedition was under way for between seventeen and eighteen months.', 'kerrin', 'set out from Port Maurin', T),
    ('Sixty-four camels carried the supplies of the expedition.', 'kerrin', 'camels and supplies for', 'changed number', 'contradicted', True),
    ('Twelve members of the expedition lost their lives.', 'kerrin', 'Five died, four', 'two facts merged', 'contradicted', 'gap'),
    ('Less than two thirds of those who had set out arrived at Cape Dorn.', 'kerrin', 'The remaining twelve reached', T),
    ('The undertaking swallowed 84,000 crowns.', 'kerrin', 'The enterprise cost', 'currency', 'contradicted', True),
    ('The larger part of the money came from the Morning Courier.', 'kerrin', 'the newspaper Morning Courier', 'quantifier', 'contradicted', True),
    ('A seventh of the cost, 12,000 thalers, was borne by the leader of the expedition herself.', 'kerrin', 'the rest was put up by', T),
    ('Wilhelm Ott became leader after Ebba Sandström had stood aside for him.', 'kerrin', 'declined the post in her favour', 'swapped roles', 'contradicted', False),
    ('Lake Ott, the largest of the 38 lakes that were mapped, has an area of 1,140 hectares.', 'kerrin', 'the largest of which', 'unit', 'contradicted', True),
    ('Jonas Fryklund recognised new species in all of the 2,600 plants.', 'kerrin', 'as new species', 'a part told as the whole', 'contradicted', True),
    ('By the reckoning of modern surveys, the expedition put Mount Serra 58 metres too high.', 'kerrin', 'The height of Mount Serra', T),
    ('That the River Ulm runs into Lake Ott only became clear in 1911.', 'kerrin', 'Sandström took the River Ulm', T),
    ('The book by Ebba Sandström came out in 1901.', 'kerrin', 'published his account in 1900', T),
    ("Lena Brask's diaries bear out what Hugo Carlsen said about the last stage.", 'kerrin', 'contradict him', 'negated', 'contradicted', False),
    ('The Geographical Society forced Sandström to delete passages about Carlsen from her book.', 'kerrin', 'is disputed among historians', 'hedge dropped', 'unsupported', False),
    ('The gold medal of the Geographical Society was awarded to Sandström in 1899.', 'kerrin', 'received the gold medal', 'wrong year', 'contradicted', True),
    ('In the end the Geographical Society, which had once balked at a woman as leader, honoured Sandström with its gold medal.', 'kerrin', 'received the gold medal', T),
    ('No woman had been given the gold medal before Sandström.', 'kerrin', 'the first woman to do so', T),

    ('## Skellan Island', None, None, 'heading'),
    ('The ferry sails four times a day throughout the season.', 'skellan', 'four times a day in July', 'over-generalised', 'contradicted', 'gap'),
    ('The crossing from Portnoe takes an hour and a quarter.', 'skellan', 'The crossing takes 75', T),
    ('Two adults travelling with a child of eight pay €85 for the return trip.', 'skellan', 'A return ticket costs', T),
    ('Visitors may take their cars along on the ferry.', 'skellan', 'Cars are not carried', 'negated', 'contradicted', False),
    ('Day visitors can obtain the permit up to 90 hours in advance.', 'skellan', 'from the website of the island council', 'unit', 'contradicted', True),
    ('Anyone who spends the night on the island can do without a permit.', 'skellan', 'guests who stay overnight', T),
    ('Because of the puffins the northern cliffs are off limits from 15 March to 31 August.', 'skellan', 'The northern cliffs are closed', "range's end", 'contradicted', True),
    ('In September one has to reckon with ten days of rain.', 'skellan', 'Days with rain', 'table cell of the wrong row', 'contradicted', True),
    ('Of the four months listed, July is both the warmest and the one with the fewest days of rain.', 'skellan', 'Days with rain', T),
    ('Three nights on the camp site cost two people €72.', 'skellan', 'and a camp site', T),
    ('Skellan has a hostel with 30 beds.', 'skellan', 'A hostel with 30 beds', 'target told as fact', 'contradicted', False),
    ('The hospital at Dunavar is 75 minutes away by helicopter.', 'skellan', 'the nearest hospital', 'two facts merged', 'contradicted', 'gap'),
    ('The water from the tap, although discoloured by peat, may be drunk without worry.', 'skellan', 'The tap water is brownish', T),
    ('Lyme disease is regularly caught on the island.', 'skellan', 'no case of Lyme disease', 'negated', 'contradicted', False),
    ("All of the 19 walkers rescued in 2023 had been surprised by the tide at Brannoc's Strand.", 'skellan', 'rescue 19 walkers', 'quantifier', 'contradicted', True),

    ('## Harbour Road Primary School', None, None, 'heading'),
    ('In 2019 the school had 373 pupils.', 'school', 'The school has 436 pupils', T),
    ('The average class has about 29 children.', 'school', 'pupils in 15 classes', T),
    ("Margaret Lyle's team was at the school from 14 to 18 May 2024.", 'school', 'Four inspectors led by', "range's end", 'contradicted', True),
    ('Three of the four areas were graded higher in 2024 than five years before.', 'school', 'Behaviour', T),
    ('For early years the school has improved from good to outstanding.', 'school', 'Early years', 'table cell of the wrong row', 'contradicted', False),
    ('In reading, Year 6 was eight percentage points above the national average, in mathematics five below it.', 'school', '81 per cent of the pupils', T),
    ('In mathematics, too, the school did better than the country as a whole.', 'school', 'mathematics 68', 'comparison turned round', 'contradicted', 'gap'),
    ('The daily reading time was introduced by Fiona Marsh.', 'school', 'introduced half an hour', 'attribution to the wrong person', 'contradicted', True),
    ('The inspectors credit the new computers with the progress made in reading.', 'school', 'the new computers had played', 'wrong cause', 'contradicted', False),
    ('More pupils than before are often absent, 19 per cent instead of 11.', 'school', 'who are often absent', 'comparison turned round', 'contradicted', True),
    ('Not quite nine out of ten parents who filled in the questionnaire would recommend the school.', 'school', '151 would recommend', T),
    ('In a third of the mathematics lessons observed, the tasks did not challenge the abler pupils.', 'school', 'three of the nine mathematics lessons', T),
    ('The governors gave a full account of how the £96,000 for disadvantaged children had been used.', 'school', 'The governors were unable', 'negated', 'contradicted', False),
    ('The library has moved into the former flat of the caretaker.', 'school', 'The library, now', 'target told as fact', 'contradicted', False),

    ('## Lanternfish Interactive', None, None, 'heading'),
    ('Compared with the same quarter of 2023, the operating margin fell by about six percentage points.', 'lantern', 'the operating margin 14.6', T),
    ('Operating profit rose to SEK 74 million.', 'lantern', 'Operating profit was', 'comparison turned round', 'contradicted', True),
    ('The profit was pulled down by the purchase of Cloudberry.', 'lantern', 'the decline being due to', 'wrong cause', 'contradicted', False),
    ('Each share earned 1.12 euros.', 'lantern', 'Earnings per share were', 'currency', 'contradicted', True),
    ('Nearly three quarters of the copies sold in the quarter were of Drift Harbour.', 'lantern', 'Copies sold in the quarter', T),
    ('With 5.45 million copies to date, Night Ferry is the best-selling of the four games.', 'lantern', 'Night Ferry', T),
    ('Paper Duel has found 3,180,000 buyers in all.', 'lantern', '410,000', 'table cell of the wrong row', 'contradicted', True),
    ('Together, Moss Kingdom 2 and Night Ferry sold 215,000 copies in the quarter.', 'lantern', 'Moss Kingdom 2', 'derived number wrong', 'contradicted', True),
    ('Drift Harbour has passed the mark of 1.5 million copies.', 'lantern', 'is to reach sales of', 'target told as fact', 'contradicted', True),
    ('At the end of September, Drift Harbour was still 860,000 copies short of the figure set for March 2025.', 'lantern', 'by the end of March 2025', T),
    ('"We have one hit and three reasons not to relax," said Nils Perlman.', 'lantern', 'three reasons not to relax', 'attribution to the wrong person', 'contradicted', True),
    ('If the studio meets its goals, Cloudberry may end up costing as much as SEK 210 million.', 'lantern', 'up to SEK 60 million more', T),
    ('The competition authority has approved the purchase of Cloudberry.', 'lantern', 'still needs the approval', 'target told as fact', 'contradicted', False),
    ('The number of employees grew by 41 within a year.', 'lantern', 'The company has 512 employees', T),
    ('Of the four sites, the one in Gdańsk has the most employees.', 'lantern', '148 in Gdańsk', 'name changed', 'contradicted', True),
    ('The end of the online service of Paper Duel costs nobody a job.', 'lantern', 'nobody is dismissed', T),
    ('Tobias Ek owns 46 per cent of the shares.', 'lantern', 'remains the largest shareholder', 'swapped figures', 'contradicted', True),

    ('## What is uncertain', None, None, 'heading'),
    ('The sources do not say how much of the new wind power replaced natural gas.', None, None, 'remark'),
    ('Whether Lakeland will take the case to the Supreme Court remains open.', None, None, 'remark'),
    ('No other account of the last stage of the Sandström expedition could be found.', None, None, 'remark'),
]

OPENING = [
    ('Fewer than two thirds of the members of the Sandström expedition reached Cape Dorn.', 'kerrin', 'The remaining twelve reached'),
    ('Drift Harbour accounts for most of the copies that Lanternfish sold in the quarter.', 'lantern', 'Copies sold in the quarter'),
]
