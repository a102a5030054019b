"""The renewal of a regional railway: the project in brief, an audit, a list of myths, a residents' letter with corrections, replacement buses, a pilot
with a battery train, the minutes of a committee, passenger figures, the history of the line and a business case of 2018. Written by one who had not
seen the program; pages, report and labels were fixed before it was run on them. The last column says whether a figure, a date, a unit, a name or a
plain negation alone proves the error ('gap': it does, and code did not see it)."""

PAGES = {
    'renewal': ('Renewal of the Ormley line: the project in brief', '2025-03-03', '''
<h1>Renewal of the Ormley line: the project in brief</h1>
<p>The Ormley line runs for 74 kilometres from Castle Brandon to the port of Ormley and has 17 stations. Since April 2022 the regional infrastructure company, Teskin Rail Networks (TRN), has been renewing it in four stages. The trains are run by Northbank Regional under a contract that lasts until December 2031. TRN owns the track, but no trains.</p>
<h2>The four stages</h2>
<table><tr><th>Stage</th><th>Section</th><th>Length (km)</th><th>Budget (€ million)</th><th>Spent by end of 2024 (€ million)</th><th>Status</th></tr>
<tr><td>Stage 1</td><td>Castle Brandon to Hadley Cross</td><td>21</td><td>58</td><td>61</td><td>complete</td></tr>
<tr><td>Stage 2</td><td>Hadley Cross to Winnow</td><td>16</td><td>74</td><td>69</td><td>complete</td></tr>
<tr><td>Stage 3</td><td>Winnow to Sandholt</td><td>19</td><td>96</td><td>37</td><td>under way</td></tr>
<tr><td>Stage 4</td><td>Sandholt to Ormley</td><td>18</td><td>112</td><td>4</td><td>in planning</td></tr></table>
<p>The second stage reopened on 14 October 2024, three weeks ahead of schedule; the first had reopened on 2 July 2023, five weeks late. The third is due for completion in autumn 2026. The fourth has been approved in principle, pending the environmental permit; work on it may start in 2027 at the earliest.</p>
<h2>What is being done</h2>
<ul><li>Some 52,000 concrete sleepers replace wooden ones; 31,500 had been laid by the end of 2024.</li>
<li>At 12 of the 17 stations the platforms are raised to 55 centimetres above the rail. Eight of them are finished.</li>
<li>The top speed goes up from 80 to 120 kilometres an hour, except in the Gellan gorge, where it stays at 60.</li>
<li>Of the 41 level crossings nine are closed and six are replaced by bridges; the remaining ones get barriers.</li>
<li>The line is not being electrified.</li></ul>
<h2>Aims and money</h2>
<p>Once everything is finished, the fastest train is to take 58 minutes from end to end instead of 83. "The easy half is behind us," says project director Maren Oldcastle. The state bears 65 per cent of the cost, the region 30 per cent, and the towns along the line bear the rest.</p>'''),

    'audit': ('Regional Court of Auditors: the Ormley line, follow-up report', '2024-11-26', '''
<h1>Regional Court of Auditors: the Ormley line, follow-up report</h1>
<p>Between January and September 2024 the Court examined the first two stages of the renewal. It looked at 46 contracts worth €118 million together. Of these, 39 had been put out to tender and seven had been awarded directly. Five of the direct awards were lawful in the Court's opinion; in the other two TRN should have asked for competing bids.</p>
<h2>Findings</h2>
<ol><li>The first stage cost 5 per cent more than budgeted. The Court puts two thirds of the excess down to contaminated ballast and the remainder to claims by the contractor, Hollis and Brae.</li>
<li>In 2022 the price of steel rail rose by 38 per cent. In the same year deliveries became slower; the Court did not find that the one had led to the other.</li>
<li>Before May 2023 TRN had no full-time risk manager.</li>
<li>By the end of June 2024, 41 per cent of the reserve of €22 million for unforeseen costs had been used up.</li></ol>
<h2>Recommendations of 2021</h2>
<p>In 2021 the Court made nine recommendations. TRN has carried out six of them fully and two in part. It has rejected one, namely to publish its costs every quarter. The Court repeats it.</p>
<h2>Recommendations of 2024</h2>
<p>The Court recommends raising the budget of the fourth stage by €15 million. TRN disagrees; in its reply it calls the present figure "tight but sufficient". The auditor general, Ilse Marwick, answers that "a reserve is not a plan". A second new recommendation, to appoint a deputy project director, has been accepted by TRN.</p>
<h2>Outlook</h2>
<p>If the permit for the fourth stage is granted later than June 2026, the Court expects additional costs of between €3 million and €5 million. It sees no risk to the completion of the third stage. Whether the promised saving of €1.9 million a year in running costs will be achieved could not be examined, because Northbank did not release its figures.</p>'''),

    'myths': ('The Ormley line: what people say and what is true', '2024-06-18', '''
<h1>The Ormley line: what people say and what is true</h1>
<p>This spring TRN's information bus stopped in eleven towns and had 3,400 visitors. Below are the claims that we heard most often. None of them is right.</p>
<h2>What people say</h2>
<ul><li>"The whole line will be shut for two years."</li>
<li>"All the small stations are going to be given up."</li>
<li>"Fares will rise by 20 per cent to pay for the works."</li>
<li>"The battery trains are imported from China."</li>
<li>"Goods trains will be running at night again."</li></ul>
<h2>What is true</h2>
<p>There are never more than 21 kilometres closed at a time, and no closure lasts longer than 15 months. One station, Pell Halt, which had four passengers a day, was given up in March 2023; no other will be. Fares are set by the region, not by TRN, and the renewal does not enter into them. The battery train on trial was built by Albis in Uzwil, Switzerland. Nobody has applied to run goods trains; all the same, the track is built to bear 22.5 tonnes per axle.</p>
<h2>Noise</h2>
<p>Noise barriers two metres high are going up along 6.3 kilometres of the line. The owners of 214 houses are entitled to new windows; 160 had applied by May. Welded rail is on average about 5 decibels quieter than jointed rail. Work at night is announced at least ten days ahead and is limited to 30 nights a year at any one place.</p>
<h2>Trees</h2>
<p>So far TRN has felled 1,240 trees and planted 2,900. Of those planted in 2023, some 12 per cent did not survive the dry summer. At Winnow it was not "3,000 oaks" that fell, as a leaflet has it, but 310 trees, 45 of them oaks.</p>'''),

    'letter': ('Line Letter 14: news for residents along the Ormley line', '2025-01-20', '''
<h1>Line Letter 14: news for residents along the Ormley line</h1>
<h2>Corrections to Line Letter 13</h2>
<p>In our last issue we wrote that the new Coldwater bridge weighs 640 tonnes. It weighs 460 tonnes. The open day at Hadley Cross was attended by 1,800 people, not by 8,100. And the site manager for the third stage is called Tomas Reyland, not Roland Thomas. We apologise to all three.</p>
<h2>Coldwater bridge</h2>
<p>The steel bridge was moved into place on the night of 9 November 2024. It is 62 metres long and replaces a stone arch of 1869. The move took seven hours; nine had been allowed for. Two cranes were used, one of them the largest in the country. The arch will be left standing and is to carry a footpath, if the parish of Coldwater agrees to look after it.</p>
<h2>Dates for your diary</h2>
<ul><li>3 February 2025: work begins at Sandholt station.</li>
<li>17 March to 4 April 2025: no trains after 9 p.m. between Hadley Cross and Winnow.</li>
<li>12 May 2025: information evening on the fourth stage, Ormley town hall, 7 p.m.</li>
<li>June 2025, day to be announced: the booking hall at Winnow reopens.</li></ul>
<h2>People</h2>
<p>Maren Oldcastle took over as project director on 1 September 2023 from Viktor Hales, who had held the post since 2019. Reyland's team has 85 members, 31 of whom live along the line. Since 2022 the project has trained 14 apprentices, nine of them women; eleven have been given permanent jobs.</p>
<h2>A reader asks</h2>
<p>"Will there be toilets at the stations?" asks Mrs Hewlett of Winnow. At Hadley Cross and at Winnow there will be, open from 6 a.m. to 10 p.m. and costing 50 cents. None are planned anywhere else. Drinking water will be free at all stations with staff, of which there are four.</p>'''),

    'buses': ('Winnow to Sandholt: replacement buses 2025-26', '2024-12-02', '''
<h1>Winnow to Sandholt: replacement buses 2025-26</h1>
<p>From 6 January 2025 until 28 March 2026 buses take the place of trains between Winnow and Sandholt. By train the journey took 19 minutes.</p>
<table><tr><th>Line</th><th>Calls at</th><th>First from Winnow</th><th>Last from Winnow</th><th>Every (minutes)</th><th>Journey (minutes)</th></tr>
<tr><td>X3 express</td><td>Sandholt only</td><td>05.40</td><td>22.10</td><td>30</td><td>28</td></tr>
<tr><td>R3 stopping</td><td>all five stops</td><td>06.05</td><td>20.05</td><td>60</td><td>47</td></tr>
<tr><td>N3 night</td><td>Tarn Mill and Sandholt</td><td>23.15</td><td>01.15</td><td>120</td><td>41</td></tr></table>
<h2>Good to know</h2>
<ul><li>Rail tickets are valid on all buses. Nothing can be bought from the driver.</li>
<li>The night bus runs only in the nights to Saturday and to Sunday.</li>
<li>Bicycles are carried on the R3 only, up to four in each bus; folding bicycles may be taken on any bus.</li>
<li>Groups of ten or more should register two working days ahead.</li>
<li>Wheelchair users can board every X3 and R3. For the night bus, please ring the day before.</li>
<li>Dogs travel free of charge.</li></ul>
<h2>Money back</h2>
<p>Holders of season tickets for the section get a discount of 20 per cent while the buses run, provided they apply for it. Whoever has already paid the full price will be refunded the difference by 31 March 2025. Single tickets and day tickets are not reduced.</p>
<h2>Who runs the buses</h2>
<p>The buses are provided by Fenwick Coaches on behalf of Northbank Regional. Fourteen vehicles are in use, six of them electric. During the closure of the second stage 94 per cent of Fenwick's buses ran on time, while the contract demands 90 per cent. For every percentage point below that, Fenwick would have to pay a penalty of €15,000 a month.</p>'''),

    'battery': ('A battery train on the Ormley line: results of the pilot', '2024-09-12', '''
<h1>A battery train on the Ormley line: results of the pilot</h1>
<p>From 4 March to 31 May 2024 Northbank Regional tried out a single battery train, an Albis BX2, between Castle Brandon and Hadley Cross. Of 612 journeys planned with passengers, 588 were completed. Of the 24 that failed, 17 fell victim to faults in charging, four to the doors and three to other causes.</p>
<table><tr><th>Measure</th><th>Battery train</th><th>Diesel train</th></tr>
<tr><td>Energy per kilometre (kWh)</td><td>5.1</td><td>14.8</td></tr>
<tr><td>Noise at departure (dB)</td><td>63</td><td>78</td></tr>
<tr><td>Cost of energy per kilometre (€)</td><td>0.97</td><td>1.64</td></tr>
<tr><td>Availability (%)</td><td>91</td><td>96</td></tr></table>
<h2>Range</h2>
<p>On one charge the train ran for up to 82 kilometres at 15 °C. In a climate chamber at minus 5 °C the figure was 61 kilometres. A full charge took 22 minutes on average. Without a charging station at Ormley, the train cannot serve the whole line there and back.</p>
<h2>Passengers</h2>
<p>Of 430 passengers questioned, 71 per cent found the train quieter than a diesel and 9 per cent found it louder; the others noticed no difference. During the pilot 93 per cent of all trains on the section were on time, compared with 89 per cent in the same months of 2023. In February, however, a speed restriction at Lowick had been lifted. The pilot was not designed to measure punctuality.</p>
<h2>What comes next</h2>
<p>The lease for the three months cost 410,000 Swiss francs. Albis offers to sell ten trains for 7.2 million francs each. Northbank has not ordered any; its board wants to decide in the first half of 2025. Hydrogen trains were ruled out in 2021 as too expensive. "We have learnt more from the 24 failures than from all the rest," says Priya Sandhu, head of engineering at Northbank.</p>'''),

    'committee': ('Regional transport committee: minutes of 21 January 2025', '2025-01-31', '''
<h1>Regional transport committee: minutes of 21 January 2025</h1>
<p>Present: 13 of the 15 members. In the chair: Dora Petrie. Apologies: Mr Lunn, Ms Achterberg.</p>
<h2>Item 1: Fourth stage of the Ormley line</h2>
<p>Ms Oldcastle reported that TRN had applied for the environmental permit on 8 November 2024. Objections could be lodged until 15 February. So far 37 had come in, 29 of them about the salt marsh at Ormley Point. Ms Kettering moved to put off the fourth stage until after the regional election; the motion was rejected by nine votes to four.</p>
<h2>Item 2: Half-hourly trains</h2>
<p>Northbank proposes to run a train every half hour between Castle Brandon and Winnow from December 2026, which would cost the region €2.6 million a year. Mr Abbot moved to extend this to the hours after 8 p.m.; the motion was rejected by seven votes to six. The proposal as such was approved by eleven votes to none with two abstentions, subject to the consent of the regional parliament.</p>
<h2>Item 3: Fares</h2>
<p>The administration had suggested an increase of 4.5 per cent from 1 August 2025. The committee agreed on 3.2 per cent. Fares for children remain as they are.</p>
<h2>Item 4: Name of Hadley Cross station</h2>
<p>The motion to rename the station Hadley Parkway was withdrawn.</p>
<h2>Item 5: Access for disabled people</h2>
<p>Ms Orton of the disability council stated that the ramps at four of the eight finished stations were steeper than the permitted 6 per cent. TRN promised to put this right by the end of June 2025. In 2024 the two lifts at Winnow were out of order for 23 and 31 days. TRN blamed the maker of the lifts; the maker, Tolland Elevators, did not comment.</p>
<p>Next meeting: 18 March 2025.</p>'''),

    'figures': ('Ormley line: passengers and punctuality 2019 to 2024', '2025-02-14', '''
<h1>Ormley line: passengers and punctuality 2019 to 2024</h1>
<table><tr><th>Year</th><th>Passengers (million)</th><th>On time (%)</th><th>Cancelled (%)</th><th>Revenue (€ million)</th></tr>
<tr><td>2019</td><td>2.48</td><td>91.2</td><td>1.4</td><td>11.9</td></tr>
<tr><td>2020</td><td>1.31</td><td>95.6</td><td>1.1</td><td>6.2</td></tr>
<tr><td>2021</td><td>1.52</td><td>94.1</td><td>1.3</td><td>7.3</td></tr>
<tr><td>2022</td><td>1.88</td><td>87.4</td><td>2.9</td><td>9.0</td></tr>
<tr><td>2023</td><td>1.79</td><td>84.8</td><td>3.6</td><td>8.8</td></tr>
<tr><td>2024</td><td>2.05</td><td>88.9</td><td>2.2</td><td>10.4</td></tr></table>
<p>A train counts as on time if it arrives less than six minutes late; until 2021 the limit was five minutes. Cancelled trains are counted separately. The figures for 2024 are provisional.</p>
<h2>Stations</h2>
<p>On a working day in 2024 some 5,900 people boarded at Castle Brandon, 2,350 at Winnow, 1,700 at Ormley, 1,640 at Hadley Cross and 980 at Sandholt. The smallest station is Tarn Mill with 35.</p>
<h2>Why trains were late</h2>
<p>In 2024 building works accounted for 34 per cent of the minutes lost, waiting for late connections for 27 per cent, faulty vehicles for 21 per cent and everything else for 18 per cent. In 2023 building works had still accounted for 46 per cent.</p>
<h2>What passengers think</h2>
<p>In November 2024 a total of 1,206 passengers gave the line an average grade of 2.6 on a scale from 1 (best) to 6. The year before it had been 3.1. Asked what they would most like to see improved, 44 per cent named connections at Castle Brandon, 29 per cent wireless internet and 12 per cent heating. Staff got the best grade of all, 1.8.</p>
<h2>Forecast</h2>
<p>The region reckons with 3.1 million passengers in 2030, assuming that the fourth stage is finished by then.</p>'''),

    'history': ('The Ormley line from 1866 to the present', '2023-05-05', '''
<h1>The Ormley line from 1866 to the present</h1>
<p>The line was built by the Brandon and Ormley Railway Company. Its first section, from Castle Brandon to Winnow, opened on 12 June 1866; trains reached Ormley in 1869. The engineer, Josiah Tamblyn, did not live to see it: he died in 1868, and his pupil Edwin Frayle finished the work. It cost £412,000, which was £90,000 more than planned. That Queen Victoria opened the line is a legend; she never visited the region.</p>
<p>The Gellan tunnel, 1,120 metres long, is the second longest in the region after the Marl tunnel.</p>
<h2>Herring and holidaymakers</h2>
<p>In 1913 there were 26 trains a day, six of which carried nothing but herring. The last herring train ran in 1958, and all goods traffic ended in 1994. Holidaymakers from Brandon filled the trains in summer until the motorway was opened in 1971.</p>
<h2>Disasters</h2>
<p>On 3 October 1937 two trains collided at Lowick. Eight people were killed and 41 injured. The inquiry blamed a signal wire that had snapped and cleared the signalman, Alfred Coyle. In January 1953 a storm flood washed away three kilometres of track at Ormley Point; trains were running again eleven weeks later.</p>
<h2>The closure that never came</h2>
<p>In 1965 a commission under Sir Ronald Ashby proposed to close the line beyond Winnow. The government dropped the plan in 1967 after protests led by the teacher Edna Marsh. Steam had been given up in 1962, when diesel railcars cut the journey from 128 to 96 minutes. The region took over the line in 2004; according to the historian Colm Devery, it "bought a museum and inherited a railway".</p>'''),

    'case': ('Ormley line: summary of the business case of 2018', '2018-10-30', '''
<h1>Ormley line: summary of the business case of 2018</h1>
<p>The consultants Radcliffe Bosman were asked by the region to compare four options for the future of the Ormley line. All prices are those of 2018.</p>
<table><tr><th>Option</th><th>Cost (€ million)</th><th>Journey end to end (minutes)</th><th>Benefit for each euro (€)</th></tr>
<tr><td>A: repairs only</td><td>85</td><td>83</td><td>0.8</td></tr>
<tr><td>B: renewal</td><td>265</td><td>60</td><td>1.4</td></tr>
<tr><td>C: renewal with electrification</td><td>430</td><td>55</td><td>1.1</td></tr>
<tr><td>D: closure and express buses</td><td>30</td><td>105</td><td>0.6</td></tr></table>
<h2>Recommendation</h2>
<p>We recommend option B. Option C would save a further five minutes but cost €165 million more. Option D was examined at the request of the ministry of finance; we advise against it, since about 40 per cent of passengers would probably turn to their cars.</p>
<h2>Options not pursued</h2>
<p>A second track between Hadley Cross and Winnow was rejected because of the houses that would have had to be pulled down. A new halt at the Brandon hospital was considered too close to Castle Brandon station. Trains every 15 minutes were ruled out, as the line has a single track.</p>
<h2>Schedule as seen in 2018</h2>
<p>Works could begin in 2020 and end in 2026. We assume 2.9 million passengers a year in 2030 and a reserve of 10 per cent for unforeseen costs. Should interest rates rise above 3 per cent, the benefit of option B might fall to €1.20 for each euro.</p>'''),
}

