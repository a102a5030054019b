"""A fire in a cold store, rules for drones, a test of headlamps, the manual of a dehumidifier, a study of hearing aids, the minutes of a housing
co-operative, a balloonist's life and a ferry timetable. Written by one who had not seen the program; pages, report and labels were fixed before it
was run on them. The last column says whether a figure, a date, a unit or a name alone proves the error; 'gap': code does not point at it."""

PAGES = {
    'coldstore': ('Fire at Pellmouth cold store: what we know so far', '2025-03-14', '''
<h1>Fire at Pellmouth cold store: what we know so far</h1>
<p>Fire broke out in the Norrland Foods cold store on Gannet Quay at 3.40 a.m. on Tuesday, 11 March. It was under control at 11.15 a.m. and declared out at 6 p.m. the following day. The hall, put up in 1998, was 140 metres long and 60 metres wide; about two thirds of the roof fell in.</p>
<p>Of the 46 people on the night shift, 39 got out by themselves and seven were led out by the fire brigade. Five went to hospital with smoke poisoning; four of these had been discharged by Thursday. One firefighter sprained an ankle. Nobody was killed.</p>
<p>The brigade turned out with 112 firefighters and 23 engines; eight of the engines came from the neighbouring county of Ashmere. The insulation "burned like a fuse", said chief fire officer Dana Okrent. Only the offices were fitted with sprinklers. The law has demanded them throughout cold stores since 2009, but not in those built before.</p>
<h2>What was lost</h2>
<table><tr><th>Goods</th><th>In store (tonnes)</th><th>Destroyed (tonnes)</th><th>Loss (£ million)</th></tr>
<tr><td>Fish</td><td>2,400</td><td>2,150</td><td>9.2</td></tr>
<tr><td>Berries</td><td>1,300</td><td>480</td><td>1.7</td></tr>
<tr><td>Vegetables</td><td>3,100</td><td>1,900</td><td>2.1</td></tr>
<tr><td>Ice cream</td><td>650</td><td>650</td><td>1.6</td></tr></table>
<h2>The neighbours</h2>
<p>Some 1,900 residents within 800 metres were told to keep their windows shut until noon on Wednesday. At the school in Tern Street the environment agency measured 4 parts per million of ammonia; the limit is 20. Water mixed with foam ran into the harbour basin. The agency reckons with about 30,000 litres, but has not finished measuring.</p>
<h2>Cause and outlook</h2>
<p>The cause is still being looked into; results are expected in May at the earliest. The manager of the store, Piers Halloway, suspects a charger for forklift trucks. There was "no sign of arson so far", said inspector Mina Castellan of the police. It is the second fire on the quay: a net loft burned down in 2007.</p>
<p>Norrland employs 210 people in Pellmouth. It intends to rebuild the hall on the same site by the end of 2026 for £38 million and has promised not to dismiss anyone before 30 September. Joan Tilbrook of the food workers' union wants the promise to hold until the hall reopens.</p>'''),

    'drones': ('Flying a drone in Callandia: Regulation 17/2023 at a glance', '2024-01-20', '''
<h1>Flying a drone in Callandia: Regulation 17/2023 at a glance</h1>
<p>The regulation on unmanned aircraft was issued by the Ministry of Transport on 5 October 2023 and has applied since 1 January 2024. For model flying clubs it will apply only from 1 January 2025.</p>
<table><tr><th>Class</th><th>Take-off weight</th><th>Minimum age</th><th>Certificate</th><th>Maximum height (m)</th></tr>
<tr><td>Class A</td><td>under 250 g</td><td>12</td><td>none</td><td>60</td></tr>
<tr><td>Class B</td><td>250 g to 2 kg</td><td>14</td><td>online test</td><td>100</td></tr>
<tr><td>Class C</td><td>over 2 kg to 10 kg</td><td>16</td><td>theory exam</td><td>120</td></tr>
<tr><td>Class D</td><td>over 10 kg to 25 kg</td><td>18</td><td>theory and flight exam</td><td>120</td></tr></table>
<h2>Registration and insurance</h2>
<p>Drones of the classes B, C and D must be registered, those of the lightest class only if they carry a camera. Private owners pay 30 crowns once, businesses 180 crowns a year. From class B upwards, liability insurance for at least 900,000 crowns is compulsory.</p>
<h2>Certificates</h2>
<p>The online test has 30 questions, of which 24 must be answered correctly; it may be repeated at will. The theory exam has 40 questions and a pass mark of 75 per cent; whoever fails it twice has to wait three months. Certificates are valid for five years, those for class D for two.</p>
<h2>Where and when</h2>
<p>Flying is forbidden within 5 kilometres of an airport and 1.5 kilometres of a hospital heliport, and over crowds, prisons and nature reserves. For reserves the warden may grant exemptions, but only between 1 September and the end of February. Flights by night are allowed in classes C and D only, and only with a green flashing light. The drone must remain in sight. Rescue services are exempt from that rule and from the limits of height, though not from the ban around airports.</p>
<h2>Penalties</h2>
<p>Fines range from 400 to 12,000 crowns. Whoever endangers an airport faces up to 60,000 crowns or a year in prison. The Air Safety Office recorded 318 incidents in 2023, 71 of them near airports; in 2022 there had been 264.</p>
<h2>How it came about</h2>
<p>The ministry received 1,140 comments on its draft, which had provided for a minimum age of 16 in class B. "Rules that fit on a postcard are rules that are kept," says the head of the Air Safety Office, Ellis Marchetti. Transmitters for remote identification are to become compulsory in classes C and D in 2027, if parliament agrees.</p>'''),

    'headlamps': ('Six headlamps tested: light for the dark months', '2024-11-08', '''
<h1>Six headlamps tested: light for the dark months</h1>
<p>We bought three specimens of each lamp in August and September 2024. Grades run from 1 (very good) to 5 (poor). Light counts for 35 per cent of the grade, runtime and handling for 25 each, sturdiness for 15. In our test of 2021 the best grade was 2.1.</p>
<table><tr><th>Model</th><th>Price (€)</th><th>Weight (g)</th><th>Light (lumens)</th><th>Runtime (hours)</th><th>Grade</th></tr>
<tr><td>Voltis Peak 2</td><td>89.00</td><td>112</td><td>640</td><td>5.5</td><td>1.7</td></tr>
<tr><td>Lumo Trail</td><td>54.90</td><td>86</td><td>410</td><td>7.0</td><td>1.9</td></tr>
<tr><td>Brightfox H9</td><td>39.50</td><td>94</td><td>350</td><td>9.5</td><td>2.2</td></tr>
<tr><td>Cavern Pro</td><td>129.00</td><td>168</td><td>980</td><td>4.0</td><td>2.4</td></tr>
<tr><td>Starka Mini</td><td>24.90</td><td>48</td><td>190</td><td>6.5</td><td>2.8</td></tr>
<tr><td>Nordlys 300</td><td>19.90</td><td>102</td><td>260</td><td>11.0</td><td>3.6</td></tr></table>
<h2>Light and runtime</h2>
<p>All values were measured by us, at full brightness and at 20 °C. On the box of the Nordlys we read of 500 lumens. The "up to 40 hours" that Brightfox promises refer to the lowest setting. At minus 10 °C the runtime was shorter by 18 per cent on average; the Starka suffered most with 31 per cent, the Cavern least with 6.</p>
<h2>Water, falls, charging</h2>
<p>After half an hour in one metre of water five lamps still shone; the Nordlys had gone out for good. All of them survived a fall of two metres on to concrete, but the battery lid of the Lumo cracked. Five lamps charge by USB, while the Nordlys needs three AAA batteries. The Voltis was full after 2 hours 10 minutes, sooner than any other; the Cavern took 5 hours 20 minutes.</p>
<h2>On the head</h2>
<p>Fourteen volunteers tried the lamps out: eight runners and six members of a caving club. "The Voltis sits like a cap, the Cavern like a helmet," said Rikke Aune, one of the runners. Three of the lamps can be dimmed without steps. Red light, which spares the eyes at night, is missing only from the Starka.</p>
<h2>Worth knowing</h2>
<p>Voltis gives a guarantee of five years, the other makers two. According to its maker, the Cavern will be replaced by a new model in spring 2025. We have not tested it. Batteries that users can change themselves were found in four lamps.</p>'''),

    'dehumidifier': ('Tideline 40 dehumidifier: user manual, third edition', '2023-06-12', '''
<h1>Tideline 40 dehumidifier: user manual, third edition</h1>
<h2>Technical data</h2>
<p>At 30 °C and 80 per cent humidity the Tideline 40 extracts up to 40 litres of water a day; at 20 °C and 60 per cent, expect some 14 litres. It is suited to rooms of up to 95 square metres and to temperatures from 5 to 35 °C. The tank holds 6.5 litres. The appliance draws 610 watts; its smaller sister, the Tideline 25, draws 390 watts.</p>
<h2>Before first use</h2>
<p>Let the appliance stand upright for six hours, or for 24 hours if it was carried lying down. Keep it at least 30 centimetres from any wall.</p>
<h2>Operation</h2>
<ul><li>Press MODE once for automatic operation, twice for drying laundry, three times for continuous operation.</li>
<li>Hold FAN for three seconds to turn the child lock on or off.</li>
<li>The timer can be set from 1 to 24 hours in steps of one hour.</li>
<li>In automatic operation, humidity can be set from 35 to 75 per cent in steps of five. It is set to 50 per cent at the factory.</li></ul>
<p>With a hose attached, the tank need not be emptied. The hose is not supplied. It must be no longer than five metres and slope downwards all the way.</p>
<h2>Cleaning</h2>
<p>Pull out the plug first. Rinse the dust filter every two weeks in lukewarm water, without washing-up liquid. The carbon filter cannot be washed; replace it every six months.</p>
<h2>Fault codes</h2>
<table><tr><th>Code</th><th>Meaning</th><th>What to do</th></tr>
<tr><td>E1</td><td>Humidity sensor faulty</td><td>Call the service</td></tr>
<tr><td>E2</td><td>Tank full or missing</td><td>Empty or insert the tank</td></tr>
<tr><td>E4</td><td>Coil iced up</td><td>Wait; it thaws within 20 minutes</td></tr>
<tr><td>E7</td><td>Fan blocked</td><td>Unplug, clean the grille</td></tr></table>
<h2>Safety</h2>
<p>The appliance contains 75 grams of the flammable refrigerant R290. Never keep it in a room of less than 8 square metres. Only trained staff may open it. Children from the age of eight may use it under supervision.</p>
<h2>Warranty and service</h2>
<p>The warranty runs for two years, and for a third if you register within 60 days of purchase. The compressor is covered for five years. Filters are not covered. The warranty lapses if the appliance is used commercially. Our helpline is open from 8 a.m. to 6 p.m. from Monday to Friday and from 9 a.m. to 1 p.m. on Saturday; it is closed on Sundays.</p>'''),

    'hearing': ('Hearing aids and falls in later life: the Lindmark cohort', '2022-09-15', '''
<h1>Hearing aids and falls in later life: the Lindmark cohort</h1>
<p><b>Methods.</b> From January 2015 to December 2019 we followed 3,480 people aged 65 to 84 with impaired hearing in the counties of Lindmark and Orsa. At the outset 1,305 of them wore hearing aids and 2,175 did not. Falls were entered in diaries that were sent in each month. People with dementia and users of wheelchairs were excluded. For want of diaries, 212 participants could not be analysed.</p>
<table><tr><th>Outcome</th><th>Wearers</th><th>Non-wearers</th></tr>
<tr><td>At least one fall a year (%)</td><td>21.4</td><td>29.8</td></tr>
<tr><td>Falls with fracture per 1,000 person-years</td><td>11.2</td><td>14.9</td></tr>
<tr><td>Afraid of falling (%)</td><td>33.0</td><td>41.5</td></tr>
<tr><td>Walking speed (metres per second)</td><td>1.04</td><td>0.98</td></tr></table>
<p><b>Results.</b> Adjusted for age, sex and income, the odds of falling were lower among wearers (odds ratio 0.71; 95% interval 0.60 to 0.84). The benefit was confined to those who wore their aids for more than eight hours a day; with less than four hours the risk was no lower than without. The difference in fractures was not significant (p = 0.09). The association was stronger between the ages of 75 and 84 (0.63) than between 65 and 74 (0.80). It did not differ between men and women.</p>
<p><b>Limitations.</b> This was an observational study, which cannot show cause and effect. Wearers were better off: their median income was 268,000 kronor, that of the others 231,000 kronor. Whether the aids had been fitted properly was not recorded.</p>
<p><b>Comment.</b> "We see an association, not a remedy," writes the lead author, Birgitta Falkner. In the same issue the geriatrician Yusuf Demir calls the finding "plausible but unproven". A randomised trial with 900 participants is to begin in Orsa in 2024.</p>
<p><b>Funding.</b> Of the 6.0 million kronor that the study cost, the National Fund for Ageing paid 4.2 million; the rest came from Sonalta, a maker of hearing aids. Two of the seven authors have received fees from the firm; the others declare no conflict of interest. The data may be used by other researchers on request, though not for commercial purposes.</p>'''),

    'minutes': ('Brackenfold Housing Co-operative: minutes of the 41st annual meeting', '2024-05-06', '''
<h1>Brackenfold Housing Co-operative: minutes of the 41st annual meeting</h1>
<p>Thursday, 25 April 2024, 7.00 p.m. to 9.50 p.m., laundry hall. Of 164 members entitled to vote, 87 attended and 24 were represented by proxy; the quorum is 82. Chair: Odile Marsh. Minutes: Tobias Renn. Apologies: Hal Pritchard (treasurer).</p>
<p><b>1. Last minutes.</b> Approved with one correction: the repair of the roof had cost £212,000, not £221,000.</p>
<p><b>2. Accounts.</b> Presented by the auditor, Simone Adeyemi, in place of the treasurer. Approved by 104 votes to 3, with 4 abstentions.</p>
<table><tr><th>Item</th><th>2022 (£)</th><th>2023 (£)</th><th>Budget for 2024 (£)</th></tr>
<tr><td>Income from rents</td><td>1,046,000</td><td>1,088,000</td><td>1,120,000</td></tr>
<tr><td>Repairs</td><td>388,000</td><td>431,000</td><td>405,000</td></tr>
<tr><td>Heating</td><td>197,000</td><td>264,000</td><td>240,000</td></tr>
<tr><td>Administration</td><td>92,000</td><td>95,000</td><td>98,000</td></tr>
<tr><td>Interest on loans</td><td>143,000</td><td>139,000</td><td>151,000</td></tr></table>
<p><b>3. Rents.</b> The board proposed an increase of 4 per cent. Greta Loomis moved to make it 3 per cent; her amendment was carried by 58 votes to 49, with 4 abstentions. The increase takes effect on 1 September 2024. The ground-floor flats of block D, which are damp, are exempt until they have been repaired.</p>
<p><b>4. Solar panels.</b> The board is to obtain three quotes for panels on blocks A and C by October. It guesses that they will cost £180,000. No decision to build was taken. Ivo Szabo warned that the roof of block C might not bear the weight.</p>
<p><b>5. Bicycle shed.</b> Approved unanimously, provided that it costs no more than £14,500. Work is to begin in March 2025.</p>
<p><b>6. Elections.</b> Odile Marsh was re-elected to the chair for two years with 96 votes. Three people stood for the two vacant seats on the board: Nadia Corrie (81 votes) and Leo Hartnell (67) were elected, Percy Voss (52) was not.</p>
<p><b>7. Other business.</b> The laundry will stay open until 10 p.m. on weekdays, on trial until 31 December. The motion to ban dogs from the courtyard was withdrawn by its author. Complaints about pigeons were noted. Next meeting: Thursday, 24 April 2025.</p>'''),

    'brask': ('Ottoline Brask, balloonist and weather woman', '2024-05-17', '''
<h1>Ottoline Brask, balloonist and weather woman</h1>
<p>Ottoline Brask was born in Haldersund on 17 May 1887, the second of four children of a lighthouse keeper. At sixteen she went to Verrin to work as a telegraph operator. On 3 August 1909 she went up in a balloon for the first time, as a passenger. In 1911 she obtained her own licence, the second woman in the country to do so; Hedda Lynge had got hers in 1910.</p>
<h2>The record</h2>
<p>On 22 June 1913 she rose to 7,240 metres without bottled oxygen, in a cold of 34 degrees below zero. It remained the record for women until 1931. Her companion, Anton Fels, had fainted at 6,900 metres. In all she made 214 ascents, 31 of them alone. That she also crossed the Strait of Orne by night in 1912 we know only from her memoirs; the historian Gerd Alsing doubts it.</p>
<h2>Mount Karsk</h2>
<p>From 1920 to 1938 she was in charge of the weather station on Mount Karsk, whose staff grew from three to eleven in that time. She was paid 4,800 crowns a year; her predecessor, Karl Dorn, had been paid 6,200. Her main work, "The Upper Winds", came out in 1924; it analyses 1,350 soundings. On 13 January 1929 she warned of a storm. The fleet of Sund, 61 boats, heeded her and stayed in port. The fleet of Orne put to sea and lost nine boats and 44 men.</p>
<p>In 1938 she was dismissed, having refused to hand over her measurements to the air force. She was reinstated in 1945 and retired in 1952. Her memoirs, "Ballast", were published in 1949. "The sky does not lie, it mumbles," she says in them.</p>
<h2>Private life and memory</h2>
<p>Brask never married. From 1922 she shared a flat with the painter Sofie Rehn, until Rehn died in 1959. She herself died in Verrin on 2 December 1971. Her barograph is on show at the Museum of Technology there; her logbooks, except for two volumes that are missing, are kept in the state archives in Lund. In 2012 the mint struck 300,000 coins of 20 crowns with her portrait. A film about her is planned for 2027; the leading part has not yet been cast.</p>'''),

    'ferry': ('Skerry Line: summer timetable and fares 2025', '2025-04-28', '''
<h1>Skerry Line: summer timetable and fares 2025</h1>
<p>Valid from 2 June to 31 August 2025.</p>
<table><tr><th>Sailing</th><th>Leaves Hamnes</th><th>Calls at Lunda</th><th>Arrives at Torvik</th><th>Runs</th></tr>
<tr><td>No. 101</td><td>06.20</td><td>07.05</td><td>07.50</td><td>Monday to Saturday</td></tr>
<tr><td>No. 103</td><td>08.45</td><td>09.30</td><td>10.15</td><td>daily</td></tr>
<tr><td>No. 105</td><td>12.10</td><td>does not call</td><td>13.15</td><td>daily</td></tr>
<tr><td>No. 107</td><td>16.00</td><td>16.45</td><td>17.30</td><td>Monday to Friday</td></tr>
<tr><td>No. 109</td><td>19.30</td><td>20.15</td><td>21.00</td><td>Friday and Sunday</td></tr></table>
<p>On Saturday, 21 June, only the sailing at 08.45 takes place.</p>
<table><tr><th>Fare</th><th>Single (kr)</th><th>Return (kr)</th></tr>
<tr><td>Adult</td><td>140</td><td>240</td></tr>
<tr><td>Child from 6 to 15</td><td>70</td><td>120</td></tr>
<tr><td>Car up to 5 metres, with driver</td><td>460</td><td>830</td></tr>
<tr><td>Bicycle</td><td>40</td><td>60</td></tr></table>
<h2>Good to know</h2>
<ul><li>Children under six travel free, as do dogs, which must be kept on the upper deck.</li>
<li>Holders of an island card pay half, except for cars.</li>
<li>Cars have to be booked by 6 p.m. on the day before and must be on the quay 25 minutes before departure. For foot passengers five minutes are enough.</li>
<li>If we cancel a sailing, you get all of your money back. If you cancel at least 24 hours ahead, you get half.</li>
<li>When the wind exceeds 20 metres per second, sailings may be cancelled.</li></ul>
<h2>What is new</h2>
<p>The evening sailing has been added this year. Fares have gone up by 5 per cent on average; those for bicycles have not changed. In 2024 we carried 186,000 passengers, after 171,000 in 2023; for 2025 we hope for 200,000. "We would rather sail late than not at all," says our manager, Unni Dale.</p>
<h2>Our ships</h2>
<p>The Alka, built in 2004, takes 299 passengers and 42 cars. She works all sailings except the evening one, for which we use the Terna, built in 1987, with room for 180 passengers and 18 cars. In 2027 the Terna is to make way for a ferry driven by batteries. It has been ordered from the Brevik yard for 310 million kr, of which the state pays 40 per cent.</p>'''),
}

