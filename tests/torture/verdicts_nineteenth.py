"""A lock on a river: its traffic, its rules and its dues, the minutes of a council, the life of an engineer, a press release on new gates and the update that
replaced it, a study of a fish pass, the report on a collision, questions of visitors and the levels of the water. Written by one who had not seen the program;
pages, report and labels were fixed before it was run on them. The last column says whether a figure, a date, a unit, a name or a plain negation alone proves the error ('gap': it does, and code did not see it)."""

PAGES = {
    'traffic': ('Sallow Lock: traffic figures for 2023', '2024-02-20', '''
<h1>Sallow Lock: traffic figures for 2023</h1>
<p>Sallow Lock lies at kilometre 84.6 of the River Orme, between Aldmere upstream and Pinchbeck downstream. It has two chambers. The east chamber was opened in 1912 and is 120 metres long; the west chamber was opened in 1968 and is 190 metres long. Both are 12 metres wide. The figures were compiled by Ingrid Fallow, who took over the office from Desmond Ray in 2021.</p>
<h2>The last three years</h2>
<table><tr><th></th><th>2021</th><th>2022</th><th>2023</th></tr>
<tr><td>Cargo vessels</td><td>9,120</td><td>8,460</td><td>8,910</td></tr>
<tr><td>Passenger ships</td><td>412</td><td>690</td><td>745</td></tr>
<tr><td>Pleasure craft</td><td>3,240</td><td>4,105</td><td>3,870</td></tr>
<tr><td>All vessels</td><td>12,772</td><td>13,255</td><td>13,525</td></tr>
<tr><td>Goods (million tonnes)</td><td>7.9</td><td>7.1</td><td>7.4</td></tr>
<tr><td>Mean waiting time of cargo vessels (minutes)</td><td>38</td><td>44</td><td>41</td></tr></table>
<h2>Goods</h2>
<p>In 2023 building materials made up 34 per cent of the goods, grain 27 per cent, fuels 21 per cent and containers 11 per cent; the remaining 7 per cent were other goods. In 2022 the share of building materials had been 30 per cent. In 2023 some 4.3 million tonnes went downstream and 3.1 million tonnes upstream.</p>
<p>The fall in goods in 2022 coincided with the low water of August and September. How far the one was caused by the other we cannot say, since a cement works at Aldmere had closed in the spring of the same year.</p>
<h2>Months and closures</h2>
<p>The busiest month of 2023 was July with 1,486 vessels, the quietest January with 702. The lock was closed to all traffic on 19 days: on 11 days for maintenance, on 6 because of high water and on 2 because of a strike.</p>
<h2>How we count</h2>
<p>Vessels are counted by radar. The radar was out of order in March 2023, so that about 9 per cent of the cargo vessels of that year had to be counted by hand; their tonnage is an estimate. For 2024 we expect about 14,000 vessels.</p>'''),

    'rules': ('Rules for passing Sallow Lock', '2023-04-01', '''
<h1>Rules for passing Sallow Lock</h1>
<h2>Hours</h2>
<p>From April to October the lock works daily from 6 a.m. to 10 p.m., from November to March daily from 7 a.m. to 8 p.m. It is closed on 25 December and on 1 January. Passages outside these hours can be ordered until 4 p.m. of the same day and cost a surcharge.</p>
<h2>Order of passage</h2>
<p>Vessels that are waiting are admitted in this order:</p>
<ul><li>first, rescue and police vessels;</li>
<li>second, passenger ships running to a timetable;</li>
<li>third, cargo vessels;</li>
<li>fourth, pleasure craft.</li></ul>
<p>Pleasure craft are locked through together with other vessels if there is room. If there is none, they are locked through alone after a wait of at most 60 minutes. Vessels that show two blue cones because of their dangerous goods are always locked through alone. Rowing boats and canoes under 5 metres in length must not enter the chambers; they use the boat slide on the left bank.</p>
<h2>Largest dimensions</h2>
<table><tr><th>Chamber</th><th>Length (m)</th><th>Beam (m)</th><th>Draught (m)</th></tr>
<tr><td>West</td><td>185</td><td>11.45</td><td>2.8</td></tr>
<tr><td>East</td><td>115</td><td>11.45</td><td>2.5</td></tr></table>
<h2>Conduct</h2>
<ul><li>Skippers report by radio on channel 20 at least 30 minutes before they arrive. Pleasure craft under 15 metres are exempt.</li>
<li>In the approaches the speed must not exceed 6 km/h.</li>
<li>Life jackets are compulsory on the deck of pleasure craft; on cargo vessels they are recommended.</li>
<li>Engines must be stopped as soon as the vessel has been made fast. This does not apply to bow thrusters.</li>
<li>Whoever overtakes in the approaches is fined between €150 and €600.</li></ul>
<h2>Terms</h2>
<p>A lockage is one filling or one emptying of a chamber with at least one vessel in it. A passage is the way of one vessel through the lock, in whichever direction. The lock keeper on duty may depart from the order of passage if safety demands it; the reason has to be entered in the log.</p>'''),

    'minutes': ('River Council: minutes of 12 March 2024', '2024-03-19', '''
<h1>River Council: minutes of 12 March 2024</h1>
<p>Present: thirteen of the fifteen members; Marta Quill in the chair. The director of the River Authority, Oda Renshaw, attended without a vote. The minutes of 5 December were approved with one change: the number of complaints in 2023 was 63, not 36.</p>
<h2>1. Hours of Sallow Lock</h2>
<p>Piet Vandam moved on behalf of the shippers that the lock be open round the clock from 1 May 2024. The motion failed by five votes to eight. The council then agreed, by ten votes to three, to a trial with longer hours, from 5 a.m. to midnight, from 1 June to 31 August 2024, provided that two additional lock keepers are found by 15 May.</p>
<h2>2. Dues for pleasure craft</h2>
<p>The treasurer, Helga Stroud, proposed to raise the dues for pleasure craft over 10 metres from €8 to €10 per passage. Several members wished to hear the boat clubs first. The matter was put off to the meeting in June.</p>
<h2>3. New gates</h2>
<p>The head of the project, Anton Brisk, reported that the gates for the west chamber are now to be delivered in October 2024. The estimate has risen from €4.2 million to €4.9 million, mainly because of the price of steel. The council took note of this; a vote was not required.</p>
<h2>4. Water weed</h2>
<p>In the summer of 2023 the mowing boat took out 320 tonnes of water weed, 85 tonnes more than in 2022. The weed is brought to the biogas plant at Pinchbeck, which takes it free of charge.</p>
<h2>5. Questions</h2>
<p>Mr Vandam asked about a report in the Pinchbeck Courier according to which the east chamber is to be filled in. Ms Renshaw replied that there was not a word of truth in it: the chamber was needed and would stay. Asked about the towpath, she said that it might be tarred if the town of Aldmere shared the cost.</p>
<p>The next meeting is on 11 June 2024.</p>'''),

    'engineer': ('Edwin Marlough, who built the west chamber', '2018-06-11', '''
<h1>Edwin Marlough, who built the west chamber</h1>
<p>Edwin Marlough was born on 3 May 1921 in Pinchbeck, the son of a lock keeper. He began to study civil engineering at Tolland in 1939, served in a bridge-building company from 1941 to 1945 and took his degree in July 1948. In 1951 he married the botanist Clara Vint; they had three daughters.</p>
<h2>Career</h2>
<p>In 1949 he joined the Waterways Office as an assistant. From 1954 to 1956 he worked in the Netherlands. In 1959 he became head of the construction department and remained so until 1974. In these years he built three locks: Crane Weir, opened in 1962, the west chamber at Sallow, opened in 1968, and Upper Dunning, opened in 1971. In 1970 he was awarded the Golden Sluice, the prize of the engineers' society.</p>
<h2>The west chamber</h2>
<p>Work at Sallow began in May 1964; the chamber was opened on 14 September 1968. It cost 11.6 million crowns, which was 1.3 million less than budgeted. At times 240 men were at work. In February 1966 a cofferdam gave way and two of them drowned. The inquiry cleared Marlough and blamed the contractor, Hoss and Sons, who had saved on sheet piles.</p>
<h2>Legends</h2>
<p>That Marlough drew the gates on a beer mat is a pretty story; the family knows nothing of it. He is also often said to have designed the footbridge at Aldmere. In truth it was designed by his pupil Rosa Kimmel.</p>
<h2>Later years</h2>
<p>In 1974 he gave up his post for reasons of health: his heart had become weak. He then taught at Tolland for nine years. His students remembered one sentence above all: "Water always finds the mistake you did not look for." Marlough died on 21 November 1991. His drawings, some 1,400 sheets, are kept by the museum in Aldmere, apart from those for Upper Dunning, which were lost when the office moved.</p>'''),

    'press': ('New gates for the west chamber: press release', '2023-10-05', '''
<h1>New gates for the west chamber: press release</h1>
<p>The west chamber of Sallow Lock is to get new gates. The River Authority has today signed the contract with Norden Steelworks. "This is the largest repair since the chamber was built," said the director, Oda Renshaw, at the ceremony. The present gates were put in when the chamber was opened in 1968 and have been in use for 55 years.</p>
<h2>What it will cost</h2>
<p>The new gates will cost €4.2 million. The federal ministry contributes €2.5 million of this sum, the River Authority €1.7 million. The order secures up to 30 jobs at the steelworks for a year.</p>
<h2>What will be new</h2>
<p>There will be four leaves, two at each end of the chamber. Each leaf weighs 68 tonnes. At present about 140 litres of water per second leak through the gates; with the new ones it is to be 15 litres at most. Electric drives take the place of hydraulic ones, so that no oil can get into the river. They are expected to save 45,000 kilowatt-hours a year. The new gates are designed to last for 70 years.</p>
<h2>What skippers have to know</h2>
<p>The gates are to be delivered in February 2024. The west chamber will be closed for eight weeks from 4 March 2024. The east chamber will stay open all the time, but vessels of more than 115 metres will not be able to pass Sallow while the work goes on. The waiting time is likely to double. The authority has agreed with the shippers' association that convoys may be uncoupled free of charge.</p>
<h2>And the old gates?</h2>
<p>Three of the four old leaves will be scrapped. The fourth goes to the museum in Aldmere, where it will be put up in the yard as soon as the foundation has been laid. Visitors to the lock can watch the work from the platform on the right bank; guided tours will not take place in March and April.</p>'''),

    'update': ('New gates: where we stand in July 2024', '2024-07-18', '''
<h1>New gates: where we stand in July 2024</h1>
<p>This page replaces our press release of 5 October 2023, whose figures and dates no longer hold. The new gates for the west chamber of Sallow Lock will come later and cost more than we said then.</p>
<table><tr><th>Item</th><th>October 2023</th><th>Now</th></tr>
<tr><td>Cost (million euros)</td><td>4.2</td><td>4.9</td></tr>
<tr><td>Delivery</td><td>February 2024</td><td>October 2024</td></tr>
<tr><td>Closure begins</td><td>4 March 2024</td><td>13 January 2025</td></tr>
<tr><td>Length of closure (weeks)</td><td>8</td><td>7</td></tr>
<tr><td>Weight of a leaf (tonnes)</td><td>68</td><td>71</td></tr></table>
<h2>Why the gates cost more</h2>
<p>Of the additional €700,000, some €450,000 are due to the price of steel and €250,000 to stronger hinges. The share of the federal ministry stays at €2.5 million; the River Authority bears all the rest.</p>
<h2>Why they come later</h2>
<p>On 22 January 2024 the inspectors found faulty welds in two of the four leaves. Both had to be taken apart. The other two leaves were in order. The delay was not caused by a strike at Norden Steelworks, as some newspapers have written: there was no strike. The steelworks pays for the repair and has accepted a penalty of €120,000.</p>
<h2>Test in the works</h2>
<p>On 2 July 2024 the first leaf was put under load. It bent by 9 millimetres; 14 millimetres are permitted. The seals were tested on the same day and will have to be adjusted once more. The second leaf is to be tested in August.</p>
<h2>What might still go wrong</h2>
<p>Should the water at the Aldmere gauge stand above 310 centimetres in January 2025, the closure would be put off to March. In that case cranes would have to be hired a second time, which we reckon would cost about €60,000. The manager of the project, Anton Brisk, considers this unlikely.</p>'''),

    'fish': ('The fish pass at Sallow: study 2020 to 2022', '2023-03-08', '''
<h1>The fish pass at Sallow: study 2020 to 2022</h1>
<p>The fish pass beside Sallow weir was opened in September 2019. It has 42 basins and carries 0.45 cubic metres of water per second. We, Lene Haugstad and Tomas Berrick, watched for three years which fish use it to swim upstream. Migration downstream was not studied.</p>
<h2>Counts by camera</h2>
<table><tr><th>Species</th><th>2020</th><th>2021</th><th>2022</th></tr>
<tr><td>Barbel</td><td>1,240</td><td>1,610</td><td>1,580</td></tr>
<tr><td>Nase</td><td>3,905</td><td>4,420</td><td>2,760</td></tr>
<tr><td>Eel</td><td>310</td><td>295</td><td>342</td></tr>
<tr><td>Salmon</td><td>4</td><td>11</td><td>9</td></tr>
<tr><td>Roach</td><td>12,300</td><td>11,850</td><td>9,940</td></tr></table>
<p>Besides these five species the camera recorded fourteen others. In June 2022 it failed for 23 days; the figures for 2022 are therefore minimum values, and we would not speak of a decline. Of all passages, 61 per cent took place at night.</p>
<h2>Tagged barbel</h2>
<p>We fitted 600 barbel with tags. Of these, 378 entered the pass, and 302 of those reached its upper end. The median time they needed was 3.5 hours; the slowest fish took four days. Barbel moved mostly at water temperatures between 14 and 19 °C.</p>
<h2>Cormorants</h2>
<p>Anglers believe that cormorants gather at the exit of the pass. Our counts do not bear this out: 1.2 birds per hour were seen at the exit and 1.4 per hour at the weir, where there is no exit.</p>
<h2>Assessment</h2>
<p>The pass works for strong swimmers. For small species such as the bullhead we could not show that it does. We recommend a second entrance on the right bank, which would cost about €380,000. Berrick adds a personal remark: "In my view the weir should have been taken down." The study as such takes no stand on this. It was paid for in equal parts by the River Authority and the anglers' union.</p>'''),

    'collision': ('Collision at Sallow Lock on 9 November 2022: report', '2023-09-14', '''
<h1>Collision at Sallow Lock on 9 November 2022: report</h1>
<p>On 9 November 2022 the barge Kestrel, loaded with 1,350 tonnes of gravel, ran into the stern of the passenger ship Lady Orme in the west chamber. There were 86 passengers and 7 crew on board the Lady Orme. Her skipper was Bridget Hale; the skipper of the Kestrel was Jan Oster. The inquiry was led by Vera Colm.</p>
<h2>Course of events</h2>
<ul><li>17.31: the lock keeper gives the Lady Orme the green light to enter the west chamber.</li>
<li>17.36: the Kestrel, also bound downstream, reports that she is passing kilometre 83.9.</li>
<li>17.40: her engine does not go into reverse.</li>
<li>17.42: the Kestrel strikes the Lady Orme at about 4 km/h.</li>
<li>17.55: the first ambulance arrives.</li>
<li>18.20: the last passengers are ashore.</li></ul>
<h2>Injuries and damage</h2>
<p>Nine people were injured, seven passengers and two members of the crew. A woman of 64 broke her wrist; the others had bruises. The damage to the Lady Orme came to €210,000, that to the Kestrel to an estimated €60,000. The gates were not touched. Had the Lady Orme lain thirty metres further forward, the barge might have struck the lower gate. The chamber was closed for three days.</p>
<h2>Cause</h2>
<p>A cable in the gear control of the Kestrel had come loose. Fatigue was examined and ruled out: Oster had rested for eleven hours. Alcohol tests on both skippers were negative. The signals of the lock were working, and visibility was 900 metres. Hale stated: "I heard the horn and knew that he could not stop."</p>
<h2>Recommendations</h2>
<p>The report makes six recommendations. Three are addressed to the River Authority, which had carried out all of them by August 2023. Two are addressed to the owner of the Kestrel, who has so far carried out one. One is addressed to the federal ministry, which has not replied.</p>'''),

    'faq': ('Visiting Sallow Lock: questions and answers', '2024-04-15', '''
<h1>Visiting Sallow Lock: questions and answers</h1>
<h2>When is the platform open?</h2>
<p>Daily except Mondays from 10 a.m. to 5 p.m. Admission is free. The café is closed from November to February.</p>
<h2>Are there guided tours?</h2>
<p>Yes, from May to September every Saturday at 2 p.m. A tour takes 75 minutes and costs €6; children under 14 pay nothing. Groups may have up to 25 people and must book at least three days ahead.</p>
<h2>Can I come in a wheelchair?</h2>
<p>The platform has a ramp. The control tower can be reached only by its 58 steps.</p>
<h2>How do I get there?</h2>
<p>From Pinchbeck station it is a walk of 1.8 kilometres. Bus 14 runs every two hours. The car park has 40 spaces and costs €2 a day.</p>
<h2>How much water does it take?</h2>
<p>One filling of the west chamber takes about 12,300 cubic metres. Filling lasts 11 minutes, emptying 13. No pumps are needed: the water flows in from above and out below by its own weight.</p>
<h2>Is it the deepest lock on the Orme?</h2>
<p>No. With a lift of 5.4 metres Sallow comes third, after Upper Dunning with 7.1 metres and Crane Weir with 6.2 metres.</p>
<h2>Was the lock bombed in the war?</h2>
<p>No, although one reads it again and again. What was hit in 1944 was the railway bridge at Pinchbeck.</p>
<h2>Who works here?</h2>
<p>There are 22 lock keepers, five of them women. At least two are on duty whenever the lock is open. Training takes three years. Most of them grew up in the region, and some live in the authority's houses beside the lock.</p>
<h2>May I fly a drone?</h2>
<p>Not within 100 metres of the lock, unless the River Authority has agreed in writing.</p>
<h2>May I swim?</h2>
<p>No. Swimming is forbidden between the upper and the lower approach, because the currents near the sluices cannot be seen from above.</p>'''),

    'dues': ('Sallow Lock: dues from 1 January 2024', '2023-11-30', '''
<h1>Sallow Lock: dues from 1 January 2024</h1>
<p>The River Council adopted these dues on 26 September 2023 with two votes against. All amounts are in euros per passage and do not include VAT, which is 19 per cent.</p>
<table><tr><th>Class</th><th>2023</th><th>2024</th></tr>
<tr><td>Cargo vessel up to 1,000 tonnes</td><td>42</td><td>45</td></tr>
<tr><td>Cargo vessel from 1,001 to 2,000 tonnes</td><td>61</td><td>66</td></tr>
<tr><td>Cargo vessel over 2,000 tonnes</td><td>83</td><td>90</td></tr>
<tr><td>Passenger ship</td><td>35</td><td>35</td></tr>
<tr><td>Pleasure craft up to 10 metres</td><td>6</td><td>6</td></tr>
<tr><td>Pleasure craft over 10 metres</td><td>8</td><td>8</td></tr>
<tr><td>Surcharge for a night passage</td><td>55</td><td>70</td></tr></table>
<h2>Reductions</h2>
<ul><li>Vessels with an electric drive pay half.</li>
<li>The season ticket for pleasure craft costs €90 and is good for 15 passages between 1 April and 31 October, whatever the length of the boat.</li>
<li>Rescue and police vessels pay nothing. The same holds for boats of schools, provided they apply a week before.</li></ul>
<h2>Payment</h2>
<p>The dues have to be paid within 30 days. After that, 1.5 per cent is added for every month begun. Skippers without an account pay the lock keeper by card; cash has not been accepted since July 2022. Complaints about a bill have to be made in writing within three months.</p>
<h2>What becomes of the money</h2>
<p>In 2022 the dues brought in €612,000. For 2024 we reckon with €655,000, if traffic remains as it is. The dues cover about a third of the running costs of the lock; the remainder comes from the federal ministry. They are not used for new buildings. The association of shippers considers the increase for cargo vessels too high and fears that freight will move to the road; the River Authority does not share this view.</p>'''),

    'levels': ('The Orme at the Aldmere gauge: levels 2020 to 2023', '2024-01-30', '''
<h1>The Orme at the Aldmere gauge: levels 2020 to 2023</h1>
<p>The gauge at Aldmere has been in use since 1887. Until 1998 it was read by hand twice a day; since then a pressure probe has measured the level every 15 minutes. In 2009 the gauge was moved 300 metres downstream. Older values have been converted. Those from before 1931 are uncertain by up to 5 centimetres.</p>
<table><tr><th>Year</th><th>Lowest (cm)</th><th>Mean (cm)</th><th>Highest (cm)</th><th>Days below 120 cm</th></tr>
<tr><td>2020</td><td>109</td><td>205</td><td>388</td><td>21</td></tr>
<tr><td>2021</td><td>131</td><td>232</td><td>467</td><td>0</td></tr>
<tr><td>2022</td><td>88</td><td>181</td><td>341</td><td>64</td></tr>
<tr><td>2023</td><td>112</td><td>219</td><td>455</td><td>14</td></tr></table>
<h2>Extremes</h2>
<p>The lowest level ever recorded is that of 17 August 2022, 88 centimetres. It was 11 centimetres below the former record of 1976. The highest, 612 centimetres, was reached on 23 January 1995. The warmest water, 26.8 °C, was measured on 4 August 2022. At the lowest level the river carried 34 cubic metres per second, at mean level it carries 148.</p>
<h2>Marks</h2>
<p>From 310 centimetres vessels have to slow down. From 430 centimetres navigation is suspended. Below 120 centimetres vessels can no longer be fully loaded. A level is not a depth: the zero of the gauge lies about 60 centimetres above the bed of the fairway.</p>
<h2>Outlook</h2>
<p>According to a model of the hydrological institute, the number of days below 120 centimetres could double by 2060 if emissions remain high. If they fall quickly, the model shows hardly any change. Gerd Holm, who looks after the gauge, considers such figures useful, but warns against taking them for forecasts. One dry year, he says, proves nothing, and neither does one wet year.</p>'''),
}

