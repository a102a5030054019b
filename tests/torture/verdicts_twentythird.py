"""A public swimming bath: the news of its reopening, the annual report of its trust, the minutes of a board meeting, the life of its architect, a report on the
water, the questions of visitors, an interview with the manager and the page of a maker of lamps for water. Written by one who had not seen the program; pages,
report and labels were fixed before it was run on them. The last column says whether a figure, a date, a unit, a name or a plain negation alone proves the error; 'gap' was said after the first run, where code does not."""

PAGES = {
    'news': ('Brackwell Baths open their doors again', '2023-10-09', '''
<h1>Brackwell Baths open their doors again</h1>
<p>Brackwell Baths reopened on Saturday, 7 October 2023, after nine months of building work and five weeks later than planned. About 600 people queued in Marl Street. The first of them, the retired bus driver Nuala Finch, had taken up her place at 5.40 a.m.; the doors opened at 8 a.m. The mayor, Osric Bell, cut the ribbon, and the former national champion Della Quarrie swam the first length.</p>
<h2>What it cost</h2>
<p>The refurbishment cost £6.3 million, which is £900,000 more than had been estimated in 2021. The town council paid £2.8 million and the Heritage Lottery £2.1 million. The remaining £1.4 million was raised by the Baths Trust; small donations made up £310,000 of that. The main contractor was Tolworth and Daughters, a firm from Ostley.</p>
<h2>Why it took longer</h2>
<p>In April asbestos came to light behind the tiles of the foyer, and work there had to stop for six weeks. A rumour that the roof had cracked is untrue, according to the engineer in charge, Shanthi Rao: the roof had been examined twice and was sound.</p>
<h2>What is new</h2>
<ul><li>There are 38 changing cubicles where there used to be 24.</li>
<li>A lift leads to the gallery for spectators, which seats 180.</li>
<li>Two heat pumps have replaced the gas boiler. They are expected to cut the energy use of the building by 40 per cent.</li>
<li>Six of the forty slipper baths of 1934 have been kept as an exhibit; they cannot be used.</li></ul>
<p>A terrace facing the park is to open next spring, provided the council grants a licence for it.</p>
<h2>Praise and protest</h2>
<p>"This town learned to swim here, and it will go on doing so," said Mr Bell. Not everybody was in the mood to celebrate. A swim now costs adults £5.50 instead of £4.80; for children under 16 the price stays at £2.90. Ivo Marsh, who speaks for the residents' group Fair Swim, said that a family now paid as much as for an evening at the cinema. The Trust disputes this. Mr Marsh had gathered 1,150 signatures against the new prices by Saturday evening; he means to hand them to the council in November.</p>'''),

    'annual': ('Brackwell Baths Trust: annual report 2024', '2025-02-14', '''
<h1>Brackwell Baths Trust: annual report 2024</h1>
<p>The year 2024 was our first full year since the refurbishment. In 2023 the baths were closed from 9 January to 6 October, so that the figures of that year cannot be compared with those of the others. Amabel Storrow took over the chair from Hugh Denby on 1 April 2024. The board has nine trustees, three of whom joined during the year.</p>
<h2>Key figures</h2>
<table><tr><th></th><th>2022</th><th>2023</th><th>2024</th></tr>
<tr><td>Swims</td><td>148,200</td><td>39,600</td><td>171,900</td></tr>
<tr><td>Pupils in swimming lessons</td><td>1,940</td><td>610</td><td>2,315</td></tr>
<tr><td>Members at the end of the year</td><td>2,210</td><td>1,780</td><td>2,640</td></tr>
<tr><td>Income (£ thousand)</td><td>1,120</td><td>402</td><td>1,385</td></tr>
<tr><td>Expenditure (£ thousand)</td><td>1,205</td><td>688</td><td>1,342</td></tr>
<tr><td>Energy used (megawatt-hours)</td><td>2,900</td><td>840</td><td>1,900</td></tr></table>
<h2>Money</h2>
<p>For the first time since 2018 we can report a surplus. Admissions brought in 58 per cent of the income of 2024, lessons 24 per cent, memberships 11 per cent and the café 4 per cent; the remaining 3 per cent came from other sources. We have repaid £150,000 of the bridging loan of £400,000 that we took out in 2023.</p>
<h2>Energy</h2>
<p>Compared with 2022 we used about a third less energy. How much of this we owe to the heat pumps is unclear, because both winter quarters were unusually mild. Our goal for 2025 is 1,700 megawatt-hours.</p>
<h2>Swimmers and safety</h2>
<p>The busiest day was 27 July with 1,214 swims, the quietest 9 December with 143. Lifeguards had to pull four people out of the water, all of them in the main pool. Of the 17 accidents entered in the book, 12 were slips on wet tiles. Nobody had to stay in hospital overnight.</p>
<h2>Survey of members</h2>
<p>In November we wrote to all members; 820 replied. Of those who replied, 71 per cent were content with the temperature of the water and 46 per cent found the main pool too crowded after 5 p.m. As those who are annoyed are more likely to answer, we would not apply these shares to the whole membership.</p>
<h2>Outlook</h2>
<p>For 2025 we are aiming at 180,000 swims. Repairs to the north gutter, for which £85,000 has been set aside, are to begin in August.</p>'''),

    'minutes': ('Baths Trust: minutes of the board, 18 March 2025', '2025-03-27', '''
<h1>Baths Trust: minutes of the board, 18 March 2025</h1>
<p>Present: seven of the nine trustees, with Amabel Storrow in the chair. Apologies came from Dev Parmar and Ruth Ellery. The manager, Kofi Lanyon, attended without a vote. The minutes of 21 January were approved with one correction: the number of trained first-aiders on the staff is 19, not 9.</p>
<h2>1. Early opening</h2>
<p>Gwen Ashdown proposed to open at 6 a.m. instead of 6.30 a.m. from Monday to Friday. The board agreed by five votes to two to try this from 5 May to 25 July 2025, on condition that the staff union accepts the new rota. Mr Lanyon is to report on the numbers in September.</p>
<h2>2. Sauna</h2>
<p>Rupert Nye proposed to build a sauna in the old boiler house for £240,000. The motion fell by three votes to four. The board asked Mr Lanyon to obtain a quotation for two infrared cabins instead.</p>
<h2>3. Prices</h2>
<p>The treasurer, Philippa Goss, recommended leaving admission prices as they are until the end of 2025. This was agreed without a vote. She warned that electricity might cost 12 per cent more from October if the present contract could not be extended.</p>
<h2>4. Loan</h2>
<p>Ms Goss reported that a further £50,000 of the bridging loan had been repaid in February. The balance now stands at £200,000. Interest is charged at 4.5 per cent a year.</p>
<h2>5. Dog swim</h2>
<p>On 27 October 2024, after the last public session and before the pool was drained for cleaning, 94 dogs swam in the main pool. Their owners paid £8 for each dog; the proceeds went to the lifeboat station at Ostley. Ms Ashdown said it had been the happiest day of the year. There will be another dog swim in 2025 unless the cleaning contractor objects.</p>
<h2>6. Other business</h2>
<p>Mr Nye had read in the Gazette that the diving board was to be taken away. Mr Lanyon said that nobody had ever planned this. The board thanked Hilda Marrable, who retires in April after 31 years at the ticket desk. The next meeting is on 20 May 2025 in the gallery.</p>'''),

    'pask': ('Leonora Pask', '2022-05-30', '''
<h1>Leonora Pask</h1>
<p>Leonora Pask (12 February 1896 – 30 August 1971) was an architect of public buildings. She was born in Kettlebury as the second of five children of a stonemason. In 1915 she entered the Northern School of Architecture, broke off in 1917 to drive ambulances in Salonika, returned in 1919 and qualified in 1921.</p>
<h2>Practice</h2>
<p>In 1926 she founded the office of Pask and Wynn together with Cecily Wynn, who looked after contracts and costs while Pask drew. They parted in 1948 in friendship. From then until 1963 Pask worked alone. She was elected to the County Academy in 1955, the third woman to be so honoured.</p>
<h2>Principal works</h2>
<table><tr><th>Building</th><th>Opened</th><th>Cost (£)</th><th>Today</th></tr>
<tr><td>Marl Street Library</td><td>1929</td><td>18,200</td><td>in use</td></tr>
<tr><td>Brackwell Baths</td><td>1934</td><td>61,500</td><td>in use</td></tr>
<tr><td>Tennant Cinema</td><td>1937</td><td>44,000</td><td>demolished in 1969</td></tr>
<tr><td>St Odo's School</td><td>1952</td><td>137,000</td><td>converted into flats</td></tr></table>
<h2>Brackwell Baths</h2>
<p>The competition of 1930 drew 41 entries. Pask came second; the winner, Ernest Hale, withdrew when the council cut the budget, and the commission passed to her. Work began in September 1931, and the baths were opened on 4 May 1934. The hall is spanned by seven parabolic arches of concrete, each 21 metres wide. It has often been called the first bath in the country with such a roof, but the one at Linfield is two years older. The building was listed in 1987.</p>
<p>According to a popular story the green tiles were left over from an underground station. The invoices show that they were made to order by the Corrin Pottery.</p>
<h2>Reception</h2>
<p>The critic Hubert Sale mocked the building in 1934 as "a cathedral for wet feet". Twenty years later he took this back. Pask herself said little about her work. One remark has been handed down by her niece: "A bath should be as bright at six in the morning as it is at noon." Historians suspect that the large windows of the baths owe something to hospitals she had seen during the war, but there is no proof.</p>
<h2>Papers</h2>
<p>The county record office holds 620 of her drawings. Those for the Tennant Cinema were burnt in 1943, and her letters are in the hands of the family.</p>'''),

    'lab': ('Water quality at Brackwell Baths: report for 2024', '2025-01-31', '''
<h1>Water quality at Brackwell Baths: report for 2024</h1>
<p>This report was drawn up by Sunniva Kell of Meridian Water Testing for the Baths Trust. We took samples once a week from each of the two pools. Of the 104 samples planned, 101 were taken; the other three fell into the weeks from 4 to 24 March, when the teaching pool was closed for the repair of a pump.</p>
<h2>Mean values</h2>
<table><tr><th></th><th>Main pool</th><th>Teaching pool</th><th>Upper limit</th></tr>
<tr><td>Free chlorine (mg/l)</td><td>1.2</td><td>1.4</td><td>2.0</td></tr>
<tr><td>Combined chlorine (mg/l)</td><td>0.4</td><td>0.7</td><td>1.0</td></tr>
<tr><td>pH value</td><td>7.3</td><td>7.4</td><td>7.6</td></tr>
<tr><td>Turbidity (NTU)</td><td>0.2</td><td>0.3</td><td>0.5</td></tr>
<tr><td>Temperature (°C)</td><td>27.6</td><td>30.9</td><td>none</td></tr></table>
<h2>Samples that failed</h2>
<p>Five of the samples did not meet the requirements, four from the teaching pool and one from the main pool. In the teaching pool there was too much combined chlorine each time; in the main pool the water was turbid after a filter had been rinsed. Each test was repeated within 48 hours, and all the repeats were in order. No pool had to be closed on account of a test.</p>
<h2>Showers</h2>
<p>We tested the showers for legionella four times, at six points each time, and found none. At one point, in the women's changing room, pseudomonas was found on 11 June; the shower head was replaced the next day.</p>
<h2>Complaints</h2>
<p>Fourteen swimmers complained of itching, most of them in February. A link with the water could not be shown. On none of the days in question was any value above its limit.</p>
<h2>Method</h2>
<p>Since 1 July chlorine has been measured with a new photometer. Values from the first half of the year may be too high by up to 0.1 mg/l.</p>
<h2>Recommendations</h2>
<p>For the teaching pool we recommend an ultraviolet unit, which would break down combined chlorine. We put the cost at £16,000 to £18,500 including installation. If the number of pupils goes on growing, the filter of the teaching pool will also become too small, in our view by 2027. The main pool needs nothing of the kind. Kell will present the report to the trustees in person.</p>'''),

    'faq': ('Your visit to Brackwell Baths: questions and answers', '2024-11-04', '''
<h1>Your visit to Brackwell Baths: questions and answers</h1>
<h2>When are you open?</h2>
<p>Monday to Friday from 6.30 a.m. to 9.30 p.m., Saturday and Sunday from 8 a.m. to 6 p.m. The last admission is 45 minutes before closing time. We are closed on 25 and 26 December and on 1 January.</p>
<h2>May children come alone?</h2>
<p>From the age of eight, yes, if they can swim 25 metres. Children under eight must be in the water with someone aged 16 or over, who may look after two of them at most.</p>
<h2>How deep are the pools?</h2>
<p>The main pool is 30 metres long and slopes from 0.9 to 3.2 metres. The teaching pool is 12 metres long and between 0.6 and 0.9 metres deep.</p>
<h2>When can I dive?</h2>
<p>The three-metre board is open on Saturdays from 2 to 4 p.m. Diving from the side is allowed only at the deep end.</p>
<h2>How do lessons work?</h2>
<p>A block of ten lessons costs £75 for children and £90 for adults. A lesson lasts 30 minutes. The waiting list for children is about nine weeks long at present; adults can start at once. If you cancel at least seven days before the block begins, we refund 80 per cent.</p>
<h2>Are there quiet sessions?</h2>
<p>On Tuesdays from 7.30 p.m. to 9 p.m. the main pool is for women only. On Sundays from 8 to 9 a.m. there is no music and the lights are dimmed.</p>
<h2>Is it sea water?</h2>
<p>No. The baths were planned with sea water in mind, but the pipe was never laid. They have been filled from the mains ever since 1934.</p>
<h2>Do I need a cap?</h2>
<p>No, but long hair has to be tied back. Armbands and small floats are welcome; inflatable boats are not.</p>
<h2>May I take photographs?</h2>
<p>Only if the duty manager has given permission. This also holds for the gallery.</p>
<h2>How do I get there?</h2>
<p>Buses 7 and 31 stop at the door. There are three parking spaces for blue-badge holders and no others. The public car park in Mill Lane is 250 metres away; the first two hours are free there.</p>
<h2>I have left something behind. What now?</h2>
<p>We keep lost property for four weeks and then give it to charity. Keys and purses are handed to the police after three days. Lockers take a £1 coin, which you get back.</p>'''),

    'interview': ('"I have never met the ghost": the manager of Brackwell Baths', '2025-01-22', '''
<h1>"I have never met the ghost": the manager of Brackwell Baths</h1>
<p>Kofi Lanyon became a lifeguard at the age of 17, in 1998. He worked at Ostley for eleven years, came to Brackwell in 2016 as deputy manager and has run the baths since 2019. Petra Yule spoke to him for the Brackwell Echo.</p>
<p><b>Mr Lanyon, how many people work here?</b></p>
<p>Fifty-two, of whom twenty-three are lifeguards. Most of the lifeguards are students and work part time. In 2019 we had sixty applications for one post. Last summer we had four for three posts.</p>
<p><b>Why is that?</b></p>
<p>I wish I knew. Some say it is the pay. We raised that in 2023, from £10.90 to £12.30 an hour, and it made no difference that I could see.</p>
<p><b>You lowered the temperature of the main pool.</b></p>
<p>In November 2023, from 28.5 to 27.6 degrees. In the first week nobody said a word. Then somebody put up a notice, and I had thirty-six letters. Thirty-one of them were against it, five in favour. We did not change it back.</p>
<p><b>Do the heat pumps work?</b></p>
<p>They do. In the first winter they iced up twice, and on the second occasion we had to close for a day. Since the new sensors were fitted last September it has not happened again, touch wood.</p>
<p><b>What would you do with a million pounds?</b></p>
<p>Let every child under eleven swim for nothing. I believe it would pay for itself within ten years. I have never put it to the council, mind you. What I would not do is build slides. "People do not come here to slide, they come here to think" – that was how my predecessor Winifred Oakes put it, and she was right.</p>
<p><b>Is there a ghost?</b></p>
<p>Visitors keep telling me about a stoker who walks the boiler house at night. I have locked up this building some four hundred times and met nobody.</p>
<p><b>And where do you swim yourself?</b></p>
<p>In the river, from May to September. I have not swum a length here since my first week; I would only look at the tiles and see which ones need replacing.</p>
<p><b>How long will you stay?</b></p>
<p>Until the hundredth birthday in 2034, if they let me. I would be fifty-three then.</p>'''),

    'product': ('Hesper AquaLumen: ultraviolet units for pools', '2025-02-03', '''
<h1>Hesper AquaLumen: ultraviolet units for pools</h1>
<p>AquaLumen units break down combined chlorine with ultraviolet light. They are built in Verl by Hesper Water Systems, a family firm founded in 1978. The units do not make chlorine superfluous: pools must go on being chlorinated.</p>
<h2>Models</h2>
<table><tr><th></th><th>U20</th><th>U40</th><th>U80</th></tr>
<tr><td>Flow (m³ per hour)</td><td>20</td><td>40</td><td>80</td></tr>
<tr><td>Power (watts)</td><td>180</td><td>320</td><td>610</td></tr>
<tr><td>Life of the lamp (hours)</td><td>9,000</td><td>12,000</td><td>12,000</td></tr>
<tr><td>Weight (kg)</td><td>14</td><td>19</td><td>31</td></tr>
<tr><td>Price without VAT (€)</td><td>2,150</td><td>3,480</td><td>6,200</td></tr></table>
<h2>What they can do</h2>
<p>In tests at the Lindholm Institute the U40 lowered combined chlorine by up to 55 per cent within 24 hours. The tests were made under laboratory conditions; in your pool the result may differ. The U20 and the U80 have not been tested. All models suit fresh water and salt water with up to 35 grams of salt per litre. They must not be installed outdoors.</p>
<h2>Installation and care</h2>
<ul><li>The quartz tube should be cleaned every three months, in hard water every six weeks.</li>
<li>The lamp can be changed without tools in about ten minutes.</li>
<li>The unit switches itself off if the flow stops or if the water is warmer than 40 °C.</li></ul>
<h2>App</h2>
<p>With the U40 and the U80 the lamp can be watched through an app for Android. A version for iOS is planned for autumn 2025. The U20 cannot be connected.</p>
<h2>Guarantee and delivery</h2>
<p>The guarantee is three years, or five if the unit is installed by a certified partner. The lamp itself is covered for one year in either case. Delivery takes 10 to 15 working days. It is free within the European Union for orders above €500; to the United Kingdom it costs €85. You may return unused units within 30 days.</p>
<h2>Questions about older units</h2>
<p>The U30 was withdrawn in 2022. We supply spare parts for it until the end of 2032. Lamps of the U30 do not fit any of the present models.</p>
<h2>What customers say</h2>
<p>Buyers give the range 4.6 out of 5 stars in 212 reviews. "Quieter than our old one, and the smell has gone," writes a school from Ghent. Some reviewers find the manual hard to follow.</p>'''),
}