T, C, U = 'true', 'contradicted', 'unsupported'
SENTENCES = [
    ('## A fire on the quay', None, None, 'heading'),
    ('It took a little over seven and a half hours to get the fire in Pellmouth under control.', 'coldstore', 'at 3.40 a.m. on Tuesday, 11 March. It was under control at 11.15 a.m.', T),
    ('The fire at the cold store started in the small hours of Wednesday, 11 March.', 'coldstore', 'at 3.40 a.m. on Tuesday, 11 March', 'wrong weekday', C, True),
    ('More than eight in ten of the night shift left the building without help.', 'coldstore', 'Of the 46 people on the night shift, 39 got out by themselves', T),
    ('Seven people were taken to hospital with smoke poisoning.', 'coldstore', 'Five went to hospital with smoke poisoning', 'merged facts', C, True),
    ('On Thursday one of the patients with smoke poisoning had not yet been sent home from hospital.', 'coldstore', 'Five went to hospital with smoke poisoning; four of these had been discharged by Thursday', T),
    ('The county of Ashmere sent 23 engines.', 'coldstore', 'eight of the engines came from the neighbouring county of Ashmere', 'part for whole', C, True),
    ('Sprinklers had been installed in all parts of the cold store.', 'coldstore', 'Only the offices were fitted with sprinklers', 'over-generalised', C, False),
    ('As it dates from before 2009, the hall did not by law have to have sprinklers everywhere.', 'coldstore', 'The law has demanded them throughout cold stores since 2009, but not in those built before', T),
    ('Altogether the goods lost in the flames were worth £14.6 million.', 'coldstore', 'Loss (£ million)', T),
    ('Of the four kinds of goods, ice cream was the only one of which nothing could be saved.', 'coldstore', 'Ice cream', T),
    ('The berries that burned had been worth £9.2 million.', 'coldstore', 'Berries', 'table cell of another row', C, 'gap'),
    ('In all, 5,480 tonnes of goods were destroyed.', 'coldstore', 'Destroyed (tonnes)', 'wrong sum', C, True),
    ('Some 2,900 residents were asked not to open their windows.', 'coldstore', 'Some 1,900 residents within 800 metres were told to keep their windows shut', 'changed number', C, 'gap'),
    ('The air at the school in Tern Street held a fifth of the ammonia that would have been permitted.', 'coldstore', 'measured 4 parts per million of ammonia; the limit is 20', T),
    ('Measurements have shown that 30,000 litres of water and foam got into the harbour basin.', 'coldstore', 'The agency reckons with about 30,000 litres, but has not finished measuring', 'estimate as measured', C, False),
    ('It was a charger for forklift trucks that set the cold store on fire.', 'coldstore', 'suspects a charger for forklift trucks', 'hedge dropped', U, False),
    ('Inspector Mina Castellan of the police spoke of "no hint of arson so far".', 'coldstore', '"no sign of arson so far", said inspector Mina Castellan', 'quotation altered', C, False),
    ('The goods that burned were fully insured.', 'coldstore', 'Norrland employs 210 people in Pellmouth', 'invented detail', U, False),
    ('Norrland Foods has rebuilt the hall for £38 million.', 'coldstore', 'It intends to rebuild the hall on the same site by the end of 2026 for £38 million', 'plan as done', U, False),
    ("Piers Halloway of the food workers' union wants the promise to hold until the reopening.", 'coldstore', "Joan Tilbrook of the food workers' union wants the promise to hold", 'attribution to the wrong person', C, 'gap'),

    ('The rules for drones came into force in Callandia less than three months after they had been issued.', 'drones', 'on 5 October 2023 and has applied since 1 January 2024', T),
    ('The regulation on drones was issued by the Ministry of Defence.', 'drones', 'was issued by the Ministry of Transport', 'name changed', C, 'gap'),
    ('Since January 2024 model flying clubs have had to obey the regulation like everyone else.', 'drones', 'For model flying clubs it will apply only from 1 January 2025', 'exception dropped', C, 'gap'),
    ('In three of the four classes of drones, a test or an exam has to be passed.', 'drones', 'under 250 g', T),
    ('Whoever wants to fly a drone of class D must be 16 or older.', 'drones', 'theory and flight exam', 'table cell of another row', C, True),
    ('Drones of the two heaviest classes may climb twice as high as those of class A.', 'drones', 'Maximum height (m)', T),
    ('Drones of the lightest class need not be registered.', 'drones', 'those of the lightest class only if they carry a camera', 'condition dropped', C, False),
    ('Registration costs businesses 180 crowns a month.', 'drones', 'businesses 180 crowns a year', 'per-unit mistake', C, True),
    ('The insurance required from class B upwards must cover at least 900,000 euros.', 'drones', 'liability insurance for at least 900,000 crowns is compulsory', 'currency', C, True),
    ('Up to six mistakes are forgiven in the online test.', 'drones', 'The online test has 30 questions, of which 24 must be answered correctly', T),
    ('One passes the theory exam by getting 30 of the 40 questions right.', 'drones', 'The theory exam has 40 questions and a pass mark of 75 per cent', T),
    ('Anyone who has failed the theory exam once must wait three months before trying again.', 'drones', 'whoever fails it twice has to wait three months', 'condition dropped', C, False),
    ('From March to August there can be no exemption from the ban on flying over nature reserves.', 'drones', 'only between 1 September and the end of February', T),
    ('Rescue services may fly their drones close to airports, too.', 'drones', 'though not from the ban around airports', 'negated', C, False),
    ('Ordinary fines for drone pilots lie between 400 and 20,000 crowns.', 'drones', 'Fines range from 400 to 12,000 crowns', 'range end', C, True),
    ('Nearly a third of the incidents of 2023 took place near airports.', 'drones', '318 incidents in 2023, 71 of them near airports', 'wrong share', C, 'gap'),
    ('Compared with 2022 the Air Safety Office counted 54 more incidents in 2023.', 'drones', '318 incidents in 2023, 71 of them near airports; in 2022 there had been 264', T),
    ('From 2027 on, drones of classes C and D will have to carry a transmitter for remote identification.', 'drones', 'are to become compulsory in classes C and D in 2027, if parliament agrees', 'condition dropped', U, False),

    ('The lamp that costs least is also the one with the worst grade.', 'headlamps', '19.90', T),
    ('For one Voltis Peak 2 you could buy two Brightfox H9 and have 10 euros left.', 'headlamps', '39.50', T),
    ('The Cavern Pro, which is the most expensive of the six, was given the best grade.', 'headlamps', '129.00', 'wrong superlative', C, False),
    ('The Lumo Trail weighs 94 grams.', 'headlamps', '54.90', 'table cell of another row', C, True),
    ('The Starka Mini shines for 6.5 minutes at full brightness.', 'headlamps', '24.90', 'unit', C, True),
    ('A Voltis Peak 2 costs £89.', 'headlamps', '89.00', 'currency', C, 'gap'),
    ('The Nordlys was measured at 500 lumens in the test.', 'headlamps', '260', 'claim as measured', C, 'gap'),
    ('The Nordlys gives hardly more than half of the light that is printed on its box.', 'headlamps', 'On the box of the Nordlys we read of 500 lumens', T),
    ('Runtime counts for 35 per cent of the grade and light for 25.', 'headlamps', 'Light counts for 35 per cent of the grade, runtime and handling for 25 each', 'swapped numbers', C, 'gap'),
    ('Sturdiness carries less weight in the grade than any of the other criteria.', 'headlamps', 'runtime and handling for 25 each, sturdiness for 15', T),
    ('In the cold, the runtime of the Cavern dropped by 31 per cent.', 'headlamps', 'the Starka suffered most with 31 per cent, the Cavern least with 6', 'swapped numbers', C, True),
    ('At full brightness the Brightfox keeps going for up to 40 hours.', 'headlamps', 'refer to the lowest setting', 'condition dropped', C, False),
    ('None of the lamps was harmed by the water.', 'headlamps', 'five lamps still shone; the Nordlys had gone out for good', 'negated', C, False),
    ('Every one of the lamps went on working after the fall, although one did not come through it unscathed.', 'headlamps', 'All of them survived a fall of two metres on to concrete, but the battery lid of the Lumo cracked', T),
    ('Charging the Cavern takes four hours longer than charging the Voltis.', 'headlamps', 'The Voltis was full after 2 hours 10 minutes, sooner than any other; the Cavern took 5 hours 20 minutes', 'wrong difference', C, True),
    ('The lamps were tried out by 14 members of a caving club.', 'headlamps', 'eight runners and six members of a caving club', 'part for whole', C, True),
    ('Most of the runners liked the Voltis best.', 'headlamps', '"The Voltis sits like a cap, the Cavern like a helmet," said Rikke Aune', 'over-generalised', U, False),
    ('Apart from the Starka, all of the lamps have a red light.', 'headlamps', 'is missing only from the Starka', T),
    ('Since spring 2025 the successor to the Cavern has been on sale.', 'headlamps', 'the Cavern will be replaced by a new model in spring 2025', 'plan as done', U, False),
    ('The winner of 2024 did better by 0.4 than the best lamp three years earlier.', 'headlamps', 'In our test of 2021 the best grade was 2.1', T),

    ('## From the manual', None, None, 'heading'),
    ('At 20 °C and 60 per cent humidity the Tideline 40 takes 40 litres of water a day out of the air.', 'dehumidifier', 'at 20 °C and 60 per cent, expect some 14 litres', 'merged facts', C, 'gap'),
    ('On a day at 20 °C and 60 per cent humidity the tank would have to be emptied about twice.', 'dehumidifier', 'The tank holds 6.5 litres', T),
    ('The smaller of the two models gets by with 220 watts less.', 'dehumidifier', 'The appliance draws 610 watts; its smaller sister, the Tideline 25, draws 390 watts', T),
    ('A distance of 30 millimetres from the wall is enough.', 'dehumidifier', 'Keep it at least 30 centimetres from any wall', 'unit', C, True),
    ('Before it is used for the first time the appliance must in any case stand upright for 24 hours.', 'dehumidifier', 'Let the appliance stand upright for six hours, or for 24 hours if it was carried lying down', 'condition dropped', C, False),
    ('To dry laundry, one has to press MODE three times.', 'dehumidifier', 'twice for drying laundry', 'wrong ordinal', C, 'gap'),
    ('There are nine values to choose from for the humidity.', 'dehumidifier', 'humidity can be set from 35 to 75 per cent in steps of five', T),
    ('The hose must be at least five metres long.', 'dehumidifier', 'It must be no longer than five metres', 'limit turned round', C, False),
    ('The carbon filter has to be rinsed every two weeks.', 'dehumidifier', 'The carbon filter cannot be washed; replace it every six months', 'merged facts', C, False),
    ('The dust filter is rinsed with nothing but lukewarm water.', 'dehumidifier', 'Rinse the dust filter every two weeks in lukewarm water, without washing-up liquid', T),
    ('Code E7 means that the coil has iced up.', 'dehumidifier', 'Coil iced up', 'table cell of another row', C, 'gap'),
    ('Only one of the four fault codes makes it necessary to call the service.', 'dehumidifier', 'Call the service', T),
    ('The appliance should be kept in a room of less than 8 square metres.', 'dehumidifier', 'Never keep it in a room of less than 8 square metres', 'negated', C, False),
    ('The third year of warranty is granted to every buyer.', 'dehumidifier', 'and for a third if you register within 60 days of purchase', 'condition dropped', C, False),
    ('On Saturdays the helpline can be reached until 6 p.m.', 'dehumidifier', 'from 9 a.m. to 1 p.m. on Saturday', 'wrong time of day', C, True),
    ('From Monday to Saturday the helpline can be reached for 54 hours in all.', 'dehumidifier', 'from 8 a.m. to 6 p.m. from Monday to Friday and from 9 a.m. to 1 p.m. on Saturday', T),

    ('Three in eight of those observed already had hearing aids when the study began.', 'hearing', 'At the outset 1,305 of them wore hearing aids and 2,175 did not', T),
    ('The people in the hearing study were between 65 and 94 years old.', 'hearing', 'aged 65 to 84', 'range end', C, 'gap'),
    ('The participants were followed until December 2018.', 'hearing', 'From January 2015 to December 2019', 'wrong year', C, 'gap'),
    ('The analysis rests on 3,268 people.', 'hearing', '212 participants could not be analysed', T),
    ('The share of people who fell at least once a year was 8.4 percentage points lower among wearers.', 'hearing', 'At least one fall a year (%)', T),
    ('Among wearers the share of those afraid of falling was 8.5 per cent lower than among the others.', 'hearing', 'Afraid of falling (%)', 'percent for points', C, False),
    ('Non-wearers broke a bone in 14.9 falls per 100 person-years.', 'hearing', 'Falls with fracture per 1,000 person-years', 'per-unit mistake', C, 'gap'),
    ('Those without hearing aids walked somewhat more slowly.', 'hearing', 'Walking speed (metres per second)', T),
    ('Even those who used their aids for three hours a day fell less often.', 'hearing', 'with less than four hours the risk was no lower than without', 'over-generalised', C, False),
    ('As to fractures, the difference between the groups could have been due to chance.', 'hearing', 'The difference in fractures was not significant (p = 0.09)', T),
    ('The association was stronger in those under 75 than in the older ones.', 'hearing', 'The association was stronger between the ages of 75 and 84 (0.63) than between 65 and 74 (0.80)', 'comparison turned round', C, False),
    ('The study proves that hearing aids prevent falls.', 'hearing', 'This was an observational study, which cannot show cause and effect', 'cause invented', C, False),
    ('The maker Sonalta put 1.8 million kronor into the study.', 'hearing', 'the National Fund for Ageing paid 4.2 million; the rest came from Sonalta', T),
    ('All seven authors have received fees from Sonalta.', 'hearing', 'Two of the seven authors have received fees from the firm', 'part for whole', C, True),
    ('Birgitta Falkner calls the finding "plausible but unproven".', 'hearing', 'the geriatrician Yusuf Demir calls the finding "plausible but unproven"', 'attribution to the wrong person', C, True),
    ('A randomised trial with 900 people has confirmed the result.', 'hearing', 'A randomised trial with 900 participants is to begin in Orsa in 2024', 'plan as done', U, False),

    ('## Brackenfold and its members', None, None, 'heading'),
    ('Counting proxies, the meeting of the co-operative had 29 votes more than the quorum called for.', 'minutes', '87 attended and 24 were represented by proxy; the quorum is 82', T),
    ('The accounts were presented by Hal Pritchard.', 'minutes', 'Presented by the auditor, Simone Adeyemi', 'attribution to the wrong person', C, 'gap'),
    ('The members gathered on a Tuesday evening.', 'minutes', 'Thursday, 25 April 2024, 7.00 p.m.', 'wrong weekday', C, 'gap'),
    ('As the corrected minutes have it, the roof was repaired for £221,000.', 'minutes', 'had cost £212,000, not £221,000', 'correction turned round', C, False),
    ('The accounts met with three votes against them.', 'minutes', 'Approved by 104 votes to 3', T),
    ('From 2022 to 2023 the cost of heating went up by about a third.', 'minutes', 'Heating', T),
    ('In 2023 the co-operative spent £240,000 on heating.', 'minutes', '264,000', 'table cell of another column', C, True),
    ('The four items of expenditure came to £929,000 in 2023.', 'minutes', '2023 (£)', T),
    ('Interest on loans was higher in 2023 than the year before.', 'minutes', 'Interest on loans', 'direction', C, False),
    ('Heating is the largest item of expenditure.', 'minutes', 'Repairs', 'wrong superlative', C, False),
    ('The meeting put rents up by 4 per cent.', 'minutes', 'Greta Loomis moved to make it 3 per cent; her amendment was carried', 'proposal as decision', C, 'gap'),
    ('There was a majority of nine for the amendment on rents.', 'minutes', 'her amendment was carried by 58 votes to 49', T),
    ('The increase in rent holds for every flat from 1 September 2024.', 'minutes', 'are exempt until they have been repaired', 'exception dropped', C, False),
    ('It was decided to put solar panels on blocks A and C.', 'minutes', 'No decision to build was taken', 'plan as done', C, False),
    ('Three quotes put the cost of the panels at £180,000.', 'minutes', 'The board is to obtain three quotes for panels on blocks A and C by October. It guesses that they will cost £180,000', 'estimate as measured', C, False),
    ('Nobody voted against the bicycle shed.', 'minutes', 'Approved unanimously', T),
    ('Percy Voss won a seat on the board with 67 votes.', 'minutes', 'Leo Hartnell (67) were elected, Percy Voss (52) was not', 'merged facts', C, 'gap'),
    ('The motion on dogs was voted down.', 'minutes', 'The motion to ban dogs from the courtyard was withdrawn by its author', 'outcome changed', C, False),

    ('Ottoline Brask had three brothers or sisters.', 'brask', 'the second of four children', T),
    ('Brask was the first woman in the country to obtain a licence for balloons.', 'brask', 'the second woman in the country to do so', 'wrong ordinal', C, False),
    ('On 22 July 1913 Ottoline Brask set up her record.', 'brask', 'On 22 June 1913 she rose', 'wrong month', C, True),
    ('She rose to a height of 7,240 feet.', 'brask', 'she rose to 7,240 metres', 'unit', C, True),
    ('For eighteen years no other woman went higher in a balloon.', 'brask', 'It remained the record for women until 1931', T),
    ('About one in seven of her ascents she made without company.', 'brask', 'In all she made 214 ascents, 31 of them alone', T),
    ('In 1912 Ottoline Brask crossed the Strait of Orne by night.', 'brask', 'we know only from her memoirs; the historian Gerd Alsing doubts it', 'hedge dropped', U, False),
    ('By the time she left Mount Karsk, its staff had more than tripled.', 'brask', 'whose staff grew from three to eleven in that time', T),
    ('Brask earned 6,200 crowns a year on Mount Karsk.', 'brask', 'She was paid 4,800 crowns a year', 'swapped numbers', C, True),
    ('The man who had been in charge before her had drawn 1,400 crowns a year more.', 'brask', 'She was paid 4,800 crowns a year; her predecessor, Karl Dorn, had been paid 6,200', T),
    ('The fleet of Orne lost 61 boats in the storm.', 'brask', 'lost nine boats and 44 men', 'merged facts', C, True),
    ('She lost her post in 1938 because her forecasts had been wrong.', 'brask', 'having refused to hand over her measurements to the air force', 'cause invented', C, False),
    ('"Ballast" came out before "The Upper Winds".', 'brask', 'Her memoirs, "Ballast", were published in 1949', 'wrong order of events', C, False),
    ('Brask wrote that "the sky does not lie, it whispers".', 'brask', 'The sky does not lie, it mumbles', 'quotation altered', C, False),
    ('She was 84 years old when she died.', 'brask', 'She herself died in Verrin on 2 December 1971', T),
    ('Her logbooks are kept at the Museum of Technology in Verrin.', 'brask', 'are kept in the state archives in Lund', 'place changed', C, 'gap'),
    ('The mint struck 30,000 coins with her portrait.', 'brask', 'the mint struck 300,000 coins of 20 crowns with her portrait', 'changed number', C, True),
    ('Not all of her logbooks are in the archives.', 'brask', 'except for two volumes that are missing', T),

    ('By way of Lunda the ferry needs an hour and a half from Hamnes to Torvik.', 'ferry', '07.50', T),
    ('The sailing shortly after noon, which leaves out Lunda, takes 25 minutes less than the others.', 'ferry', 'does not call', T),
    ('No. 107 departs from Hamnes at 16.45.', 'ferry', '16.00', 'table cell of another column', C, 'gap'),
    ('The evening sailing runs on Fridays and Saturdays.', 'ferry', 'Friday and Sunday', 'wrong weekday', C, 'gap'),
    ('On an ordinary Sunday in summer three ferries leave Hamnes.', 'ferry', 'Runs', T),
    ('No ferry at all runs on 21 June.', 'ferry', 'On Saturday, 21 June, only the sailing at 08.45 takes place', 'exception dropped', C, False),
    ('An adult pays 280 kr for a return.', 'ferry', 'Adult', 'wrong sum', C, True),
    ('With a car, the return is 90 kr cheaper than two singles.', 'ferry', 'Car up to 5 metres, with driver', T),
    ('Holders of an island card get their cars across for half the fare.', 'ferry', 'Holders of an island card pay half, except for cars', 'exception dropped', C, False),
    ('Cars can be booked until 8 p.m. on the day before.', 'ferry', 'Cars have to be booked by 6 p.m. on the day before', 'wrong time of day', C, True),
    ('Two adults and a child of eight pay 350 kr for the crossing one way.', 'ferry', 'Child from 6 to 15', T),
    ('Passengers who cancel a day ahead get the full fare back.', 'ferry', 'If you cancel at least 24 hours ahead, you get half', 'merged facts', C, False),
    ('All fares have risen by 5 per cent this year.', 'ferry', 'Fares have gone up by 5 per cent on average; those for bicycles have not changed', 'over-generalised', C, False),
    ('Skerry Line will carry 200,000 passengers in 2025.', 'ferry', 'for 2025 we hope for 200,000', 'target told as fact', U, False),
    ('In 2024 the line carried 15,000 passengers more than in the year before.', 'ferry', 'In 2024 we carried 186,000 passengers, after 171,000 in 2023', T),
    ('In 2027 a ferry driven by batteries is to take the place of the Alka.', 'ferry', 'In 2027 the Terna is to make way for a ferry driven by batteries', 'name changed', C, True),
    ('The state contributes 124 million kr to the new ferry.', 'ferry', 'for 310 million kr, of which the state pays 40 per cent', T),

    ('## Gaps', None, None, 'heading'),
    ('None of the pages says what became of the inquiry into the fire.', None, None, 'remark'),
    ('How the other makers of headlamps came to their figures could not be found out.', None, None, 'remark'),
    ('The timetable is silent on winter sailings.', None, None, 'remark'),
]

OPENING = [
    ('A fire in Pellmouth destroyed thousands of tonnes of goods without costing a life.', 'coldstore', 'Nobody was killed'),
    ('Of the six headlamps tested, the Voltis Peak 2 was given the best grade.', 'headlamps', 'Voltis Peak 2'),
    ('The members of the Brackenfold co-operative settled for a smaller increase in rents than the board had proposed.', 'minutes', 'The board proposed an increase of 4 per cent'),
]