T, C, U = 'true', 'contradicted', 'unsupported'

SENTENCES = [
    ('## What is being built', None, None, 'heading'),
    ('The four stages add up to the full length of the line, 74 kilometres.', 'renewal', 'Length (km)', T),
    ('Together the four stages are budgeted at €340 million.', 'renewal', 'Budget (€ million)', T),
    ('By the end of 2024 roughly half of the whole budget had been spent.', 'renewal', 'Spent by end of 2024 (€ million)', T),
    ('The first stage went €3 million over its budget.', 'renewal', 'Castle Brandon to Hadley Cross', T),
    ('The stage between Hadley Cross and Winnow came out at €5 million more than had been budgeted.', 'renewal', 'Hadley Cross to Winnow', 'direction of difference', C, False),
    ('Some €37 million of the money for the section from Winnow to Sandholt had been used by the end of 2024.', 'renewal', 'under way', T),
    ('For its last stage, 18 kilometres long, the project has set aside €96 million.', 'renewal', 'Sandholt to Ormley', 'table cell of another row', C, 'gap'),
    ('Northbank Regional is the owner of the track.', 'renewal', 'TRN owns the track, but no trains', 'swapped roles', C, 'gap'),
    ('Not a single train belongs to the infrastructure company.', 'renewal', 'TRN owns the track, but no trains', T),
    ('For the operation of the trains a contract has been concluded that runs out at the end of 2031.', 'renewal', 'under a contract that lasts until December 2031', T),
    ('The second stage was opened three weeks behind schedule.', 'renewal', 'three weeks ahead of schedule', 'comparison turned round', C, False),
    ('The first stage reopened on 2 July 2024.', 'renewal', 'the first had reopened on 2 July 2023, five weeks late', 'wrong year', C, True),
    ('About fifteen months passed between the reopening of the first stage and that of the second.', 'renewal', 'The second stage reopened on 14 October 2024', T),
    ('The fourth stage has been approved.', 'renewal', 'has been approved in principle, pending the environmental permit', 'condition dropped', C, False),
    ('Work on the fourth stage will start in 2027.', 'renewal', 'work on it may start in 2027 at the earliest', 'modality', C, False),
    ('The fourth stage cannot begin before 2027.', 'renewal', 'work on it may start in 2027 at the earliest', T),
    ('By the end of 2024, three in five of the new sleepers had been laid.', 'renewal', 'Some 52,000 concrete sleepers replace wooden ones; 31,500 had been laid', T),
    ('The sleepers that are being taken out are made of concrete.', 'renewal', 'concrete sleepers replace wooden ones', 'swapped roles', C, False),
    ('Platforms are being raised to a height of just over half a metre.', 'renewal', 'the platforms are raised to 55 centimetres above the rail', T),
    ('At five of the stations the platforms are not being raised.', 'renewal', 'At 12 of the 17 stations', T),
    ('All 17 stations are getting higher platforms.', 'renewal', 'At 12 of the 17 stations the platforms are raised', 'scope', C, True),
    ('The platforms are raised to 55 millimetres above the rail.', 'renewal', 'to 55 centimetres above the rail', 'unit', C, True),
    ('In future trains may run at 120 kilometres an hour on the whole of the line.', 'renewal', 'except in the Gellan gorge, where it stays at 60', 'exception dropped', C, False),
    ('Barriers are being put up at 26 level crossings.', 'renewal', 'Of the 41 level crossings nine are closed and six are replaced by bridges', T),
    ('The number of level crossings will fall by nine to 32.', 'renewal', 'nine are closed and six are replaced by bridges', 'wrong difference', C, False),
    ('There will still be no overhead wires above the Ormley line.', 'renewal', 'The line is not being electrified', T),
    ('The renewal includes electrifying the line.', 'renewal', 'The line is not being electrified', 'negated', C, 'gap'),
    ('The renewal comes down to three things: new sleepers, higher platforms and barriers at level crossings.', 'renewal', 'The top speed goes up from 80 to 120 kilometres an hour', 'partial list as full list', C, False),
    ('The fastest train now takes 58 minutes from one end to the other.', 'renewal', 'the fastest train is to take 58 minutes from end to end instead of 83', 'target told as fact', C, False),
    ('The aim is a journey that is shorter by 25 minutes.', 'renewal', 'the fastest train is to take 58 minutes from end to end instead of 83', T),
    ('Five per cent of the cost is left to the towns on the line.', 'renewal', 'The state bears 65 per cent of the cost, the region 30 per cent', T),
    ('With 65 per cent, the region carries the largest share of the cost.', 'renewal', 'The state bears 65 per cent of the cost, the region 30 per cent', 'swapped numbers', C, True),

    ('## What the auditors found', None, None, 'heading'),
    ('The Court looked into the first two of the four stages.', 'audit', 'the Court examined the first two stages of the renewal', T),
    ('Roughly one contract in seven had been awarded without a tender.', 'audit', '39 had been put out to tender and seven had been awarded directly', T),
    ('The Court considers all seven direct awards unlawful.', 'audit', 'Five of the direct awards were lawful', 'over-generalised', C, 'gap'),
    ('On average, one of the contracts examined was worth a little over €2.5 million.', 'audit', 'It looked at 46 contracts worth €118 million together', T),
    ('Claims by Hollis and Brae account for two thirds of the excess on the first stage.', 'audit', 'puts two thirds of the excess down to contaminated ballast and the remainder to claims', 'swapped numbers', C, False),
    ('According to the Court, dearer steel rail was the reason why deliveries became slower in 2022.', 'audit', 'the Court did not find that the one had led to the other', 'cause for correlation', C, False),
    ('Steel rail became more than a third dearer in 2022.', 'audit', 'In 2022 the price of steel rail rose by 38 per cent', T),
    ('Until spring 2023 TRN had to do without a full-time risk manager.', 'audit', 'Before May 2023 TRN had no full-time risk manager', T),
    ('By the middle of 2024 about €9 million of the reserve had gone.', 'audit', '41 per cent of the reserve of €22 million for unforeseen costs had been used up', T),
    ('By the end of June 2024, €13 million of the reserve for unforeseen costs had been used up.', 'audit', '41 per cent of the reserve of €22 million for unforeseen costs', 'wrong derived number', C, 'gap'),
    ('Of the recommendations of 2021 all but one have been carried out at least in part.', 'audit', 'TRN has carried out six of them fully and two in part', T),
    ('TRN has fully carried out eight of the nine recommendations.', 'audit', 'TRN has carried out six of them fully and two in part', 'merged facts', C, 'gap'),
    ('The recommendation to publish costs quarterly was accepted by TRN.', 'audit', 'It has rejected one, namely to publish its costs every quarter', 'negated', C, 'gap'),
    ('Were the Court to have its way, the last stage would have a budget of €127 million.', 'audit', 'The Court recommends raising the budget of the fourth stage by €15 million', T),
    ('The budget of the fourth stage has been raised by €15 million.', 'audit', 'The Court recommends raising the budget of the fourth stage by €15 million', 'proposal as decision', C, False),
    ('It was the auditor general who described the budget as "tight but sufficient".', 'audit', 'TRN disagrees; in its reply it calls the present figure "tight but sufficient"', 'attribution', C, False),
    ('Ilse Marwick holds that "a reserve is not a budget".', 'audit', 'answers that "a reserve is not a plan"', 'quotation altered', C, True),
    ('A late permit would mean additional costs of €3 million to €15 million.', 'audit', 'additional costs of between €3 million and €5 million', 'range end', C, True),
    ('Additional costs of €3 million to €5 million are certain.', 'audit', 'If the permit for the fourth stage is granted later than June 2026', 'condition dropped', C, False),
    ('Nothing suggests to the auditors that the third stage will not be completed.', 'audit', 'It sees no risk to the completion of the third stage', T),
    ('Readers should note that the Court has confirmed the yearly saving of €1.9 million.', 'audit', 'could not be examined, because Northbank did not release its figures', 'claim dressed as a remark', C, False),
    ('The saving in running costs remains unexamined, as the operator kept its figures to itself.', 'audit', 'because Northbank did not release its figures', T),
    ('The report of the Court does not name the two contracts it objects to.', None, None, 'remark'),

    ('## Rumours, corrections and dates', None, None, 'heading'),
    ('The whole line is going to be shut for two years.', 'myths', 'The whole line will be shut for two years', 'copied out of a myth list', C, False),
    ('Fares will go up by 20 per cent in order to pay for the works.', 'myths', 'Fares will rise by 20 per cent to pay for the works', 'copied out of a myth list', C, False),
    ('Goods trains will be running at night again.', 'myths', 'Goods trains will be running at night again', 'copied out of a myth list', C, False),
    ('TRN lists five widespread claims and calls every one of them wrong.', 'myths', 'None of them is right', T),
    ('The rumour that battery trains come from China is mistaken: the one on trial was made in Switzerland.', 'myths', 'was built by Albis in Uzwil, Switzerland', T),
    ('Apart from Pell Halt, no station is to be given up.', 'myths', 'was given up in March 2023; no other will be', T),
    ('Pell Halt had 40 passengers a day before it was given up.', 'myths', 'which had four passengers a day', 'changed number', C, 'gap'),
    ('It is TRN that sets the fares.', 'myths', 'Fares are set by the region, not by TRN', 'swapped roles', C, True),
    ('Although nobody has applied to run goods trains, the new track could bear them.', 'myths', 'Nobody has applied to run goods trains', T),
    ('Three quarters of the house owners who are entitled to new windows had asked for them by May.', 'myths', 'The owners of 214 houses are entitled to new windows; 160 had applied by May', T),
    ('At 214 houses, new windows had been put in by May.', 'myths', 'The owners of 214 houses are entitled to new windows; 160 had applied by May', 'plan as done', C, False),
    ('Jointed rail is about 5 decibels quieter than welded rail.', 'myths', 'Welded rail is on average about 5 decibels quieter than jointed rail', 'comparison turned round', C, False),
    ('Nobody has to put up with more than 30 nights of work a year in one place.', 'myths', 'is limited to 30 nights a year at any one place', T),
    ('For each tree felled, TRN has planted more than two.', 'myths', 'So far TRN has felled 1,240 trees and planted 2,900', T),
    ('At Winnow, 3,000 oaks were felled.', 'myths', 'At Winnow it was not "3,000 oaks" that fell', 'copied out of a denial', C, 'gap'),
    ('About one in seven of the trees felled at Winnow was an oak.', 'myths', 'but 310 trees, 45 of them oaks', T),
    ('The Coldwater bridge weighs 640 tonnes.', 'letter', 'the new Coldwater bridge weighs 640 tonnes', 'copied out of an erratum', C, False),
    ('The bridge turned out to be 180 tonnes lighter than the residents had at first been told.', 'letter', 'It weighs 460 tonnes', T),
    ('The open day at Hadley Cross drew 8,100 people.', 'letter', 'was attended by 1,800 people, not by 8,100', 'copied out of an erratum', C, True),
    ('The previous issue had got the name of the site manager wrong.', 'letter', 'is called Tomas Reyland, not Roland Thomas', T),
    ('Putting the steel bridge in place was done two hours faster than allowed for.', 'letter', 'The move took seven hours; nine had been allowed for', T),
    ('The stone arch at Coldwater now carries a footpath.', 'letter', 'is to carry a footpath, if the parish of Coldwater agrees to look after it', 'plan as done', C, False),
    ('The arch that the bridge replaces is older than 150 years.', 'letter', 'replaces a stone arch of 1869', T),
    ('On 12 May 2025 an information evening about the fourth stage is held at Winnow.', 'letter', 'information evening on the fourth stage, Ormley town hall', 'wrong place', C, True),
    ('The day on which the booking hall at Winnow reopens had not yet been fixed in January 2025.', 'letter', 'June 2025, day to be announced', T),
    ('Viktor Hales took over the post of project director from Maren Oldcastle.', 'letter', 'Maren Oldcastle took over as project director on 1 September 2023 from Viktor Hales', 'swapped roles', C, False),
    ('Before Oldcastle, the post had been in the same hands for about four years.', 'letter', 'who had held the post since 2019', T),
    ('Three of the apprentices have not been given a permanent job.', 'letter', 'the project has trained 14 apprentices, nine of them women; eleven have been given permanent jobs', T),
    ('Eleven of the apprentices are women.', 'letter', 'the project has trained 14 apprentices, nine of them women', 'swapped numbers', C, True),
    ('There will be toilets at two stations only.', 'letter', 'At Hadley Cross and at Winnow there will be', T),

    ('## Buses and batteries', None, None, 'heading'),
    ('The express bus takes nine minutes longer than the train did.', 'buses', 'By train the journey took 19 minutes', T),
    ('The stopping bus needs 28 minutes from Winnow to Sandholt.', 'buses', 'R3 stopping', 'table cell of another row', C, True),
    ('For a little under fifteen months there are buses instead of trains between Winnow and Sandholt.', 'buses', 'From 6 January 2025 until 28 March 2026 buses take the place of trains', T),
    ('The night bus runs every night.', 'buses', 'The night bus runs only in the nights to Saturday and to Sunday', 'over-generalised', C, False),
    ('The last express bus leaves Winnow ten minutes after ten in the evening.', 'buses', 'X3 express', T),
    ('Bicycles of any sort may be taken on any of the buses.', 'buses', 'Bicycles are carried on the R3 only', 'scope', C, False),
    ('The express carries folding bicycles, but no others.', 'buses', 'folding bicycles may be taken on any bus', T),
    ('Drivers sell no tickets.', 'buses', 'Nothing can be bought from the driver', T),
    ('Every holder of a season ticket automatically gets 20 per cent off.', 'buses', 'provided they apply for it', 'condition dropped', C, False),
    ('Fewer than half of the buses are electric.', 'buses', 'Fourteen vehicles are in use, six of them electric', T),
    ('Fenwick missed the punctuality demanded by the contract by four points.', 'buses', 'ran on time, while the contract demands 90 per cent', 'comparison turned round', C, False),
    ('Fenwick has had to pay a penalty of €15,000 a month.', 'buses', 'Fenwick would have to pay a penalty of €15,000 a month', 'hypothesis as fact', C, False),
    ('The pilot was carried out with just one battery train.', 'battery', 'tried out a single battery train, an Albis BX2', T),
    ('Four per cent of the planned journeys with passengers were not completed.', 'battery', 'Of 612 journeys planned with passengers, 588 were completed', T),
    ('The doors were to blame for most of the failures.', 'battery', '17 fell victim to faults in charging, four to the doors', 'wrong superlative', C, False),
    ('Per kilometre, the battery train made do with about a third of the energy that a diesel needs.', 'battery', 'Energy per kilometre (kWh)', T),
    ('At departure the battery train was 15 decibels louder than the diesel.', 'battery', 'Noise at departure (dB)', 'comparison turned round', C, False),
    ('The battery train was available less often than the diesel.', 'battery', 'Availability (%)', T),
    ('Per kilometre the energy for the battery train cost 67 cents less.', 'battery', 'Cost of energy per kilometre (€)', T),
    ('In freezing weather the battery train can run 82 kilometres on one charge.', 'battery', 'In a climate chamber at minus 5 °C the figure was 61 kilometres', 'merged facts', C, 'gap'),
    ('Cold cut the range by about a quarter.', 'battery', 'In a climate chamber at minus 5 °C the figure was 61 kilometres', T),
    ('At 15 °C one charge is good for at least 82 kilometres.', 'battery', 'On one charge the train ran for up to 82 kilometres at 15 °C', '"up to" dropped', C, False),
    ('One passenger in five heard no difference.', 'battery', 'the others noticed no difference', T),
    ('The battery train raised punctuality on the section from 89 to 93 per cent.', 'battery', 'The pilot was not designed to measure punctuality', 'cause for correlation', C, False),
    ('The lease cost 410,000 euros.', 'battery', 'The lease for the three months cost 410,000 Swiss francs', 'currency', C, True),
    ('For ten trains Albis asks 72 million francs in all.', 'battery', 'Albis offers to sell ten trains for 7.2 million francs each', T),
    ('Northbank has ordered ten battery trains from Albis.', 'battery', 'Northbank has not ordered any', 'negated', C, 'gap'),
    ('It should be kept in mind that hydrogen trains are still under consideration.', 'battery', 'Hydrogen trains were ruled out in 2021 as too expensive', 'claim dressed as a remark', C, False),
    ('Sandhu says that the failures taught her company more than the successful journeys did.', 'battery', 'We have learnt more from the 24 failures than from all the rest', T),

    ('## In the committee', None, None, 'heading'),
    ('Two members of the committee were absent.', 'committee', '13 of the 15 members', T),
    ('TRN applied for the environmental permit on 18 November 2024.', 'committee', 'TRN had applied for the environmental permit on 8 November 2024', 'wrong date', C, True),
    ('The salt marsh is the subject of more than three quarters of the objections that had come in.', 'committee', 'So far 37 had come in, 29 of them about the salt marsh', T),
    ('A total of 29 objections had been lodged.', 'committee', 'So far 37 had come in, 29 of them about the salt marsh', 'part for whole', C, 'gap'),
    ('The fourth stage will be put off until after the regional election.', 'committee', 'to put off the fourth stage until after the regional election; the motion was rejected', 'copied out of a rejected proposal', C, False),
    ('From December 2026 there will be a train every half hour between Castle Brandon and Winnow.', 'committee', 'subject to the consent of the regional parliament', 'condition dropped', C, False),
    ('No member voted against the half-hourly trains.', 'committee', 'was approved by eleven votes to none with two abstentions', T),
    ('A single vote decided against extending the half-hourly trains into the late evening.', 'committee', 'the motion was rejected by seven votes to six', T),
    ('Fares rise by 4.5 per cent on 1 August 2025.', 'committee', 'The committee agreed on 3.2 per cent', 'copied out of a rejected proposal', C, 'gap'),
    ('The rise agreed on is 1.3 percentage points lower than what the administration had wanted.', 'committee', 'The administration had suggested an increase of 4.5 per cent', T),
    ('All fares go up by 3.2 per cent, those for children included.', 'committee', 'Fares for children remain as they are', 'scope', C, False),
    ('Hadley Cross keeps its name for the time being.', 'committee', 'The motion to rename the station Hadley Parkway was withdrawn', T),
    ('Half of the finished stations have ramps that are too steep, the disability council says.', 'committee', 'the ramps at four of the eight finished stations were steeper than the permitted 6 per cent', T),
    ('The ramps must rise by at least 6 per cent.', 'committee', 'steeper than the permitted 6 per cent', 'limit turned round', C, False),
    ('The lifts were out of order through the fault of Tolland Elevators.', 'committee', 'TRN blamed the maker of the lifts; the maker, Tolland Elevators, did not comment', 'accusation as fact', U, False),

    ('## Passengers', None, None, 'heading'),
    ('| Year | Passengers (million) | On time (%) |', None, None, 'heading'),
    ('|---|---|---|', None, None, 'rule'),
    ('| 2019 | 2.48 | 91.2 |', 'figures', '2.48', T),
    ('| 2022 | 1.88 | 84.7 |', 'figures', '1.88', 'table row altered', C, True),
    ('| 2024 | 2.05 | 88.9 |', 'figures', '2.05', T),
    ('', None, None, 'break'),
    ('Of the six years, 2023 was the one with the least punctual trains.', 'figures', 'On time (%)', T),
    ('In 2023 more people took the train than in 2022.', 'figures', '1.79', 'direction', C, False),
    ('In 2024 the line had recovered the number of passengers it had had in 2019.', 'figures', 'Passengers (million)', 'over-generalised', C, False),
    ('The number of passengers rose by about 15 per cent in 2024.', 'figures', 'Passengers (million)', T),
    ('Revenue in 2024 came to €8.8 million.', 'figures', '10.4', "another year's value", C, True),
    ('The share of cancelled trains was highest in 2023.', 'figures', 'Cancelled (%)', T),
    ('Compared with 2019 the line had lost a quarter of its revenue by 2024.', 'figures', 'Revenue (€ million)', 'wrong percentage', C, False),
    ('The figures for 2024 are final.', 'figures', 'The figures for 2024 are provisional', 'qualifier dropped', C, False),
    ('Today a train that arrives five minutes late is still counted as on time.', 'figures', 'A train counts as on time if it arrives less than six minutes late', T),
    ('Hadley Cross is the third busiest station.', 'figures', '1,700 at Ormley, 1,640 at Hadley Cross', 'wrong rank', C, False),
    ('More people board at Castle Brandon than at Winnow, Ormley and Hadley Cross together.', 'figures', 'some 5,900 people boarded at Castle Brandon, 2,350 at Winnow', T),
    ('Of the minutes lost, building works accounted for 12 percentage points less than a year earlier.', 'figures', 'In 2023 building works had still accounted for 46 per cent', T),
    ('In 2024 building works accounted for 46 per cent of the minutes lost.', 'figures', 'In 2024 building works accounted for 34 per cent', "another year's value", C, True),
    ('Building works and late connections together made up 51 per cent of the minutes lost in 2024.', 'figures', 'waiting for late connections for 27 per cent', 'wrong sum', C, True),
    ('There were only three reasons for delays: building works, late connections and faulty vehicles.', 'figures', 'faulty vehicles for 21 per cent and everything else for 18 per cent', 'partial list as full list', C, False),
    ('Passengers rated the line worse in 2024 than in the year before.', 'figures', 'an average grade of 2.6 on a scale from 1 (best) to 6', 'comparison turned round', C, False),
    ('In 2030 the line will carry 3.1 million passengers.', 'figures', 'The region reckons with 3.1 million passengers in 2030', 'forecast as fact', C, False),

    ('## Before the renewal', None, None, 'heading'),
    ('Josiah Tamblyn completed the line in 1869.', 'history', 'he died in 1868, and his pupil Edwin Frayle finished the work', 'attribution', C, False),
    ('Three years went by between the opening of the first section and the arrival of trains in Ormley.', 'history', 'trains reached Ormley in 1869', T),
    ('The line had been meant to cost £322,000.', 'history', 'It cost £412,000, which was £90,000 more than planned', T),
    ('Queen Victoria opened the line in person.', 'history', 'That Queen Victoria opened the line is a legend', 'copied out of a denial', C, False),
    ('No tunnel in the region is longer than the Gellan tunnel.', 'history', 'is the second longest in the region after the Marl tunnel', 'wrong rank', C, False),
    ('The Gellan tunnel is a little over a kilometre long.', 'history', 'The Gellan tunnel, 1,120 metres long', T),
    ('Goods traffic outlived the herring trains by 36 years.', 'history', 'The last herring train ran in 1958, and all goods traffic ended in 1994', T),
    ('The collision at Lowick killed 41 people.', 'history', 'Eight people were killed and 41 injured', 'swapped numbers', C, True),
    ('No blame fell on the signalman.', 'history', 'cleared the signalman, Alfred Coyle', T),
    ('After the storm flood there were no trains for eleven months.', 'history', 'trains were running again eleven weeks later', 'unit', C, 'gap'),
    ('The line beyond Winnow was closed in 1967.', 'history', 'The government dropped the plan in 1967', 'copied out of a rejected proposal', C, False),
    ('Steam gave way to diesel only after the plan to close the line had been dropped.', 'history', 'Steam had been given up in 1962', 'time order', C, False),
    ('Thanks to diesel railcars the journey became 32 minutes shorter.', 'history', 'diesel railcars cut the journey from 128 to 96 minutes', T),
    ('Colm Devery writes that the region "bought a railway and inherited a museum".', 'history', 'bought a museum and inherited a railway', 'quotation altered', C, False),
    ('In 2018 four options were compared, of which the consultants recommended the second.', 'case', 'We recommend option B', T),
    ('Electrification would have brought the greatest benefit for each euro.', 'case', 'C: renewal with electrification', 'wrong superlative', C, False),
    ('Two of the options would have brought less than they cost.', 'case', 'Benefit for each euro (€)', T),
    ('The cheapest option was also the one with the longest journey.', 'case', 'D: closure and express buses', T),
    ('A second track is being laid between Hadley Cross and Winnow.', 'case', 'A second track between Hadley Cross and Winnow was rejected', 'copied out of a rejected proposal', C, False),
    ('Closure would have driven about 40 per cent of passengers to the express buses.', 'case', 'about 40 per cent of passengers would probably turn to their cars', "another thing's value", C, False),
    ('The business case thought of the works as lasting six years.', 'case', 'Works could begin in 2020 and end in 2026', T),
    ('The works began in 2020.', 'case', 'Works could begin in 2020 and end in 2026', 'modality', U, False),

    ('## What the pages leave open', None, None, 'heading'),
    ('None of the pages says when the environmental permit will be decided on.', None, None, 'remark'),
    ('The sources do not tell how the regional parliament voted on the half-hourly trains.', None, None, 'remark'),
    ('The business case is older than the other pages and uses the prices of 2018, so its costs cannot be compared with theirs.', None, None, 'remark'),
    ('What the other eight objections are about could not be found out.', None, None, 'remark'),
]

OPENING = [
    ('The renewal of the Ormley line is budgeted at €340 million in four stages, and about half of that had been spent by the end of 2024.', 'renewal', 'Spent by end of 2024 (€ million)'),
    ('Nobody on the committee voted against half-hourly trains.', 'committee', 'was approved by eleven votes to none with two abstentions'),
    ('The pilot with a single battery train saved energy, but the train was available less often than a diesel.', 'battery', 'tried out a single battery train, an Albis BX2'),
]