T, C, U = 'true', 'contradicted', 'unsupported'

SENTENCES = [
    ('## The reopening', None, None, 'heading'),
    ('The baths were opened to the public again on 7 October 2023, more than a month after the date that had been planned.', 'news', 'after nine months of building work and five weeks later than planned', T),
    ('Nuala Finch, who stood at the head of the queue, had been waiting for two hours and twenty minutes when the doors opened.', 'news', 'had taken up her place at 5.40 a.m.', T),
    ('The former champion Della Quarrie cut the ribbon, after which the mayor, Osric Bell, swam the first length.', 'news', 'and the former national champion Della Quarrie swam the first length', 'swapped roles', C, False),
    ('Altogether the refurbishment came to £6.8 million, a good deal more than the estimate made in 2021.', 'news', 'The refurbishment cost £6.3 million', 'changed figure', C, True),
    ('When the cost was estimated in 2021, the figure had been £5.4 million.', 'news', 'which is £900,000 more than had been estimated in 2021', T),
    ('The town council and the lottery together provided £4.9 million, which is more than three quarters of the total.', 'news', 'The town council paid £2.8 million and the Heritage Lottery £2.1 million', T),
    ('Of the money raised by the Baths Trust, €310,000 came from small donations.', 'news', 'small donations made up £310,000 of that', 'wrong currency', C, True),
    ('The work took longer than expected because the roof of the building had cracked.', 'news', 'A rumour that the roof had cracked is untrue', 'copied out of a denial', C, False),
    ('Asbestos behind the tiles brought work in the foyer to a halt for about a month and a half.', 'news', 'In April asbestos came to light behind the tiles of the foyer', T),
    ('Since the refurbishment visitors can once more take a bath in six of the original slipper baths.', 'news', 'have been kept as an exhibit; they cannot be used', 'negation dropped', C, False),
    ('The terrace facing the park was opened in the spring of 2024, once the council had granted a licence.', 'news', 'provided the council grants a licence for it', 'plan told as done', U, False),
    ('The price for adults rose by 70 pence, whereas children under 16 pay no more than before.', 'news', 'A swim now costs adults £5.50 instead of £4.80', T),
    ('"This town learned to swim here, and it will go on doing so," said Ivo Marsh on the day of the reopening.', 'news', 'This town learned to swim here, and it will go on doing so', 'wrong attribution', C, True),

    ('## Figures of the trust', None, None, 'heading'),
    ('In 2024 the baths counted 23,700 more swims than in 2022, according to the table of the trust.', 'annual', 'Swims', T),
    ('In 2022 a total of 2,315 pupils took swimming lessons at the baths.', 'annual', 'Pupils in swimming lessons', 'wrong column of a table', C, True),
    ('The surplus of 2024 amounted to £43,000, whereas 2022 had ended with a deficit of £85,000.', 'annual', 'Expenditure (£ thousand)', T),
    ('In 2024 the trust achieved a surplus for the first time in its history.', 'annual', 'For the first time since 2018 we can report a surplus', 'superlative stretched', C, False),
    ('More than four fifths of the income of 2024 came from admissions and lessons.', 'annual', 'Admissions brought in 58 per cent of the income of 2024, lessons 24 per cent', T),
    ('Thanks to the heat pumps alone, the baths used about a third less energy in 2024 than in 2022.', 'annual', 'How much of this we owe to the heat pumps is unclear', 'invented cause', C, False),
    ('It is not clear what part the heat pumps had in the saving of energy, since the winter quarters were unusually mild.', 'annual', 'because both winter quarters were unusually mild', T),
    ('The energy used in 2024 came down to 1,700 megawatt-hours, well below the amount used in 2022.', 'annual', 'Our goal for 2025 is 1,700 megawatt-hours', 'target told as fact', C, True),
    ('On the busiest day of 2024 there were more than eight times as many swims as on the quietest.', 'annual', 'The busiest day was 27 July with 1,214 swims, the quietest 9 December with 143', T),
    ('Slipping on wet tiles accounted for all 17 of the accidents that were entered in the book.', 'annual', 'Of the 17 accidents entered in the book, 12 were slips on wet tiles', 'some told as all', C, True),
    ('None of the rescues of 2024 took place in the teaching pool.', 'annual', 'all of them in the main pool', T),
    ('Seventy-one per cent of all members of the trust are content with the temperature of the water.', 'annual', 'we would not apply these shares to the whole membership', 'over-generalised', U, False),

    ('## The board', None, None, 'heading'),
    ('Two trustees, Dev Parmar and Ruth Ellery, did not take part in the meeting of 18 March 2025.', 'minutes', 'Apologies came from Dev Parmar and Ruth Ellery', T),
    ('Nine members of the staff are trained as first-aiders, according to the corrected minutes of January.', 'minutes', 'the number of trained first-aiders on the staff is 19, not 9', 'copied out of an erratum', C, True),
    ('From 5 May to 25 July 2025 the baths will open at 6 a.m. on weekdays, whatever the union says.', 'minutes', 'on condition that the staff union accepts the new rota', 'condition dropped', C, False),
    ('The trial will have the baths open half an hour earlier on weekdays, if the union agrees to the rota.', 'minutes', 'Gwen Ashdown proposed to open at 6 a.m. instead of 6.30 a.m.', T),
    ('The board decided by four votes to three to build a sauna in the old boiler house.', 'minutes', 'The motion fell by three votes to four', 'rejected proposal told as decision', C, False),
    ('The proposal to leave the prices alone until the end of 2025 came from the treasurer and was accepted without a vote.', 'minutes', 'recommended leaving admission prices as they are until the end of 2025', T),
    ('Electricity will cost the trust 12 per cent more from October, the treasurer announced.', 'minutes', 'She warned that electricity might cost 12 per cent more from October', 'possibility told as certain', C, False),
    ('The trust still owes £200,000, on which it pays interest of 4.5 per cent a month.', 'minutes', 'Interest is charged at 4.5 per cent a year', 'wrong unit of time', C, True),
    ('By March 2025 half of the original bridging loan of £400,000 was still outstanding.', 'annual', 'We have repaid £150,000 of the bridging loan of £400,000', 'wrong source', U, False),
    ('The dog swim of October 2024 earned £752 for the lifeboat station at Ostley.', 'minutes', 'Their owners paid £8 for each dog', T),
    ('The dogs were let into the main pool after it had been drained and cleaned.', 'minutes', 'before the pool was drained for cleaning', 'time order', C, False),

    ('## The architect', None, None, 'heading'),
    ('Leonora Pask, one of the five children of a stonemason, lived to the age of 75.', 'pask', 'She was born in Kettlebury as the second of five children of a stonemason', T),
    ('She was born in Salonika in 1896 and entered the Northern School of Architecture in 1915.', 'pask', 'broke off in 1917 to drive ambulances in Salonika', 'wrong place', C, True),
    ('Pask and Wynn worked together for twenty-two years and did not part on bad terms.', 'pask', 'They parted in 1948 in friendship', T),
    ("Of the four principal works that are listed, only St Odo's School cost more to build than Brackwell Baths.", 'pask', "St Odo's School", T),
    ('The Tennant Cinema, which opened in 1934 and cost £44,000, was demolished in 1969.', 'pask', '44,000', 'wrong year', C, True),
    ('Pask won the competition for Brackwell Baths in 1930 against forty other entries.', 'pask', 'Pask came second; the winner, Ernest Hale, withdrew', 'two facts merged', C, False),
    ('The commission was given to Pask only after the winner of the competition had withdrawn.', 'pask', 'and the commission passed to her', T),
    ('Brackwell Baths were the first in the country to be given a roof of parabolic concrete arches.', 'pask', 'It has often been called the first bath in the country with such a roof', 'belief told as fact', C, False),
    ('The green tiles had not been left over from elsewhere but were made especially for the baths.', 'pask', 'The invoices show that they were made to order by the Corrin Pottery', T),
    ('In the year of the opening a critic ridiculed the baths as "a cathedral for wet feet".', 'pask', 'a cathedral for wet feet', T),
    ('Hubert Sale, who had mocked the building in 1934, stood by his judgement for the rest of his life.', 'pask', 'Twenty years later he took this back', 'negated', C, False),
    ('According to her niece, Pask once said: "A bath should be brighter at six in the morning than it is at noon."', 'pask', 'A bath should be as bright at six in the morning as it is at noon.', 'quotation altered', C, False),
    ('The large windows of the baths were modelled on hospitals which Pask had seen during the war.', 'pask', 'but there is no proof', 'conjecture told as fact', U, False),

    ('## The water', None, None, 'heading'),
    ('Three samples could not be taken because the teaching pool was closed while a pump was being repaired.', 'lab', 'when the teaching pool was closed for the repair of a pump', T),
    ('Ninety-six of the samples that were taken in 2024 met the requirements.', 'lab', 'Five of the samples did not meet the requirements', T),
    ('On average the water of the main pool contained more combined chlorine than that of the teaching pool.', 'lab', 'Combined chlorine (mg/l)', 'comparison the wrong way round', C, False),
    ('The mean temperature was 27.6 °C in the main pool and 3.3 degrees higher in the teaching pool.', 'lab', 'Temperature (°C)', T),
    ('Both pools had to be closed for 48 hours after a sample had failed.', 'lab', 'No pool had to be closed on account of a test', 'negation dropped', C, 'gap'),
    ('All of the 24 tests of the showers for legionella turned out negative.', 'lab', 'We tested the showers for legionella four times, at six points each time', T),
    ('In June legionella was found in a shower of the women\'s changing room, whereupon the shower head was replaced.', 'lab', 'pseudomonas was found on 11 June', 'two facts merged', C, 'gap'),
    ('The itching of which fourteen swimmers complained was brought about by too much chlorine in the water.', 'lab', 'On none of the days in question was any value above its limit', 'invented cause', C, False),
    ('Chlorine values from the second half of 2024 may be too high by up to 0.1 mg/l.', 'lab', 'Values from the first half of the year may be too high by up to 0.1 mg/l', 'wrong period', C, False),
    ('An ultraviolet unit for the teaching pool would cost between £16,000 and £19,500 with installation.', 'lab', 'We put the cost at £16,000 to £18,500 including installation', 'wrong range end', C, True),
    ('Meridian Water Testing advises an ultraviolet unit for the teaching pool, but not for the main pool.', 'lab', 'The main pool needs nothing of the kind', T),

    ('## For visitors', None, None, 'heading'),
    ('On weekdays the last swimmers are let in at a quarter to nine in the evening.', 'faq', 'The last admission is 45 minutes before closing time', T),
    ('A child of nine may come alone, provided that it is able to swim 25 metres.', 'faq', 'From the age of eight, yes, if they can swim 25 metres', T),
    ('One adult may look after at least two children under eight in the water.', 'faq', 'who may look after two of them at most', '"at most" turned into "at least"', C, False),
    ('The teaching pool is up to 90 centimetres deep and the main pool up to 320 centimetres.', 'faq', 'The main pool is 30 metres long and slopes from 0.9 to 3.2 metres', T),
    ('The main pool is 30 yards long and slopes down to a depth of 3.2 metres.', 'faq', 'The main pool is 30 metres long and slopes from 0.9 to 3.2 metres', 'wrong unit', C, True),
    ('Adults who take a block of ten lessons pay £1.50 more for each lesson than children do.', 'faq', 'A block of ten lessons costs £75 for children and £90 for adults', T),
    ('Adults have to wait about nine weeks for lessons, whereas children can start at once.', 'faq', 'The waiting list for children is about nine weeks long at present', 'swapped roles', C, False),
    ('Taking photographs is allowed without permission as long as one stays in the gallery.', 'faq', 'This also holds for the gallery', 'exception invented', C, False),
    ('Purses that have been left behind are passed on to the police after three days.', 'faq', 'Keys and purses are handed to the police after three days', T),

    ('## The manager', None, None, 'heading'),
    ('Kofi Lanyon had been at Brackwell for about three years when he became manager of the baths.', 'interview', 'came to Brackwell in 2016 as deputy manager', T),
    ('Twenty-nine of the people who work at the baths are not lifeguards.', 'interview', 'Fifty-two, of whom twenty-three are lifeguards', T),
    ('After the pay of the lifeguards had been raised in 2023, far more people applied for the posts.', 'interview', 'and it made no difference that I could see', 'invented effect', C, False),
    ('In 2023 pay was raised by £1.40 an hour, which as far as the manager could see made no difference.', 'interview', 'from £10.90 to £12.30 an hour', T),
    ('Most of the thirty-six letters that reached the manager were in favour of the lower temperature.', 'interview', 'Thirty-one of them were against it, five in favour', 'quantifier changed', C, False),
    ('Lanyon would like children under eleven to swim free of charge, an idea he has not yet put to the council.', 'interview', 'I have never put it to the council, mind you', T),
    ('The saying that people "come here to think" goes back to Winifred Oakes, who ran the baths before Lanyon.', 'interview', 'that was how my predecessor Winifred Oakes put it', T),
    ('Lanyon has come across the ghost of a stoker in the boiler house some four hundred times.', 'interview', 'I have locked up this building some four hundred times and met nobody', 'wrong subject of a figure', C, False),

    ('## The ultraviolet units', None, None, 'heading'),
    ('The U80 weighs 12 kilograms more than the U40 and costs €2,720 more.', 'product', 'Weight (kg)', T),
    ('The lamp of the U20 lasts for 12,000 hours, just like those of the two larger models.', 'product', 'Life of the lamp (hours)', 'figure of another item', C, True),
    ('In the tests of the Lindholm Institute all three models lowered combined chlorine by up to 55 per cent.', 'product', 'The U20 and the U80 have not been tested', 'over-generalised', C, False),
    ('In a pool with an AquaLumen unit chlorine is no longer needed.', 'product', 'The units do not make chlorine superfluous', 'negated', C, False),
    ('Where the water is hard, the quartz tube should be cleaned about twice as often as elsewhere.', 'product', 'The quartz tube should be cleaned every three months, in hard water every six weeks', T),
    ('Even if a certified partner installs the unit, the guarantee on the lamp ends after a year.', 'product', 'The lamp itself is covered for one year in either case', T),
    ('An app for iOS came out in autumn 2025, with which the lamps of the U40 and the U80 can be watched.', 'product', 'A version for iOS is planned for autumn 2025', 'plan told as done', U, False),
    ('At the price in the table, three units of the model U40 cost €10,140 before VAT.', 'product', 'Price without VAT (€)', 'derived number wrong', C, True),

    ('## What the sources leave open', None, None, 'heading'),
    ('The sources do not say whether the staff union accepted the new rota.', None, None, 'remark'),
    ('Nothing could be found out about the cost of the two infrared cabins.', None, None, 'remark'),
    ('The sources do not say which make of ultraviolet unit the trust would buy.', None, None, 'remark'),
    ('It remains open whether the repairs to the north gutter were begun in August 2025.', None, None, 'remark'),
    ('The pages give no information about what became of the thirty-four other slipper baths.', None, None, 'remark'),
]

OPENING = [
    ('Brackwell Baths reopened on 7 October 2023, five weeks behind schedule.', 'news', 'after nine months of building work and five weeks later than planned'),
    ('In 2024 the trust ended the year with a surplus of £43,000.', 'annual', 'Expenditure (£ thousand)'),
    ('Of the samples of water taken in 2024, 96 met the requirements.', 'lab', 'Five of the samples did not meet the requirements'),
    ('Admission prices are to stay as they are until the end of 2025.', 'minutes', 'recommended leaving admission prices as they are until the end of 2025'),
]
