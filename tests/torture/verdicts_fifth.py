"""A fifth report for tests/torture/verdicts: a hospital, a language school, a canal, a phone maker, a national park, a choir and a flood
insurance, in longer sentences than the others. Pages, report and labels were fixed before the program was run on them;
docs/internals/verdict.md has what it found at first sight. The last column says whether a figure, a date or a name alone proves the
error ('gap' where it does and code does not point at it)."""

PAGES = {
    'hospital': ('St. Brannoc hospital: annual review 2023', '2024-04-30', '''
<h1>St. Brannoc hospital in 2023</h1>
<p>St. Brannoc treated 31,200 inpatients and 118,000 outpatients in 2023. The average stay was 5.2 days, half a day shorter than in 2019. It has
640 beds, 48 of them in intensive care. The occupancy of the beds was 83 percent.</p>
<p>The hospital ended the year with a loss of 7.4 million euros after a profit of 1.1 million euros in 2022. Personnel costs rose by 9 percent,
revenue by only 3 percent. The managing director, Judith Arens, expects a balanced result in 2025 at the earliest.</p>
<p>The waiting time in the emergency department was 74 minutes on average; patients with minor complaints waited 131 minutes. A new
triage system, introduced in June 2023, shortened the waiting time of urgent cases from 22 to 14 minutes. The head of
the department, Milan Sovak, attributes this to the system, the works council to six additional nurses.</p>
<p>Infections after operations occurred in 1.9 percent of cases, below the national average of 2.4 percent. The hospital does not perform heart
transplants; patients who need one are transferred to Hallstadt.</p>'''),
    'school': ('Thirty years of the Gaelann language school', '2023-09-15', '''
<h1>The Gaelann school</h1>
<p>The Gaelann school was opened in 1993 by Siobhan Keary with 19 pupils in a former bakery. It moved to Mill Lane in 2004 and now teaches 412
pupils between the ages of 4 and 18. Lessons are given in Gaelann; English is taught from the age of seven.</p>
<p>In the final examinations of 2022, 94 percent of its pupils passed, compared with 89 percent in the county. In mathematics, however, the pupils scored
slightly below the county's average. One pupil in three speaks Gaelann at home.</p>
<p>The county pays 5,800 pounds for each pupil and year, parents contribute 350 pounds. Keary's successor, Donal Breen, who has led the school since
2011, complained in 2021 that the state "treats us as a hobby". The minister of education, Ruth Faraday, denied this and pointed to a grant
of 1.2 million pounds for a sports hall. The hall is to be finished in 2025.</p>'''),
    'canal': ('The reopening of the Merle canal', '2022-06-24', '''
<h1>The Merle canal</h1>
<p>The Merle canal, built between 1824 and 1831, runs 63 kilometres from Aubry to Port-Sainte and climbs 112 metres with 41 locks. It was closed to
freight in 1969 and abandoned in 1981 after a dam had failed.</p>
<p>Volunteers began to clear it in 1998. The region restored 29 of the locks by 2015 and the remaining 12 by 2021, at a cost of 54 million euros. The
first boat passed the whole canal on 21 May 2022. The restoration had been estimated at 38 million euros.</p>
<p>In the first season 2,150 boats used the canal, of which 1,480 were hired. A boat needs four days for the whole length. The towns along the canal
counted 26 percent more overnight stays than in 2019, but hoteliers doubt that the canal is the reason.</p>
<p>The tunnel of Vaux, 1,370 metres long, can be passed in one direction at a time: eastbound boats in the morning, westbound boats in the
afternoon. Boats wider than 5.1 metres are not admitted.</p>'''),
    'phone': ('Relino and Ostra: results for the third quarter', '2023-11-08', '''
<h1>Relino overtakes Ostra</h1>
<p>Relino sold 18.3 million phones in the third quarter of 2023 and overtook Ostra, which sold 16.9 million. A year earlier Ostra had been ahead with
19.6 million against 15.7 million. Together they have 31 percent of the market.</p>
<p>Relino's revenue rose 12 percent to 6.8 billion dollars; its profit margin was 14 percent. Ostra lost 210 million dollars, mainly because of the
recall of its model Vega, whose battery can overheat. Ostra has replaced 820,000 of 1.3 million batteries.</p>
<p>Relino's founder, Chen Aiyu, announced a foldable model for spring 2024 at a price of 999 dollars. Ostra's chief executive, Mark Dehl, said that
the company "will not follow every fashion". Analysts of Pell Research expect that Ostra will cut 2,500 of its 21,000 jobs;
Ostra has not confirmed this.</p>
<table><tr><th>Region</th><th>Relino</th><th>Ostra</th></tr>
<tr><td>Europe</td><td>5.2 million</td><td>6.4 million</td></tr>
<tr><td>Asia</td><td>10.1 million</td><td>7.3 million</td></tr>
<tr><td>America</td><td>3.0 million</td><td>3.2 million</td></tr></table>'''),
    'park': ('Wolves in the Sarnow national park', '2024-02-01', '''
<h1>Wolves in the Sarnow national park</h1>
<p>The Sarnow national park was established in 1988 and covers 342 square kilometres. Wolves returned in 2009; in the winter of 2023 rangers
counted 37 animals in five packs, four animals fewer than the winter before. Twelve pups were born in 2023, and at least five of them died.</p>
<p>Wolves killed 118 sheep in 2023, against 164 in 2021. Owners were paid 31,000 euros in compensation. Of the 118 sheep 103 had not been
protected by a fence. Fences are subsidised with up to 80 percent of their cost.</p>
<p>Red deer have declined from about 2,600 to 1,900 since 2009. The park's biologist, Ewa Lipska, says that hunting outside the park explains more of the
decline than wolves do. The hunters' association, led by Jan Mroz, disagrees. A survey found that 61 percent of local residents accept
wolves and 24 percent reject them.</p>
<p>The park is visited by 290,000 people a year. Entry costs 4 euros; children under twelve pay nothing.</p>'''),
    'choir': ('The Aurelian choir on tour', '2023-05-19', '''
<h1>The Aurelian choir</h1>
<p>The Aurelian choir, 56 singers strong, gave 21 concerts in nine countries between 3 March and 14 April 2023. About 17,400 people heard it. The tour
was its longest since 1997, when it gave 26 concerts. The conductor, Livia Santoro, was replaced by her assistant, Ben Okafor, at four concerts because of
a broken wrist.</p>
<p>The tour cost 680,000 euros. Tickets brought in 510,000 euros, and the Mellin Foundation covered the deficit. The concert in Lisbon was cancelled
after a strike; those in Porto and Madrid were sold out.</p>
<p>The programme combined works by Byrd and Tallis with a new piece by Hanna Vik, "Winter Counting", which lasts 34 minutes. The Tageblatt praised the sopranos
but found the tenors "tired"; El Correo called the evening "the concert of the year". The choir will record the piece in 2024.</p>'''),
    'flood': ('Flood insurance: what the commission proposes', '2024-03-21', '''
<h1>Compulsory flood insurance</h1>
<p>Only 52 percent of house owners are insured against floods. A commission led by the former judge Otto Hain proposes that insurance become
compulsory for all owners from 2027 on. The premium would be between 90 and 2,000 euros a year, depending on the risk; the average would be 340
euros. The commission expects that the share of uninsured houses would fall below 2 percent.</p>
<p>After the floods of July 2021, which killed 184 people, the state paid 6.9 billion euros to owners without insurance; insurers paid 8.5 billion
euros. The ministry of finance supports the proposal, the ministry of justice has doubts about its legality. The association of
insurers prefers a ban on building in flood zones, in which 312,000 houses stand today.</p>
<p>In Switzerland most cantons have had compulsory insurance since the 1930s. France introduced a similar system in 1982; there the
supplement is 12 percent of the premium and will rise to 20 percent in 2025.</p>'''),
}