T, C, U = 'true', 'contradicted', 'unsupported'

SENTENCES = [
    ('## Traffic', None, None, 'heading'),
    ('The west chamber is 70 metres longer than the east one.', 'traffic', 'the west chamber was opened in 1968 and is 190 metres long', T),
    ('The west chamber was opened in 1912 and is 190 metres long.', 'traffic', 'The east chamber was opened in 1912 and is 120 metres long', 'merged facts', C, True),
    ('In 2022 there were 8,910 cargo vessels.', 'traffic', 'Cargo vessels', 'wrong column of a table', C, True),
    ('Cargo vessels accounted for roughly two thirds of all vessels in 2023.', 'traffic', 'All vessels', T),
    ('Pleasure craft became fewer from 2022 to 2023, yet there were still more of them than in 2021.', 'traffic', 'Pleasure craft', T),
    ('The share of building materials grew by 4 per cent from 2022 to 2023.', 'traffic', 'In 2022 the share of building materials had been 30 per cent', 'percent for points', C, False),
    ('Building materials, grain and fuels together made up 82 per cent of the goods of 2023.', 'traffic', 'building materials made up 34 per cent of the goods, grain 27 per cent, fuels 21 per cent', T),
    ('In 2023 more goods travelled upstream than downstream.', 'traffic', 'some 4.3 million tonnes went downstream and 3.1 million tonnes upstream', 'comparison turned round', C, False),
    ('The low water of August and September 2022 brought about the fall in goods of that year.', 'traffic', 'How far the one was caused by the other we cannot say', 'cause for correlation', C, False),
    ('More than twice as many vessels came through in July 2023 as in January.', 'traffic', 'The busiest month of 2023 was July with 1,486 vessels, the quietest January with 702', T),
    ('In 2023 a strike closed the lock for 19 days.', 'traffic', 'on 11 days for maintenance, on 6 because of high water and on 2 because of a strike', 'whole told of a part', C, 'gap'),
    ('Every single cargo vessel of 2023 was counted by radar.', 'traffic', 'so that about 9 per cent of the cargo vessels of that year had to be counted by hand', 'over-generalised', C, False),
    ('About 14,000 vessels used the lock in 2024.', 'traffic', 'For 2024 we expect about 14,000 vessels', 'forecast told as past', U, False),

    ('## The rules', None, None, 'heading'),
    ('In July the lock works for 16 hours a day.', 'rules', 'From April to October the lock works daily from 6 a.m. to 10 p.m.', T),
    ('In January the lock works until 10 p.m.', 'rules', 'from November to March daily from 7 a.m. to 8 p.m.', "another season's value", C, True),
    ("The lock does not open on Christmas Day or on New Year's Day.", 'rules', 'It is closed on 25 December and on 1 January', T),
    ('A passenger ship running to a timetable has to let cargo vessels go first.', 'rules', 'second, passenger ships running to a timetable', 'swapped roles', C, False),
    ('In the order of passage only rescue and police vessels stand ahead of passenger ships that run to a timetable.', 'rules', 'first, rescue and police vessels', T),
    ('If there is no room, a pleasure craft must wait for at least 60 minutes before it is locked through alone.', 'rules', 'they are locked through alone after a wait of at most 60 minutes', '"at most" turned into "at least"', C, False),
    ('A canoe 4 metres long has to take the boat slide on the left bank instead of going through the chambers.', 'rules', 'Rowing boats and canoes under 5 metres in length must not enter the chambers', T),
    ('All skippers without exception have to report by radio half an hour before they arrive.', 'rules', 'Pleasure craft under 15 metres are exempt', 'exception dropped', C, False),
    ('In the approaches a speed of up to 6 metres per second is allowed.', 'rules', 'In the approaches the speed must not exceed 6 km/h', 'unit', C, True),
    ('The rules oblige nobody to wear a life jacket on the deck of a cargo vessel.', 'rules', 'on cargo vessels they are recommended', T),
    ('Overtaking in the approaches costs between €150 and €500.', 'rules', 'is fined between €150 and €600', 'range end', C, True),
    ('Filling a chamber in which there is no vessel does not count as a lockage.', 'rules', 'A lockage is one filling or one emptying of a chamber with at least one vessel in it', T),

    ('## The council', None, None, 'heading'),
    ('Two members of the council were absent.', 'minutes', 'thirteen of the fifteen members', T),
    ('There were 36 complaints in 2023.', 'minutes', 'the number of complaints in 2023 was 63, not 36', 'copied out of an erratum', C, True),
    ('Since 1 May 2024 the lock has been open round the clock.', 'minutes', 'The motion failed by five votes to eight', 'copied out of a rejected proposal', C, False),
    ('In each of the two votes on the hours thirteen votes were cast.', 'minutes', 'The council then agreed, by ten votes to three', T),
    ('The trial with longer hours will take place whether or not further lock keepers are found.', 'minutes', 'provided that two additional lock keepers are found by 15 May', 'condition dropped', C, False),
    ('It was Anton Brisk who proposed higher dues for the larger pleasure craft.', 'minutes', 'The treasurer, Helga Stroud, proposed to raise the dues', 'attribution', C, True),
    ('The council raised the dues for pleasure craft over 10 metres to €10.', 'minutes', 'The matter was put off to the meeting in June', 'proposal as decision', C, False),
    ('In the summer of 2022 the mowing boat took out 235 tonnes of weed.', 'minutes', 'took out 320 tonnes of water weed, 85 tonnes more than in 2022', T),
    ('In the summer of 2022 the mowing boat took out 320 tonnes of water weed.', 'minutes', 'took out 320 tonnes of water weed, 85 tonnes more than in 2022', 'wrong year', C, True),
    ('The east chamber is going to be filled in.', 'minutes', 'Ms Renshaw replied that there was not a word of truth in it', 'copied out of a denial', C, False),
    ('The director rejects the report that the east chamber is to be filled in.', 'minutes', 'Ms Renshaw replied that there was not a word of truth in it', T),

    ('## The engineer', None, None, 'heading'),
    ('Marlough was 27 years old when he took his degree.', 'engineer', 'took his degree in July 1948', T),
    ('He went to the Netherlands after he had become head of the construction department.', 'engineer', 'From 1954 to 1956 he worked in the Netherlands', 'time order', C, False),
    ('For fifteen years he was at the head of the construction department.', 'engineer', 'In 1959 he became head of the construction department and remained so until 1974', T),
    ('It took a little more than four years to build the west chamber.', 'engineer', 'Work at Sallow began in May 1964; the chamber was opened on 14 September 1968', T),
    ('The west chamber cost €11.6 million.', 'engineer', 'It cost 11.6 million crowns', 'currency', C, True),
    ('A sum of 12.9 million crowns had been set aside for the west chamber.', 'engineer', 'which was 1.3 million less than budgeted', T),
    ('The inquiry put the blame for the two deaths on Marlough.', 'engineer', 'The inquiry cleared Marlough and blamed the contractor', 'swapped roles', C, False),
    ('Marlough designed the footbridge at Aldmere as well.', 'engineer', 'In truth it was designed by his pupil Rosa Kimmel', 'copied out of a legend', C, False),
    ('He left his post in 1974 because of the collapse of the cofferdam.', 'engineer', 'In 1974 he gave up his post for reasons of health', 'wrong cause', C, False),
    ('What his students remembered was this: "Water never finds the mistake you looked for."', 'engineer', 'Water always finds the mistake you did not look for.', 'quotation altered', C, False),
    ('All his drawings are in the museum in Aldmere.', 'engineer', 'apart from those for Upper Dunning, which were lost when the office moved', 'exception dropped', C, False),

    ('## The new gates', None, None, 'heading'),
    ('On the day the contract was signed the director spoke of "the largest repair since the chamber was built".', 'press', 'This is the largest repair since the chamber was built', T),
    ('At that time more than half of the money was to come from the federal ministry.', 'press', 'The federal ministry contributes €2.5 million of this sum, the River Authority €1.7 million', T),
    ('Together the four new leaves were to weigh 204 tonnes.', 'press', 'Each leaf weighs 68 tonnes', 'wrong product', C, True),
    ('The order secures at least 30 jobs at the steelworks.', 'press', 'The order secures up to 30 jobs at the steelworks for a year', '"up to" turned into "at least"', C, False),
    ('It was thought probable that vessels would have to wait twice as long while the work went on.', 'press', 'The waiting time is likely to double', T),
    ('According to the release, no vessel at all would be able to pass Sallow during the work.', 'press', 'The east chamber will stay open all the time', 'scope', C, False),
    ('One of the old leaves was to be spared and shown in a museum.', 'press', 'Three of the four old leaves will be scrapped', T),
    ('Hydraulic drives were to replace the electric ones.', 'press', 'Electric drives take the place of hydraulic ones', 'direction', C, False),
    ('As things stand in July 2024, the new gates cost €4.2 million.', 'update', 'Cost (million euros)', 'old value told as current', C, 'gap'),
    ('The gates will arrive eight months later than announced in October 2023.', 'update', 'Delivery', T),
    ('Nearly two thirds of the additional cost are put down to the price of steel.', 'update', 'some €450,000 are due to the price of steel and €250,000 to stronger hinges', T),
    ("The River Authority's own share now comes to €2.4 million.", 'update', 'The share of the federal ministry stays at €2.5 million; the River Authority bears all the rest', T),
    ('The inspectors found faulty welds in all four leaves.', 'update', 'the inspectors found faulty welds in two of the four leaves', 'some told as all', C, True),
    ('A strike at Norden Steelworks held the gates up.', 'update', 'The delay was not caused by a strike at Norden Steelworks', 'copied out of a denial', C, False),
    ('When put under load, the first leaf stayed 5 millimetres below what is permitted.', 'update', 'It bent by 9 millimetres; 14 millimetres are permitted', T),
    ('The closure has been put off to March 2025.', 'update', 'the closure would be put off to March', 'hypothetical told as fact', C, False),

    ('## The fish', None, None, 'heading'),
    ('The fish pass carries 450 litres of water per second.', 'fish', 'carries 0.45 cubic metres of water per second', T),
    ('How fish fare on their way down the river was not looked into.', 'fish', 'Migration downstream was not studied', T),
    ('At most 2,760 nase went up the pass in 2022.', 'fish', 'the figures for 2022 are therefore minimum values', '"at least" turned into "at most"', C, False),
    ('The camera recorded nineteen species in all.', 'fish', 'Besides these five species the camera recorded fourteen others', T),
    ('In 2021 the camera counted 11 eels.', 'fish', 'Eel', 'wrong row of a table', C, True),
    ('About half of the tagged barbel got to the upper end of the pass.', 'fish', 'Of these, 378 entered the pass, and 302 of those reached its upper end', T),
    ('The median barbel needed 3.5 days for the pass.', 'fish', 'The median time they needed was 3.5 hours', 'unit', C, True),
    ('Cormorants gather at the exit of the pass.', 'fish', 'Our counts do not bear this out', 'belief told as fact', C, False),
    ('The study comes to the conclusion that the weir should have been taken down.', 'fish', 'The study as such takes no stand on this', 'opinion told as finding', C, False),
    ('A second entrance was built on the right bank for about €380,000.', 'fish', 'We recommend a second entrance on the right bank', 'recommendation told as done', U, False),

    ('## The collision', None, None, 'heading'),
    ('The Lady Orme had 93 people on board.', 'collision', 'There were 86 passengers and 7 crew on board the Lady Orme', T),
    ('The Lady Orme ran into the stern of the Kestrel.', 'collision', 'ran into the stern of the passenger ship Lady Orme', 'swapped roles', C, False),
    ('Eleven minutes lay between the green light and the impact.', 'collision', 'the lock keeper gives the Lady Orme the green light', T),
    ('By the time the first ambulance came, all passengers were ashore.', 'collision', 'the last passengers are ashore', 'time order', C, False),
    ('Nine passengers were injured.', 'collision', 'Nine people were injured, seven passengers and two members of the crew', 'whole told of a part', C, True),
    ('The damage to both ships is put at €150,000 in all.', 'collision', 'The damage to the Lady Orme came to €210,000', 'wrong sum', C, True),
    ('The damage to the Kestrel has been established at exactly €60,000.', 'collision', 'that to the Kestrel to an estimated €60,000', '"estimated" dropped', C, False),
    ('The barge struck the lower gate.', 'collision', 'the barge might have struck the lower gate', 'hypothetical told as fact', C, False),
    ('Neither of the skippers tested positive for alcohol.', 'collision', 'Alcohol tests on both skippers were negative', T),
    ('Four of the six recommendations had been carried out by the time of the report.', 'collision', 'who has so far carried out one', T),

    ('## Visitors, dues and water', None, None, 'heading'),
    ('The platform is shut on one day of the week.', 'faq', 'Daily except Mondays from 10 a.m. to 5 p.m.', T),
    ('A guided tour takes an hour and a quarter.', 'faq', 'A tour takes 75 minutes', T),
    ('Bus 14 runs twice an hour.', 'faq', 'Bus 14 runs every two hours', 'ratio inverted', C, False),
    ('Emptying the west chamber takes two minutes longer than filling it.', 'faq', 'Filling lasts 11 minutes, emptying 13', T),
    ('No lock on the Orme has a greater lift than Sallow.', 'faq', 'With a lift of 5.4 metres Sallow comes third', 'wrong superlative', C, False),
    ('In the collision of November 2022 nine people were hurt.', 'faq', 'Was the lock bombed in the war?', 'wrong source', U, False),
    ('For three of the seven classes the dues did not change from 2023 to 2024.', 'dues', 'Passenger ship', T),
    ('If it is used up, the season ticket works out at €6 a passage.', 'dues', 'costs €90 and is good for 15 passages', T),
    ('Whoever pays late is charged 1.5 per cent a year.', 'dues', '1.5 per cent is added for every month begun', 'frequency', C, True),
    ('In 2022 the dues brought in €655,000.', 'dues', 'In 2022 the dues brought in €612,000', 'target told as fact', C, True),
    ('Value added tax comes on top of the amounts in the table.', 'dues', 'do not include VAT, which is 19 per cent', T),
    ('In the four years from 2020 to 2023 there were 99 days below 120 centimetres.', 'levels', 'Days below 120 cm', T),
    ('Since 1998 the level has been measured 96 times a day.', 'levels', 'since then a pressure probe has measured the level every 15 minutes', T),
    ('In two of these four years the river rose high enough for navigation to be suspended.', 'levels', 'From 430 centimetres navigation is suspended', T),
    ('In 2021 the river reached 467 centimetres, the highest level ever recorded.', 'levels', 'The highest, 612 centimetres, was reached on 23 January 1995', 'superlative invented', C, 'gap'),
    ('The lowest level of 2022 was 11 centimetres above the former record of 1976.', 'levels', 'It was 11 centimetres below the former record of 1976', 'comparison turned round', C, False),
    ('By 2060 the number of days below 120 centimetres will double.', 'levels', 'could double by 2060 if emissions remain high', 'condition dropped', C, False),

    ('## What cannot be answered', None, None, 'heading'),
    ('The pages do not say whether the two additional lock keepers were found.', None, None, 'remark'),
    ('Nothing could be found out about the second test of August 2024.', None, None, 'remark'),
]

OPENING = [
    ('In 2023 cargo vessels made up about two thirds of all vessels at Sallow Lock.', 'traffic', 'All vessels'),
    ('The new gates will come eight months later than announced in October 2023.', 'update', 'Delivery'),
    ('Both skippers in the collision of 2022 tested negative for alcohol.', 'collision', 'Alcohol tests on both skippers were negative'),
]
