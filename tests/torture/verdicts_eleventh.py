"""A bakery chain's results, a drug trial, a type designer, a winter, an employment tribunal, a mayoral election, a museum object and a paper on moths.
Written by one who had not seen the rules; pages, report and labels were fixed before the program was run on them. The last column says whether a
figure, a date or a name alone proves the error; 'gap': code does not point at it."""

PAGES = {
    'bakery': ("Tarrant's Bakeries plc: preliminary results for the 52 weeks ended 28 June 2025", '2025-09-09', '''
<h1>Tarrant's Bakeries plc: preliminary results for the 52 weeks ended 28 June 2025</h1>
<p>Revenue rose by 9.2 per cent to £312.4 million (2024: £286.1 million). In shops open for more than a year, sales were up 4.1 per cent. Profit
before tax slipped to £27.8 million (2024: £29.3 million), chiefly because butter cost 31 per cent more than a year earlier; higher wages added
£4.6 million to the bill. The board proposes a final dividend of 6.4 pence per share, which takes the total for the year to 9.8 pence (2024: 9.5
pence).</p>
<table><tr><th>Region</th><th>Shops, June 2024</th><th>Shops, June 2025</th><th>Revenue (£ million)</th></tr>
<tr><td>South West</td><td>88</td><td>91</td><td>121.7</td></tr>
<tr><td>Midlands</td><td>57</td><td>71</td><td>83.2</td></tr>
<tr><td>Wales</td><td>46</td><td>52</td><td>64.9</td></tr>
<tr><td>North West</td><td>24</td><td>22</td><td>42.6</td></tr></table>
<p>We opened 27 shops and closed six. A further 30 openings are planned for the current year, mostly on retail parks. The new bakehouse at Tamworth,
which cost £41 million, began baking in February 2025, eleven weeks later than planned. It employs 240 people and can turn out 1.8 million rolls a
week. The old bakehouse at Stroud will close by the end of 2026; its 115 staff have been offered either a job at Tamworth or severance pay.</p>
<p>Net debt increased from £18.2 million to £44.5 million. "It was a year in which we sold more and kept less," said chief executive Gwen
Tarrant-Hughes. Finance director Imran Sheikh expects butter prices to ease in the spring of 2026 but warned that "nothing in the dairy market is
certain". For the current year the board expects profit before tax of between £28 million and £31 million. Colin Prideaux will step down as chair at
the annual general meeting on 20 November 2025 after nine years in the post; the search for a successor has begun.</p>
<ul><li>Vegan lines made up 14 per cent of savoury sales (2024: 11 per cent).</li>
<li>The loyalty app has 1.3 million registered users, of whom 420,000 used it in June.</li>
<li>Food waste fell by 13 per cent, from 2,150 to 1,870 tonnes.</li></ul>'''),

    'luma': ('LUMA-2: plain-language summary of results', '2024-10-22', '''
<h1>LUMA-2: plain-language summary of results</h1>
<h2>What was studied?</h2>
<p>LUMA-2 tested whether velorsetin, a tablet taken once a day, prevents migraine. The study ran from March 2021 to August 2023 at 43 centres in seven
countries. The 612 adults who took part had had at least four days with migraine a month for a year or longer. A computer assigned them to three
groups of equal size: placebo, 75 mg or 150 mg. Neither they nor their doctors knew who received what. Treatment lasted 24 weeks. Eighty-three per
cent of the participants were women, and the mean age was 41.</p>
<h2>What was found?</h2>
<p>At the outset the participants had 8.7 migraine days a month on average, with no notable difference between the groups.</p>
<table><tr><th>Result at week 24</th><th>Placebo</th><th>75 mg</th><th>150 mg</th></tr>
<tr><td>Mean change in migraine days per month</td><td>-1.9</td><td>-3.4</td><td>-4.1</td></tr>
<tr><td>Migraine days at least halved (%)</td><td>24</td><td>38</td><td>47</td></tr>
<tr><td>Nausea (%)</td><td>6</td><td>9</td><td>17</td></tr>
<tr><td>Stopped because of side effects (people)</td><td>5</td><td>8</td><td>21</td></tr></table>
<p>The difference from placebo was 2.2 days for the higher dose (95% confidence interval 1.5 to 2.9) and 1.5 days for the lower (0.8 to 2.2). Both
differences were statistically significant; the difference between the two doses was not (p = 0.07).</p>
<h2>Was it safe?</h2>
<p>Nine people had serious adverse events, three of them on placebo, two on 75 mg and four on 150 mg; none was judged to be related to the drug. Nobody
died. Liver values rose in six people, all of them on the higher dose, and were back to normal within eight weeks of stopping the tablets.</p>
<h2>What remains open?</h2>
<p>People over 65, pregnant women and anyone who had already tried more than three preventive drugs were excluded. Velorsetin was not compared with any
established treatment. Quality of life seemed to improve, but this was looked at for exploration only. "We cannot say from this study how the drug
performs beyond six months," said the principal investigator, Dr Sunniva Aldous of Leeds. An extension study of 52 weeks with 380 of the
participants is under way, and its results are expected in late 2025. Corvane Therapeutics, the maker of the drug, paid for the study; the data
were analysed at the University of Utrecht. Corvane has applied for approval in the European Union but not yet in the United States.</p>'''),

    'winslade': ('Dorothea Winslade', '2021-02-26', '''
<h1>Dorothea Winslade</h1>
<p>Dorothea Winslade (12 March 1884 - 3 November 1961) was an English type designer and printer. Born in Kendal as the third of a clockmaker's five
children, she attended the Manchester School of Art from 1902 to 1905 and was then apprenticed to the punchcutter Alban Firth in Sheffield. In 1911
she moved to Boston, Massachusetts, to work for the Merrimack Type Foundry. She returned to England in 1919.</p>
<h2>Work</h2>
<p>In 1922 Winslade and her cousin Agnes Teale founded the Larkbeck Press at Ambleside, which brought out 47 books before it closed in 1939. Teale
chose the texts and kept the accounts; Winslade designed and printed the books. None was issued in more than 350 copies.</p>
<table><tr><th>Typeface</th><th>Year</th><th>Issued by</th><th>Styles</th></tr>
<tr><td>Kendal Roman</td><td>1913</td><td>Merrimack Type Foundry</td><td>4</td></tr>
<tr><td>Larkbeck</td><td>1924</td><td>Larkbeck Press</td><td>2</td></tr>
<tr><td>Harrow Sans</td><td>1931</td><td>Monarch Corporation</td><td>9</td></tr>
<tr><td>Winslade Italic</td><td>1936</td><td>Monarch Corporation</td><td>1</td></tr></table>
<p>Her best-known design, Harrow Sans, was used on the station signs of the Northern Counties Railway from 1933 to 1948. For decades it was credited to
Edmund Pryce, the art director of Monarch, who had signed the drawings. Letters published by Ruth Ellingham in 1978 showed that the alphabet was
Winslade's, although Pryce did draw the numerals. She was paid a flat fee of £120 and received no royalties. In a lecture of 1934, "The Quiet Page",
she said: "A letter should hold its tongue until it is read."</p>
<h2>Later life</h2>
<p>From 1940 to 1952 she taught at the Leeds College of Art. In 1951 she declined an OBE. Her niece believed that she did so in protest at the removal of
the railway signs, but no document bears this out. Winslade never married. She died at Keswick. Her papers, among them some 1,400 drawings, are held
by the Whitworth Library in Lancaster; 620 of the drawings can be seen online. Digital versions of Harrow Sans and Larkbeck appeared in 1996 and
2009 respectively, the latter drawn by the Dutch designer Pieter Hoekstra. A plaque was put up at her birthplace in 2011, the fiftieth anniversary of
her death.</p>'''),

    'winter': ('Winter 2023-24 in review: Calder County', '2024-03-12', '''
<h1>Winter 2023-24 in review: Calder County</h1>
<p>With a mean temperature of 33.8°F from December through February, 4.1 degrees above the 1991-2020 normal, this was Calder County's third-warmest winter
since records began in 1896. Only 2015-16 (35.2°F) and 1931-32 (34.4°F) were warmer. Snowfall at Fort Prosser Airport added up to 24.7 inches,
60 percent of the normal 41.2 inches.</p>
<table><tr><th>Month</th><th>Mean temp. (°F)</th><th>Departure (°F)</th><th>Precipitation (in.)</th><th>Snowfall (in.)</th></tr>
<tr><td>December</td><td>36.9</td><td>+5.8</td><td>4.12</td><td>2.3</td></tr>
<tr><td>January</td><td>29.4</td><td>+1.0</td><td>3.05</td><td>17.8</td></tr>
<tr><td>February</td><td>35.1</td><td>+5.5</td><td>1.26</td><td>4.6</td></tr></table>
<p>The one big storm came on January 13 and 14, when 11.4 inches of snow fell at the airport. Wet snow brought down lines and left 23,000 customers without
power, most of them for less than 18 hours. The coldest reading of the season, 9 below zero, was taken at Dunmore on January 16; the warmest, 68°F,
at Fort Prosser on February 26, which broke the record for the date by five degrees.</p>
<p>Lake Tamarack did not freeze over until January 18 and was free of ice again on February 21, the earliest ice-out since 1983. The ice fishing derby
planned for February 10 was called off. Sugar makers tapped their maples about two weeks early. "We boiled in January for the first time in my
life," said Dale Ostrander of Dunmore, whose family has made syrup since 1948. The growers' association fears that the yield will be a fifth
lower than last year.</p>
<p>By the end of February, 62 percent of the county was rated abnormally dry, up from 18 percent at the start of December, and the snowpack in the upper
Prosser basin stood at 54 percent of the median. Wells are not affected so far. State climatologist Lena Whitaker said that El Niño had "loaded the
dice", but that no single winter could be blamed on it alone. For March through May the federal outlook gives a 50 to 60 percent chance of
above-normal temperatures; for precipitation it sees no tilt either way.</p>'''),

    'riders': ('Swiftsure riders were workers, tribunal rules', '2025-02-06', '''
<h1>Swiftsure riders were workers, tribunal rules</h1>
<p>The employment tribunal at Bristol ruled on 3 February 2025 that 34 of the 37 cycle couriers who had brought claims against Swiftsure Deliveries were
"workers" and not self-employed. The other three claims failed because they had been lodged too late. The hearing took nine days in October 2024.
Judge Philippa Amadi and the lay member Sunita Rao formed the majority; the second lay member, Gerald Pike, dissented.</p>
<p>As workers, the riders are entitled to holiday pay and the national minimum wage. They are not protected against unfair dismissal, a right that only
employees have. What weighed most with the tribunal was that riders could not send a substitute without leave from the company: in four years they
asked for it 212 times and got it on nine occasions. That they wore Swiftsure's uniform and used their own bicycles was not decisive either way.</p>
<p>Riders were paid £4.10 per delivery and nothing for waiting. The tribunal held that the time between logging in and logging out is working time, save
for periods in which the app was set to pause. "The contract described a business that none of the riders would have recognised," wrote Judge
Amadi.</p>
<p>How much Swiftsure owes will be settled at a hearing on 12 May 2025. The union Couriers United, which backed the claims, puts the sum at about
£410,000; Swiftsure speaks of no more than £150,000. Its application to have its costs paid by the three unsuccessful claimants was refused. The
company has 42 days in which to appeal. An appeal was "under consideration", said its solicitor, Tom Barraclough.</p>
<p>Swiftsure works with about 2,900 riders in eleven cities. The ruling binds it only in respect of the claimants, but Marcus Field of Couriers United
reckons with several hundred further claims. Ioana Petrescu, the lead claimant, rode for the company from 2019 to 2023 and now works as a bus driver.
A similar case against the rival firm Kestrel Couriers was lost by the riders in Leeds in 2022; there, substitutes had been allowed freely.</p>'''),

    'alden': ('Fontaine elected mayor of Port Alden after three rounds of counting', '2024-11-08', '''
<h1>Fontaine elected mayor of Port Alden after three rounds of counting</h1>
<p>Delia Fontaine will be the next mayor of Port Alden. In Tuesday's ranked-choice election the council member beat Marcus Oyelaran, a school principal, by
741 votes in the third and final round, although Oyelaran had been ahead in the first two. Of the city's 48,930 registered voters 26,911 cast a
ballot, a turnout of 55.0 percent, compared with 61.3 percent in 2020. Blank or spoiled ballots numbered 211.</p>
<table><tr><th>Candidate</th><th>Round 1</th><th>Round 2</th><th>Round 3</th></tr>
<tr><td>Delia Fontaine</td><td>9,812</td><td>10,455</td><td>13,208</td></tr>
<tr><td>Marcus Oyelaran</td><td>10,340</td><td>10,901</td><td>12,467</td></tr>
<tr><td>Ruth Kessler</td><td>4,518</td><td>5,020</td><td>eliminated</td></tr>
<tr><td>Sam Tibbetts</td><td>2,030</td><td>eliminated</td><td>-</td></tr></table>
<p>In the first round Oyelaran came out on top in six of the nine wards; the three on the waterfront went to Fontaine. What decided the race was the ballots
of Ruth Kessler's supporters, 2,753 of which passed to Fontaine and 1,566 to Oyelaran. The remaining 701 named no further choice. "I counted on the
first round; the voters counted to three," said Oyelaran, who conceded on Thursday morning.</p>
<p>Fontaine, 46, was a harbor pilot before she joined the council in 2016. She takes office on January 6, 2025, succeeding Walter Grady, who did not seek a
third term. She has promised to freeze the property tax rate for two years and wants work on the seawall to start in 2026.</p>
<p>Voters also approved Question 2, a $38 million bond for the seawall, by 15,204 votes to 10,377. Question 3, which would have raised the pay of council
members from $9,000 to $14,000 a year, was rejected by 16,880 to 8,905. Under the city charter a recount can be requested only when the margin is
below 1.5 percent, which is not the case here, said City Clerk Naomi Trask. The result is to be certified on November 19.</p>'''),

    'orrery': ('The Verrall orrery', '2023-06-19', '''
<h1>The Verrall orrery</h1>
<p>This model of the solar system was built in Exeter between 1768 and 1771 in the workshop of Josiah Verrall. It is made of brass, mahogany and ivory,
stands 142 centimetres high and measures 96 centimetres across. It shows six planets; Uranus, discovered in 1781, was never added. Four moons
circle Jupiter and five circle Saturn. One turn of the crank moves the model on by a day, so that it takes 10,759 turns to bring Saturn once
around the Sun.</p>
<p>Sir Nicholas Penrose ordered the orrery for his school at a price of 210 guineas, 60 of which he never paid. In 1803 it was sold to the Bath
Philosophical Society, which lent it to the Great Exhibition of 1851. After 1889 its trail is lost. Ada Mullens, a dealer, came upon it in a stable
at Frome in 1937. The museum bought it in 1952 for £900, with the help of a grant of £400 from the Art Trust.</p>
<p>The frame is signed "J. Verrall fecit". Tool marks suggest, however, that the wheels were cut by his wife Mary, who had been trained as a clockmaker
herself; the museum regards this as probable but not proven. During the restoration of 2016 to 2018 Hannah Blyth spent 3,100 hours on the piece. Of its
147 wheels 19 had to be replaced; the originals are kept in store. "You are hearing the eighteenth century think," says Blyth of its ticking.</p>
<p>Three orreries from the workshop are known. The others are in Lisbon and Philadelphia. The one in Lisbon, finished in 1767, is the oldest and the only
one that is still driven by clockwork.</p>
<h2>See it</h2>
<p>The orrery stands in Gallery 7 on the second floor, which can be reached by lift. It is set in motion on the first Saturday of every month at 2.30 pm, for
20 minutes. Photographs may be taken without flash. Admission is £9, or £6.50 for students and pensioners; under-16s enter free.</p>
<table><tr><th>Day</th><th>Opens</th><th>Closes</th></tr>
<tr><td>Monday</td><td>closed</td><td>closed</td></tr>
<tr><td>Tuesday to Friday</td><td>10 am</td><td>5 pm</td></tr>
<tr><td>Saturday</td><td>10 am</td><td>6 pm</td></tr>
<tr><td>Sunday</td><td>11 am</td><td>4 pm</td></tr></table>'''),

    'moths': ('Part-night dimming of rural street lights and the activity of moths', '2023-11-30', '''
<h1>Part-night dimming of rural street lights and the activity of moths</h1>
<p>Ada Okonjo, Per Lindqvist and Simon Farrar</p>
<h2>Abstract</h2>
<p>Whether dimming street lights helps nocturnal insects is contested. We studied 28 villages, in half of which the lamps were dimmed by 50 per cent between
midnight and 5 a.m. in the summers of 2020 and 2021; the summer of 2019 served as the baseline. In all, 41,386 moths of 318 species were trapped. In
the dimmed villages the mean catch per night rose from 52 in 2019 to 67 in 2021, in the control villages from 54 to 55. The number of species per night
did not change significantly (p = 0.31). Caterpillars on roadside hawthorn were 11 per cent more numerous in the dimmed villages, but the confidence
interval included zero.</p>
<table><tr><th>Family (dimmed villages)</th><th>Catch per night 2019</th><th>Catch per night 2021</th></tr>
<tr><td>Noctuidae</td><td>21.5</td><td>28.4</td></tr>
<tr><td>Geometridae</td><td>14.2</td><td>19.9</td></tr>
<tr><td>Erebidae</td><td>6.0</td><td>5.8</td></tr>
<tr><td>Other families</td><td>10.3</td><td>12.9</td></tr></table>
<h2>Discussion</h2>
<p>The increase was already visible in the first summer. The summer of 2021 was 0.8 degrees Celsius warmer than that of 2019, which may have contributed;
the control villages, however, hardly changed. Our result differs from that of Hallett et al. (2018), who found no effect, but they had dimmed the
lamps by only 25 per cent. All our lamps were white LEDs of 4,000 kelvin, and the findings cannot be carried over to sodium lamps. A larger catch
means more active moths, not necessarily more moths; we would caution against reading it as a recovery.</p>
<p>Of 1,140 questionnaires sent to residents 463 came back. Seventy-one per cent of those who replied had not noticed the dimming, and 9 per cent felt less
safe. Recorded crime did not change. The lamps used 31 per cent less electricity, which saved each village £1,900 a year on average. We recommend that
switching off altogether be tested next.</p>
<p>The work was paid for by the Rural Nights Fund. Farrar was employed by a lamp manufacturer until 2017; the other authors declare no competing
interests.</p>'''),
}