T = 'true'
SENTENCES = [
    ('## The hospital', None, None, 'heading'),
    ('In 2023 the hospital cared for almost four times as many outpatients as inpatients.', 'hospital', 'treated 31,200 inpatients', T),
    ('St. Brannoc treated 118,000 inpatients in 2023, who stayed for 5.2 days on average.', 'hospital', 'treated 31,200 inpatients', 'merged', 'contradicted', True),
    ('Patients stayed for 5.7 days on average in 2019.', 'hospital', 'treated 31,200 inpatients', T),
    ('Patients stayed for 4.7 days on average in 2019, the report says.', 'hospital', 'treated 31,200 inpatients', 'derived number wrong', 'contradicted', True),
    ('Of its 640 beds, 83 percent are in intensive care.', 'hospital', 'treated 31,200 inpatients', 'merged', 'contradicted', 'gap'),
    ('Fewer than a tenth of the 640 beds belong to intensive care.', 'hospital', 'treated 31,200 inpatients', T),
    ('After a loss of 1.1 million euros in 2022 the hospital lost another 7.4 million euros.', 'hospital', 'ended the year with a loss', 'negated', 'contradicted', True),
    ('The result worsened by 8.5 million euros within a year.', 'hospital', 'ended the year with a loss', T),
    ('While personnel costs rose by 3 percent, revenue went up by 9 percent.', 'hospital', 'ended the year with a loss', 'swapped', 'contradicted', True),
    ('The hospital broke even in 2025, according to Judith Arens.', 'hospital', 'ended the year with a loss', 'target for fact', 'contradicted', False),
    ('Patients with minor complaints waited almost an hour longer than the average patient.', 'hospital', 'The waiting time in the emergency', T),
    ('The average waiting time in the emergency department was 131 minutes.', 'hospital', 'The waiting time in the emergency', 'swapped', 'contradicted', True),
    ('Since June 2023 urgent cases have had to wait 8 minutes less.', 'hospital', 'The waiting time in the emergency', T),
    ('The new triage system shortened the waiting time of urgent cases by 14 minutes.', 'hospital', 'The waiting time in the emergency', 'derived number wrong', 'contradicted', True),
    ('Milan Sovak attributes the shorter waiting time to six additional nurses.', 'hospital', 'The waiting time in the emergency', 'attribution', 'contradicted', 'gap'),
    ('Infections after operations were more frequent than in the country as a whole.', 'hospital', 'Infections after operations occurred', 'comparison', 'contradicted', False),
    ('Nationally, 1.9 percent of operations are followed by an infection.', 'hospital', 'Infections after operations occurred', 'swapped', 'contradicted', True),
    ('Patients who need a new heart have to go to Hallstadt.', 'hospital', 'Infections after operations occurred', T),
    ('## The school', None, None, 'heading'),
    ('The Gaelann school opened in Mill Lane in 1993 with 19 pupils.', 'school', 'was opened in 1993 by Siobhan', 'merged', 'contradicted', False),
    ('Siobhan Keary started in an old bakery, with 19 children, thirty years ago.', 'school', 'was opened in 1993 by Siobhan', T),
    ('The school has 412 pupils, aged from 4 to 16.', 'school', 'was opened in 1993 by Siobhan', 'range', 'contradicted', True),
    ('English is taught from the age of four.', 'school', 'was opened in 1993 by Siobhan', 'merged', 'contradicted', True),
    ('In the county as a whole, 94 percent passed the final examinations of 2022.', 'school', 'In the final examinations of 2022', 'swapped', 'contradicted', True),
    ('The pass rate was five points above that of the county.', 'school', 'In the final examinations of 2022', T),
    ('Its pupils did better than the county in every subject.', 'school', 'In the final examinations of 2022', 'over-generalised', 'contradicted', False),
    ('Most pupils do not speak Gaelann at home.', 'school', 'In the final examinations of 2022', T),
    ('Two pupils in three speak Gaelann at home.', 'school', 'In the final examinations of 2022', 'changed', 'contradicted', True),
    ('With the contribution of the parents, the school has 6,150 pounds for each pupil and year.', 'school', 'The county pays 5,800 pounds', T),
    ('Parents contribute 5,800 pounds a year for each pupil, and the county adds 350 pounds.', 'school', 'The county pays 5,800 pounds', 'swapped', 'contradicted', True),
    ('Ruth Faraday complained in 2021 that the state "treats us as a hobby".', 'school', 'The county pays 5,800 pounds', 'attribution', 'contradicted', True),
    ('Donal Breen complained that the state "treats us as a burden".', 'school', 'The county pays 5,800 pounds', 'quotation altered', 'contradicted', True),
    ('The sports hall, for which the state granted 1.2 million euros, has not been finished yet.', 'school', 'The county pays 5,800 pounds', 'currency', 'contradicted', True),
    ('Donal Breen took over the school ten years before he complained about the state.', 'school', 'The county pays 5,800 pounds', T),
    ('## The canal', None, None, 'heading'),
    ('Between Aubry and Port-Sainte, 41 locks lift boats by 112 metres over a distance of 63 kilometres.', 'canal', 'built between 1824 and 1831', T),
    ('The canal was built between 1824 and 1841.', 'canal', 'built between 1824 and 1831', 'range', 'contradicted', True),
    ('It was closed to freight in 1981, after the failure of a dam.', 'canal', 'built between 1824 and 1831', 'wrong year', 'contradicted', True),
    ('By 2015, 12 locks had been restored.', 'canal', 'Volunteers began to clear it', 'swapped', 'contradicted', True),
    ('The restoration became 16 million euros more expensive than had been estimated.', 'canal', 'Volunteers began to clear it', T),
    ('The restoration cost 38 million euros.', 'canal', 'Volunteers began to clear it', 'target for fact', 'contradicted', True),
    ('On 21 May 2021 a boat passed the whole canal for the first time after the restoration.', 'canal', 'Volunteers began to clear it', 'wrong year', 'contradicted', True),
    ('Roughly two thirds of the boats of the first season were hired.', 'canal', 'In the first season 2,150 boats', T),
    ('In the first season 1,480 boats used the canal.', 'canal', 'In the first season 2,150 boats', 'merged', 'contradicted', True),
    ('A boat needs four hours to travel the whole length.', 'canal', 'In the first season 2,150 boats', 'unit', 'contradicted', True),
    ('The canal caused the rise in overnight stays by 26 percent.', 'canal', 'In the first season 2,150 boats', 'cause', 'partial', False),
    ('Eastbound boats pass the tunnel in the afternoon.', 'canal', 'The tunnel of Vaux', 'swapped', 'contradicted', False),
    ('Boats may be at most 5.1 metres wide.', 'canal', 'The tunnel of Vaux', T),
    ('## The phone makers', None, None, 'heading'),
    ('Relino sold 1.4 million phones more than Ostra in the third quarter of 2023.', 'phone', 'sold 18.3 million phones', T),
    ('In the third quarter of 2022 Relino had sold 19.6 million phones, more than Ostra.', 'phone', 'sold 18.3 million phones', 'swapped', 'contradicted', True),
    ('Relino sold more phones in the third quarter of 2022 than in that of 2023.', 'phone', 'sold 18.3 million phones', 'comparison', 'contradicted', 'gap'),
    ('The two makers share almost a third of the market.', 'phone', 'sold 18.3 million phones', T),
    ('Relino alone has 31 percent of the market.', 'phone', 'sold 18.3 million phones', 'merged', 'contradicted', False),
    ('The revenue of Relino rose by 14 percent.', 'phone', 'revenue rose 12 percent', 'merged', 'contradicted', True),
    ('Ostra lost 210 billion dollars.', 'phone', 'revenue rose 12 percent', 'unit', 'contradicted', True),
    ('Almost half a million batteries of the model Vega still have to be exchanged.', 'phone', 'revenue rose 12 percent', T),
    ('Relino recalled its model Vega because the battery can overheat.', 'phone', 'revenue rose 12 percent', 'attribution', 'contradicted', True),
    ('A foldable phone of Relino at 999 dollars was announced for spring 2024.', 'phone', 'announced a foldable model', T),
    ('Chen Aiyu said that the company "will not follow every fashion".', 'phone', 'announced a foldable model', 'attribution', 'contradicted', True),
    ('Ostra has cut 2,500 jobs.', 'phone', 'announced a foldable model', 'target for fact', 'contradicted', False),
    ('Pell Research expects that more than a tenth of the jobs at Ostra will go.', 'phone', 'announced a foldable model', T),
    ('| Region | Relino | Ostra |', None, None, 'heading'),
    ('|---|---|---|', None, None, 'rule'),
    ('| Europe | 6.4 million | 5.2 million |', 'phone', '| 5.2 million |', 'swapped', 'contradicted', 'gap'),
    ('| Asia | 10.1 million | 7.3 million |', 'phone', '| 10.1 million |', T),
    ('', None, None, 'break'),
    ('Ostra was ahead in Europe and America, Relino in Asia.', 'phone', '| 10.1 million |', T),
    ('In Asia Ostra sold 10.1 million phones.', 'phone', '| 10.1 million |', 'swapped', 'contradicted', True),
    ('## The wolves', None, None, 'heading'),
    ('In the winter of 2022 there had been 41 wolves in the park.', 'park', 'Wolves returned in 2009', T),
    ('The number of wolves rose by four to 37.', 'park', 'Wolves returned in 2009', 'comparison', 'contradicted', False),
    ('Five pups were born in 2023.', 'park', 'Wolves returned in 2009', 'merged', 'contradicted', True),
    ('Not all of the pups born in 2023 survived.', 'park', 'Wolves returned in 2009', T),
    ('Wolves have lived in the park without a break since it was established in 1988.', 'park', 'Wolves returned in 2009', 'over-generalised', 'contradicted', False),
    ('In 2021 wolves killed 118 sheep.', 'park', 'Wolves killed 118 sheep', 'wrong year', 'contradicted', True),
    ('Only 15 of the sheep killed in 2023 had stood behind a fence.', 'park', 'Wolves killed 118 sheep', T),
    ('A fence had protected 103 of the 118 sheep.', 'park', 'Wolves killed 118 sheep', 'negated', 'contradicted', False),
    ('The number of red deer has decreased by 700 since the wolves came back.', 'park', 'Red deer have declined', T),
    ('Jan Mroz says that hunting outside the park explains more of the decline than wolves do.', 'park', 'Red deer have declined', 'attribution', 'contradicted', True),
    ('Wolves are rejected by 61 percent of the residents.', 'park', 'Red deer have declined', 'swapped', 'contradicted', True),
    ('Visitors pay 4 dollars, children under twelve nothing.', 'park', 'The park is visited by', 'currency', 'contradicted', True),
    ('## The choir', None, None, 'heading'),
    ('The tour of the Aurelian choir took six weeks and led through nine countries.', 'choir', '56 singers strong', T),
    ('The choir gave 26 concerts in nine countries in 2023.', 'choir', '56 singers strong', 'merged', 'contradicted', True),
    ('Livia Santoro conducted 17 of the concerts.', 'choir', '56 singers strong', T),
    ('Ben Okafor could not conduct four concerts because of a broken wrist.', 'choir', '56 singers strong', 'swapped', 'contradicted', False),
    ('The Mellin Foundation paid 170,000 euros.', 'choir', 'The tour cost 680,000 euros', T),
    ('The Mellin Foundation paid 510,000 euros.', 'choir', 'The tour cost 680,000 euros', 'merged', 'contradicted', True),
    ('The concert in Porto was cancelled after a strike.', 'choir', 'The tour cost 680,000 euros', 'swapped', 'contradicted', True),
    ('The Tageblatt called the evening "the concert of the year".', 'choir', 'The programme combined works', 'attribution', 'contradicted', True),
    ('The new piece by Hanna Vik takes a little more than half an hour.', 'choir', 'The programme combined works', T),
    ('The choir recorded "Winter Counting" in 2023.', 'choir', 'The programme combined works', 'target for fact', 'contradicted', False),
    ('## The insurance', None, None, 'heading'),
    ('Nearly half of the owners have no insurance against floods.', 'flood', 'Only 52 percent of house owners', T),
    ('Since 2027 insurance has been compulsory for all owners.', 'flood', 'Only 52 percent of house owners', 'target for fact', 'contradicted', False),
    ('The average premium would be 2,000 euros a year.', 'flood', 'Only 52 percent of house owners', 'merged', 'contradicted', True),
    ('The premium would be between 90 and 200 euros a year.', 'flood', 'Only 52 percent of house owners', 'range', 'contradicted', True),
    ('In 2021 insurers paid out 1.6 billion euros more than the state.', 'flood', 'After the floods of July 2021', T),
    ('The state paid 8.5 billion euros to owners without insurance.', 'flood', 'After the floods of July 2021', 'swapped', 'contradicted', True),
    ('The ministry of justice supports the proposal.', 'flood', 'After the floods of July 2021', 'attribution', 'contradicted', True),
    ('Insurers would rather see building in flood zones forbidden.', 'flood', 'After the floods of July 2021', T),
    ('In France the supplement has been 20 percent of the premium since 1982.', 'flood', 'In Switzerland most cantons', 'merged', 'contradicted', True),
    ('The pages do not say who would pay for owners who cannot afford the premium.', None, None, 'remark'),
]
OPENING = [('The result of the hospital worsened by 8.5 million euros within a year, and the tour of the Aurelian choir led through nine countries.', 'summary')]