T = 'true'
SENTENCES = [
    ("## Tarrant's Bakeries", None, None, 'heading'),
    ("Tarrant's took £26.3 million more in the year to June 2025 than in the one before.", 'bakery', 'Revenue rose by', T),
    ('Profit before tax climbed to £29.3 million.', 'bakery', 'before tax slipped to', 'comparison turned round', 'contradicted', True),
    ('The main reason for the lower profit was the rise in wages.', 'bakery', 'chiefly because butter cost', 'wrong cause', 'contradicted', False),
    ('If the final dividend is approved, shareholders will get 0.3 pence per share more than for the previous year.', 'bakery', 'which takes the total for the year', T),
    ("The number of Tarrant's shops rose from 215 to 236 within twelve months.", 'bakery', 'Shops, June 2024', T),
    ('In the Midlands the chain grew from 46 to 52 shops.', 'bakery', 'Midlands', 'table cell of the wrong row', 'contradicted', True),
    ('The North West is the only one of the four regions in which the chain has fewer shops than a year ago.', 'bakery', 'North West', T),
    ('Wales and the North West together contributed £117.5 million to revenue.', 'bakery', 'Wales', 'derived number wrong', 'contradicted', True),
    ("During the year Tarrant's opened 30 shops.", 'bakery', 'We opened 27 shops', 'two facts merged', 'contradicted', True),
    ('Baking at Tamworth got under way more than two months behind schedule.', 'bakery', 'eleven weeks later than planned', T),
    ('The Stroud bakehouse has already been shut down.', 'bakery', 'The old bakehouse at Stroud', 'target told as fact', 'contradicted', False),
    ('Net debt was brought down from £44.5 million to £18.2 million.', 'bakery', 'Net debt increased from', 'direction turned round', 'contradicted', True),
    ('"It was a year in which we sold more and earned more," said Gwen Tarrant-Hughes.', 'bakery', 'we sold more and kept less', 'quotation altered', 'contradicted', False),
    ('In the spring of 2026 butter became cheaper again.', 'bakery', 'expects butter prices to ease', 'forecast told as fact', 'unsupported', False),
    ('Even the lower end of the range that the board has in mind for the current year lies above the profit just reported.', 'bakery', 'For the current year the board expects', T),
    ("Vegan lines made up 14 per cent of the company's sales.", 'bakery', 'Vegan lines made up', 'scope', 'unsupported', False),
    ('The loyalty app has 420,000 registered users.', 'bakery', 'The loyalty app has', 'two facts merged', 'contradicted', True),
    ('Food waste came to 1,870 kilograms.', 'bakery', 'Food waste fell by', 'unit', 'contradicted', True),

    ('## Velorsetin against migraine', None, None, 'heading'),
    ('Each of the three groups in LUMA-2 had 204 members.', 'luma', 'groups of equal size', T),
    ('The study was carried out at 34 centres in seven countries.', 'luma', 'The study ran from', 'changed number', 'contradicted', True),
    ('The doctors, but not the participants, knew who was given velorsetin.', 'luma', 'Neither they nor their doctors knew', 'negated', 'contradicted', False),
    ('Women made up roughly five sixths of the participants.', 'luma', 'cent of the participants were women', T),
    ('Treatment went on for roughly five and a half months.', 'luma', 'Treatment lasted', T),
    ('On 75 mg the participants had 4.1 fewer days with migraine a month.', 'luma', 'Mean change in migraine days', 'table cell of the wrong column', 'contradicted', True),
    ('Almost half of those on the higher dose saw their migraine days cut by at least 50 per cent.', 'luma', 'Migraine days at least halved', T),
    ('Nausea was nearly three times as frequent on 150 mg as on placebo.', 'luma', 'Nausea (%)', T),
    ('Side effects led 34 people in the three groups to give up the tablets.', 'luma', 'Stopped because of side effects', T),
    ('On the lower dose, 21 people stopped because of side effects, on the higher one only eight.', 'luma', 'Stopped because of side effects', 'swapped figures', 'contradicted', 'gap'),
    ('The higher dose proved significantly better than the lower.', 'luma', 'the difference between the two doses', 'negated', 'contradicted', False),
    ('For the 75 mg dose the confidence interval reached from 0.8 to 2.9 days.', 'luma', 'and 1.5 days for the lower', "range's end", 'contradicted', True),
    ('Velorsetin caused serious adverse events in nine people.', 'luma', 'Nine people had serious adverse', 'invented cause', 'contradicted', False),
    ('There were no deaths, and in none of the nine serious cases was velorsetin held responsible.', 'luma', 'none was judged to be related', T),
    ('The liver values of six participants were permanently raised.', 'luma', 'Liver values rose in six', 'negated', 'contradicted', False),
    ('Velorsetin worked better than the established treatments.', 'luma', 'Velorsetin was not compared with', 'over-generalised', 'unsupported', False),
    ('Quality of life improved demonstrably under treatment.', 'luma', 'Quality of life seemed to improve', 'hedge dropped', 'unsupported', False),
    ('How long the effect holds beyond half a year cannot, according to Sunniva Aldous, be told from this study.', 'luma', 'We cannot say from this study', T),
    ('The data were evaluated by Corvane Therapeutics itself.', 'luma', 'were analysed at the', 'attribution to the wrong person', 'contradicted', 'gap'),
    ('Velorsetin is approved in the European Union.', 'luma', 'Corvane has applied for approval', 'target told as fact', 'unsupported', False),

    ('## Dorothea Winslade', None, None, 'heading'),
    ('Dorothea Winslade, a native of Kendal, died at the age of 77.', 'winslade', 'was an English type designer', T),
    ('She was the eldest of five children.', 'winslade', 'as the third of a', 'ordinal', 'contradicted', False),
    ('After finishing art school in Manchester, Winslade learned her trade from Alban Firth.', 'winslade', 'was then apprenticed to', T),
    ('Winslade spent about eight years in the United States.', 'winslade', 'She returned to England in', T),
    ('Winslade went to Boston before she attended the Manchester School of Art.', 'winslade', 'the Manchester School of Art', 'order of events', 'contradicted', True),
    ('At the Larkbeck Press, Winslade selected the texts, while Agnes Teale designed the books.', 'winslade', 'chose the texts and kept the accounts', 'swapped roles', 'contradicted', False),
    ('Every book of the Larkbeck Press was printed in 350 copies.', 'winslade', 'None was issued in more than', 'quantifier', 'contradicted', False),
    ('On average the Larkbeck Press brought out nearly three books a year.', 'winslade', 'which brought out 47 books', T),
    ('Kendal Roman was issued by the Monarch Corporation.', 'winslade', 'Kendal Roman', 'table cell of the wrong row', 'contradicted', True),
    ('Of the four typefaces listed, Harrow Sans had the most styles and Winslade Italic the fewest.', 'winslade', 'Winslade Italic', T),
    ('Larkbeck was released in 1913, eleven years before Kendal Roman.', 'winslade', 'Kendal Roman', 'swapped figures', 'contradicted', True),
    ('For fifteen years, travellers on the Northern Counties Railway read the names of the stations in Harrow Sans.', 'winslade', 'was used on the station signs', T),
    ('Edmund Pryce had no part whatever in Harrow Sans.', 'winslade', 'Pryce did draw the numerals', 'over-generalised', 'contradicted', False),
    ('The true origin of Harrow Sans came to light through letters which Agnes Teale published in 1978.', 'winslade', 'Letters published by', 'attribution to the wrong person', 'contradicted', True),
    ('Besides her fee of £120, Winslade received royalties for Harrow Sans.', 'winslade', 'received no royalties', 'negated', 'contradicted', False),
    ('Winslade turned down an OBE in protest at the removal of the railway signs.', 'winslade', 'Her niece believed that', 'hedge dropped', 'unsupported', False),
    ('She was still teaching in Leeds when she refused the honour.', 'winslade', 'In 1951 she declined', T),
    ('The papers of Dorothea Winslade are kept in Leeds.', 'winslade', 'Her papers, among them', 'wrong place', 'contradicted', 'gap'),
    ('Fewer than half of the drawings in Lancaster have been put online.', 'winslade', '620 of the drawings', T),
    ('Pieter Hoekstra drew the digital version of Harrow Sans that came out in 1996.', 'winslade', 'the latter drawn by', 'two facts merged', 'contradicted', 'gap'),

    ('## The winter in Calder County', None, None, 'heading'),
    ('In Calder County only two winters on record have been warmer than that of 2023-24.', 'winter', 'third-warmest winter', T),
    ('The winter was the warmest since records began.', 'winter', 'third-warmest winter', 'ordinal', 'contradicted', False),
    ('The normal mean temperature for the three months, based on 1991 to 2020, is 29.7°F.', 'winter', '4.1 degrees above the', T),
    ('The mean temperature lay at 33.8 degrees Celsius.', 'winter', 'With a mean temperature of', 'unit', 'contradicted', True),
    ('At Fort Prosser Airport, 16.5 inches of snow were missing from the normal amount.', 'winter', '60 percent of the normal', T),
    ('December was drier than February.', 'winter', '36.9', 'comparison turned round', 'contradicted', 'gap'),
    ("January accounted for more than two thirds of the season's snowfall.", 'winter', '17.8', T),
    ('In January, 4.6 inches of snow fell.', 'winter', '17.8', 'table cell of the wrong row', 'contradicted', True),
    ('Total precipitation from December through February came to 8.43 inches.', 'winter', 'Precipitation (in.)', T),
    ('For most of the 23,000 customers affected, the power was back in less than 18 hours.', 'winter', 'left 23,000 customers without', T),
    ('The January storm left 23,000 customers without power for more than 18 days.', 'winter', 'left 23,000 customers without', 'unit', 'contradicted', True),
    ('Fort Prosser had the lowest temperature of the season, 9 below zero.', 'winter', 'The coldest reading of the season', 'wrong place', 'contradicted', True),
    ('From the lowest to the highest reading of the season it was 77 degrees Fahrenheit.', 'winter', 'The coldest reading of the season', T),
    ('Lake Tamarack stayed frozen until the end of March.', 'winter', 'was free of ice again on', 'wrong date', 'contradicted', True),
    ('The ice fishing derby took place on February 10.', 'winter', 'was called off', 'negated', 'contradicted', False),
    ('The maple harvest turned out a fifth lower than in the previous year.', 'winter', 'fears that the yield', 'forecast told as fact', 'unsupported', False),
    ('Within three months the share of the county rated abnormally dry more than tripled.', 'winter', 'rated abnormally dry', T),
    ('The snowpack in the upper Prosser basin was 54 percent above the median.', 'winter', 'stood at 54 percent of the', 'share told as surplus', 'contradicted', False),
    ('Lena Whitaker blamed the warm winter on El Niño alone.', 'winter', 'no single winter could be', 'scope', 'contradicted', False),
    ('As regards rain and snow, the federal outlook for the spring leans neither to the wet nor to the dry side.', 'winter', 'it sees no tilt either way', T),

    ('## The Swiftsure ruling', None, None, 'heading'),
    ('All 37 couriers won their case against Swiftsure.', 'riders', '34 of the 37 cycle couriers', 'quantifier', 'contradicted', True),
    ('Three of the claims foundered because they came too late.', 'riders', 'The other three claims failed', T),
    ('The tribunal reached its decision unanimously.', 'riders', 'formed the majority', 'negated', 'contradicted', False),
    ('Sunita Rao disagreed with the other two members of the tribunal.', 'riders', 'formed the majority', 'attribution to the wrong person', 'contradicted', 'gap'),
    ('The riders now enjoy protection against unfair dismissal.', 'riders', 'They are not protected against', 'negated', 'contradicted', False),
    ('Swiftsure granted fewer than one in twenty of the requests to send a substitute.', 'riders', 'got it on nine occasions', T),
    ('What tipped the balance was the uniform that the riders had to wear.', 'riders', 'was not decisive either way', 'wrong cause', 'contradicted', False),
    ('In the eyes of the tribunal, a rider who is logged in and has not set the app to pause is working.', 'riders', 'The tribunal held that', T),
    ('Riders received £4.10 per hour.', 'riders', 'Riders were paid', 'unit', 'contradicted', True),
    ('"The contract described a business that none of the riders would have recognised," said Tom Barraclough.', 'riders', 'none of the riders would have', 'attribution to the wrong person', 'contradicted', True),
    ('The tribunal ordered Swiftsure to pay £410,000.', 'riders', 'puts the sum at about', 'claim told as fact', 'contradicted', False),
    ('The estimates of the two sides as to what is owed differ by at least £260,000 or so.', 'riders', 'puts the sum at about', T),
    ('Swiftsure puts the sum it owes at no more than $150,000.', 'riders', 'Swiftsure speaks of no more than', 'currency', 'contradicted', True),
    ('Swiftsure has lodged an appeal.', 'riders', 'An appeal was', 'hedge dropped', 'unsupported', False),
    ('The three claimants who lost do not have to bear the costs of the company.', 'riders', 'application to have its costs paid', T),
    ('The ruling applies to all of the 2,900 riders.', 'riders', 'The ruling binds it only', 'over-generalised', 'contradicted', False),
    ('In Leeds, Kestrel Couriers had lost a similar case in 2022.', 'riders', 'was lost by the riders in Leeds', 'swapped roles', 'contradicted', False),
    ('The lead claimant has since become a bus driver.', 'riders', 'the lead claimant', T),

    ('## The election in Port Alden', None, None, 'heading'),
    ('Delia Fontaine was elected on November 5, 2024.', 'alden', "In Tuesday's ranked-choice election", T),
    ('The final margin was 471 votes.', 'alden', '741 votes in the third', 'changed number', 'contradicted', True),
    ('Fontaine led the count from the first round to the last.', 'alden', 'Oyelaran had been ahead in', 'over-generalised', 'contradicted', False),
    ('Turnout was more than six percentage points lower than four years before.', 'alden', 'a turnout of 55.0 percent', T),
    ('Turnout rose from 55.0 to 61.3 percent.', 'alden', 'a turnout of 55.0 percent', 'direction turned round', 'contradicted', True),
    ('After the first round, Oyelaran was 528 votes ahead of Fontaine.', 'alden', 'Round 1', T),
    ('Fontaine won 12,467 votes in the final round.', 'alden', '13,208', 'table cell of the wrong row', 'contradicted', True),
    ('Sam Tibbetts was the first to drop out of the count, Ruth Kessler the second.', 'alden', 'Sam Tibbetts', T),
    ("Most of Kessler's ballots went to Oyelaran in the last round.", 'alden', 'What decided the race was', 'quantifier', 'contradicted', True),
    ('In all, 26,700 valid first choices were counted.', 'alden', 'Round 1', T),
    ('Oyelaran was ahead in the first round in two thirds of the wards.', 'alden', 'in six of the nine wards', T),
    ('Fontaine, a former school principal, has sat on the council since 2016.', 'alden', 'was a harbor pilot before', 'two facts merged', 'contradicted', False),
    ('Walter Grady was voted out of office.', 'alden', 'who did not seek a', 'invented cause', 'contradicted', False),
    ('Under Fontaine, property taxes have been frozen for two years.', 'alden', 'She has promised to freeze', 'target told as fact', 'unsupported', False),
    ('The voters agreed to the seawall bond but refused council members a raise.', 'alden', 'Voters also approved Question 2', T),
    ('The seawall is to be financed by a bond of $38 billion.', 'alden', 'Voters also approved Question 2', 'magnitude', 'contradicted', True),
    ('The pay of council members goes up from $9,000 to $14,000 a year.', 'alden', 'which would have raised the pay', 'negated', 'contradicted', False),
    ('A recount is out of the question because the margin is too large.', 'alden', 'a recount can be requested only', T),

    ('## The Verrall orrery', None, None, 'heading'),
    ('The orrery is a little under a metre in diameter and almost one and a half metres tall.', 'orrery', 'stands 142 centimetres high', T),
    ('Uranus was added to the model in 1781.', 'orrery', 'It shows six planets', 'negated', 'contradicted', False),
    ('Nine moons can be counted around Jupiter and Saturn.', 'orrery', 'circle Jupiter and five circle', T),
    ('Each turn of the crank stands for one hour.', 'orrery', 'One turn of the crank', 'unit', 'contradicted', False),
    ('Of the agreed price, Sir Nicholas Penrose handed over 150 guineas.', 'orrery', '60 of which he never paid', T),
    ('Penrose paid 210 pounds for the orrery.', 'orrery', '60 of which he never paid', 'currency', 'contradicted', True),
    ('The orrery was shown at the Great Exhibition before the Bath Philosophical Society acquired it.', 'orrery', 'which lent it to the Great Exhibition', 'order of events', 'contradicted', True),
    ('The museum bought the orrery in 1937.', 'orrery', 'The museum bought it in', 'wrong year', 'contradicted', True),
    ('The museum had to find £500 of the purchase price without the Art Trust.', 'orrery', 'with the help of a grant', T),
    ('Mary Verrall cut the wheels of the orrery.', 'orrery', 'Tool marks suggest', 'hedge dropped', 'unsupported', False),
    ('Roughly one wheel in eight was renewed during the restoration.', 'orrery', '147 wheels 19 had to be', T),
    ('"You are hearing the nineteenth century think," says Hannah Blyth.', 'orrery', 'You are hearing the', 'quotation altered', 'contradicted', True),
    ('The orrery in Philadelphia is the oldest of the three.', 'orrery', 'is the oldest and the only', 'wrong place', 'contradicted', True),
    ('On Sundays the museum is open for two hours less than on a weekday such as Wednesday.', 'orrery', 'Tuesday to Friday', T),
    ('On Saturdays the museum closes at 5 pm.', 'orrery', '6 pm', 'table cell of the wrong row', 'contradicted', True),
    ('The orrery can be seen in motion every Saturday afternoon.', 'orrery', 'It is set in motion on', 'over-generalised', 'contradicted', False),
    ('Two pensioners and a child of ten pay £13 between them.', 'orrery', 'under-16s enter free', T),

    ('## Moths and street lights', None, None, 'heading'),
    ('The lamps were dimmed in fourteen villages.', 'moths', 'We studied 28 villages', T),
    ('The lamps were dimmed by half from midnight to 6 a.m.', 'moths', 'the lamps were dimmed by 50 per cent', "range's end", 'contradicted', True),
    ('In the dimmed villages the mean catch per night went up by almost 29 per cent.', 'moths', 'the mean catch per night rose', T),
    ('In the control villages the nightly catch rose from 52 to 67.', 'moths', 'in the control villages from', 'swapped figures', 'contradicted', True),
    ('Dimming also significantly increased the number of species caught per night.', 'moths', 'The number of species per night', 'negated', 'contradicted', False),
    ('Dimming raised the number of caterpillars on hawthorn by 11 per cent beyond doubt.', 'moths', 'Caterpillars on roadside hawthorn', 'hedge dropped', 'contradicted', False),
    ('Among the families named, only the Erebidae were caught less often in 2021 than in 2019.', 'moths', 'Erebidae', T),
    ('The catch of Geometridae increased from 14.2 to 28.4 per night.', 'moths', 'Geometridae', 'table cell of the wrong row', 'contradicted', True),
    ('In the dimmed villages, the nightly catch of Noctuidae went up by 6.9 moths and that of Geometridae by 5.7.', 'moths', 'Noctuidae', T),
    ('The authors cannot rule out that the warmer summer of 2021 played a part.', 'moths', 'which may have contributed', T),
    ('Hallett and colleagues had dimmed the lamps more strongly and yet found no effect.', 'moths', 'dimmed the lamps by only', 'comparison turned round', 'contradicted', False),
    ('According to the authors, the moths in the dimmed villages have recovered.', 'moths', 'we would caution against', 'negated', 'contradicted', False),
    ('Some two in five questionnaires were returned.', 'moths', '463 came back', T),
    ('Of the residents who replied, 71 per cent felt less safe.', 'moths', 'had not noticed the dimming', 'swapped figures', 'contradicted', True),
    ('Dimming brought with it more recorded crime.', 'moths', 'Recorded crime did not change', 'negated', 'contradicted', False),
    ('On average a village saved £1,900 a month.', 'moths', 'which saved each village', 'unit', 'contradicted', True),
    ('One of the three authors used to work for a maker of lamps.', 'moths', 'was employed by a lamp manufacturer', T),

    ('## What is uncertain', None, None, 'heading'),
    ('The sources do not say when the first patients could be prescribed velorsetin.', None, None, 'remark'),
    ('Why Dorothea Winslade declined the OBE could not be established.', None, None, 'remark'),
    ('No second source on the Verrall orrery was consulted.', None, None, 'remark'),
    ('It remains to be seen how much Swiftsure will have to pay.', None, None, 'remark'),
]

OPENING = [
    ("Although revenue at Tarrant's grew, profit before tax fell.", 'bakery', 'before tax slipped to'),
    ('Both doses of velorsetin reduced migraine days significantly more than placebo did.', 'luma', 'differences were statistically significant'),
    ('In Port Alden, the candidate who had been ahead after two rounds lost in the third.', 'alden', 'Oyelaran had been ahead in'),
]
